"""The only writer of tables: lock, load, check the revision, decide, append, commit; then tell who waits.

Commands of one table run one after the other, different tables in parallel. Nothing is shown before it is
stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol
from weakref import WeakValueDictionary

from bot.app.agreement import shown_on_boards
from bot.app.archive import Archive, Change, Claimed, NewTable, Notice, Repeated, ShowIn, Stale, StoredTable
from bot.app.codec import Codec, Stored, read, time_codec, write
from bot.app.courier import Courier, Nobody
from bot.app.ports import COMPUTER_DUE, Chat, Clock, PersonId, TableId
from bot.app.refused import Refused
from bot.app.table import Deserted, Kind, Seat, Status, Table
from bot.app.table_time import Credit, TimeAction, decide_time, is_time_event, time_after, waits_for_computer
from bot.app.timekeeping import Deferred, Timekeeping, keeps_boards
from bot.game.dice import Dice

log = logging.getLogger(__name__)
Listener = Callable[[Table], None]
Missed = Callable[[Table], Awaitable[Sequence[Credit]]]
CACHED_TABLES = 256
TIME_DUE = "move"
TIME = time_codec()

__all__ = ["Opening", "Refused", "Registered", "Reseating", "Tables", "TimePolicy"]


class TimePolicy(Protocol):
    """What the clock must know of persons: their quiet hours, and how they are told of time."""

    async def deferred(self, table: Table) -> Deferred | None:
        """The running deadline moved out of the quiet hours of the one who is awaited, if it must be."""

    async def notices(
        self, table: Table, events: Sequence[Any], acting: frozenset[str]
    ) -> tuple[Notice, ...]:
        """The lines that tell of these events of the clock; ``acting`` are the seats that are awaited."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A kind of table with the codec of its events and of its state's snapshots (None: it is folded anew)."""

    kind: Kind
    codec: Codec
    snapshot: Callable[[Any], dict[str, Any] | None]
    restore: Callable[[Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Opening:
    """What a new table starts with: the core's first events, seats, and where it is shown. ``first`` is what
    a seat does at once, so that nobody is shown a table before it.
    """

    kind: str
    events: tuple[Any, ...]
    seats: tuple[Seat, ...]
    rules: Mapping[str, Any]
    room: Chat | None
    show_in: tuple[ShowIn, ...]
    rated: bool = False
    accepts: str | None = None
    first: tuple[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Reseating:
    """Who sits at a table from now on, together with the core's events that say so."""

    seats: tuple[Seat, ...]
    events: tuple[Any, ...]


class Tables:
    """All tables. ``dice`` gives the source of throws of a table; ``listeners`` hear of every commit;
    ``missed`` tells what time is to be given back to a table before a command is carried out there.
    """

    def __init__(
        self,
        archive: Archive,
        kinds: Mapping[str, Registered],
        clock: Clock,
        dice: Callable[[TableId], Dice],
        new_id: Callable[[], TableId],
        policy: TimePolicy | None = None,
    ) -> None:
        self._archive, self._kinds, self._clock, self._policy = archive, kinds, clock, policy
        self._dice, self._new_id = dice, new_id
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._cache: OrderedDict[TableId, Table] = OrderedDict()
        self._forgotten = 0
        """How often all was forgotten: what was loaded before that is not remembered after it."""
        self.listeners: list[Listener] = []
        self.courier: Courier = Nobody()
        self.missed: Missed | None = None

    def kind(self, name: str) -> Kind:
        """The kind of table with this name."""
        return self._kinds[name].kind

    async def open(self, opening: Opening, by: PersonId, origin: str | None = None) -> Table:
        """Put a new table down. Raises ``Repeated`` if this origin has done so already."""
        now = self._clock.now_ms()
        table = Table(
            self._new_id(), opening.kind, 0, None, opening.seats, opening.room, now, now, Status.OPEN
        )
        new = NewTable(opening.kind, opening.rules, opening.room, opening.rated)
        change = Change(table.id, 0, (), now, by, origin, new=new, show_in=opening.show_in)
        events = (*opening.events, *self._at_once(opening, table.id))
        return await self._commit(table, events, replace(change, accepts=opening.accepts))

    def _at_once(self, opening: Opening, table: TableId) -> tuple[Any, ...]:
        if opening.first is None:
            return ()
        kind, (seat, action) = self._kinds[opening.kind].kind, opening.first
        state: Any = None
        for event in opening.events:
            state = kind.evolve(state, event)
        return kind.decide(state, seat, action, self._dice(table))

    async def load(self, table_id: TableId) -> Table:
        """The table as it stands. Raises ``Unknown``."""
        cached = self._cache.get(table_id)
        if cached is not None:
            self._cache.move_to_end(table_id)
            return cached
        forgotten = self._forgotten
        table = self._restored(await self._archive.load(table_id))
        if forgotten != self._forgotten:
            return await self.load(table_id)
        newer = self._cache.get(table_id)
        if newer is not None and newer.number >= table.number:
            return newer
        self._remember(table)
        return table

    async def act(
        self,
        table_id: TableId,
        person: PersonId,
        action: object,
        *,
        revision: int | None = None,
        origin: str | None = None,
    ) -> Table:
        """An action of a person who sits at the table. ``revision`` is what the person saw (None: whatever
        stands). Raises ``Refused`` (stranger, stale) or ``RuleViolation``; a repeated origin changes nothing.
        """
        async with self._lock(table_id):
            table = await self._current(table_id)
            seat = table.seat_of(person)
            if seat is None:
                raise Refused("table.stranger")
            if revision is not None and revision != table.revision:
                raise Refused("table.stale")
            return await self._carry_out(table, seat.key, person, action, origin)

    async def act_for(
        self, table_id: TableId, seat: str | None, action: object, *, revision: int, origin: str | None = None
    ) -> Table:
        """An action of the service itself (``seat`` None) or of the computer at a seat, decided on
        ``revision``. Raises ``Refused`` if the table has moved on.
        """
        async with self._lock(table_id):
            table = await self._current(table_id)
            if revision != table.revision:
                raise Refused("table.stale")
            return await self._carry_out(table, seat, None, action, origin)

    async def reseat(
        self, table_id: TableId, by: PersonId, plan: Callable[[Table, Dice], Reseating], origin: str | None
    ) -> Table:
        """Let other people sit at the table. ``plan`` is made on the table as it stands, under its lock; what
        it raises is passed on. A repeated origin changes nothing.
        """
        async with self._lock(table_id):
            table = await self._current(table_id)
            planned = plan(table, self._dice(table_id))
            reseated = replace(table, seats=planned.seats)
            return await self._store(reseated, planned.events, by, origin, seats=planned.seats)

    async def ring(
        self,
        table_id: TableId,
        action: TimeAction,
        number: int | None = None,
        *,
        by: PersonId | None = None,
    ) -> Table:
        """The service's own action on a table's time (``bot.app.table_time.BY_SERVICE``), decided on event
        ``number`` if that is given; ``by`` is who had it done. Raises ``Refused`` or ``RuleViolation``.
        """
        async with self._lock(table_id):
            table = await self._current(table_id)
            if number not in (None, table.number):
                raise Refused("table.stale")
            return await self._carry_out(table, None, by, action, None)

    async def _current(self, table_id: TableId) -> Table:
        """The table under its lock, with what it has missed given back."""
        table = await self.load(table_id)
        if self.missed is not None and table.status is Status.OPEN:
            for credit in await self.missed(table):
                table = await self._carry_out(table, None, None, credit, None)
        return table

    async def _carry_out(
        self, table: Table, seat: str | None, person: PersonId | None, action: object, origin: str | None
    ) -> Table:
        kind = self._kinds[table.kind].kind
        if isinstance(action, TimeAction):
            decided = decide_time(kind, table, seat, action, self._clock.now_ms())
            events: tuple[Any, ...] = decided.events
            if decided.then is not None:
                events = (*events, *kind.decide(table.state, None, decided.then, self._dice(table.id)))
        else:
            if table.time.paused_at is not None:
                raise Refused("time.unseen" if table.time.unseen else "time.paused")
            events = kind.decide(table.state, seat, action, self._dice(table.id))
        return await self._store(table, (*events, *self._if_deserted(kind, table, events)), person, origin)

    def _if_deserted(self, kind: Kind, table: Table, events: Sequence[Any]) -> tuple[Any, ...]:
        """What follows at once when these events leave the table to the computer alone."""
        if not isinstance(kind, Deserted) or not events:
            return ()
        state: Any = table.state
        for event in events:
            state = state if is_time_event(event) else kind.evolve(state, event)
        here = kind.at_table(state)
        if any(seat.level is None and seat.key in here for seat in table.seats):
            return ()
        closing = kind.when_deserted(state)
        return () if closing is None else kind.decide(state, None, closing, self._dice(table.id))

    async def _store(
        self,
        table: Table,
        events: tuple[Any, ...],
        by: PersonId | None,
        origin: str | None,
        seats: tuple[Seat, ...] | None = None,
        notices: tuple[Notice, ...] = (),
    ) -> Table:
        if not events and seats is None:
            return table
        change = Change(
            table.id, table.number, (), self._clock.now_ms(), by, origin, seats=seats, notices=notices
        )
        try:
            return await self._commit(table, events, change)
        except Repeated:
            return await self.load(table.id)
        except Stale:
            self._cache.pop(table.id, None)
            raise Refused("table.stale") from None

    async def _commit(self, table: Table, events: tuple[Any, ...], change: Change) -> Table:
        """Fold, write, remember, tell. The transaction is never cancelled half-way."""
        registered, forgotten = self._kinds[table.kind], self._forgotten
        game_events = [event for event in events if not is_time_event(event)]
        results = registered.kind.results(table, game_events, change.at) if change.new is None else ()
        after = self._after(table, events, change.at)
        if self._policy is not None and (deferred := await self._policy.deferred(after)) is not None:
            events = (*events, deferred)
            after = self._after(after, (deferred,), change.at)
        due_at, due_kind = self._deadline(registered.kind, after)
        notices = await self._notices(registered.kind, after, events)
        snapshot = registered.snapshot(after.state)
        full = replace(
            change,
            events=tuple(_encoded(registered.codec, event) for event in events),
            status=after.status,
            due_at=due_at,
            due_kind=due_kind,
            snapshot=snapshot,
            time=None if snapshot is None else write(Timekeeping, after.time),
            seats=after.seats if change.new else change.seats,
            results=(*change.results, *results),
            notices=(*change.notices, *notices),
            redraw=change.new is not None or any(_redraws(registered.kind, event) for event in events),
        )
        return await asyncio.shield(self._write(full, after, forgotten))

    async def _notices(self, kind: Kind, after: Table, events: Sequence[Any]) -> tuple[Notice, ...]:
        told = [event for event in events if is_time_event(event) and not shown_on_boards(kind, event)]
        if self._policy is None or not told:
            return ()
        return await self._policy.notices(after, told, kind.to_act(after.state))

    async def _write(self, change: Change, after: Table, forgotten: int) -> Table:
        errand = self.courier.errand()
        claimed: Mapping[str, Claimed] = {}
        try:
            committed = await self._archive.commit(replace(change, claim=errand.platforms))
            claimed = committed.claimed
            if committed.verdict is not None:
                after = replace(after, verdict=committed.verdict)
            if forgotten == self._forgotten:
                self._remember(after)
            else:
                self._cache.pop(after.id, None)
        finally:
            errand.end(claimed)
        for listener in self.listeners:
            listener(after)
        return after

    def _after(self, table: Table, events: Sequence[Any], at: int) -> Table:
        """The table after the events, which happen at this moment."""
        for event in events:
            table = self._after_one(table, event, at)
        return table

    def _after_one(self, table: Table, event: Any, at: int) -> Table:
        kind = self._kinds[table.kind].kind
        state = table.state if is_time_event(event) else kind.evolve(table.state, event)
        number = table.number + 1
        time = time_after(kind, table, event, state, number, at)
        return replace(
            table,
            state=state,
            number=number,
            revision=time.loud,
            time=time,
            updated_at=at,
            status=kind.status(state),
            due_at=None if time.paused_at is not None else time.due_at,
        )

    def _deadline(self, kind: Kind, table: Table) -> tuple[int | None, str | None]:
        """When the service must look again, and what for."""
        if table.status is not Status.OPEN:
            return None, None
        if waits_for_computer(kind, table.seats, table.state) and table.time.paused_at is None:
            return table.updated_at, COMPUTER_DUE
        alarm = table.time.alarm
        return (None, None) if alarm is None else (alarm, TIME_DUE)

    def _restored(self, stored: StoredTable) -> Table:
        registered = self._kinds[stored.kind]
        table = Table(
            stored.id, stored.kind, 0, None, stored.seats, stored.room, stored.created_at, stored.updated_at
        )
        if stored.snapshot is not None and stored.time is not None:
            state, time = registered.restore(stored.snapshot), read(Timekeeping, stored.time)
            due_at = None if time.paused_at is not None else time.due_at
            number = stored.revision - len(stored.events)
            table = replace(table, state=state, time=time, revision=time.loud, number=number, due_at=due_at)
        for event in stored.events:
            decoded = (TIME if TIME.knows(event) else registered.codec).decode(event)
            table = self._after_one(table, decoded, event.at)
        return replace(table, updated_at=stored.updated_at, status=stored.status, verdict=stored.verdict)

    def forget(self) -> None:
        """Read every table anew: persons have changed."""
        self._forgotten += 1
        self._cache.clear()

    def folded(self, stored: StoredTable, log: Sequence[Stored]) -> Table:
        """The table that a whole log leads to: what every snapshot must equal."""
        return self._restored(replace(stored, snapshot=None, time=None, events=tuple(log)))

    def _remember(self, table: Table) -> None:
        self._cache[table.id] = table
        self._cache.move_to_end(table.id)
        while len(self._cache) > CACHED_TABLES:
            self._cache.popitem(last=False)

    def _lock(self, table_id: TableId) -> asyncio.Lock:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock


def _redraws(kind: Kind, event: object) -> bool:
    return shown_on_boards(kind, event) or not keeps_boards(event)


def _encoded(codec: Codec, event: Any) -> Stored:
    return (TIME if is_time_event(event) else codec).encode(event)
