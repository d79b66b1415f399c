"""What is old is forgotten; what is not stays."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import Connection, func, select

from bot.app.tidying import SENT_KEPT_MS, UPDATES_KEPT_MS, Tidying
from bot.store import inbox
from bot.store.schema import inbox as table
from bot.store.schema import outbox
from tests.support.service import HandClock, service_over


async def test_what_was_sent_is_forgotten(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, chat):
        anna, room = chat.person("Anna", "en"), chat.room("club")
        await anna.runs("/play 1", room)
        await anna.runs("/challenge 3", room)
        tidying = Tidying(service.archive, clock)
        assert await tidying.tidy() == 0
        clock.pass_s(SENT_KEPT_MS / 1000 + 1)
        assert await tidying.tidy() > 1
        assert await tidying.tidy() == 0


async def test_a_service_that_runs_for_minutes_only_tidies_up_too(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, chat):
        anna, room = chat.person("Anna", "en"), chat.room("club")
        await anna.runs("/challenge 3", room)
        clock.pass_s(SENT_KEPT_MS / 1000 + 1)
        tidying = asyncio.create_task(Tidying(service.archive, clock, first_s=0.0).run())
        async with asyncio.timeout(5):
            while await service.store.read(sent_rows):  # noqa: ASYNC110 - nothing tells
                await asyncio.sleep(0.01)
        tidying.cancel()


async def test_much_is_forgotten_in_small_steps_so_that_no_move_waits_long(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, _):
        await service.store.write(lambda conn: many_updates(conn, 1_200, clock.now_ms()))
        clock.pass_s(UPDATES_KEPT_MS / 1000 + 1)
        before = service.store.figures.jobs
        assert await Tidying(service.archive, clock).tidy() == 1_200
        assert service.store.figures.jobs - before > 2
        assert (
            await service.store.read(lambda conn: conn.execute(select(func.count(table.c.id))).scalar_one())
            == 0
        )


def sent_rows(conn: Connection) -> int:
    """How many rows of the outbox are done with."""
    return conn.execute(select(func.count()).where(outbox.c.state == "sent")).scalar_one()


def many_updates(conn: Connection, count: int, now: int) -> None:
    """Updates that arrived now and have been carried out."""
    updates = [inbox.Update(str(number), {}) for number in range(count)]
    inbox.receive(conn, "telegram", "1", updates, now)
    for row in inbox.waiting_updates(conn, "telegram", "1", count):
        inbox.finish_update(conn, row.id)
