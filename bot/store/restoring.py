"""The way back: a backup takes the place of the database, which is kept.

Whenever the process may end, there is a whole database under its name, the former one or the restored one:
the former is first made one file, then copied aside, and left where it is until the new one takes its name.
"""

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.store.backup import BackupReport, check_backup, copy_into
from bot.store.database import lock_path
from bot.store.durable import LOGS, begin_draft, beside, discard, put_in_place
from bot.store.errors import BackupFailed, DatabaseNewer, StoreInUse
from bot.store.filelock import FileLock, FileLocked
from bot.store.migrate import HEAD, is_known, upgrade

_IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@dataclass(frozen=True, slots=True)
class Restored:
    """What the copy held, and where the former database is kept; None if there was none."""

    copy: BackupReport
    kept: Path | None


def restore(copy: Path, target: Path) -> Restored:
    """Put a checked copy, brought up to date, in the place of the database.

    Raise `BackupFailed` if the copy is not whole or cannot be put there, `DatabaseNewer` if a later program
    made it, `MigrationFailed`, or `StoreInUse` if the database is being served. Then all is as it was.
    """
    report = check_backup(copy)
    if report.schema != HEAD and not is_known(report.schema):
        raise DatabaseNewer(copy, report.schema, HEAD)
    if target.exists() and target.samefile(copy):
        raise BackupFailed(f"{copy} is the database itself.")
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = FileLock(lock_path(target))
    except FileLocked as error:
        raise StoreInUse(target, error.pid) from error
    try:
        return Restored(report, _replace(report, target))
    except (sqlite3.Error, OSError) as error:
        raise BackupFailed(f"{target} could not be replaced: {error}.") from error
    finally:
        lock.release()


def _replace(copy: BackupReport, target: Path) -> Path | None:
    draft = begin_draft(target)
    try:
        copy_into(copy.path, draft)
        if copy.schema != HEAD:
            upgrade(draft, HEAD)
            _make_one_file(draft)
        kept = _keep(target)
        for suffix in LOGS:  # what could not be made one file: SQLite would apply its log to the new one
            beside(target, suffix).unlink(missing_ok=True)
        put_in_place(draft, target)
    finally:
        discard(draft)
    return kept


def _keep(target: Path) -> Path | None:
    """Copy the database aside, with a log that could not be folded into it; return where to."""
    if target.exists():
        _make_one_file(target)
    parts = [part for part in ("", "-wal", "-journal") if beside(target, part).exists()]
    if not parts:
        return None
    kept = _unused(target, parts)
    for part in parts:
        draft = begin_draft(beside(kept, part))
        shutil.copyfile(beside(target, part), draft)
        put_in_place(draft, beside(kept, part))
    return kept


def _unused(target: Path, parts: Sequence[str]) -> Path:
    number = 1
    while any(beside(target, f".replaced-{number}{part}").exists() for part in parts):
        number += 1
    return beside(target, f".replaced-{number}")


def _make_one_file(path: Path) -> None:
    """Fold the write-ahead log into the file and do without one. What is damaged is left as it is; raise
    `BackupFailed` while somebody reads it.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            (mode,) = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF in _IN_USE:
            raise BackupFailed(f"{path} is in use by another program; nothing was replaced.") from error
        return
    if mode != "delete":
        raise BackupFailed(f"{path} keeps its log ({mode}); nothing was replaced.")
