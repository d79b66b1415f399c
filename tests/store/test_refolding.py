"""Folding anew in pieces: equal to a full fold to the last bit, whatever happens meanwhile; nobody waits."""

import asyncio
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from bot.app.ports import Chat, PersonId
from bot.app.ratings import Rating
from bot.app.standings import Period, Question
from bot.store import linking, refolding, rooms, standings
from bot.store.archive import StoreArchive
from bot.store.database import Store
from bot.store.folding import ask_anew, fold_state
from bot.store.migrate import migrate, schema_version
from bot.store.persons import load_person
from bot.store.refolding import Refold, Refolder
from bot.store.results import (
    EVERYWHERE,
    GameResult,
    RatingChange,
    all_changes,
    all_ratings,
    load_rating,
    scope_of,
)
from bot.store.schema import rating, rating_event
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
from tests.support.service import service_over
from tests.support.stored_results import all_results, ratings_in

NAMES = [f"p{n:02}" for n in range(10)]


class Evening:
    """Results in any order; persons become one, chats move, and a folding anew goes on now and then."""

    def __init__(self, conn: Connection, seed: int, games: int) -> None:
        self.conn, self.chance = conn, random.Random(seed)
        self.persons = people(conn, NAMES)
        self.results = random_results(self.chance, self.persons, games)
        self.chance.shuffle(self.results)
        self.refold: Refold | None = None
        self.rooms = [ROOM, OTHER_ROOM]
        self.names = iter(range(100, 200))

    def run(self) -> None:
        """Deliver all, with the other things in between."""
        for result in self.results:
            deliver(self.conn, [self._as_known(result)])
            if self.chance.random() < 0.05:
                self.chance.choice((self._link, self._move))()
            if self.chance.random() < 0.3:
                self._fold_a_little()

    def _as_known(self, result: GameResult) -> GameResult:
        winner, loser = (as_known_now(self.conn, who) for who in (result.winner, result.loser))
        if winner == loser:  # became one meanwhile: such a game cannot end any more
            winner = next(one for one in self.persons if as_known_now(self.conn, one) != loser)
            winner = as_known_now(self.conn, winner)
        return replace(result, winner=winner, loser=loser)

    def _link(self) -> None:
        known = sorted({as_known_now(self.conn, one) for one in self.persons})
        if len(known) > 4:
            gone, into = self.chance.sample(known, 2)
            linking.merge_persons(self.conn, gone, into)

    def _move(self) -> None:
        old = self.chance.choice(self.rooms)
        new = self.chance.choice([*self.rooms, Chat("web", f"room{next(self.names)}")])
        if old != new:
            rooms.move_chat(self.conn, old.platform, old.chat, new.chat)
            standings.move_scope(self.conn, old, new)
            self.rooms.append(new)

    def _fold_a_little(self) -> None:
        if self.refold is None:
            while refolding.sweep(self.conn):
                pass
            self.refold = Refold.begin(self.conn, self.chance.choice((1, 7, 30)))
        for _ in range(self.chance.randint(1, 12)):
            if self.refold is None or not self.refold.step(self.conn):
                self.refold = None
                return


def as_known_now(conn: Connection, who: PersonId | None) -> PersonId:
    """Who this is by now."""
    assert who is not None
    return load_person(conn, who).id


def projections(conn: Connection) -> tuple[list[Rating], list[RatingChange]]:
    """All that is derived, in one order."""
    ratings = sorted(all_ratings(conn), key=lambda one: (one.scope, one.person_id))
    return ratings, sorted(all_changes(conn), key=lambda one: (one.table_id, one.game, one.person_id))


async def equal_after_an_evening(tmp_path: Path, seed: int, games: int) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'a.sqlite'}", now=0)
    other = await Store.open(f"sqlite:///{tmp_path / 'b.sqlite'}", now=0)

    def evening(conn: Connection) -> tuple[list[GameResult], dict[tuple[str, str], str]]:
        Evening(conn, seed, games).run()
        fold_in_pieces(conn)
        assert standings.verify(conn) == []
        return all_results(conn), rooms.present_addresses(conn)

    results, moved = await store.write(evening)

    def in_order(conn: Connection) -> tuple[list[Rating], list[RatingChange]]:
        people(conn, NAMES)
        for one in results:
            room = one.room and replace(
                one.room, chat=moved.get((one.room.platform, one.room.chat), one.room.chat)
            )
            deliver(conn, [replace(one, room=room)])
        assert not fold_state(conn).stale
        return projections(conn)

    assert await store.read(projections) == await other.write(in_order), "to the last bit"
    for one in (store, other):
        await one.close()


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_happens_in_between_the_ratings_are_those_of_the_results_in_order(
    tmp_path: Path, seed: int
) -> None:
    await equal_after_an_evening(tmp_path, seed, 120)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, 46))
