"""Whether time has run for people at all: what service, platform or clock have missed is given back.

The service beats every few seconds; at its start, the time since the last beat is credited to every running
deadline. A clock that is set moves them along, and holds up forfeits for a while.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from bot.app.archive import Archive, Unknown
from bot.app.ports import Clock, TableId
from bot.app.refused import Refused
from bot.app.table import Table
from bot.app.table_time import Credit, SetClock, TimeAction
from bot.app.tables import Tables
from bot.game.violations import RuleViolation

log = logging.getLogger(__name__)
BEAT_S = 5.0
HOLD_S = 30.0
"""No forfeits so soon after a start or a jump: people must have had a way to the service (R21)."""
JUMP_MS = 60_000
LEAST_CREDIT_MS = 1_000
AT_ONCE = 32

InboxEmpty = Callable[[], Awaitable[bool]]


async def always_empty() -> bool:
    """The inbox of a service that keeps none."""
    return True


class Uptime:
    """The service's own pulse. ``inbox_empty``: whether everything that was received has been carried out."""

    def __init__(
        self, archive: Archive, tables: Tables, clock: Clock, inbox_empty: InboxEmpty = always_empty
    ) -> None:
        self._archive, self._tables, self._clock = archive, tables, clock
        self.inbox_empty = inbox_empty
        self._held_until = clock.monotonic() + HOLD_S
        self._wall, self._steady = clock.now_ms(), clock.monotonic()
        self._changed: set[TableId] = set()
        self._lost: dict[str, int] = {}
        self._crediting: Counter[str] = Counter()
        self._given_up: set[str] = set()

    def hear(self, table: Table) -> None:
        """A table has changed since the clocks were last compared."""
        self._changed.add(table.id)

    async def run(self) -> None:
        """Beat until cancelled."""
        await self.started()
        while True:
            await self.watch()
            await self._archive.beat(self._clock.now_ms())
            await asyncio.sleep(BEAT_S)

    async def started(self) -> int:
        """Credit the time since the last beat; how long it was, in milliseconds. The first beat comes after
        that: who is not credited because the service ends again is credited at the next start.
        """
        now, last = self._clock.now_ms(), await self._archive.last_beat()
        if last is None or now - last < LEAST_CREDIT_MS:
            return 0
        log.info("the service was away for %.1f s", (now - last) / 1000)
        await self._all(await self._archive.open_deadlines(), Credit(last, now, "service"))
        return now - last

    async def outage(self, platform: str, start: int, end: int) -> None:
        """A platform was out of reach: the time is credited to the tables that are shown there."""
        log.info("%s was out of reach for %.1f s", platform, (end - start) / 1000)
        await self._all(await self._archive.open_deadlines(platform), Credit(start, end, platform))

    def lost(self, platform: str, since: int | None = None) -> None:
        """A platform is out of reach, from now on or since then: nobody loses by time where it shows the
        table.
        """
        self._lost.setdefault(platform, self._clock.now_ms() if since is None else since)

    async def back(self, platform: str) -> None:
        """A platform is in reach (again): the time in between is credited, unless it was but a moment. Until
        that is done nobody loses there; it may be lost anew meanwhile. What fails is still to be credited
        with the next return.
        """
        since, now = self._lost.pop(platform, None), self._clock.now_ms()
        if since is None or now - since < LEAST_CREDIT_MS:
            return
        self._crediting[platform] += 1
        try:
            await self.outage(platform, since, now)
        except BaseException:
            self._lost[platform] = since
            raise
        finally:
            self._crediting[platform] -= 1

    def given_up(self, platform: str) -> None:
        """A platform will not come back while the service runs: what is shown elsewhere too goes on there."""
        self.lost(platform)
        self._given_up.add(platform)

    async def is_cut_off(self, table: Table) -> bool:
        """Whether a table is shown on a platform that is out of reach; of those that were given up, on no
        other.
        """
        out = self._lost.keys() | +self._crediting
        if not out:
            return False
        shown = {place.chat.platform for place in await self._archive.places(table.id)}
        return bool(shown & (out - self._given_up)) or (bool(shown) and shown <= self._given_up)

    async def may_forfeit(self) -> bool:
        """Whether somebody may lose by time now."""
        await self.watch()
        return self._clock.monotonic() >= self._held_until and await self.inbox_empty()

    async def watch(self) -> None:
        """Compare the clocks: one that was set, or a machine that slept, moves all deadlines along."""
        wall, steady = self._clock.now_ms(), self._clock.monotonic()
        jump = wall - self._wall - round((steady - self._steady) * 1000)
        before, changed = self._wall, self._changed
        self._wall, self._steady, self._changed = wall, steady, set()
        if abs(jump) <= JUMP_MS:
            return
        log.warning("the clock was set by %.1f s", jump / 1000)
        self._held_until = steady + HOLD_S
        moved = [
            table
            for table in await self._archive.open_deadlines()
            if await self._began_before(table, before, jump, wall, changed)
        ]
        await self._all(moved, SetClock(jump))

    async def _began_before(
        self, table_id: TableId, before: int, jump: int, now: int, changed: set[TableId]
    ) -> bool:
        """Whether a table's decision began by the old clock; what began by the new one is right already."""
        since = (await self._tables.load(table_id)).time.since
        if jump > 0:
            return since <= before + JUMP_MS
        return table_id not in changed or since > now

    async def _all(self, tables: Sequence[TableId], action: TimeAction) -> None:
        for start in range(0, len(tables), AT_ONCE):
            await asyncio.gather(*(self._one(table, action) for table in tables[start : start + AT_ONCE]))

    async def _one(self, table: TableId, action: TimeAction) -> None:
        try:
            await self._tables.ring(table, action)
        except (Refused, RuleViolation, Unknown):
            return
