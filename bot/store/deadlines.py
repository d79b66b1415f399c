"""Which tables wait for the clock. Only finds them; whether time is really up is for the rules to say."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from bot.app.ports import TableId
from bot.store.schema import IS_OPEN, place, tables


@dataclass(frozen=True, slots=True)
class DueTable:
    """An open table whose deadline has come, and the revision at which it had this deadline."""

    table_id: TableId
    revision: int
    due_at: int
    due_kind: str | None


def due_tables(conn: Connection, now: int) -> list[DueTable]:
    """The open tables whose deadline is at or before `now`, the most overdue first."""
    query = (
        select(tables.c.id, tables.c.revision, tables.c.due_at, tables.c.due_kind)
        .where(IS_OPEN, tables.c.due_at <= now)
        .order_by(tables.c.due_at)
    )
    return [DueTable(*row) for row in conn.execute(query)]


def next_due(conn: Connection) -> int | None:
    """When the next deadline of an open table comes, or came."""
    earliest: int | None = conn.execute(
        select(func.min(tables.c.due_at)).where(IS_OPEN, tables.c.due_at.is_not(None))
    ).scalar_one()
    return earliest


def open_deadlines(conn: Connection, platform: str | None = None) -> list[DueTable]:
    """Every open table with a deadline, the nearest first: what down time is credited to. With `platform`
    only those that are shown there.
    """
    query = (
        select(tables.c.id, tables.c.revision, tables.c.due_at, tables.c.due_kind)
        .where(IS_OPEN, tables.c.due_at.is_not(None))
        .order_by(tables.c.due_at)
    )
    if platform is not None:
        live = (place.c.state == "live", place.c.platform == platform)
        query = query.where(tables.c.id.in_(select(place.c.table_id).where(*live)))
    return [DueTable(*row) for row in conn.execute(query)]
