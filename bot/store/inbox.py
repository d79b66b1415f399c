"""Updates of a platform, stored before they are confirmed to it, and until they have been carried out.

The unique key (platform, bot, update) makes a second delivery harmless. Order is the order of arrival: the
keys themselves must not be compared, as platforms may restart their numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, select, update

from bot.store.ids import InboxId
from bot.store.schema import inbox
from bot.store.upsert import upsert

Json = Mapping[str, Any]


class Update(NamedTuple):
    """An update as it came: the platform's own key for it, and its content."""

    key: str
    payload: Json


@dataclass(frozen=True, slots=True)
class InboxRow:
    """An update that waits to be carried out."""

    id: InboxId
    platform: str
    bot_id: str
    key: str
    received_at: int
    payload: Json


def receive(conn: Connection, platform: str, bot_id: str, updates: Sequence[Update], now: int) -> int:
    """Store a batch in its order and return how many of it were new; once committed it may be confirmed."""
    new = 0
    for one in updates:
        added = upsert(conn, inbox).values(
            platform=platform,
            bot_id=bot_id,
            update_key=one.key,
            received_at=now,
            payload=dict(one.payload),
            state="new",
        )
        keys = [inbox.c.platform, inbox.c.bot_id, inbox.c.update_key]
        new += conn.execute(added.on_conflict_do_nothing(index_elements=keys)).rowcount
    return new


def waiting_updates(
    conn: Connection, platform: str, bot_id: str, limit: int, after: InboxId | None = None
) -> list[InboxRow]:
    """The updates not carried out yet, in order of arrival, from the one behind `after`."""
    query = (
        select(
            inbox.c.id,
            inbox.c.platform,
            inbox.c.bot_id,
            inbox.c.update_key,
            inbox.c.received_at,
            inbox.c.payload,
        )
        .where(inbox.c.state == "new", inbox.c.platform == platform, inbox.c.bot_id == bot_id)
        .order_by(inbox.c.id)
        .limit(limit)
    )
    if after is not None:
        query = query.where(inbox.c.id > after)
    return [InboxRow(*row) for row in conn.execute(query)]


def finish_update(conn: Connection, row_id: InboxId) -> None:
    """It has been carried out. What people wrote in it is not kept, only its key."""
    conn.execute(update(inbox).where(inbox.c.id == row_id).values(state="done", error=None, payload={}))


def fail_update(conn: Connection, row_id: InboxId, error: str) -> None:
    """It cannot be carried out and is not to be tried again."""
    conn.execute(update(inbox).where(inbox.c.id == row_id).values(state="failed", error=error))


def oldest_update(conn: Connection) -> int | None:
    """When the oldest waiting update arrived; None if none waits."""
    query = select(func.min(inbox.c.received_at)).where(inbox.c.state == "new")
    oldest: int | None = conn.execute(query).scalar_one()
    return oldest


def forget_updates(conn: Connection, before: int, limit: int) -> int:
    """Delete what was carried out or failed and arrived before `before` (at least 14 days ago, see R4), at
    most `limit` updates. Looks at no more of the table than it deletes: it ends where later arrivals begin.
    """
    kept = conn.execute(_first_since, {"since": before}).scalar_one_or_none()
    old = select(inbox.c.id).where(inbox.c.state != "new").order_by(inbox.c.id).limit(limit)
    if kept is not None:
        old = old.where(inbox.c.id < kept)
    return conn.execute(delete(inbox).where(inbox.c.id.in_(old))).rowcount


_first_since = (
    select(inbox.c.id).where(inbox.c.received_at >= bindparam("since")).order_by(inbox.c.id).limit(1)
)
