"""Which tables wait for the clock. Only finds them; whether time is really up is for the rules to say."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, exists, select

from bot.app.ports import COMPUTER_DUE, NOT_AWAY, Away, TableId
from bot.store.schema import IS_OPEN, place, tables


@dataclass(frozen=True, slots=True)
class DueTable:
    """An open table whose deadline has come, and the revision at which it had this deadline."""

    table_id: TableId
    revision: int
    due_at: int
    due_kind: str | None


def due_tables(conn: Connection, now: int, away: Away = NOT_AWAY, after: int = 0) -> list[DueTable]:
    """The open tables whose deadline is later than `after` and not than `now`, the most overdue first; of
    deadlines of people not those where nobody can be late.
    """
    query = (
        select(tables.c.id, tables.c.revision, tables.c.due_at, tables.c.due_kind)
        .where(IS_OPEN, tables.c.due_at > after, tables.c.due_at <= now, *_counts(away))
        .order_by(tables.c.due_at)
    )
    return [DueTable(*row) for row in conn.execute(query)]


def next_due(conn: Connection, away: Away = NOT_AWAY, after: int = 0) -> int | None:
    """When, later than `after`, the next of these deadlines of an open table comes, or came."""
    query = (
        select(tables.c.due_at)
        .where(IS_OPEN, tables.c.due_at > after, *_counts(away))
        .order_by(tables.c.due_at)
        .limit(1)
    )
    earliest: int | None = conn.execute(query).scalar_one_or_none()
    return earliest


def _counts(away: Away) -> list[ColumnElement[bool]]:
    """What a deadline must be beside its hour. Places are looked at only where it depends on them."""
    people = tables.c.due_kind != COMPUTER_DUE
    if away.everywhere:
        return [~people]
    conditions = []
    if away.closed:
        conditions.append(~(people & _shown(place.c.platform.in_(away.closed))))
    if away.given_up:
        given_up = place.c.platform.in_(away.given_up)
        conditions.append(~(people & _shown(given_up) & ~_shown(~given_up)))
    return conditions


def _shown(where: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(place.c.table_id == tables.c.id, place.c.state == "live", where)


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
