"""Tables and their logs of events: the saved games.

The log is the truth; the row beside it holds what must be found without reading the log (status, seats,
deadline) and a snapshot that may be dropped at any time. A table's revision is the number of its last
event, 0 before the first.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, RowMapping, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.app.ports import Chat, PersonId, TableId
from bot.store.chats import in_room, room_columns, room_of
from bot.store.errors import Conflict, DuplicateOrigin, UnknownRow
from bot.store.schema import event, seat, tables

Json = Mapping[str, Any]


class TableStatus(StrEnum):
    """Whether anything can still happen at a table."""

    OPEN = "open"
    OVER = "over"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who has the seat called `key`: a person, or the computer at a `level`."""

    key: str
    person: PersonId | None
    level: str | None = None


class EventRecord(NamedTuple):
    """An event as the codec writes it: a name, the version of its format, and the fields."""

    kind: str
    version: int
    data: Json


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as it stands in the log; `origin` only at the first of those that one press caused."""

    seq: int
    at: int
    by: PersonId | None
    kind: str
    version: int
    data: Json
    origin: str | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table without its log. `state` and `time` are snapshots at `revision`, or None."""

    id: TableId
    kind: str
    rules: Json
    rules_version: int
    seats: tuple[SeatRow, ...]
    status: TableStatus
    revision: int
    state: Json | None
    created_at: int
    updated_at: int
    finished_at: int | None
    due_at: int | None
    due_kind: str | None
    room: Chat | None
    rated: bool
    time: Json | None = None


def create_table(
    conn: Connection,
    table_id: TableId,
    kind: str,
    *,
    rules: Json,
    rules_version: int,
    seats: Sequence[SeatRow],
    room: Chat | None,
    rated: bool,
    now: int,
) -> None:
    """Put a new open table down, with an empty log."""
    conn.execute(
        insert(tables),
        {
            "id": table_id,
            "kind": kind,
            "rules": dict(rules),
            "rules_version": rules_version,
            "seats": _seats_json(seats),
            "status": TableStatus.OPEN,
            "revision": 0,
            "created_at": now,
            "updated_at": now,
            **room_columns(room),
            "rated": rated,
        },
    )
    _take_seats(conn, table_id, seats)


def load_table(conn: Connection, table_id: TableId) -> TableRow:
    """Return the table's row; raise `UnknownRow`."""
    row = conn.execute(_one_table, {"table_id": table_id}).mappings().one_or_none()
    if row is None:
        raise UnknownRow("table", table_id)
    return _table_row(row)


def load_events(conn: Connection, table_id: TableId, after: int = 0) -> list[StoredEvent]:
    """Return the log in order, from the event after number `after`."""
    rows = conn.execute(_log, {"log_of": table_id, "after": after})
    return [StoredEvent(*row) for row in rows]


def append_events(
    conn: Connection,
    table_id: TableId,
    expected_revision: int,
    events: Sequence[EventRecord],
    *,
    at: int,
    by: PersonId | None,
    origin: str | None = None,
    status: TableStatus = TableStatus.OPEN,
    due_at: int | None = None,
    due_kind: str | None = None,
    snapshot: Json | None = None,
    time: Json | None = None,
    seats: Sequence[SeatRow] | None = None,
) -> int:
    """Write what one command decided, and return the new revision.

    Deadline and snapshot become what is given here, also when that is None; seats stay if None. Raise
    `DuplicateOrigin` if this press was carried out before, `Conflict` if the table is at another revision,
    `UnknownRow` if there is no such table.
    """
    if origin is not None and origin_known(conn, origin):
        raise DuplicateOrigin(origin)
    revision = expected_revision + len(events)
    row = {"status": status, "state": snapshot, "time": time, "due_at": due_at, "due_kind": due_kind}
    finished_at = None if status is TableStatus.OPEN else at
    moved = conn.execute(
        _move_on,
        {
            **row,
            "table_id": table_id,
            "expected": expected_revision,
            "revision": revision,
            "updated_at": at,
            "finished_at": finished_at,
        },
    )
    if moved.rowcount != 1:
        raise Conflict("table", table_id, expected_revision, load_table(conn, table_id).revision)
    _insert_events(conn, table_id, expected_revision, events, at=at, by=by, origin=origin)
    if seats is not None:
        change_seats(conn, table_id, seats)
    return revision


def origin_known(conn: Connection, origin: str) -> bool:
    """Whether a press or message with this origin has been carried out."""
    return conn.execute(_by_origin, {"sought": origin}).first() is not None


def change_seats(conn: Connection, table_id: TableId, seats: Sequence[SeatRow]) -> None:
    """Seat other people at the table; no event, no new revision."""
    conn.execute(update(tables).where(tables.c.id == table_id).values(seats=_seats_json(seats)))
    conn.execute(delete(seat).where(seat.c.table_id == table_id))
    _take_seats(conn, table_id, seats)


