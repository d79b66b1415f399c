"""Time away is given back: to everybody, also where that does not succeed at once, and first of all to those
who act before it is their turn to be given it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.ports import Chat, PersonId, TableId
from bot.app.table import Table
from bot.app.uptime import Uptime
from bot.game import actions as act
from bot.game.plays import Move
from bot.game.rules import Clock
from bot.store.archive import StoreArchive
from bot.store.outages import StoredOutages
from bot.wiring import Service
from tests.support.dice import ScriptedDice
from tests.support.open_tables import FAST, a_match_in
from tests.support.service import HandClock, service_at

HERE, THERE = Chat("here", "1"), Chat("there", "1")
CLOCK = replace(FAST, clock=Clock(12, 60))
ROLLS = ((3, 1), (6, 5))


async def one_at(path: Path, clock: HandClock) -> Service:
    """A service whose tasks do not run: what happens is done by the test."""
    dice = ScriptedDice(ROLLS)
    return await service_at(path, clock, lambda _: dice)


async def bea_is_to_roll(service: Service, *chats: Chat) -> tuple[Table, PersonId]:
    """A live clock of twelve seconds and a minute; Bea has two of her seconds behind her."""
    table = await a_match_in(service, *chats, rules=CLOCK)
    play = act.Play((Move(8, 5), Move(6, 5)))
    table = await service.tables.act(table.id, table.seat("x").person, play)
    assert isinstance(service.clock, HandClock)
    service.clock.pass_s(2)
    return table, table.seat("o").person


def bank(table: Table) -> int:
    """What is left of Bea's minute."""
    return table.time.bank("o", 60_000)


class FullDisk(StoreArchive):
    """An archive that fails the first time it is asked whom to credit."""

    asked = 0

    async def open_deadlines(self, platform: str | None = None) -> Sequence[TableId]:
        self.asked += 1
        if self.asked == 1:
            raise OSError("the disk is full")
        return await super().open_deadlines(platform)


async def test_who_acts_while_the_platform_is_out_of_reach_does_not_pay_for_it(tmp_path: Path) -> None:
    clock = HandClock()
    service = await one_at(tmp_path / "u.sqlite", clock)
    table, bea = await bea_is_to_roll(service, HERE, THERE)
    service.uptime.lost("here")
    clock.pass_s(50)
    table = await service.tables.act(table.id, bea, act.Roll(), revision=table.revision)
    assert bank(table) == 60_000
    assert table.time.delay_ms == 10_000, "two of the twelve seconds had passed"
    clock.pass_s(30)
    await service.uptime.back("here")
    await service.uptime.started()
    after = (await service.tables.load(table.id)).time
    assert (after.due_at or 0) - (table.time.due_at or 0) == 30_000, "no moment is given back twice"
    await service.store.close()


async def test_who_acts_first_after_an_outage_does_not_pay_for_it(tmp_path: Path) -> None:
    """Many others are still to be credited."""
    clock = HandClock()
    service = await one_at(tmp_path / "u.sqlite", clock)
    table, bea = await bea_is_to_roll(service, HERE)
    service.uptime.lost("here")
    clock.pass_s(50)
    await service.uptime.back("here")
    table = await service.tables.act(table.id, bea, act.Roll(), revision=table.revision)
    assert (bank(table), table.time.delay_ms) == (60_000, 10_000)
    await service.store.close()


async def test_an_outage_elsewhere_is_no_gift(tmp_path: Path) -> None:
    clock = HandClock()
    service = await one_at(tmp_path / "u.sqlite", clock)
    table, bea = await bea_is_to_roll(service, HERE)
    service.uptime.lost("there")
    clock.pass_s(30)
    table = await service.tables.act(table.id, bea, act.Roll())
    assert bank(table) == 40_000, "of 32 s twelve were free"
    await service.store.close()


async def test_who_acts_first_after_a_restart_does_not_pay_for_the_time_the_service_was_away(
    tmp_path: Path,
) -> None:
    clock = HandClock()
    service = await one_at(tmp_path / "u.sqlite", clock)
    table, bea = await bea_is_to_roll(service, HERE)
    await service.archive.beat(clock.now_ms())
    await service.store.close()
    clock.pass_s(50)
    service = await one_at(tmp_path / "u.sqlite", clock)
    table = await service.tables.act(table.id, bea, act.Roll(), revision=table.revision)
    assert (bank(table), table.time.delay_ms) == (60_000, 10_000)
    await service.store.close()


