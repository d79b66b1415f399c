"""Time away is given back, also where that does not succeed at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

import pytest

from bot.app.archive import Archive
from bot.app.ports import TableId
from bot.app.tables import Tables
from bot.app.uptime import Uptime
from tests.support.service import HandClock


@dataclass
class FullDisk:
    """An archive that fails the first time."""

    asked: list[str | None] = field(default_factory=list)

    async def open_deadlines(self, platform: str | None = None) -> Sequence[TableId]:
        self.asked.append(platform)
        if len(self.asked) == 1:
            raise OSError("the disk is full")
        return ()


async def test_an_outage_that_could_not_be_given_back_is_given_back_with_the_next_return() -> None:
    archive, clock = FullDisk(), HandClock()
    uptime = Uptime(cast(Archive, archive), cast(Tables, None), clock)
    uptime.lost("telegram", clock.now_ms() - 60_000)
    with pytest.raises(OSError, match="full"):
        await uptime.back("telegram")
    await uptime.back("telegram")
    await uptime.back("telegram")
    assert archive.asked == ["telegram", "telegram"]
