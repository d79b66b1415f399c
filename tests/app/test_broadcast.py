"""How boards get from a commit to a chat: claimed with it, sent once, by the line that runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.adapters.testchat import TestChat
from bot.app.archive import Claimed, Delivery, DeliveryKind
from bot.app.courier import Errand
from bot.wiring import Service
from tests.support.dice import ScriptedDice
from tests.support.players import press
from tests.support.service import service_over


@dataclass(slots=True)
class CutLine:
    """A courier whose line to the chat breaks, if it ``breaks``, as soon as a commit has claimed for it, and
    comes back. Keeps what was claimed.
    """

    service: Service
    chat: TestChat
    breaks: bool
    claimed: list[Delivery] = field(default_factory=list)

    def errand(self) -> Errand:
        return CutErrand(self, self.service.broadcaster.errand())

    def reconnect(self) -> None:
        """The old line ends, a new one begins."""
        self.service.tasks[0].cancel()
        self.service.tasks.append(self.service.tasks[0])
        self.service.tasks[0] = self.service.sending(self.chat)


@dataclass(frozen=True, slots=True)
class CutErrand:
    """Of a ``CutLine``."""

    line: CutLine
    errand: Errand

    @property
    def platforms(self) -> tuple[str, ...]:
        return self.errand.platforms

    def end(self, claimed: Mapping[str, Claimed]) -> None:
        rows = [row for one in claimed.values() for row in one.rows]
        self.line.claimed += rows
        if rows and self.line.breaks:
            self.line.reconnect()
        self.errand.end(claimed)


@pytest.mark.parametrize("breaks", [False, True], ids=["steady", "breaking"])
async def test_a_board_is_claimed_with_its_commit_and_goes_out_once(tmp_path: Path, breaks: bool) -> None:
    dice = ScriptedDice([(3, 1), (6, 5)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (service, chat):
        room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
        await anna.runs("/challenge 3", room)
        service.tables.courier = line = CutLine(service, chat, breaks)
        await bea.presses(room, "Accept")
        for step in ("8/5", "6/5"):
            await anna.presses(room, step)
        await press(anna, room, "play")
        boards = [message for message in room.messages if message.screen.picture is not None]
        assert [one.kind for one in line.claimed] == [DeliveryKind.BOARD] * 2
        assert len(boards) == 2
        assert "Bea" in boards[-1].screen.headline
