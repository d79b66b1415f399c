"""Time as a fold: what any schedule of moves, waits, outages and restarts leads to; quiet hours; races."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.codec import read, write
from bot.app.ports import Chat, PersonId, TableId, Visitor
from bot.app.refused import Refused
from bot.app.table import Seat, Status, Table
from bot.app.table_time import Claim, EndUnscored, GiveTime, Leave, Pause, Resume, Ring
from bot.app.tables import Opening
from bot.app.time_policy import Quiet, out_of_quiet, read_quiet
from bot.app.timekeeping import (
    GRACE_MS,
    ClockSet,
    Credited,
    Decision,
    Paused,
    Progress,
    Resumed,
    Timekeeping,
    after_core_event,
    after_time_event,
)
from bot.app.uptime import Uptime
from bot.game import actions as act
from bot.game import match
from bot.game.judge import allowed
from bot.game.match import Match
from bot.game.rules import Clock, Rules, Timeout
from bot.game.side import Side
from bot.game.violations import RuleViolation
from bot.store.archive import StoreArchive
from bot.wiring import Service
from tests.support.deadlines import left_ms
from tests.support.dice import FreshDice
from tests.support.matches import some_action
from tests.support.service import HandClock, service_over

BERLIN = ZoneInfo("Europe/Berlin")
FAST = Rules(length=1, move_s=120, first_move_s=120, timeout=Timeout.AUTOMATIC)


def begun(allowed_ms: int = 100_000, at: int = 1_000, *, banked: bool = False) -> Timekeeping:
    decision = Decision("1", "x", allowed_ms, "1", banked)
    return after_core_event(Timekeeping(), decision, Progress(1, 1, 12_000, 60_000), at)


def test_the_alarm_is_first_the_reminder_then_the_end_with_its_grace() -> None:
    time = begun()
    assert (time.remind_at, time.due_at, time.alarm) == (51_000, 101_000, 51_000)
    assert replace(time, remind_at=None).alarm == 101_000 + GRACE_MS


def test_a_clock_uses_up_the_delay_of_a_turn_before_the_bank() -> None:
    time = begun(banked=True, at=0)
    assert time.due_at == 72_000
    progress = Progress(1, 1, 12_000, 60_000)
    time = after_core_event(time, Decision("2", "x", 1, "1", banked=True), progress, 10_000)
    assert (time.bank("x", 0), time.delay_ms) == (60_000, 2_000), "ten seconds were free"
    time = after_core_event(time, Decision("3", "o", 1, "2", banked=True), progress, 15_000)
    assert (time.bank("x", 0), time.due_at) == (57_000, 15_000 + 72_000)


def test_the_same_decision_goes_on_with_its_time() -> None:
    time = begun()
    again = after_core_event(time, Decision("1", "x", 100_000, "1"), Progress(1, 1), 60_000)
    assert again.due_at == time.due_at


@given(st.lists(st.integers(0, 300), min_size=4, max_size=4))
def test_of_two_outages_no_moment_is_credited_twice_and_none_is_forgotten(ends: list[int]) -> None:
    spans = [tuple(sorted(ends[:2])), tuple(sorted(ends[2:]))]
    time, decided = begun(at=50), 50
    for start, end in sorted(spans, key=lambda span: span[1]):
        time = after_time_event(time, Credited(start, end, "test"), end)
    missed = {moment for start, end in spans for moment in range(max(start, decided), end)}
    assert (time.due_at or 0) - (50 + 100_000) == len(missed)


@given(st.integers(1_000, 90_000), st.integers(0, 10**9))
def test_a_pause_costs_nobody_time(at: int, length: int) -> None:
    time = begun()
    paused = after_time_event(time, Paused(at + 10**9), at)
    assert left_ms(paused, at + 5) is None
    resumed = after_time_event(paused, Resumed("x"), at + length)
    assert left_ms(resumed, at + length) == left_ms(time, at)
    assert resumed.played_ms(at + length) == time.played_ms(at)


@given(st.integers(-(10**9), 10**9))
def test_a_clock_that_is_set_leaves_what_is_left(by: int) -> None:
    time = begun()
    assert left_ms(after_time_event(time, ClockSet(by), 0), 50_000 + by) == left_ms(time, 50_000)


def test_timekeeping_can_be_written_and_read() -> None:
    time = replace(begun(banked=True), banks=(("x", 5), ("o", 7)), late="x", paused_at=3, end_offer="o")
    assert read(Timekeeping, write(Timekeeping, time)) == time


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=BERLIN).timestamp() * 1000)


@pytest.mark.parametrize(
    "due, end",
    [
        ("2026-06-01T23:30", "2026-06-02T07:00"),
        ("2026-06-02T06:59", "2026-06-02T07:00"),
        ("2026-06-02T07:00", "2026-06-02T07:00"),
        ("2026-06-02T21:59", "2026-06-02T21:59"),
        ("2026-03-28T23:00", "2026-03-29T07:00"),
        ("2026-03-29T03:30", "2026-03-29T07:00"),
        ("2026-10-24T22:00", "2026-10-25T07:00"),
        ("2026-10-25T02:30", "2026-10-25T07:00"),
        ("2028-02-28T23:00", "2028-02-29T07:00"),
        ("2028-02-29T23:00", "2028-03-01T07:00"),
    ],
)
def test_a_deadline_in_quiet_hours_moves_to_their_end(due: str, end: str) -> None:
    assert out_of_quiet(at(due), Quiet(22, 7, BERLIN)) == at(end)


@given(
    st.integers(1_700_000_000, 1_900_000_000),
    st.integers(0, 23),
    st.integers(0, 23),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
@settings(max_examples=300)
def test_what_is_moved_is_later_than_before_and_outside(second: int, begin: int, end: int, zone: str) -> None:
    quiet = Quiet(begin, end, ZoneInfo(zone))
    moved = out_of_quiet(second * 1000, quiet)
    assert 0 <= moved - second * 1000 <= 26 * 3_600_000
    if begin != end:
        local = datetime.fromtimestamp(moved / 1000, quiet.tz)
        assert not quiet.covers(local) or local.hour == end


@pytest.mark.parametrize("said", [None, "", "22", "x-7", "7-7", "22-x"])
def test_quiet_hours_that_are_none_are_none(said: str | None) -> None:
    assert read_quiet({} if said is None else {"quiet": said}, BERLIN) is None


@asynccontextmanager
async def table_over(
    path: Path, rules: Rules = FAST, clock: HandClock | None = None, seed: int = 1
) -> AsyncIterator[tuple[Service, HandClock, TableId, dict[str, PersonId]]]:
    """A service with one table, Ann and Bea at it, its first game set up."""
    clock, dice = clock or HandClock(), FreshDice(seed)
    async with service_over(path, clock=clock, dice=lambda _: dice) as (service, _):
        ids: dict[str, PersonId] = {}
        for key, name in (("x", "Ann"), ("o", "Bea")):
            known = await service.people.meet(Visitor("test", name, name))
            ids[key] = known.person.id
        known_tables = await service.archive.table_ids()
        if known_tables:
            yield service, clock, known_tables[0], ids
            return
        seats = (Seat("x", ids["x"], "Ann"), Seat("o", ids["o"], "Bea"))
        opening = Opening("match", match.start(rules), seats, {}, Chat("test", "room"), ())
        table = await service.tables.open(replace(opening, first=("x", act.StartGame())), ids["x"])
        yield service, clock, table.id, ids


async def moves(service: Service, table: Table, ids: dict[str, PersonId], chance: random.Random) -> None:
    """The side that is awaited does something that it may."""
    state = table.state
    assert isinstance(state, Match)
    if state.running is None:
        await service.tables.act(table.id, ids["x"], act.StartGame())
        return
    side = Side(next(iter(service.tables.kind("match").to_act(state))))
    kinds = sorted(allowed(state, side) - {act.OfferResignation, act.Drop}, key=lambda kind: kind.__name__)
    if kinds:
        action = some_action(state, side, chance.choice(kinds), chance)
        await service.tables.act(table.id, ids[side], action, revision=table.revision)


class FailingArchive(StoreArchive):
    """Fails as soon as it is asked which tables are to be credited."""

    async def open_deadlines(self, platform: str | None = None) -> Sequence[TableId]:
        raise OSError("the disk is full")


async def test_who_is_not_credited_because_the_service_ends_again_is_credited_later(tmp_path: Path) -> None:
    async with table_over(tmp_path / "c.sqlite") as (service, clock, table_id, _):
        for task in service.tasks:
            task.cancel()
        before = (await service.tables.load(table_id)).due_at or 0
        await service.archive.beat(clock.now_ms())
        clock.pass_s(60)
        with pytest.raises(OSError, match="full"):
            await Uptime(FailingArchive(service.store), service.tables, clock).started()
        clock.pass_s(5)
        await Uptime(service.archive, service.tables, clock).started()
        assert (await service.tables.load(table_id)).due_at == before + 65_000


async def results_of(service: Service) -> int:
    from sqlalchemy import func, select

    from bot.store.schema import game_result

    return await service.store.read(
        lambda conn: conn.execute(select(func.count(game_result.c.game))).scalar_one()
    )


@pytest.mark.parametrize("turn", range(40))
async def test_of_a_move_and_a_timeout_at_the_same_moment_one_wins(tmp_path: Path, turn: int) -> None:
    await race(tmp_path, turn)


@pytest.mark.slow
async def test_of_a_thousand_races_each_has_one_winner(tmp_path: Path) -> None:
    for turn in range(1000):
        folder = tmp_path / str(turn)
        folder.mkdir()
        await race(folder, turn)


async def race(path: Path, turn: int) -> None:
    chance = random.Random(turn)
    async with table_over(path / "t.sqlite", seed=turn) as (service, clock, table_id, ids):
        table = await service.tables.load(table_id)
        await moves(service, table, ids, chance)
        clock.pass_s(122)
        table = await service.tables.load(table_id)
        jobs = [moves(service, table, ids, chance), service.tables.ring(table_id, Ring(), table.number)]
        chance.shuffle(jobs)
        done = await asyncio.gather(*jobs, return_exceptions=True)
        refused = [one for one in done if isinstance(one, Refused | RuleViolation)]
        assert len(refused) == 1
        after = await service.tables.load(table_id)
        assert (after.status is Status.OVER) == (await results_of(service) == 1)
        if after.status is Status.OPEN:
            assert left_ms(after.time, clock.now_ms()) == 120_000


STEPS = ("move", "move", "wait", "half", "late", "ring", "pause", "resume", "claim", "give", "draw", "jump")


async def evening(path: Path, seed: int, rules: Rules, steps: int = 60) -> None:
    """Anything in any order, with restarts; then everybody goes to bed and the service sees to the end."""
    chance, clock = random.Random(seed), HandClock()
    for _ in range(3):
        async with table_over(path / "t.sqlite", rules, clock, seed) as (service, _, table_id, ids):
            await service.uptime.started()
            for _ in range(steps // 3):
                await step(service, clock, table_id, ids, chance)
                await consistent(service, table_id)
            await service.archive.beat(clock.now_ms())
        clock.pass_s(chance.choice((1, 60, 24 * 3600)))
    async with table_over(path / "t.sqlite", rules, clock, seed) as (service, _, table_id, ids):
        await service.uptime.started()
        for _ in range(12):
            clock.pass_s(8 * 24 * 3600)
            await service.alarms.ring()
        table = await service.tables.load(table_id)
        assert table.status is not Status.OPEN, "no game stays for ever"
        expected = 0 if table.status is Status.ABORTED else 1
        assert await results_of(service) == expected, "one result, or none"
        await consistent(service, table_id)


async def step(
    service: Service, clock: HandClock, table_id: TableId, ids: dict[str, PersonId], chance: random.Random
) -> None:
    table = await service.tables.load(table_id)
    what, who = chance.choice(STEPS), ids[chance.choice(("x", "o"))]
    if table.status is not Status.OPEN:
        return
    try:
        match what:
            case "move":
                await moves(service, table, ids, chance)
            case "wait":
                clock.pass_s(chance.uniform(0, 30))
            case "half":
                clock.pass_s(60)
                await service.alarms.ring()
            case "late":
                clock.pass_s(125)
                await service.alarms.ring()
            case "ring":
                await service.alarms.ring()
            case "jump":
                clock.jump_s(chance.choice((3600, -3600)))
                await service.uptime.watch()
            case _:
                action = {"pause": Pause(), "resume": Resume(), "claim": Claim(), "give": GiveTime()}.get(
                    what, EndUnscored() if chance.random() < 0.7 else Leave()
                )
                await service.tables.act(table_id, who, action)
    except (Refused, RuleViolation):
        return


async def consistent(service: Service, table_id: TableId) -> None:
    """What is cached, what the snapshot says and what the log leads to are one."""
    table = await service.tables.load(table_id)
    stored, log = await service.archive.load(table_id), await service.archive.log(table_id)
    if not table.number == stored.revision == len(log):
        await consistent(service, table_id)  # the pulse has written a credit between two looks
        return
    folded = service.tables.folded(stored, [event for *_, event in log])
    assert folded == table
    service.tables.forget()
    assert await service.tables.load(table_id) == table


RULES = {
    "automatic": FAST,
    "claim": replace(FAST, timeout=Timeout.CLAIM),
    "clock": replace(FAST, clock=Clock(12, 60)),
    "correspondence": replace(FAST, move_s=86_400, first_move_s=86_400),
}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(3))
async def test_no_schedule_gives_a_game_two_results_or_leaves_it_open(
    tmp_path: Path, seed: int, rules: str
) -> None:
    await evening(tmp_path, seed, RULES[rules])


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
async def test_no_schedule_of_many_gives_a_game_two_results(tmp_path: Path, rules: str) -> None:
    for seed in range(3, 150):
        folder = tmp_path / str(seed)
        folder.mkdir()
        await evening(folder, seed, RULES[rules], 150)


async def test_a_correspondence_deadline_is_logged_outside_quiet_hours(tmp_path: Path) -> None:
    clock = HandClock(at("2026-10-24T23:30"))
    rules = replace(FAST, move_s=86_400, first_move_s=86_400)
    async with table_over(tmp_path / "t.sqlite", rules, clock) as (service, _, table_id, ids):
        for person in ids.values():
            await service.people.change_settings(person, {"quiet": "22-7"})
        chance = random.Random(1)
        await moves(service, await service.tables.load(table_id), ids, chance)
        table = await service.tables.load(table_id)
        assert table.due_at == at("2026-10-26T07:00"), "24 hours later is 22:30, for the clocks went back"
        kinds = [event.kind for *_, event in await service.archive.log(table_id)]
        assert kinds[-1] == "time.deferred"
        await consistent(service, table_id)


@pytest.mark.parametrize(
    "begun, reminded, due",
    [
        ("2026-03-28T20:00", "2026-03-29T09:00", "2026-03-29T21:00"),  # the clocks go forward that night
        ("2026-03-28T12:00", "2026-03-29T07:00", "2026-03-29T13:00"),
        ("2026-10-24T12:00", "2026-10-25T07:00", "2026-10-25T11:00"),  # and back
        ("2026-10-24T20:30", "2026-10-25T07:30", "2026-10-25T19:30"),
        ("2028-02-28T12:00", "2028-02-29T07:00", "2028-02-29T12:00"),
        ("2028-02-29T15:00", "2028-03-01T07:00", "2028-03-01T15:00"),
    ],
)
async def test_a_reminder_comes_at_half_the_time_and_in_no_quiet_hour_whatever_the_calendar_does(
    tmp_path: Path, begun: str, reminded: str, due: str
) -> None:
    clock = HandClock(at(begun))
    rules = replace(FAST, move_s=86_400, first_move_s=86_400)
    async with table_over(tmp_path / "t.sqlite", rules, clock) as (service, _, table_id, ids):
        await service.uptime.started()
        for person in ids.values():
            await service.people.change_settings(person, {"quiet": "22-7"})
        await moves(service, await service.tables.load(table_id), ids, random.Random(1))
        time = (await service.tables.load(table_id)).time
        assert (time.remind_at, time.due_at) == (at(reminded), at(due))
        await ring_at(service, clock, at(reminded) - 1000)
        assert "time.reminded" not in await kinds_of(service, table_id)
        await ring_at(service, clock, at(reminded) + 1000)
        assert (await kinds_of(service, table_id)).count("time.reminded") == 1
        await ring_at(service, clock, at(due) - 1000)
        assert (await service.tables.load(table_id)).status is Status.OPEN


async def ring_at(service: Service, clock: HandClock, moment: int) -> None:
    """It has become that late, in a service that has been awake all the time."""
    clock.pass_s((moment - clock.now_ms()) / 1000)
    await service.archive.beat(clock.now_ms())
    await service.alarms.ring()


async def kinds_of(service: Service, table_id: TableId) -> list[str]:
    """What is in the table's log."""
    return [event.kind for *_, event in await service.archive.log(table_id)]
