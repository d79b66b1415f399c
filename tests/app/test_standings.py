"""What a game counts: the formula, every exclusion at its edge, sums, and the fold over all results."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from bot.app.ports import PersonId, TableId
from bot.app.ratings import (
    Counted,
    Rating,
    RatingFold,
    Reason,
    Verdict,
    elo_changes,
    leaving_loses,
    local_day,
)
from bot.app.standings import PAGE, Order, Page, Period, Question, since
from bot.store import refolding, standings
from bot.store.archive import StoreArchive
from bot.store.database import Store
from bot.store.folding import Meetings
from bot.store.results import (
    EVERYWHERE,
    RatingChange,
    all_changes,
    all_ratings,
    scope_of,
)
from tests.support.results import (
    NOON,
    OTHER_ROOM,
    ROOM,
    deliver,
    end,
    finished,
    fold_in_pieces,
    people,
    random_results,
)
from tests.support.stored_results import ratings_in

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    one = await Store.open(f"sqlite:///{tmp_path / 's.sqlite'}", now=0)
    yield one
    await one.close()


@pytest.mark.parametrize(
    "winner, loser, length, winner_experience, loser_experience, gained, lost",
    [
        (1500, 1500, 1, 0, 0, 10.0, -10.0),
        (1500, 1500, 5, 400, 400, 4.4721, -4.4721),
        (1500, 1600, 5, 1000, 1000, 5.0446, -5.0446),
        (1500, 1800, 25, 200, 2000, 50.9412, -16.9804),
    ],
)
def test_elo_moves_by_the_fibs_formula(
    winner: float,
    loser: float,
    length: int,
    winner_experience: int,
    loser_experience: int,
    gained: float,
    lost: float,
) -> None:
    moved = elo_changes(winner, loser, length, winner_experience, loser_experience)
    assert [round(one, 4) for one in moved] == [gained, lost]


@given(
    st.floats(500, 2500), st.floats(500, 2500), st.integers(1, 25), st.integers(0, 5000), st.integers(0, 5000)
)
def test_the_winner_gains_what_an_equally_experienced_loser_loses(
    winner: float, loser: float, length: int, one: int, other: int
) -> None:
    gained, lost = elo_changes(winner, loser, length, one, other)
    assert gained > 0 > lost
    if one >= 400 and other >= 400:
        assert gained == -lost


@pytest.mark.parametrize(
    "played_s, moves, loses",
    [(119.999, 9, False), (120, 0, True), (59.999, 30, False), (60, 9, False), (60, 10, True)],
)
def test_leaving_loses_after_two_minutes_or_one_with_ten_plays(
    played_s: float, moves: int, loses: bool
) -> None:
    assert leaving_loses(round(played_s * 1000), moves) is loses


async def verdict(store: Store, **changes: object) -> Verdict:
    """What becomes of one game of Ann against Bea; Gus is a guest."""

    def run(conn: Connection) -> Verdict:
        ann, bea, gus = people(conn, ["ann", "bea", "gus"], guests=["gus"])
        names = {"ann": ann, "bea": bea, "gus": gus, None: None}
        winner, loser = names[changes.pop("winner", "ann")], names[changes.pop("loser", "bea")]  # type: ignore[index]
        return end(conn, "t", finished(winner, loser, **changes))

    return await store.write(run)


@pytest.mark.parametrize(
    "changes, reason",
    [
        ({"played_ms": 60_000}, None),
        ({"played_ms": 59_999}, Reason.SHORT),
        ({"loser": "gus"}, Reason.GUEST),
        ({"winner": "gus"}, Reason.GUEST),
        ({"loser": None}, Reason.COMPUTER),
        ({"winner": None}, Reason.COMPUTER),
        ({"rated": False}, Reason.RULES),
    ],
)
async def test_a_game_counts_or_says_why_not(
    store: Store, changes: dict[str, object], reason: Reason | None
) -> None:
    said = await verdict(store, **changes)
    assert said.reason is reason
    points = [rating.points for rating in await store.read(lambda conn: ratings_in(conn))]
    assert points == ([10, -10] if reason is None else [] if not said.elo else [0, 0])


async def test_the_sixth_game_of_the_day_between_the_same_two_does_not_count(store: Store) -> None:
    def run(conn: Connection) -> list[Verdict]:
        ann, bea, cid = people(conn, ["ann", "bea", "cid"])
        pairs = [(ann, bea), (bea, ann)] * 3
        said = [end(conn, f"t{n}", finished(*pair), NOON + n) for n, pair in enumerate(pairs)]
        return [*said, end(conn, "other", finished(ann, cid), NOON + 9)]

    said = await store.write(run)
    assert [one.reason for one in said] == [None] * 5 + [Reason.OFTEN, None]
    assert not said[5].elo, "nor does it move the Elo numbers"


async def test_the_day_is_that_of_the_installation_and_ends_at_midnight(store: Store) -> None:
    midnight = round(datetime(2026, 11, 30, tzinfo=BERLIN).timestamp() * 1000)

    def run(conn: Connection) -> list[Verdict]:
        ann, bea = people(conn, ["ann", "bea"])
        ends = [midnight - 5, midnight - 4, midnight - 3, midnight - 2, midnight - 2, midnight - 1, midnight]
        return [end(conn, f"t{n}", finished(ann, bea), at, BERLIN) for n, at in enumerate(ends)]

    said = await store.write(run)
    assert [one.reason for one in said] == [None] * 5 + [Reason.OFTEN, None]


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25", "2028-02-29", "2028-12-31"])
async def test_five_games_a_day_are_counted_on_days_of_any_length(store: Store, day: str) -> None:
    begin, midnight = local_day(
        round(datetime.fromisoformat(f"{day}T12:00+01:00").timestamp() * 1000), BERLIN
    )
    step = (midnight - begin) // 6

    def run(conn: Connection) -> list[Reason | None]:
        ann, bea = people(conn, ["ann", "bea"])
        ends = [begin - 1, *(begin + step * number for number in range(5)), midnight - 1, midnight]
        said = [end(conn, f"t{n}", finished(ann, bea), at, BERLIN) for n, at in enumerate(ends)]
        return [one.reason for one in said]

    assert await store.write(run) == [None] * 6 + [Reason.OFTEN, None]


async def test_a_match_moves_the_elo_once_whatever_its_last_game_counts(store: Store) -> None:
    def run(conn: Connection) -> list[Verdict]:
        ann, bea = people(conn, ["ann", "bea"])
        first = end(conn, "t1", finished(ann, bea, elo_length=0))
        short = finished(ann, bea, game=1, played_ms=20_000, elo_length=5, elo_ms=320_000)
        return [first, end(conn, "t2", short, NOON + 1)]

    first, last = await store.write(run)
    assert (first.reason, first.elo) == (None, ())
    assert last.reason is Reason.SHORT
    assert [round(one.change, 4) for one in last.elo] == [22.3607, -22.3607]


@pytest.mark.parametrize("day, hours", [("2026-03-29", 23), ("2026-10-25", 25), ("2028-02-29", 24)])
def test_a_day_has_as_many_hours_as_the_calendar_gives_it(day: str, hours: int) -> None:
    noon = datetime.fromisoformat(day).replace(hour=12, tzinfo=BERLIN)
    begin, end_ = local_day(round(noon.timestamp() * 1000), BERLIN)
    assert end_ - begin == hours * 3_600_000
    assert since(Period.DAY, round(noon.timestamp() * 1000), BERLIN) == begin


def test_periods_begin_at_midnight_monday_and_the_first() -> None:
    now = round(datetime(2026, 11, 25, 15, 30, tzinfo=BERLIN).timestamp() * 1000)  # a Wednesday
    begins = [since(period, now, BERLIN) for period in (Period.DAY, Period.WEEK, Period.MONTH)]
    days = [datetime.fromtimestamp((one or 0) / 1000, BERLIN) for one in begins]
    assert [(one.month, one.day, one.hour) for one in days] == [(11, 25, 0), (11, 23, 0), (11, 1, 0)]
    assert since(Period.ALL, now, BERLIN) is None


def everybody() -> list[PersonId]:
    return [PersonId(f"p{n:02}") for n in range(12)]


def folded(tmp: Path, seed: int, number: int) -> tuple[list[str], list[int]]:
    """Deliver random results in random order; what ``verify`` finds, and the sums of points by scope."""
    import asyncio

    async def run() -> tuple[list[str], list[int]]:
        store = await Store.open(f"sqlite:///{tmp / f'{seed}.sqlite'}", now=0)
        chance = random.Random(seed)

        def write(conn: Connection) -> tuple[list[str], list[int]]:
            persons = people(conn, everybody())
            results = random_results(chance, persons, number)
            chance.shuffle(results)
            deliver(conn, results)
            fold_in_pieces(conn)
            scopes = (EVERYWHERE, scope_of(ROOM), scope_of(OTHER_ROOM))
            sums = [sum(one.points for one in ratings_in(conn, scope)) for scope in scopes]
            found = standings.verify(conn)
            before = [ratings_in(conn, scope) for scope in scopes]
            refolding.rebuild(conn)
            assert [ratings_in(conn, scope) for scope in scopes] == before, "equal to the last bit"
            return found, sums

        try:
            return await store.write(write)
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.mark.parametrize("seed", range(3))
def test_ratings_folded_anew_are_those_stored_in_whatever_order_results_arrive(
    tmp_path: Path, seed: int
) -> None:
    assert folded(tmp_path, seed, 120) == ([], [0, 0, 0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_ratings_of_thousands_of_results_in_any_order_are_those_stored(tmp_path: Path, seed: int) -> None:
    assert folded(tmp_path, seed, 1000) == ([], [0, 0, 0])


@pytest.mark.slow
async def test_ten_thousand_results_in_any_order_lead_where_they_lead_one_by_one(tmp_path: Path) -> None:
    chance = random.Random(10)
    results = random_results(chance, everybody(), 10_000)
    in_order = sorted(results, key=lambda one: (one.ended_at, one.table_id, one.game))
    chance.shuffle(results)

    async def after(name: str, fill: Callable[[Connection], None]) -> tuple[list[Rating], list[RatingChange]]:
        store = await Store.open(f"sqlite:///{tmp_path / name}", now=0)

        def write(conn: Connection) -> tuple[list[Rating], list[RatingChange]]:
            people(conn, everybody())
            fill(conn)
            assert standings.verify(conn) == []
            ratings = sorted(all_ratings(conn), key=lambda one: (one.scope, one.person_id))
            return ratings, sorted(all_changes(conn), key=lambda one: (one.table_id, one.game, one.person_id))

        try:
            return await store.write(write)
        finally:
            await store.close()

    def at_random(conn: Connection) -> None:
        deliver(conn, results)
        fold_in_pieces(conn)

    counted_one_by_one = await after("order.sqlite", lambda conn: deliver(conn, in_order))
    assert await after("random.sqlite", at_random) == counted_one_by_one, "to the last bit"


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda pair: pair[0] != pair[1]), max_size=400
    )
)
@settings(max_examples=50)
def test_points_add_up_to_nothing(pairs: list[tuple[int, int]]) -> None:
    fold = RatingFold(lambda *_: None, lambda *_: True)
    for number, (winner, loser) in enumerate(pairs):
        persons = PersonId(str(winner)), PersonId(str(loser))
        fold.apply(Counted(TableId("t"), number, ("all",), *persons, False, True, 1, number))
    assert sum(rating.points for rating in fold.changed.values()) == 0
    assert sum(rating.wins for rating in fold.changed.values()) * 2 == sum(
        rating.games for rating in fold.changed.values()
    )


@pytest.mark.parametrize("number", [3_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_points_of_random_results_add_up_to_nothing_in_every_scope(number: int) -> None:
    chance, scopes = random.Random(number), (EVERYWHERE, scope_of(ROOM), scope_of(OTHER_ROOM))
    fold = RatingFold(lambda *_: None, Meetings().first)
    for one in random_results(chance, everybody(), number):
        assert one.winner is not None
        assert one.loser is not None
        here = (EVERYWHERE, *([] if one.room is None or one.room.private else [scope_of(one.room)]))
        gammon, at = one.kind != "single", one.ended_at
        fold.apply(
            Counted(
                one.table_id, one.game, here, one.winner, one.loser, gammon, one.rated, one.elo_length, at
            )
        )
    for scope in scopes:
        held = [rating for rating in fold.changed.values() if rating.scope == scope]
        assert sum(rating.points for rating in held) == 0
        assert sum(rating.games for rating in held) == 2 * sum(rating.wins for rating in held) > 0


async def test_verify_finds_a_rating_that_was_changed_by_hand(store: Store) -> None:
    from sqlalchemy import update

    from bot.store.schema import rating

    def run(conn: Connection) -> list[str]:
        ann, bea = people(conn, ["ann", "bea"])
        end(conn, "t", finished(ann, bea))
        assert standings.verify(conn) == []
        conn.execute(update(rating).where(rating.c.person_id == bea).values(points=1000))
        return standings.verify(conn)

    faults = await store.write(run)
    assert len(faults) == 2
    assert all("bea" in fault for fault in faults)


async def page_of(store: Store, question: Question, asker: str | None = None, now: int = NOON) -> Page:
    return await StoreArchive(store).standings(question, now, PersonId(asker) if asker else None)


async def test_ties_share_a_rank_and_the_next_one_is_counted_on(store: Store) -> None:
    def run(conn: Connection) -> None:
        ann, bea, cid, dan = people(conn, ["ann", "bea", "cid", "dan"])
        end(conn, "t1", finished(ann, dan))
        end(conn, "t2", finished(bea, dan), NOON + 1)
        end(conn, "t3", finished(cid, dan, rated=True), NOON + 2, room=OTHER_ROOM)

    await store.write(run)
    everywhere = await page_of(store, Question(None))
    assert [(line.rank, line.points) for line in everywhere.lines] == [(1, 10), (1, 10), (1, 10), (4, -30)]
    here = await page_of(store, Question(ROOM), "dan")
    assert [(line.rank, line.person) for line in here.lines] == [(1, "ann"), (1, "bea"), (3, "dan")]
    assert here.mine is not None
    assert (here.mine.rank, here.mine.opponents, here.mine.streak) == (3, 2, -2)
    today = await page_of(store, Question(ROOM, Period.DAY))
    assert [(line.rank, line.points) for line in today.lines] == [(1, 10), (1, 10), (3, -20)]
    tomorrow = await page_of(store, Question(ROOM, Period.DAY), now=NOON + 86_400_000)
    assert tomorrow.lines == ()


async def test_pages_follow_one_another_and_the_last_one_stands_for_all_beyond(store: Store) -> None:
    def run(conn: Connection) -> None:
        first, *others = people(conn, [f"p{n:02}" for n in range(25)])
        for number, other in enumerate(others):
            end(conn, f"t{number}", finished(first, other), NOON + number)

    await store.write(run)
    pages = [await page_of(store, Question(ROOM, page=number)) for number in (0, 1, 2, 99)]
    assert [len(page.lines) for page in pages] == [PAGE, PAGE, 5, 5]
    assert {page.pages for page in pages} == {3}
    assert pages[3].question.page == 2
    assert [page.lines[0].rank for page in pages] == [1, 2, 2, 2]
    by_elo = await page_of(store, Question(ROOM, order=Order.ELO))
    elo = [line.elo or 0 for line in by_elo.lines]
    assert elo == sorted(elo, reverse=True)


async def test_a_record_has_curve_head_to_head_and_the_last_games(store: Store) -> None:
    def run(conn: Connection) -> None:
        ann, bea, cid = people(conn, ["ann", "bea", "cid"])
        end(conn, "t1", finished(ann, bea, kind="gammon"))
        end(conn, "t2", finished(ann, cid), NOON + 1)
        end(conn, "t3", finished(bea, ann), NOON + 2)
        end(conn, "t4", finished(ann, None), NOON + 3)

    await store.write(run)
    record = await StoreArchive(store).record(PersonId("ann"), PersonId("bea"))
    assert (record.line.games, record.line.wins, record.line.gammons, record.line.streak) == (3, 2, 1, -1)
    assert record.line.opponents == 2
    assert record.against is not None
    assert (record.against.wins, record.against.losses) == (1, 1)
    assert [(past.won, past.counted) for past in record.last] == [
        (True, True),
        (True, True),
        (False, True),
        (True, False),
    ]
    assert [at for at, _ in record.curve] == [NOON, NOON + 1, NOON + 2]
    assert record.best_elo > 1500
    assert (record.rank, record.ranked) == (1, 3)


def test_utc_is_the_calendar_of_a_store_without_another() -> None:
    assert local_day(0, UTC) == (0, 86_400_000)
