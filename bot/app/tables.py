"""The only writer of tables: lock, load, check the revision, decide, append, commit; then tell who waits.

Commands of one table run one after the other, different tables in parallel. Nothing is shown before it is
stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from bot.app.archive import Archive, Change, NewTable, Notice, Repeated, ShowIn, Stale, StoredTable
from bot.app.codec import Codec, Stored
from bot.app.ports import Chat, Clock, PersonId, TableId
from bot.app.table import Kind, Seat, Status, Table
from bot.game.dice import Dice

log = logging.getLogger(__name__)
Listener = Callable[[Table], None]
CACHED_TABLES = 256
COMPUTER_DUE = "computer"


class Refused(Exception):
    """The service's own refusals: a code and facts, as ``RuleViolation`` for those of the rules."""

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code, self.facts = code, facts
        super().__init__(code, facts)


@dataclass(frozen=True, slots=True)
class Registered:
    """A kind of table with the codec of its events and of its state's snapshots (None: it is folded anew)."""

    kind: Kind
    codec: Codec
    snapshot: Callable[[Any], dict[str, Any] | None]
    restore: Callable[[Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Opening:
    """What a new table starts with: the core's first events, seats, and where it is shown."""

    kind: str
    events: tuple[Any, ...]
    seats: tuple[Seat, ...]
    rules: Mapping[str, Any]
    room: Chat | None
    show_in: tuple[ShowIn, ...]
    rated: bool = False
    accepts: str | None = None


@dataclass(frozen=True, slots=True)
class Reseating:
    """Who sits at a table from now on, together with the core's events that say so."""

    seats: tuple[Seat, ...]
    events: tuple[Any, ...]


class Tables:
    """All tables. ``dice`` gives the source of throws of a table; ``listeners`` hear of every commit."""

    def __init__(
        self,
        archive: Archive,
        kinds: Mapping[str, Registered],
        clock: Clock,
        dice: Callable[[TableId], Dice],
        new_id: Callable[[], TableId],
    ) -> None:
        self._archive, self._kinds, self._clock = archive, kinds, clock
        self._dice, self._new_id = dice, new_id
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._cache: OrderedDict[TableId, Table] = OrderedDict()
        self.listeners: list[Listener] = []

    def kind(self, name: str) -> Kind:
        """The kind of table with this name."""
        return self._kinds[name].kind

    async def open(self, opening: Opening, by: PersonId, origin: str | None = None) -> Table:
        """Put a new table down. Raises ``Repeated`` if this origin has done so already."""
        kind = self._kinds[opening.kind]
        state: Any = None
        for event in opening.events:
            state = kind.kind.evolve(state, event)
        now = self._clock.now_ms()
        table = Table(
            self._new_id(), opening.kind, 0, state, opening.seats, opening.room, now, now, Status.OPEN
        )
        new = NewTable(opening.kind, opening.rules, opening.room, opening.rated)
        change = Change(table.id, 0, (), now, by, origin, new=new, show_in=opening.show_in)
        return await self._commit(table, opening.events, replace(change, accepts=opening.accepts))

    async def load(self, table_id: TableId) -> Table:
        """The table as it stands. Raises ``Unknown``."""
        cached = self._cache.get(table_id)
        if cached is not None:
            self._cache.move_to_end(table_id)
            return cached
        table = self._restored(await self._archive.load(table_id))
        newer = self._cache.get(table_id)
        if newer is not None and newer.revision >= table.revision:
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
            table = await self.load(table_id)
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
            table = await self.load(table_id)
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
            table = await self.load(table_id)
            planned = plan(table, self._dice(table_id))
            reseated = replace(table, seats=planned.seats)
            return await self._store(reseated, planned.events, by, origin, seats=planned.seats)

    async def _carry_out(
        self, table: Table, seat: str | None, person: PersonId | None, action: object, origin: str | None
    ) -> Table:
        kind = self._kinds[table.kind].kind
        events = kind.decide(table.state, seat, action, self._dice(table.id))
        return await self._store(table, events, person, origin)

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
            table.id, table.revision, (), self._clock.now_ms(), by, origin, seats=seats, notices=notices
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
        registered = self._kinds[table.kind]
        state = table.state
        if change.new is None:
            for event in events:
                state = registered.kind.evolve(state, event)
        status = registered.kind.status(state)
        due_at, due_kind = self._deadline(table, state, change.at)
        after = replace(
            table,
            state=state,
            revision=table.revision + len(events),
            updated_at=change.at,
            status=status,
            due_at=due_at,
        )
        full = replace(
            change,
            events=tuple(registered.codec.encode(event) for event in events),
            status=status,
            due_at=due_at,
            due_kind=due_kind,
            snapshot=registered.snapshot(state),
            seats=after.seats if change.new else change.seats,
            results=(*change.results, *registered.kind.results(table, events, change.at)),
        )
        await asyncio.shield(self._write(full, after))
        return after

    async def _write(self, change: Change, after: Table) -> None:
        await self._archive.commit(change)
        self._remember(after)
        for listener in self.listeners:
            listener(after)

    def _deadline(self, before: Table, state: Any, now: int) -> tuple[int | None, str | None]:
        kind = self._kinds[before.kind].kind
        if kind.status(state) is not Status.OPEN:
            return None, None
        if _waits_for_computer(kind, before, state):
            return now, COMPUTER_DUE
        allowed = kind.time_allowed(state)
        if allowed is None:
            return None, None
        runs_on = before.due_at is not None and not _waits_for_computer(kind, before, before.state)
        mark = kind.deadline_of(state) if runs_on else None
        if mark is not None and mark == kind.deadline_of(before.state):
            return before.due_at, "move"
        return now + allowed, "move"

    def _restored(self, stored: StoredTable) -> Table:
        registered = self._kinds[stored.kind]
        state: Any = None
        if stored.snapshot is not None:
            state = registered.restore(stored.snapshot)
        for event in stored.events:
            state = registered.kind.evolve(state, registered.codec.decode(event))
        return Table(
            stored.id,
            stored.kind,
            stored.revision,
            state,
            stored.seats,
            stored.room,
            stored.created_at,
            stored.updated_at,
            stored.status,
            stored.due_at,
        )

    def folded(self, kind: str, events: Sequence[Stored]) -> Any:
        """The state that a log leads to: what every snapshot must equal."""
        registered = self._kinds[kind]
        state: Any = None
        for event in events:
            state = registered.kind.evolve(state, registered.codec.decode(event))
        return state

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


def _waits_for_computer(kind: Kind, table: Table, state: Any) -> bool:
    acting = kind.to_act(state)
    return any(seat.level for seat in table.seats if seat.key in acting)