def set_due(conn: Connection, table_id: TableId, due_at: int | None, due_kind: str | None) -> None:
    """Change the deadline alone; no event, no new revision."""
    conn.execute(update(tables).where(tables.c.id == table_id).values(due_at=due_at, due_kind=due_kind))


def tables_of(
    conn: Connection, person: PersonId, status: TableStatus | None = TableStatus.OPEN
) -> list[TableRow]:
    """The tables a person sits at, the one with the nearest deadline first; None for those of any status."""
    seated = select(seat.c.table_id).where(seat.c.person_id == person)
    query = select(tables).where(tables.c.id.in_(seated))
    if status is not None:
        query = query.where(tables.c.status == status)
    query = query.order_by(tables.c.due_at.is_(None), tables.c.due_at, tables.c.created_at, tables.c.id)
    return [_table_row(row) for row in conn.execute(query).mappings()]


def tables_in(conn: Connection, room: Chat, status: TableStatus = TableStatus.OPEN) -> list[TableRow]:
    """The tables that were put down in a room, the oldest first."""
    query = (
        select(tables)
        .where(in_room(tables, room), tables.c.status == status)
        .order_by(tables.c.created_at, tables.c.id)
    )
    return [_table_row(row) for row in conn.execute(query).mappings()]


def last_over(
    conn: Connection, person: PersonId, room: Chat | None, kinds: Collection[str]
) -> TableId | None:
    """The newest table of these kinds that is over and where a person sat, in a room (None: anywhere)."""
    where = [seat.c.person_id == person, tables.c.status == TableStatus.OVER, tables.c.kind.in_(kinds)]
    if room is not None:
        where.append(in_room(tables, room))
    query = (
        select(tables.c.id)
        .join(seat, seat.c.table_id == tables.c.id)
        .where(*where)
        .order_by(tables.c.updated_at.desc(), tables.c.id)
        .limit(1)
    )
    found: TableId | None = conn.execute(query).scalar_one_or_none()
    return found


def table_ids(conn: Connection, status: TableStatus | None = None) -> list[TableId]:
    """The ids of all tables, the oldest first, or of those with this status."""
    query = select(tables.c.id).order_by(tables.c.created_at, tables.c.id)
    if status is not None:
        query = query.where(tables.c.status == status)
    return [TableId(row) for row in conn.execute(query).scalars()]


# Built once: these run with every press.
_one_table = select(tables).where(tables.c.id == bindparam("table_id"))
_log = (
    select(event.c.seq, event.c.at, event.c.by, event.c.kind, event.c.version, event.c.data, event.c.origin)
    .where(event.c.table_id == bindparam("log_of"), event.c.seq > bindparam("after"))
    .order_by(event.c.seq)
)
_by_origin = select(event.c.seq).where(event.c.origin == bindparam("sought"))
_move_on = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"), tables.c.revision == bindparam("expected"))
    .values(
        {
            name: bindparam(name)
            for name in (
                "revision",
                "status",
                "state",
                "time",
                "updated_at",
                "finished_at",
                "due_at",
                "due_kind",
            )
        }
    )
)
_new_event = insert(event)


def _insert_events(
    conn: Connection,
    table_id: TableId,
    last: int,
    events: Iterable[EventRecord],
    *,
    at: int,
    by: PersonId | None,
    origin: str | None,
) -> None:
    rows = [
        {
            "table_id": table_id,
            "seq": seq,
            "at": at,
            "by": by,
            "kind": record.kind,
            "version": record.version,
            "data": dict(record.data),
            "origin": origin if seq == last + 1 else None,
        }
        for seq, record in enumerate(events, last + 1)
    ]
    if not rows:
        return
    try:
        conn.execute(_new_event, rows)
    except IntegrityError as error:  # only with several writing processes: the check above was overtaken
        if origin is not None and "origin" in str(error.orig):
            raise DuplicateOrigin(origin) from error
        raise


def _take_seats(conn: Connection, table_id: TableId, seats: Sequence[SeatRow]) -> None:
    rows = [
        {"table_id": table_id, "seat": one.key, "person_id": one.person}
        for one in seats
        if one.person is not None and one.level is None
    ]
    if rows:
        conn.execute(insert(seat), rows)


def _seats_json(seats: Sequence[SeatRow]) -> list[dict[str, str | None]]:
    return [{"key": one.key, "person": one.person, "level": one.level} for one in seats]


def _table_row(row: RowMapping) -> TableRow:
    return TableRow(
        id=TableId(row["id"]),
        kind=row["kind"],
        rules=row["rules"],
        rules_version=row["rules_version"],
        seats=tuple(SeatRow(**one) for one in row["seats"]),
        status=TableStatus(row["status"]),
        revision=row["revision"],
        state=row["state"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        finished_at=row["finished_at"],
        due_at=row["due_at"],
        due_kind=row["due_kind"],
        room=room_of(row),
        rated=row["rated"],
        time=row["time"],
    )
