"""The inbox of one bot of one platform, as its adapter uses it: over the store's writer.

Knows no platform; updates are keys and payloads.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, func, select

from bot.store import inbox
from bot.store.database import Store
from bot.store.ids import InboxId
from bot.store.inbox import InboxRow, Json, Update
from bot.store.schema import inbox as table

AT_ONCE = 1_000


class StoreInbox:
    """``now_ms`` is the wall clock, milliseconds since 1970 UTC."""

    def __init__(self, store: Store, platform: str, bot_id: str, now_ms: Callable[[], int]) -> None:
        self._store, self._platform, self._bot_id, self._now_ms = store, platform, bot_id, now_ms

    async def receive(self, updates: Sequence[tuple[str, Json]]) -> Sequence[InboxRow]:
        """Store updates and return the new ones; when this returns they are committed."""
        rows, now = [Update(key, payload) for key, payload in updates], self._now_ms()

        def run(conn: Connection) -> list[InboxRow]:
            newest: int = conn.execute(select(func.coalesce(func.max(table.c.id), 0))).scalar_one()
            if not inbox.receive(conn, self._platform, self._bot_id, rows, now):
                return []
            return inbox.waiting_updates(conn, self._platform, self._bot_id, len(rows), InboxId(newest))

        return await self._store.write(run)

    async def waiting(self) -> Sequence[InboxRow]:
        """All that is not carried out yet, in order of arrival."""
        found: list[InboxRow] = []
        while True:
            after = found[-1].id if found else None
            page = await self._store.read(
                lambda conn, after=after: inbox.waiting_updates(  # type: ignore[misc]
                    conn, self._platform, self._bot_id, AT_ONCE, after
                )
            )
            found += page
            if len(page) < AT_ONCE:
                return found

    async def done(self, rows: Sequence[int]) -> None:
        """These have been carried out."""

        def run(conn: Connection) -> None:
            for row in rows:
                inbox.finish_update(conn, InboxId(row))

        await self._store.write(run)

    async def failed(self, row: int, error: str) -> None:
        """This cannot be carried out and is not to be tried again."""
        await self._store.write(lambda conn: inbox.fail_update(conn, InboxId(row), error))
