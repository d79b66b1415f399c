"""Copies of a database that may be in use, their check, and the way back.

A copy is made with VACUUM INTO over a connection that can only read, so the writer stays the only one that
writes; it gets its name only once it has been checked. Whether logs and snapshots agree is checked by those
who can read them.
"""

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.store.database import lock_path
from bot.store.errors import BackupFailed, StoreInUse
from bot.store.filelock import FileLock, FileLocked


@dataclass(frozen=True, slots=True)
class BackupReport:
    """What a sound copy holds."""

    path: Path
    schema: str
    tables: int
    events: int
    size: int


def backup(source: Path, target: Path) -> BackupReport:
    """Copy the database, also while it is served; raise `BackupFailed` and leave no file if that fails."""
    if not source.is_file():
        raise BackupFailed(f"There is no database {source}.")
    if target.exists():
        raise BackupFailed(f"{target} is there already.")
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(target.name + ".part")
    draft.unlink(missing_ok=True)
    try:
        with closing(_read_only(source)) as connection:
            connection.execute("VACUUM INTO ?", (str(draft),))
        draft.chmod(0o600)
        report = check_backup(draft)
    except BackupFailed:
        draft.unlink(missing_ok=True)
        raise
    except (sqlite3.Error, OSError) as error:
        draft.unlink(missing_ok=True)
        raise BackupFailed(f"The backup of {source} failed: {error}.") from error
    os.replace(draft, target)
    return BackupReport(target, report.schema, report.tables, report.events, report.size)


def check_backup(path: Path) -> BackupReport:
    """Read the whole file and say what is in it; raise `BackupFailed` if it is damaged or not ours."""
    if not path.is_file():
        raise BackupFailed(f"There is no file {path}.")
    try:
        with closing(_read_only(path)) as connection:
            _check_whole(path, connection)
            (schema,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM tables").fetchone()
            (events,) = connection.execute("SELECT count(*) FROM event").fetchone()
    except sqlite3.Error as error:
        raise BackupFailed(f"{path} is not a whole backup: {error}.") from error
    return BackupReport(path, schema, tables, events, path.stat().st_size)


def restore(copy: Path, target: Path) -> Path | None:
    """Put a checked copy in the place of the database; return where the present one was moved, if any.

    Raise `BackupFailed` if the copy is not whole, `StoreInUse` if the database is being served.
    """
    check_backup(copy)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = FileLock(lock_path(target))
    except FileLocked as error:
        raise StoreInUse(target, error.pid) from error
    try:
        return _replace(copy, target)
    finally:
        lock.release()


def _replace(copy: Path, target: Path) -> Path | None:
    draft = target.with_name(target.name + ".part")
    draft.unlink(missing_ok=True)
    with closing(_read_only(copy)) as connection:
        connection.execute("VACUUM INTO ?", (str(draft),))
    draft.chmod(0o600)
    kept = _set_aside(target) if target.exists() else None
    os.replace(draft, target)
    return kept


def _set_aside(target: Path) -> Path:
    """Move the file together with its write-ahead log, without which it is not whole."""
    number = 1
    while (kept := target.with_name(f"{target.name}.replaced-{number}")).exists():
        number += 1
    for suffix in ("-wal", "-shm", ""):
        part = target.with_name(target.name + suffix)
        if part.exists():
            os.replace(part, kept.with_name(kept.name + suffix))
    return kept


def _check_whole(path: Path, connection: sqlite3.Connection) -> None:
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise BackupFailed(f"{path} is damaged: {verdict}.")
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise BackupFailed(f"{path} has rows that point nowhere.")


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
