"""A disk that forgets: records what SQLite writes and syncs, and shows what a power cut would leave of it.

What was synced stays, and so does a deletion. Of what was written since, a random part is there, in any
order, torn at sectors. Broken firmware is not modelled.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes that were written to a file; `size` instead of `data` for a truncation."""

    file: str
    offset: int
    data: bytes
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Sync:
    """All that was written to the file before is safe."""

    file: str


@dataclass(frozen=True, slots=True)
class Deletion:
    """The file is gone."""

    file: str


@dataclass(frozen=True, slots=True)
class Promise:
    """Somebody was told that so much is stored."""

    count: int


Step = Write | Sync | Deletion | Promise


@dataclass(slots=True)
class Disk:
    """The record, in order."""

    steps: list[Step] = field(default_factory=list)

    def promise(self, count: int) -> None:
        """Note what was acknowledged."""
        self.steps.append(Promise(count))

    def cut(self, at: int, chance: random.Random, folder: Path) -> int:
        """Write the files as a cut after `at` steps may leave them; return what had been promised."""
        promised = max((step.count for step in self.steps[:at] if isinstance(step, Promise)), default=0)
        files: dict[str, list[Write | Sync]] = {}
        for step in self.steps[:at]:
            if isinstance(step, Deletion):
                files.pop(step.file, None)
            elif not isinstance(step, Promise):
                files.setdefault(step.file, []).append(step)
        for file, steps in files.items():
            (folder / file).write_bytes(self._left(steps, chance))
        return promised

    @staticmethod
    def _left(mine: list[Write | Sync], chance: random.Random) -> bytes:
        synced = max((number for number, step in enumerate(mine) if isinstance(step, Sync)), default=-1)
        content = bytearray()
        for step in mine[: synced + 1]:
            _apply(content, step)
        loose = [part for step in mine[synced + 1 :] for part in _sectors(step) if chance.random() < 0.5]
        if chance.random() < 0.5:
            chance.shuffle(loose)
        for part in loose:
            _apply(content, part)
        return bytes(content)


def _sectors(step: Write | Sync) -> Iterator[Write]:
    if isinstance(step, Sync):
        return
    if step.size is not None:
        yield step
        return
    for begin in range(0, len(step.data), SECTOR):
        yield Write(step.file, step.offset + begin, step.data[begin : begin + SECTOR])


def _apply(content: bytearray, step: Write | Sync) -> None:
    if isinstance(step, Sync):
        return
    if step.size is not None:
        del content[step.size :]
        return
    end = step.offset + len(step.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    content[step.offset : end] = step.data


@contextmanager
def recorded(path: Path) -> Iterator[tuple[apsw.Connection, Disk]]:
    """A connection to a database whose files are recorded."""
    disk = Disk()

    class File(apsw.VFSFile):
        def __init__(self, inherit: str, name: Any, flags: list[int]) -> None:
            super().__init__(inherit, name, flags)
            self.file = Path(name.filename() if isinstance(name, apsw.URIFilename) else str(name)).name

        def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - SQLite's name
            super().xWrite(data, offset)
            disk.steps.append(Write(self.file, offset, bytes(data)))

        def xTruncate(self, newsize: int) -> None:  # noqa: N802 - SQLite's name
            super().xTruncate(newsize)
            disk.steps.append(Write(self.file, 0, b"", newsize))

        def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
            super().xSync(flags)
            disk.steps.append(Sync(self.file))

    class Recorder(apsw.VFS):
        def __init__(self) -> None:
            super().__init__("recorder", "")

        def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - SQLite's name
            return File("", name, flags)

        def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - SQLite's name
            super().xDelete(filename, syncdir)
            disk.steps.append(Deletion(Path(filename).name))

    recorder = Recorder()
    connection = apsw.Connection(str(path), vfs="recorder")
    try:
        yield connection, disk
    finally:
        connection.close()
        recorder.unregister()
