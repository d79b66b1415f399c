"""A store with one table whose log has as many events as a test wants to count."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection

from bot.app.ports import TableId
from bot.store import tables
from bot.store.database import Store
from bot.store.tables import EventRecord

TABLE = TableId("t1")


def put_down(conn: Connection) -> None:
    """Open the table."""
    tables.create_table(
        conn, TABLE, "match", rules={}, rules_version=1, seats=[], room=None, rated=False, now=0
    )


def roll(conn: Connection, expected: int) -> int:
    """One more event; return the revision."""
    return tables.append_events(conn, TABLE, expected, [EventRecord("rolled", 1, {})], at=1, by=None)


async def filled(store: Store, events: int = 20) -> None:
    """Open the table and let this happen there, each event in a transaction of its own."""
    await store.write(put_down)
    for number in range(events):
        await store.write(partial(roll, expected=number))
