"""The pictures that messages show, by name: bounded in memory and, if there is a folder, bounded there.

Painting again is somebody else's business, given as a callable. Knows no message.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from pathlib import Path

IN_MEMORY = 4_000_000  # bytes
IN_FOLDER = 1_500  # files of about 30 kB each
SWEEP_EVERY = 100  # new files between two looks at how many there are

Repaint = Callable[[str], Awaitable[bytes | None]]
"""Paint the picture with this key once more; None if that cannot be."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_log = logging.getLogger(__name__)


def is_picture_name(name: str) -> bool:
    """Whether a picture can have this name (it is safe in an address and as a file name)."""
    return bool(_NAME.fullmatch(name))


def picture_name(key: str, png: bytes) -> str:
    """The picture's key where it can be a name, else a digest of its content."""
    return key if is_picture_name(key) else hashlib.blake2b(png, digest_size=16).hexdigest()


class Pictures:
    """PNGs by name. The folder is written behind: a picture that was lost there is painted again."""

    def __init__(
        self, folder: Path | None = None, repaint: Repaint | None = None, in_memory: int = IN_MEMORY
    ) -> None:
        self._folder = folder
        self._repaint = repaint
        self._in_memory = in_memory
        self._bytes = 0
        self._shelf: OrderedDict[str, bytes] = OrderedDict()
        self._writing: set[asyncio.Task[None]] = set()
        self._written = 0

    def put(self, name: str, png: bytes) -> None:
        """Keep a picture."""
        if name in self._shelf:
            self._shelf.move_to_end(name)
            return
        self._remember(name, png)
        if self._folder is not None:
            task = asyncio.create_task(asyncio.to_thread(self._write, self._folder, name, png))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def get(self, name: str, shown: Callable[[str], bool]) -> bytes | None:
        """The picture: from memory, from the folder, or painted again if a message shows it (``shown``)."""
        if (png := self._shelf.get(name)) is not None:
            self._shelf.move_to_end(name)
            return png
        png = await asyncio.to_thread(_read, self._folder / f"{name}.png") if self._folder else None
        if png is None and self._repaint is not None and shown(name):
            png = await self._repaint(name)
        if png is not None:
            self._remember(name, png)
        return png

    async def close(self) -> None:
        """Wait until the folder has everything."""
        await asyncio.gather(*self._writing)

    def _remember(self, name: str, png: bytes) -> None:
        self._bytes += len(png) - len(self._shelf.pop(name, b""))
        self._shelf[name] = png
        while self._bytes > self._in_memory:
            self._bytes -= len(self._shelf.popitem(last=False)[1])

    def _write(self, folder: Path, name: str, png: bytes) -> None:
        """In a thread. A full disk costs a picture, not a move."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.png").write_bytes(png)
            self._written += 1
            if self._written % SWEEP_EVERY == 1:
                _sweep(folder)
        except OSError as error:
            _log.warning("a picture could not be kept: %s", error.strerror)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _sweep(folder: Path) -> None:
    """Remove the oldest files above the bound."""
    files = sorted(folder.glob("*.png"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[IN_FOLDER:]:
        path.unlink(missing_ok=True)
