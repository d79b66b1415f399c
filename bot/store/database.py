"""`Store`: one database file, open. Writes go to the one writer, reads to connections that cannot write.

Opening takes the file for this process alone and brings its schema up to date. Knows nothing of what is
stored.
"""

import asyncio
import os
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine

from bot.store.engine import (
    READERS,
    create_private,
    database_path,
    outside_transaction,
    reader_engine,
    writer_engine,
)
from bot.store.errors import LeaseLost, StoreClosed, StoreInUse
from bot.store.faults import told_of
from bot.store.filelock import FileLock, FileLocked
from bot.store.lease import take_lease
from bot.store.migrate import migrate
from bot.store.writer import GROUP, Writer, WriterFigures

T = TypeVar("T")


def lock_path(path: Path) -> Path:
    """The lock file that belongs to a database file."""
    return path.with_name(path.name + ".lock")


@dataclass(slots=True)
class Store:
    """An open database. Make one with `Store.open`, end it with `close`."""

    path: Path
    fence: int
    _lock: FileLock
    _writer_engine: Engine
    _writer: Writer
    _readers: Engine
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(READERS, "store-reader"))
    _closed: bool = False

    @classmethod
    async def open(cls, url: str, *, now: int, group: int = GROUP) -> "Store":
        """Take the database, migrate it, and begin to serve it.

        Raise `StoreInUse` if another process has it, `NotWritable`, `ForeignDatabase`, `Damaged`,
        `DatabaseNewer`, `MigrationFailed` or `UnsupportedDatabase`.
        """
        path = database_path(url)
        lock, engine, fence = await asyncio.to_thread(_take, path, now)
        return cls(path, fence, lock, engine, Writer(engine, fence, group=group), reader_engine(path))

    @property
    def alive(self) -> bool:
        """Whether writes are taken."""
        return self._writer.alive

    @property
    def figures(self) -> WriterFigures:
        """Commits and jobs so far."""
        return self._writer.figures

    def when_lost(self, tell: Callable[[LeaseLost], None]) -> None:
        """Say in this loop that another process has taken the database over: from then on nothing is
        written here.
        """
        loop = asyncio.get_running_loop()
        self._writer.on_lost = lambda error: loop.call_soon_threadsafe(tell, error)

    async def write(self, fn: Callable[[Connection], T]) -> T:
        """Run `fn` in the writer and return its result once that is committed.

        What `fn` raises is raised here, and nothing of `fn` is stored. A caller that is cancelled meanwhile
        does not stop the transaction: it may have been committed. `fn` runs in another thread, beside other
        jobs of the same transaction; it must not wait for anything.
        """
        return await self._writer.submit(fn)

    async def read(self, fn: Callable[[Connection], T]) -> T:
        """Run `fn` in a thread over one consistent state that includes every write that has been answered."""
        if self._closed:
            raise StoreClosed
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, fn)

    async def close(self) -> None:
        """Finish what was begun, fold the write-ahead log into the file, and give the database back."""
        if self._closed:
            return
        self._closed = True
        await asyncio.shield(asyncio.create_task(self._finish()))

    def _read(self, fn: Callable[[Connection], T]) -> T:
        with self._readers.connect() as conn:
            return fn(conn)

    async def _finish(self) -> None:
        await asyncio.to_thread(self._writer.stop)
        await asyncio.to_thread(self._threads.shutdown)
        self._readers.dispose()
        await asyncio.to_thread(_give_back, self._writer_engine, self._lock)


def _take(path: Path, now: int) -> tuple[FileLock, Engine, int]:
    create_private(path)
    try:
        lock = FileLock(lock_path(path))
    except FileLocked as error:
        raise StoreInUse(path, error.pid) from error
    try:
        with told_of(path):
            migrate(path)
            engine = writer_engine(path)
            with engine.begin() as conn:
                fence = take_lease(conn, f"{socket.gethostname()}:{os.getpid()}", now)
    except BaseException:
        lock.release()
        raise
    return lock, engine, fence


def _give_back(engine: Engine, lock: FileLock) -> None:
    try:
        outside_transaction(engine, "PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        engine.dispose()
        lock.release()
