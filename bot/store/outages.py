"""Who is out of reach since when, as one small fact: a restart forgets no outage.

What follows from it is for the use cases to say.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.database import Store
from bot.store.heartbeat import fact, put_fact

KEY = "outages"


class StoredOutages:
    """``bot.app.outages.OutageBook`` over the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def outages(self) -> Mapping[str, int]:
        """Since when (ms since 1970) time has been missed, by cause."""
        found = await self._store.read(lambda conn: fact(conn, KEY))
        return {} if found is None else dict(found)

    async def keep_outages(self, since: Mapping[str, int]) -> None:
        """Write that down instead of what stood there."""
        kept = dict(since)
        await self._store.write(lambda conn: put_fact(conn, KEY, kept))
