"""What one round of the alarms reads, and what wakes the next one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from bot.app.alarms import LONGEST_SLEEP_S
from bot.app.archive import Due
from bot.app.ports import NOT_AWAY, Away, Chat
from bot.app.table import Status, Table
from bot.store.archive import StoreArchive
from bot.wiring import Service
from tests.support.open_tables import a_match_in
from tests.support.service import HandClock, service_at
from tests.support.standin import Pulse

HERE, THERE = Chat("here", "1"), Chat("there", "1")


class Watched(StoreArchive):
    """An archive that counts what is read, and after whose answer to what comes next something happens."""

    read = rounds = 0
    meanwhile: Callable[[], Awaitable[object]] | None = None

    async def due(self, now: int, away: Away = NOT_AWAY, after: int = 0) -> Sequence[Due]:
        found = await super().due(now, away, after)
        self.read += len(found)
        self.rounds += 1
        return found

    async def next_due(self, away: Away = NOT_AWAY, after: int = 0) -> int | None:
        answer = await super().next_due(away, after)
        if self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            await meanwhile()
        return answer


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def service(tmp_path: Path, clock: HandClock) -> AsyncIterator[Service]:
    made = await service_at(tmp_path / "a.sqlite", clock)
    made.alarms._archive = Watched(made.store)
    yield made
    await made.store.close()


def archive_of(service: Service) -> Watched:
    archive = service.alarms._archive
    assert isinstance(archive, Watched)
    return archive


async def is_over(service: Service, table: Table) -> bool:
    return (await service.tables.load(table.id)).status is not Status.OPEN


async def test_what_is_overdue_on_a_lost_platform_is_not_read_until_it_has_returned(
    service: Service, clock: HandClock
) -> None:
    table = await a_match_in(service, HERE)
    service.uptime.lost("here")
    clock.pass_s(600)
    for _ in range(3):
        assert not await service.alarms.ring()
    assert archive_of(service).read == 0
    await service.uptime.back("here")
    await service.uptime.started()
    clock.pass_s(122)
    while await service.alarms.ring():
        clock.pass_s(1)
    assert await is_over(service, table)


async def test_what_must_wait_for_something_else_is_looked_at_again(
    service: Service, clock: HandClock
) -> None:
    empty = False

    async def inbox_empty() -> bool:
        return empty

    service.uptime.inbox_empty = inbox_empty
    table = await a_match_in(service, HERE)
    clock.pass_s(600)
    assert await service.alarms.ring()
    empty = True
    assert not await service.alarms.ring()
    assert await is_over(service, table)


async def test_a_clock_that_is_set_back_hides_no_deadline(service: Service, clock: HandClock) -> None:
    clock.pass_s(31)
    await service.uptime.watch()
    table = await a_match_in(service, HERE)
    assert not await service.alarms.ring()
    clock.jump_s(-3600)
    await service.uptime.watch()
    clock.pass_s(122)
    await service.alarms.ring()
    assert await is_over(service, table)


async def begun(service: Service) -> asyncio.Task[None]:
    """The alarms run, and sleep after their first round."""
    running = asyncio.create_task(service.alarms.run())
    await rounds(service, 1)
    return running


async def rounds(service: Service, count: int) -> None:
    """So many have been made, long before the alarms would have woken by themselves."""
    await Pulse().until(lambda: archive_of(service).rounds >= count, LONGEST_SLEEP_S / 3)


async def ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_table_that_begins_while_it_is_asked_what_comes_next_wakes_the_alarms(
    service: Service, clock: HandClock
) -> None:
    await a_match_in(service, HERE)
    running = await begun(service)
    clock.pass_s(61)  # for a reminder
    archive_of(service).meanwhile = lambda: a_match_in(service, THERE)
    service.alarms._wake.set()
    await rounds(service, 3)
    await ended(running)


async def test_a_return_wakes_the_alarms(service: Service) -> None:
    service.uptime.lost("here")
    running = await begun(service)
    await asyncio.sleep(0)
    await service.uptime.back("here")
    await rounds(service, 2)
    await ended(running)