async def test_whatever_happens_in_many_evenings_the_ratings_are_those_of_the_results(
    tmp_path: Path, seed: int
) -> None:
    await equal_after_an_evening(tmp_path, seed, 400)


async def test_a_late_result_is_counted_at_once_and_in_its_place_after_the_folding(store: Store) -> None:
    def late(conn: Connection) -> tuple[float, float]:
        ann, bea, cid = people(conn, ["ann", "bea", "cid"])
        end(conn, "t2", finished(bea, cid, elo_length=7), NOON + 2)
        end(conn, "t1", finished(ann, bea, elo_length=7), NOON + 1)
        at_once = load_rating(conn, ann)
        assert at_once is not None
        assert at_once.points == 10
        assert standings.verify(conn)[0].startswith("results came late")
        fold_in_pieces(conn)
        assert standings.verify(conn) == []
        after = load_rating(conn, ann)
        assert after is not None
        return at_once.elo, after.elo

    at_once, after = await store.write(late)
    assert at_once > after, "she has beaten somebody who had not won yet"


async def test_until_the_folding_is_done_nobody_sees_any_of_it(store: Store) -> None:
    def run(conn: Connection) -> None:
        deliver(conn, random_results(random.Random(1), people(conn, NAMES), 60))
        fold_in_pieces(conn)
        before = projections(conn)
        ask_anew(conn)
        refold = Refold.begin(conn, 7)
        assert refold is not None
        steps = 0
        while refold.step(conn):
            steps += 1
            assert projections(conn) == before
            assert conn.execute(select(func.max(rating_event.c.generation))).scalar_one() == refold.generation
        assert steps > 10
        assert fold_state(conn).generation == refold.generation
        assert projections(conn) == before

    await store.write(run)


async def test_what_a_stop_in_the_middle_leaves_is_swept_and_begun_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.sqlite'}"
    store = await Store.open(url, now=0)

    def broken_off(conn: Connection) -> None:
        deliver(conn, random_results(random.Random(2), people(conn, NAMES), 60))
        ask_anew(conn)
        refold = Refold.begin(conn, 5)
        assert refold is not None
        for _ in range(4):
            refold.step(conn)

    await store.write(broken_off)
    await store.close()
    store = await Store.open(url, now=0)
    refolder = Refolder(store)
    task = asyncio.create_task(refolder.run())
    await asyncio.sleep(0)
    await refolder.settle()
    task.cancel()

    def look(conn: Connection) -> None:
        assert standings.verify(conn) == []
        for table in (rating, rating_event):
            generations = conn.execute(select(table.c.generation).distinct()).scalars().all()
            assert generations == [fold_state(conn).generation]

    await store.read(look)
    await store.close()


async def linked(store: Store, *games: tuple[str, str]) -> tuple[bool, Rating | None]:
    """After such games (winner, loser) Bea becomes Ann: whether all has to be folded, and Ann's rating."""

    def run(conn: Connection) -> tuple[bool, Rating | None]:
        people(conn, ["ann", "bea", "cid"])
        for number, (winner, loser) in enumerate(games):
            end(conn, f"t{number}", finished(PersonId(winner), PersonId(loser)), NOON + number)
        linking.merge_persons(conn, PersonId("bea"), PersonId("ann"))
        wrong = fold_state(conn).stale
        assert wrong or standings.verify(conn) == []
        return wrong, load_rating(conn, PersonId("ann"))

    return await store.write(run)


async def test_two_of_whom_one_has_not_played_become_one_without_any_folding(store: Store) -> None:
    wrong, ann = await linked(store, ("bea", "cid"), ("cid", "bea"), ("bea", "cid"))
    assert ann is not None
    assert (wrong, ann.points, ann.games, ann.wins, ann.streak) == (False, 10, 3, 2, 1)


