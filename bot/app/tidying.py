"""Housekeeping: what has been sent or carried out is forgotten after a while.

Ids of updates are kept two weeks, since platforms may repeat them (reliability.md R4).
"""

from __future__ import annotations

import asyncio

from bot.app.archive import Archive
from bot.app.ports import Clock

FIRST_S, EVERY_S = 60.0, 3600.0
SENT_KEPT_MS = 2 * 24 * 3600 * 1000
UPDATES_KEPT_MS = 14 * 24 * 3600 * 1000


class Tidying:
    """Tidies up soon after the start, for some services never run long, and then once an hour."""

    def __init__(self, archive: Archive, clock: Clock, first_s: float = FIRST_S) -> None:
        self._archive, self._clock, self._first_s = archive, clock, first_s

    async def run(self) -> None:
        """Tidy until cancelled."""
        await asyncio.sleep(self._first_s)
        while True:
            await self.tidy()
            await asyncio.sleep(EVERY_S)

    async def tidy(self) -> int:
        """Forget what is old, a little at a time; how many rows that was."""
        now, gone = self._clock.now_ms(), 0
        while some := await self._forget(now):
            gone += some
        return gone

    async def _forget(self, now: int) -> int:
        return await self._archive.forget_old(sent=now - SENT_KEPT_MS, updates=now - UPDATES_KEPT_MS)
