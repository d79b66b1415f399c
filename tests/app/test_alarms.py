"""Who is rung for, when much waits."""

from __future__ import annotations

from pathlib import Path

from bot.adapters.testchat import TestChat
from bot.app.alarms import Alarms
from bot.app.ports import Chat
from tests.support.open_tables import a_match_in
from tests.support.service import HandClock, service_over

MANY = 201
"""More than were looked at in one go."""


async def test_tables_that_must_wait_for_their_platform_hold_up_nobody_elsewhere(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, _):
        for task in service.tasks[1:]:
            task.cancel()
        service.tasks.append(service.sending(TestChat(platform="other")))
        waits = [await a_match_in(service, Chat("test", room)) for room in map(str, range(MANY))]
        clock.pass_s(1)
        goes_on = await a_match_in(service, Chat("other", "club"))
        service.uptime.lost("test")
        clock.pass_s(600)
        alarms = Alarms(
            service.archive, service.tables, service.invitations, service.computers, service.uptime, clock
        )
        assert not await alarms.ring(), "there is nothing to be looked at soon"
        number = (await service.tables.load(goes_on.id)).number
        assert number > goes_on.number
        assert [(await service.tables.load(one.id)).number for one in waits] == [one.number for one in waits]