async def test_a_restart_in_an_outage_forgets_nothing_of_it(tmp_path: Path) -> None:
    clock = HandClock()
    service = await one_at(tmp_path / "u.sqlite", clock)
    table, _ = await bea_is_to_roll(service, HERE)
    left = (table.time.due_at or 0) - clock.now_ms()
    service.uptime.lost("here")
    clock.pass_s(600)
    await service.uptime.beat()
    await service.store.close()
    clock.pass_s(3)
    service = await one_at(tmp_path / "u.sqlite", clock)
    clock.pass_s(20)
    service.uptime.lost("here")  # it is tried again, in vain
    clock.pass_s(60)
    assert await service.uptime.is_cut_off(table)
    await service.uptime.back("here")
    await service.uptime.started()
    after = (await service.tables.load(table.id)).time
    assert (after.due_at or 0) - clock.now_ms() == left
    await service.store.close()


async def test_what_was_still_owed_when_the_service_ended_is_given_back_after_the_next_start(
    tmp_path: Path,
) -> None:
    clock = HandClock()
    service = await one_at(tmp_path / "u.sqlite", clock)
    table, _ = await bea_is_to_roll(service, HERE)
    left = (table.time.due_at or 0) - clock.now_ms()
    await service.archive.beat(clock.now_ms())
    await service.store.close()
    clock.pass_s(40)
    service = await one_at(tmp_path / "u.sqlite", clock)
    service.uptime.lost("here")
    clock.pass_s(20)
    await service.uptime.back("here")
    await service.uptime.beat()  # and nobody is credited before it ends
    await service.store.close()
    service = await one_at(tmp_path / "u.sqlite", clock)
    await service.uptime.started()
    after = (await service.tables.load(table.id)).time
    assert (after.due_at or 0) - clock.now_ms() == left
    await service.uptime.beat()
    assert await StoredOutages(service.store).outages() == {"here": clock.now_ms() - 20_000}
    await service.uptime.back("here")
    await service.uptime.started()
    await service.uptime.beat()
    assert await StoredOutages(service.store).outages() == {}
    await service.store.close()


async def test_what_could_not_be_given_back_is_given_back_with_the_next_try(tmp_path: Path) -> None:
    clock = HandClock()
    service = await one_at(tmp_path / "u.sqlite", clock)
    table, _ = await bea_is_to_roll(service, HERE)
    uptime = Uptime(FullDisk(service.store), service.tables, clock)
    service.tables.missed = None
    uptime.lost("here")
    clock.pass_s(60)
    await uptime.back("here")
    with pytest.raises(OSError, match="full"):
        await uptime.started()
    await uptime.started()
    after = (await service.tables.load(table.id)).time
    assert (after.due_at or 0) - (table.time.due_at or 0) == 60_000
    await service.store.close()


async def test_nobody_loses_so_soon_after_a_platform_has_returned(tmp_path: Path) -> None:
    clock = HandClock()
    service = await one_at(tmp_path / "u.sqlite", clock)
    table, _ = await bea_is_to_roll(service, HERE)
    service.uptime.lost("here")
    clock.pass_s(60)
    await service.uptime.back("here")
    await service.uptime.started()
    clock.pass_s(25)
    assert await service.uptime.is_cut_off(table)
    clock.pass_s(6)
    assert not await service.uptime.is_cut_off(table)
    await service.store.close()


async def test_an_outage_is_as_long_by_a_clock_that_was_set(tmp_path: Path) -> None:
    clock = HandClock()
    service = await one_at(tmp_path / "u.sqlite", clock)
    table, _ = await bea_is_to_roll(service, HERE)
    left = (table.time.due_at or 0) - clock.now_ms()
    service.uptime.lost("here")
    clock.jump_s(3600)
    await service.uptime.watch()
    clock.pass_s(30)
    await service.uptime.back("here")
    await service.uptime.started()
    after = (await service.tables.load(table.id)).time
    assert (after.due_at or 0) - clock.now_ms() == pytest.approx(left, abs=1_000)
    await service.store.close()
