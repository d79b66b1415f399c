"""Engines over one SQLite file: who may write, with which pragmas, and how a transaction begins.

The driver's own idea of transactions is switched off (it begins none before a SELECT or a SAVEPOINT); the
begin event says BEGIN instead. Figures behind the choices: docs/reliability.md, and `benchmarks/store.py`.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool, QueuePool, StaticPool

from bot.store.errors import UnsupportedDatabase

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

BUSY_TIMEOUT_MS = 5000
READERS = 3

_SHARED = (f"busy_timeout={BUSY_TIMEOUT_MS}", "foreign_keys=ON")
WAL_LIMIT = 16 * 1024 * 1024
"""Bytes: what a long reader, such as a backup, has let the write-ahead log grow beyond this it gives back."""
_WRITER = (*_SHARED, "journal_mode=WAL", "synchronous=FULL", f"journal_size_limit={WAL_LIMIT}")
# A reader that checkpoints would be a second writer: see `sqlite_advice`.
# Its own pages (KiB) may be few, for the system keeps the file in memory: three times 2,000 would be felt.
_READER = (*_SHARED, "query_only=ON", "wal_autocheckpoint=0", "cache_size=-512")
_SILENT: Any = {"hide_parameters": True}
"""A statement that fails must not bring what people wrote, or a secret, into the log."""


def database_path(url: str) -> Path:
    """The file that a URL such as `sqlite:///bot.db` names, whatever links lead to it; raise
    `UnsupportedDatabase` for others.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise UnsupportedDatabase(url.partition(":")[0]) from None
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise UnsupportedDatabase(parsed.get_backend_name())
    return Path(parsed.database).expanduser().resolve()


def writer_engine(path: Path) -> Engine:
    """One connection, for one thread; every transaction takes the write lock as it begins."""
    engine = create_engine(
        _url("sqlite", path), poolclass=StaticPool, connect_args={"check_same_thread": False}, **_SILENT
    )
    _prepare(engine, _WRITER, "BEGIN IMMEDIATE")
    return engine


def reader_engine(path: Path, connections: int = READERS) -> Engine:
    """Connections for threads, only to read; a transaction sees one state from its first statement on."""
    engine = create_engine(
        _url("sqlite", path),
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        connect_args={"check_same_thread": False},
        **_SILENT,
    )
    _prepare(engine, _READER, "BEGIN")
    return engine


def async_reader_engine(path: Path) -> AsyncEngine:
    """As `reader_engine`, over aiosqlite: for single commands, where its cost does not matter."""
    from sqlalchemy.ext.asyncio import create_async_engine  # brings the whole ORM, which serving does without

    engine = create_async_engine(_url("sqlite+aiosqlite", path), poolclass=NullPool, **_SILENT)
    _prepare(engine.sync_engine, _READER, "BEGIN")
    return engine


def maintenance_engine(path: Path, *, foreign_keys: bool = True) -> Engine:
    """A writing connection that is closed after use: migrations, backups, checks."""
    engine = create_engine(_url("sqlite", path), poolclass=NullPool, **_SILENT)
    pragmas = _WRITER if foreign_keys else (*_WRITER, "foreign_keys=OFF")
    _prepare(engine, pragmas, "BEGIN IMMEDIATE")
    return engine


def outside_transaction(engine: Engine, statement: str, *parameters: str) -> list[tuple[Any, ...]]:
    """Run one statement that SQLite does not take within a transaction, and return its rows."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(statement, parameters)
        return [tuple(row) for row in cursor.fetchall()]
    finally:
        connection.close()


def create_private(path: Path) -> None:
    """Make sure that the file is there; a new one is for the owner only: it holds people's data."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def sqlite_advice(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> str | None:
    """What an operator should know about this SQLite, or None if it is sound.

    Versions 3.7.0 to 3.51.2 can corrupt a WAL file when two connections write or checkpoint at the same time
    (fixed in 3.51.3, and in 3.44.6 and 3.50.7 of their lines). Only one connection does either here.
    """
    fixed = version >= (3, 51, 3) or any(
        version[:2] == line[:2] and version >= line for line in ((3, 44, 6), (3, 50, 7))
    )
    if fixed:
        return None
    return (
        f"SQLite {'.'.join(map(str, version))} has a rare fault when two programs write to one database at "
        "the same time. The bot alone is safe, as only one of its connections writes; do not run Litestream "
        "or other writers beside it, or use SQLite 3.51.3 or later (also 3.50.7, 3.44.6)."
    )


def _url(drivername: str, path: Path) -> URL:
    return URL.create(drivername, database=str(path))


def _prepare(engine: Engine, pragmas: tuple[str, ...], begin: str) -> None:
    @event.listens_for(engine, "connect")
    def on_connect(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
