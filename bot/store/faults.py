"""What SQLite has against a file, as the store's own errors."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from bot.store.errors import Damaged, ForeignDatabase, NotWritable, StoreError

_PRIMARY = 0xFF
"""The bits of a result code that are not its detail (sqlite.org, "Result and Error Codes")."""


@contextmanager
def told_of(path: Path) -> Iterator[None]:
    """Raise what the driver says of the file within the block as `ForeignDatabase`, `Damaged` or
    `NotWritable`.
    """
    try:
        yield
    except DBAPIError as error:
        raise _meaning(path, error) from error


def _meaning(path: Path, error: DBAPIError) -> StoreError:
    code = getattr(error.orig, "sqlite_errorcode", 0) & _PRIMARY
    if code == sqlite3.SQLITE_NOTADB:
        return ForeignDatabase(path)
    if code == sqlite3.SQLITE_CORRUPT:
        return Damaged(path, str(error.orig))
    return NotWritable(path, str(error.orig))
