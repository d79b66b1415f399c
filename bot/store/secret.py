"""The installation's own secret: made when it is first needed, kept in its database, shown to nobody.

Knows nothing of what is made with it.
"""

import secrets

from sqlalchemy import Connection

from bot.store.database import Store
from bot.store.heartbeat import fact, put_fact

FACT = "installation_secret"
LENGTH = 32  # bytes


def installation_secret(conn: Connection) -> bytes:
    """The secret; makes it if there is none, so that it outlasts every restart."""
    kept = fact(conn, FACT)
    if kept is None:
        kept = secrets.token_hex(LENGTH)
        put_fact(conn, FACT, kept)
    return bytes.fromhex(kept)


class Secret:
    """The secret over a store, asked for once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: bytes | None = None

    async def __call__(self) -> bytes:
        """The secret."""
        if self._known is None:
            self._known = await self._store.write(installation_secret)
        return self._known
