"""A process whose children restore a backup and die: the first before its first touch of a file, the second
before its second, and so on, until one comes through.

``python -m tests.support.restore_victim SEED ROOT``: each child gets a copy of the folder SEED, with bot.db
and copy.db, as ROOT/1, ROOT/2 …
"""

from __future__ import annotations

import os
import shutil
import sys
from itertools import count
from pathlib import Path

from bot.store.restoring import restore

TOUCHES = frozenset({"open", "os.rename", "os.remove", "shutil.copyfile", "sqlite3.connect"})
"""The audit events of the interpreter behind which a file is made, changed, named or removed."""


def die_at(touch: int, folder: Path) -> None:
    """End this process, as a SIGKILL would, just before it touches a file of the folder so many times."""
    touches = count(1)

    def on_event(event: str, arguments: tuple[object, ...]) -> None:
        if event in TOUCHES and str(folder) in str(arguments[0]) and next(touches) == touch:
            os._exit(1)

    sys.addaudithook(on_event)


def main(seed: Path, root: Path) -> None:
    for touch in count(1):
        folder = root / str(touch)
        shutil.copytree(seed, folder)
        child = os.fork()
        if child == 0:
            die_at(touch, folder)
            restore(folder / "copy.db", folder / "bot.db")
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status == 0:
            return
        assert os.waitstatus_to_exitcode(status) == 1


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
