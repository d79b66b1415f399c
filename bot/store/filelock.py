"""A lock on a file that the operating system drops when the process ends, however it ends.

It says who holds it, for the message to the second process; the number is a courtesy, the lock alone decides.
"""

import contextlib
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    _FAR_OFF = 1 << 30  # Windows also hides locked bytes from readers, so lock none that are written

    def _try_lock(handle: int) -> None:
        os.lseek(handle, _FAR_OFF, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(handle: int) -> None:
        # flock belongs to the open file, so it also keeps out a second store in this very process; it does
        # not pass to started programs, because Python opens files close-on-exec.
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLocked(Exception):
    """Somebody else holds the lock; `pid` is who, if he has said so."""

    def __init__(self, pid: int | None) -> None:
        super().__init__(pid)
        self.pid = pid


class FileLock:
    """An exclusive lock, held from construction to `release`. The file stays: removing it would race."""

    def __init__(self, path: Path) -> None:
        """Take the lock at once, or raise `FileLocked`."""
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _try_lock(handle)
        except OSError as error:
            pid = _holder(handle)
            os.close(handle)
            raise FileLocked(pid) from error
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, f"{os.getpid()}\n".encode())
        self._handle = handle

    def release(self) -> None:
        """Give the lock back; doing it twice is harmless."""
        if self._handle >= 0:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, 0)
            os.close(self._handle)
            self._handle = -1


def _holder(handle: int) -> int | None:
    os.lseek(handle, 0, os.SEEK_SET)
    said = os.read(handle, 32).strip()
    return int(said) if said.isdigit() else None
