"""The tables that were played at last, as a list shows them: no log and no snapshot is read for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from bot.app.ports import PersonId, TableId
from bot.store.persons import load_person
from bot.store.schema import tables
from bot.store.tables import TableStatus


@dataclass(frozen=True, slots=True)
class Played:
    """A table; `names` are those of its seats, empty for the computer."""

    id: TableId
    updated_at: int
    status: TableStatus
    names: tuple[str, ...]


def last_played(conn: Connection, kind: str, limit: int) -> list[Played]:
    """The tables of a kind, the one that was played last first."""
    query = (
        select(tables.c.id, tables.c.updated_at, tables.c.status, tables.c.seats)
        .where(tables.c.kind == kind)
        .order_by(tables.c.updated_at.desc(), tables.c.id)
        .limit(limit)
    )
    return [
        Played(TableId(table), at, TableStatus(status), tuple(_name(conn, seat) for seat in seats))
        for table, at, status, seats in conn.execute(query)
    ]


def _name(conn: Connection, seat: Mapping[str, Any]) -> str:
    return "" if seat["level"] is not None else load_person(conn, PersonId(seat["person"])).name