async def test_two_who_have_both_played_are_added_up_until_all_is_folded_anew(store: Store) -> None:
    wrong, ann = await linked(store, ("bea", "cid"), ("ann", "cid"), ("cid", "bea"))
    assert ann is not None
    assert (wrong, ann.points, ann.games, ann.wins) == (True, 10, 3, 2)

    def fold(conn: Connection) -> Rating | None:
        fold_in_pieces(conn)
        assert standings.verify(conn) == []
        return load_rating(conn, PersonId("ann"))

    ann = await store.write(fold)
    assert ann is not None
    assert (ann.points, ann.games, ann.wins, ann.streak, ann.opponents) == (10, 3, 2, -1, 1)


async def moved(store: Store, *ends: Chat, by: tuple[Chat, Chat]) -> tuple[bool, int]:
    """After games that Ann has won one room moves: whether all has to be folded, and Ann's points there."""
    old, new = by

    def run(conn: Connection) -> bool:
        ann, bea = people(conn, ["ann", "bea"])
        for number, room in enumerate(ends):
            end(conn, f"t{number}", finished(ann, bea), NOON + number, room=room)
        return False

    await store.write(run)
    archive = StoreArchive(store)
    await archive.move_chat(old, new, 0)
    wrong = (await store.read(fold_state)).stale
    await archive.refolder.settle()
    assert await store.read(standings.verify) == []
    assert await store.read(lambda conn: ratings_in(conn, scope_of(old))) == []
    here = await archive.standings(Question(new), NOON, PersonId("ann"))
    today = await archive.standings(Question(new, Period.DAY), NOON, PersonId("ann"))
    assert here.mine is not None
    assert today.mine is not None
    assert today.mine.points == here.mine.points
    return wrong, here.mine.points


async def test_the_standings_of_a_room_follow_it_without_any_folding(store: Store) -> None:
    assert await moved(store, ROOM, ROOM, by=(ROOM, OTHER_ROOM)) == (False, 20)


async def test_where_games_ended_at_both_addresses_they_are_one_table_after_folding(store: Store) -> None:
    assert await moved(store, ROOM, OTHER_ROOM, ROOM, by=(ROOM, OTHER_ROOM)) == (True, 30)


async def test_a_room_that_comes_back_to_an_old_address_keeps_its_standings(store: Store) -> None:
    await store.write(lambda conn: rooms.move_chat(conn, ROOM.platform, OTHER_ROOM.chat, ROOM.chat))
    assert await moved(store, ROOM, ROOM, by=(ROOM, OTHER_ROOM)) == (False, 20)


async def test_the_service_folds_by_itself_after_a_link(tmp_path: Path) -> None:
    async with service_over(tmp_path / "s.sqlite") as (service, _):
        archive = service.archive

        def two(conn: Connection) -> None:
            ann, bea, cid = people(conn, ["ann", "bea", "cid"])
            end(conn, "t1", finished(ann, cid), NOON)
            end(conn, "t2", finished(bea, cid), NOON + 1)

        await service.store.write(two)
        await archive.put_link_code(PersonId("ann"), "code", NOON)
        await archive.redeem_link_code(PersonId("bea"), "code", NOON - 1)
        for _ in range(1000):
            if not (await service.store.read(fold_state)).stale:
                break
            await asyncio.sleep(0.01)
        assert await service.store.read(standings.verify) == []


async def test_ratings_of_the_first_schema_are_read_in_this_one(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    migrate(path, "0001")
    with closing(sqlite3.connect(path)) as old, old:
        for name in ("ann", "bea"):
            old.execute("INSERT INTO person VALUES (?, ?, NULL, '{}', 0, NULL, NULL)", (name, name))
        columns = (
            "person_id, scope, elo, experience, points, games, wins, gammons, streak, updated_at, opponents"
        )
        old.execute(f"INSERT INTO rating ({columns}) VALUES ('ann', 'all', 1502.5, 3, 10, 1, 1, 0, 1, 9, 1)")
    store = await Store.open(f"sqlite:///{path}", now=0)
    assert await store.read(lambda conn: load_rating(conn, PersonId("ann"))) == Rating(
        PersonId("ann"), EVERYWHERE, 1502.5, 3, 10, 1, 1, 0, 1, 9, 1
    )
    await store.close()
    assert schema_version(path) != "0001"
