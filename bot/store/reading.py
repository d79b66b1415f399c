"""A look into a database that another process may be serving: for single commands such as an export.

Takes no lock and changes nothing; goes through aiosqlite, as nothing here is in a hurry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Connection

from bot.store.engine import async_reader_engine, database_path
from bot.store.errors import DatabaseNewer, DatabaseOlder, NoDatabase
from bot.store.faults import told_of
from bot.store.migrate import HEAD, is_known, version_of

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reading:
    """A database opened for reading. Make one with `Reading.open`, end it with `close`."""

    path: Path
    _engine: AsyncEngine

    @classmethod
    async def open(cls, url: str) -> Reading:
        """Open the file; raise `NoDatabase`, `DatabaseOlder`, `DatabaseNewer`, `UnsupportedDatabase`, or what
        `read` raises.
        """
        path = database_path(url)
        if not path.is_file():
            raise NoDatabase(path)
        reading = cls(path, async_reader_engine(path))
        found = await reading.read(version_of)
        if found != HEAD:
            await reading.close()
            if found is None or is_known(found):
                raise DatabaseOlder(path, found, HEAD)
            raise DatabaseNewer(path, found, HEAD)
        return reading

    async def read(self, fn: Callable[[Connection], T]) -> T:
        """Run `fn` over one consistent state; raise `ForeignDatabase`, `Damaged` or `NotWritable`."""
        with told_of(self.path):
            async with self._engine.connect() as conn:
                return await conn.run_sync(fn)

    async def close(self) -> None:
        """Close the file."""
        await self._engine.dispose()
