"""One task for all deadlines, of tables and of challenges: it wakes the service; the rules decide whether
time is up.

Deadlines are rows (``due_at``, ``expires_at``), so a restart changes nothing.
"""

from __future__ import annotations

import asyncio
import logging

from bot.app.archive import Archive, Due, Unknown
from bot.app.computers import Computers
from bot.app.invitations import Invitations
from bot.app.ports import COMPUTER_DUE, NOT_AWAY, Away, Clock
from bot.app.refused import Refused
from bot.app.table import Table
from bot.app.table_time import Remind, Ring
from bot.app.tables import Tables
from bot.app.timekeeping import GRACE_MS
from bot.app.uptime import Uptime
from bot.game.violations import RuleViolation

log = logging.getLogger(__name__)
LONGEST_SLEEP_S = 30.0
BUSY_SLEEP_S = 1.0


class Alarms:
    """Rings for tables whose deadline has come: for all of them each time, but not where nobody can be late
    while a platform is away. Those would be the most overdue ones, and hold up the others.
    """

    def __init__(
        self,
        archive: Archive,
        tables: Tables,
        invitations: Invitations,
        computers: Computers,
        uptime: Uptime,
        clock: Clock,
    ) -> None:
        self._archive, self._tables, self._computers = archive, tables, computers
        self._invitations = invitations
        self._uptime, self._clock = uptime, clock
        self._wake = asyncio.Event()
        self._next: int | None = None
        self._away, self._seen, self._anew_at = NOT_AWAY, 0, 0.0
        """What was due until ``_seen`` has been looked at, and is not read again and again."""
        self._round = asyncio.Lock()
        uptime.returned.append(self._wake.set)

    def hear(self, table: Table) -> None:
        """A table has changed; an earlier alarm than the awaited one wakes the task."""
        alarm = table.time.alarm
        if alarm is not None and alarm <= self._seen:
            self._seen = 0
        if alarm is not None and (self._next is None or alarm < self._next):
            self._wake.set()

    async def run(self) -> None:
        """Ring until cancelled."""
        self._anew_at = 0.0
        while True:
            self._wake.clear()
            busy = await self.ring()
            await self._sleep(busy)

    async def ring(self) -> bool:
        """Ring for everything that is due now; True if something is left to be looked at again soon. Rounds
        come one after the other: what one has in hand is not yet looked at.
        """
        async with self._round:
            left = await self._expire()
            return await self._ring_tables() or left

    async def _ring_tables(self) -> bool:
        away, now = await self._uptime.away(), self._clock.now_ms()
        self._begin_anew_if(away)
        after, self._seen = self._seen, now
        due = await self._archive.due(now, away, after)
        may_forfeit = bool(due) and await self._uptime.may_forfeit()
        left = [one.due_at for one in due if await self._ring_one(one, may_forfeit=may_forfeit)]
        self._seen = min([self._seen, *(due_at - 1 for due_at in left)])
        return bool(left)

    async def _expire(self) -> bool:
        """End the challenges whose time is over; whether that failed, which must hold up no table."""
        try:
            await self._invitations.expire()
        except Exception:
            log.exception("challenges whose time is over could not be ended")
            return True
        return False

    def _begin_anew_if(self, away: Away) -> None:
        """Look at everything again where that is another everything, and now and then in any case."""
        steady = self._clock.monotonic()
        if away != self._away or steady >= self._anew_at:
            self._away, self._seen, self._anew_at = away, 0, steady + LONGEST_SLEEP_S

    async def _sleep(self, busy: bool) -> None:
        self._next = None  # what comes while it is asked for wakes in any case
        self._next = await self._archive.next_due(self._away, self._seen)
        sleep = LONGEST_SLEEP_S
        if self._next is not None:
            sleep = max(0.0, (self._next - self._clock.now_ms()) / 1000)
        sleep = max(BUSY_SLEEP_S, sleep) if busy else min(max(sleep, 0.05), LONGEST_SLEEP_S)
        try:
            async with asyncio.timeout(sleep):
                await self._wake.wait()
        except TimeoutError:
            return

    async def _ring_one(self, due: Due, *, may_forfeit: bool) -> bool:
        try:
            table = await self._tables.load(due.table)
            if table.number != due.revision:
                return False
            if due.kind == COMPUTER_DUE:
                self._computers.hear(table)
                return True
            return await self._look(table, may_forfeit=may_forfeit)
        except (Refused, Unknown):
            return False
        except RuleViolation:
            log.exception("what follows from the time at table %s is not allowed", due.table)
            await self._archive.silence(due.table, due.revision)
            return False
        except Exception:
            log.exception("the deadline of table %s could not be handled", due.table)
            return True

    async def _look(self, table: Table, *, may_forfeit: bool) -> bool:
        time, now = table.time, self._clock.now_ms()
        if time.is_to_end(now):
            await self._tables.ring(table.id, Ring(), table.number)
            return False
        in_time = time.due_at is not None and now < time.due_at + GRACE_MS
        if in_time and time.remind_at is not None and time.paused_until is None:
            await self._tables.ring(table.id, Remind(), table.number)
            return False
        if not may_forfeit or await self._uptime.is_cut_off(table):
            return True
        after = await self._tables.ring(table.id, Ring(), table.number)
        if after.number == table.number:
            await self._archive.silence(table.id, table.number)
        return False
