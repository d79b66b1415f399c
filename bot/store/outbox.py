"""What is to be sent to chats, stored in the transaction that decided it.

A row waits, is claimed, and ends as sent, ambiguous (it may have arrived) or dead. Rows of one chat are
claimed one after the other. A row that replaces (a board) takes the place of its waiting predecessor; texts
never do.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    Connection,
    RowMapping,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from bot.app.ports import Chat
from bot.store.chats import chat_columns, chat_of
from bot.store.ids import OutboxId
from bot.store.schema import IS_ON_ITS_WAY, IS_PENDING, outbox

Json = Mapping[str, Any]


class Delivery(StrEnum):
    """How far a row has come."""

    PENDING = "pending"
    SENDING = "sending"
    SENT = "sent"
    AMBIGUOUS = "ambiguous"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something to send. `attempts` counts the claims, this one included."""

    id: OutboxId
    dedup_key: str
    replaces: str | None
    to: Chat
    kind: str
    payload: Json
    state: Delivery
    attempts: int
    not_before: int
    created_at: int
    error: str | None


def enqueue(
    conn: Connection,
    dedup_key: str,
    to: Chat,
    kind: str,
    payload: Json,
    *,
    now: int,
    not_before: int | None = None,
    replaces: str | None = None,
) -> bool:
    """Add a row; return False if `dedup_key` was used before, then nothing changes.

    With `replaces` (say `board:17`) a waiting row of the same key is overwritten where it stands in the
    queue, so that a busy board keeps its turn. A row that is being sent is left alone, and this one goes
    after it.
    """
    if conn.execute(_used, {"used_key": dedup_key}).first() is not None:
        return False
    row = {
        "dedup_key": dedup_key,
        "replaces": replaces,
        **chat_columns(to),
        "kind": kind,
        "payload": dict(payload),
        "created_at": now,
    }
    if replaces is not None and conn.execute(_overwrite, {**row, "same": replaces}).rowcount:
        return True
    row |= {
        "not_before": now if not_before is None else not_before,
        "state": Delivery.PENDING,
        "attempts": 0,
    }
    conn.execute(_add, row)
    return True


# Built once: these run with every move.
_used = select(outbox.c.id).where(outbox.c.dedup_key == bindparam("used_key"))
_add = insert(outbox)
# The waiting row keeps its own time (`not_before`): a penalty is not over because there is news.
_overwrite = (
    update(outbox)
    .where(outbox.c.replaces == bindparam("same"), IS_PENDING)
    .values(
        {
            name: bindparam(name)
            for name in ("dedup_key", "platform", "chat", "topic", "private", "kind", "payload", "created_at")
        }
    )
)


def claim(conn: Connection, platform: str, now: int, limit: int) -> list[OutboxRow]:
    """Take the first waiting row of each chat of a platform that has none on its way, the oldest first.

    A chat whose first row must wait longer (a retry) waits as a whole: order within a chat is kept.
    """
    found = conn.execute(_claimable, {"of_platform": platform, "now": now, "at_most": limit})
    rows = found.mappings().all()
    if rows:
        conn.execute(_take, {"taken": [row["id"] for row in rows]})
    return [replace(_row(row), state=Delivery.SENDING, attempts=row["attempts"] + 1) for row in rows]


def next_send(conn: Connection, platform: str) -> int | None:
    """The earliest time at which a row of the platform can be claimed, None if none waits.

    Rows behind one that is being sent do not count: they wait for an event, not for a time.
    """
    earliest: int | None = conn.execute(_earliest, {"of_platform": platform}).scalar_one()
    return earliest


def waits_behind(conn: Connection, row_id: OutboxId) -> bool:
    """Whether more is to go to the chat of this row: what comes after a row that was sent."""
    return conn.execute(_behind, {"sent_id": row_id}).first() is not None


def mark_sent(conn: Connection, row_id: OutboxId, now: int) -> None:
    """The platform has confirmed it."""
    conn.execute(_sent, {"sent_id": row_id, "sent_now": now})


def mark_ambiguous(conn: Connection, row_id: OutboxId, error: str) -> None:
    """The request left, no answer came, and it is not sent again: it may have arrived or not."""
    conn.execute(update(outbox).where(outbox.c.id == row_id).values(state=Delivery.AMBIGUOUS, error=error))


