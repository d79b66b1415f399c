"""What is old is forgotten; what is not stays."""

from __future__ import annotations

from pathlib import Path

from bot.app.tidying import SENT_KEPT_MS, Tidying
from tests.support.service import HandClock, service_over


async def test_sent_boards_and_challenges_that_ran_out_are_forgotten(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, chat):
        anna, room = chat.person("Anna", "en"), chat.room("club")
        await anna.runs("/play 1", room)
        await anna.runs("/challenge 3", room)
        tidying = Tidying(service.archive, clock)
        assert await tidying.tidy() == 0
        clock.pass_s(SENT_KEPT_MS / 1000 + 1)
        assert await tidying.tidy() > 1
        person = (await service.people.meet(anna.visitor)).person.id
        assert await service.archive.invitations_of(person) == []
        assert await tidying.tidy() == 0
