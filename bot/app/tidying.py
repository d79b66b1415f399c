"""Housekeeping: what has been sent, carried out or has run out is forgotten after a while.

Ids of updates are kept two weeks, since platforms may repeat them (reliability.md R4).
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from bot.app.archive import Archive, Stale
from bot.app.ports import Clock

log = logging.getLogger(__name__)
EVERY_S = 3600.0
SENT_KEPT_MS = 2 * 24 * 3600 * 1000
UPDATES_KEPT_MS = 14 * 24 * 3600 * 1000


class Tidying:
    """Tidies up once an hour."""

    def __init__(self, archive: Archive, clock: Clock) -> None:
        self._archive, self._clock = archive, clock

    async def run(self) -> None:
        """Tidy until cancelled."""
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await self.tidy()
            except Exception:
                log.exception("could not tidy up")

    async def tidy(self) -> int:
        """Forget what is old; how many rows and offers that was."""
        now = self._clock.now_ms()
        gone = await self._archive.forget_old(sent=now - SENT_KEPT_MS, updates=now - UPDATES_KEPT_MS)
        for invitation in await self._archive.expired_invitations(now):
            try:
                await self._archive.answer_invitation(replace(invitation, state="expired"), now)
            except Stale:
                continue  # answered at the last moment
            gone += 1
        return gone
