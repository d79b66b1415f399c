"""A process to be killed: plays on several tables through a store as fast as it can, and tells of it.

What it sends, (table, revision), is an acknowledgement: it is sent only once the store has answered.
"""

import asyncio
import random
from functools import partial
from multiprocessing.connection import Connection as Pipe

from sqlalchemy import Connection

from bot.app.ports import Chat, TableId
from bot.store import outbox, tables
from bot.store.database import Store
from bot.store.errors import DuplicateOrigin, UnknownRow
from bot.store.tables import EventRecord

CHAT = Chat("telegram", "1")


def put_down(conn: Connection, table_id: TableId) -> int:
    """Open the table if it is not there; return its revision."""
    try:
        return tables.load_table(conn, table_id).revision
    except UnknownRow:
        tables.create_table(
            conn, table_id, "match", rules={}, rules_version=1, seats=[], room=CHAT, rated=False, now=0
        )
        return 0


def move(conn: Connection, table_id: TableId, revision: int) -> int:
    """One move: two events, a snapshot that tells how many moves there were, a board to send."""
    after = tables.append_events(
        conn,
        table_id,
        revision,
        [EventRecord("rolled", 1, {"dice": [3, 1]}), EventRecord("played", 1, {"n": revision})],
        at=revision,
        by=None,
        origin=f"{table_id}:{revision}",
        due_at=revision + 1,
        due_kind="move",
        snapshot={"revision": revision + 2},
    )
    outbox.enqueue(conn, f"{table_id}:{after}", CHAT, "text", {"revision": after}, now=after)
    return after


async def play(store: Store, table_id: TableId, chance: random.Random, tell: Pipe) -> None:
    """Play for ever; deliver some presses twice."""
    revision = await store.write(partial(put_down, table_id=table_id))
    while True:
        before, revision = revision, await store.write(partial(move, table_id=table_id, revision=revision))
        tell.send((table_id, revision))
        if chance.random() < 0.3:
            try:
                await store.write(partial(move, table_id=table_id, revision=before))
            except DuplicateOrigin:
                continue
            raise AssertionError("a press was carried out twice")


async def _live(url: str, count: int, tell: Pipe) -> None:
    store = await Store.open(url, now=0)
    chance = random.Random()
    await asyncio.gather(*(play(store, TableId(f"t{number}"), chance, tell) for number in range(count)))


def live(url: str, count: int, tell: Pipe) -> None:
    """Open the store and play on so many tables at once, for ever."""
    asyncio.run(_live(url, count, tell))
