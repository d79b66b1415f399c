"""Copies of a database that may be in use, and their check. The way back is :mod:`bot.store.restoring`.

A copy is made with VACUUM INTO over a connection that can only read, so the writer stays the only one that
writes; it gets its name only once it has been checked. Whether logs and snapshots agree is checked by those
who can read them.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from bot.store.durable import begin_draft, discard, put_in_place
from bot.store.errors import BackupFailed


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
    try:
        return _backup(source, target)
    except (sqlite3.Error, OSError) as error:
        raise BackupFailed(f"The backup of {source} failed: {error}.") from error


def _backup(source: Path, target: Path) -> BackupReport:
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = begin_draft(target)
    try:
        copy_into(source, draft)
        report = check_backup(draft)
        put_in_place(draft, target)
    finally:
        discard(draft)
    return replace(report, path=target)


def check_backup(path: Path) -> BackupReport:
    """Read the whole file and say what is in it; raise `BackupFailed` if it is damaged or not ours."""
    if not path.is_file():
        raise BackupFailed(f"There is no file {path}.")
    try:
        with closing(_read_only(path)) as connection:
            _check_whole(path, connection)
            schema = _schema_of(path, connection)
            (tables,) = connection.execute("SELECT count(*) FROM tables").fetchone()
            (events,) = connection.execute("SELECT count(*) FROM event").fetchone()
    except sqlite3.Error as error:
        raise BackupFailed(f"{path} is not a whole backup: {error}.") from error
    return BackupReport(path, schema, tables, events, path.stat().st_size)


def copy_into(source: Path, draft: Path) -> None:
    """Write what a database holds, with what stands in its log, into an empty file."""
    with closing(_read_only(source)) as connection:
        connection.execute("VACUUM INTO ?", (str(draft),))


def _schema_of(path: Path, connection: sqlite3.Connection) -> str:
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if row is None:
        raise BackupFailed(f"{path} is no backup of this program.")
    return str(row[0])


def _check_whole(path: Path, connection: sqlite3.Connection) -> None:
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise BackupFailed(f"{path} is damaged: {verdict}.")
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise BackupFailed(f"{path} has rows that point nowhere.")


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
