"""Whether time has run for people at all: what service, platform or clock have missed is given back.

The service beats every few seconds; what it missed between the last beat and its start is credited to every
running deadline, as is time in which a platform was away. A clock that is set moves deadlines along, and
holds up forfeits for a while.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.app.archive import Archive, Unknown
from bot.app.outages import HOLD_S, LEAST_CREDIT_MS, SERVICE, OutageBook, Outages
from bot.app.ports import NOT_AWAY, Away, Clock, TableId
from bot.app.refused import Refused
from bot.app.table import Table
from bot.app.table_time import Credit, SetClock, TimeAction
from bot.app.tables import Tables
from bot.app.timekeeping import credit_of
from bot.game.violations import RuleViolation

log = logging.getLogger(__name__)
BEAT_S = 5.0
JUMP_MS = 60_000
AT_ONCE = 32

InboxEmpty = Callable[[], Awaitable[bool]]


async def always_empty() -> bool:
    """The inbox of a service that keeps none."""
    return True


class Unwritten:
    """A book that nothing is written into."""

    async def outages(self) -> Mapping[str, int]:
        """Nothing."""
        return {}

    async def keep_outages(self, since: Mapping[str, int]) -> None:
        """Nothing is kept."""


class Uptime:
    """The service's own pulse. ``inbox_empty``: whether everything that was received has been carried out;
    ``returned`` are told when somebody may be late again.
    """

    def __init__(
        self,
        archive: Archive,
        tables: Tables,
        clock: Clock,
        inbox_empty: InboxEmpty = always_empty,
        book: OutageBook | None = None,
    ) -> None:
        self._archive, self._tables, self._clock = archive, tables, clock
        self.inbox_empty = inbox_empty
        self._held_until = clock.monotonic() + HOLD_S
        self._began = self._wall = clock.now_ms()
        self._steady = clock.monotonic()
        self._changed: set[TableId] = set()
        self._outages, self._book = Outages(), book or Unwritten()
        self._recalled, self._recalling = asyncio.Event(), asyncio.Lock()
        self._kept: Mapping[str, int] = {}
        self._news, self._owing = asyncio.Event(), asyncio.Event()
        self.returned: list[Callable[[], None]] = []

    def hear(self, table: Table) -> None:
        """A table has changed since the clocks were last compared."""
        self._changed.add(table.id)

    async def run(self) -> None:
        """Beat until cancelled, and at once when a platform is lost or returns."""
        while True:
            self._news.clear()
            await self.beat()
            try:
                async with asyncio.timeout(BEAT_S):
                    await self._news.wait()
            except TimeoutError:
                continue

    async def beat(self) -> None:
        """The service is alive. What is owed is written down before, so that it outlasts a restart."""
        await self._recall()
        await self.watch()
        kept = self._outages.kept()
        if kept != self._kept:
            await self._book.keep_outages(kept)
            self._kept = kept
        await self._archive.beat(self._clock.now_ms())

    async def give_back(self) -> None:
        """Credit what is owed to all tables, as soon as it is, until cancelled."""
        while True:
            self._owing.clear()
            await self.started()
            await self._owing.wait()

    async def started(self) -> None:
        """Credit what is owed: by a service that has just started, the time since the last beat. What fails
        is owed still.
        """
        await self._recall()
        while self._outages.owed:
            credit = self._outages.owed[0]
            log.info("%s was away for %.1f s", credit.cause, (credit.end - credit.start) / 1000)
            platform = None if credit.cause == SERVICE else credit.cause
            await self._all(await self._archive.open_deadlines(platform), credit)
            self._outages.owed = [one for one in self._outages.owed if one != credit]
            self._tell()

    def lost(self, platform: str, since: int | None = None) -> None:
        """A platform is out of reach, from now on or since then: nobody loses by time where it shows the
        table.
        """
        self._outages.lost(platform, self._clock.now_ms() if since is None else since)
        self._news.set()

    async def back(self, platform: str) -> None:
        """A platform is in reach (again): the time in between is owed, unless it was but a moment."""
        await self._recall()
        self._outages.back(platform, self._clock.now_ms(), self._clock.monotonic())
        self._owing.set()
        self._tell()

    def given_up(self, platform: str) -> None:
        """A platform will not come back while the service runs: what is shown elsewhere too goes on there."""
        self.lost(platform)
        self._outages.given_up.add(platform)

    async def missed(self, table: Table) -> Sequence[Credit]:
        """What is to be credited to a table before anything else happens there: nobody who is quicker than
        the credits to all is to pay for an outage with his time.
        """
        await self._recall()
        spans = self._outages.spans(self._clock.now_ms())
        spans = [one for one in spans if credit_of(table.time, one.start, one.end) > 0]
        if not spans:
            return ()
        causes = {SERVICE, *(place.chat.platform for place in await self._archive.places(table.id))}
        return [one for one in spans if one.cause in causes]

    async def away(self) -> Away:
        """Where nobody can be late now."""
        await self._recall()
        return self._outages.away()

    async def is_cut_off(self, table: Table) -> bool:
        """Whether a table is shown on a platform that is out of reach, or has just returned; of those that
        were given up, on no other.
        """
        away, just_back = await self.away(), self._outages.just_back(self._clock.monotonic())
        if away == NOT_AWAY and not just_back:
            return False
        shown = frozenset(place.chat.platform for place in await self._archive.places(table.id))
        return away.holds(shown) or bool(shown & just_back)

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
        self._outages.moved(jump)
        self._held_until = steady + HOLD_S
        moved = [
            table
            for table in await self._archive.open_deadlines()
            if await self._began_before(table, before, jump, wall, changed)
        ]
        await self._all(moved, SetClock(jump))

    def _tell(self) -> None:
        self._news.set()
        for listener in self.returned:
            listener()

    async def _recall(self) -> None:
        """Learn, once, what the last service has left: when it last beat, and who was out of reach then."""
        if self._recalled.is_set():
            return
        async with self._recalling:
            if self._recalled.is_set():
                return
            self._kept = await self._book.outages()
            last, kept = await self._archive.last_beat(), dict(self._kept)
            away_since = min(kept.pop(SERVICE, self._began), self._began if last is None else last)
            if self._began - away_since >= LEAST_CREDIT_MS:
                self._outages.owed.append(Credit(away_since, self._began, SERVICE))
            for platform, since in kept.items():
                self._outages.lost(platform, since)
            self._recalled.set()

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