def mark_dead(conn: Connection, row_id: OutboxId, error: str) -> None:
    """It will never arrive: blocked, kicked, not found, too old."""
    conn.execute(update(outbox).where(outbox.c.id == row_id).values(state=Delivery.DEAD, error=error))


def postpone(conn: Connection, row_id: OutboxId, not_before: int, error: str | None = None) -> bool:
    """Let a claimed row wait again; return False if a newer one has replaced it meanwhile."""
    replaces = conn.execute(select(outbox.c.replaces).where(outbox.c.id == row_id)).scalar_one_or_none()
    if replaces is not None and _newer_waits(conn, replaces):
        # The newer row inherits the penalty, and the older one is history.
        waiting = (outbox.c.replaces == replaces, IS_PENDING)
        late = case((outbox.c.not_before < not_before, not_before), else_=outbox.c.not_before)
        conn.execute(update(outbox).where(*waiting).values(not_before=late))
        conn.execute(delete(outbox).where(outbox.c.id == row_id))
        return False
    conn.execute(
        update(outbox)
        .where(outbox.c.id == row_id)
        .values(state=Delivery.PENDING, not_before=not_before, error=error)
    )
    return True


def take_up(conn: Connection, platform: str, now: int) -> list[OutboxRow]:
    """Call before the first claim for a platform: what was being sent there when its sender ended waits
    again. Return those rows, the oldest first: each may have arrived.
    """
    query = (
        select(outbox)
        .where(outbox.c.platform == platform, IS_ON_ITS_WAY, outbox.c.state == Delivery.SENDING)
        .order_by(outbox.c.id)
    )
    rows = [_row(row) for row in conn.execute(query).mappings()]
    for row in rows:
        postpone(conn, row.id, now, "its sender has ended")
    return rows


def forget_sent(conn: Connection, before: int, limit: int) -> int:
    """Delete rows made before `before` that are done with, at most `limit`; their dedup keys may be used
    again.
    """
    done = outbox.c.state.in_([Delivery.SENT, Delivery.AMBIGUOUS, Delivery.DEAD])
    old = select(outbox.c.id).where(done, outbox.c.created_at < before).limit(limit)
    return conn.execute(delete(outbox).where(outbox.c.id.in_(old))).rowcount


# Built once: these run with every board.
_first_of_each_chat = (
    select(func.min(outbox.c.id))
    .where(outbox.c.platform == bindparam("of_platform"), IS_ON_ITS_WAY)
    .group_by(outbox.c.chat)
)
_claimable = (
    select(outbox)
    .where(outbox.c.id.in_(_first_of_each_chat), IS_PENDING, outbox.c.not_before <= bindparam("now"))
    .order_by(outbox.c.id)
    .limit(bindparam("at_most"))
)
_take = (
    update(outbox)
    .where(outbox.c.id.in_(bindparam("taken", expanding=True)))
    .values(state=Delivery.SENDING, attempts=outbox.c.attempts + 1)
)
_earliest = select(func.min(outbox.c.not_before)).where(outbox.c.id.in_(_first_of_each_chat), IS_PENDING)
_sent = (
    update(outbox)
    .where(outbox.c.id == bindparam("sent_id"))
    .values(state=Delivery.SENT, sent_at=bindparam("sent_now"), error=None)
)
_one_sent = outbox.alias("one_sent")
_behind = (
    select(outbox.c.id)
    .join(
        _one_sent,
        and_(_one_sent.c.platform == outbox.c.platform, _one_sent.c.chat == outbox.c.chat),
    )
    .where(_one_sent.c.id == bindparam("sent_id"), IS_ON_ITS_WAY, IS_PENDING)
    .limit(1)
)


def _newer_waits(conn: Connection, replaces: str) -> bool:
    waiting = select(outbox.c.id).where(outbox.c.replaces == replaces, IS_PENDING)
    return bool(conn.execute(select(exists(waiting))).scalar_one())


def _row(row: RowMapping) -> OutboxRow:
    return OutboxRow(
        id=OutboxId(row["id"]),
        dedup_key=row["dedup_key"],
        replaces=row["replaces"],
        to=chat_of(row),
        kind=row["kind"],
        payload=row["payload"],
        state=Delivery(row["state"]),
        attempts=row["attempts"],
        not_before=row["not_before"],
        created_at=row["created_at"],
        error=row["error"],
    )
