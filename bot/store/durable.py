"""A finished file takes its name at once: after a power cut there is the old one or the new one, whole.

Knows names and the file system only, not what is in a file.
"""

import os
from pathlib import Path

LOGS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database file, under its name; it belongs to that very file."""


def beside(path: Path, suffix: str) -> Path:
    """The file of that name with a suffix."""
    return path.with_name(path.name + suffix)


def begin_draft(target: Path) -> Path:
    """An empty file that is to become `target`, for its owner only: it will hold people's data. What a broken
    attempt has left is removed.
    """
    draft = beside(target, ".part")
    discard(draft)
    os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    return draft


def discard(draft: Path) -> None:
    """Remove a draft, if it is there, and what SQLite has left beside it."""
    for suffix in ("", *LOGS):
        beside(draft, suffix).unlink(missing_ok=True)


def put_in_place(draft: Path, target: Path) -> None:
    """Give a finished draft its name, instead of what has that name now."""
    _sync(draft, os.O_RDWR)
    os.replace(draft, target)
    if os.name == "posix":  # elsewhere a folder cannot be opened
        _sync(target.parent, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
