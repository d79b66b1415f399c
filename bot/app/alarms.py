"""One task for all deadlines: it wakes the service; the rules decide whether time is up.

Deadlines are rows (``due_at``), so a restart changes nothing.
"""

from __future__ import annotations

import asyncio
import logging

from bot.app.archive import Archive, Due, Unknown
from bot.app.computers import Computers
from bot.app.ports import Clock
from bot.app.table import Table
from bot.app.tables import COMPUTER_DUE, Refused, Tables
from bot.game.violations import RuleViolation

log = logging.getLogger(__name__)
LONGEST_SLEEP_S = 30.0
BUSY_SLEEP_S = 1.0
AT_ONCE = 200


class Alarms:
    """Rings for tables whose deadline has come."""

    def __init__(self, archive: Archive, tables: Tables, computers: Computers, clock: Clock) -> None:
        self._archive, self._tables, self._computers, self._clock = archive, tables, computers, clock
        self._wake = asyncio.Event()
        self._next: int | None = None

    def hear(self, table: Table) -> None:
        """A table has changed; an earlier deadline than the awaited one wakes the task."""
        if table.due_at is not None and (self._next is None or table.due_at < self._next):
            self._wake.set()

    async def run(self) -> None:
        """Ring until cancelled."""
        while True:
            self._wake.clear()
            rung = await self.ring()
            await self._sleep(rung)

    async def ring(self) -> bool:
        """Ring for everything that is due now; True if something waits for the computer still."""
        busy = False
        for due in await self._archive.due(self._clock.now_ms(), AT_ONCE):
            busy |= await self._ring_one(due)
        return busy

    async def _sleep(self, busy: bool) -> None:
        self._next = await self._archive.next_due()
        sleep = LONGEST_SLEEP_S
        if self._next is not None:
            sleep = max(0.0, (self._next - self._clock.now_ms()) / 1000)
        sleep = max(BUSY_SLEEP_S, sleep) if busy else min(max(sleep, 0.05), LONGEST_SLEEP_S)
        try:
            async with asyncio.timeout(sleep):
                await self._wake.wait()
        except TimeoutError:
            return

    async def _ring_one(self, due: Due) -> bool:
        try:
            table = await self._tables.load(due.table)
            if table.revision != due.revision:
                return False
            if due.kind == COMPUTER_DUE:
                self._computers.hear(table)
                return True
            action = self._tables.kind(table.kind).on_time_up(table.state)
            if action is None:
                await self._archive.silence(due.table, due.revision)
            else:
                await self._tables.act_for(due.table, None, action, revision=due.revision)
        except (Refused, RuleViolation, Unknown):
            return False
        except Exception:
            log.exception("the deadline of table %s could not be handled", due.table)
            return True
        return False
