"""The real service as a process: ``python -m bot run`` with a database and settings of the test."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE_S = 30.0
_ADDRESS = re.compile(rb"Chouette is at (\S+)")


@dataclass(slots=True)
class Program:
    """A started ``python -m bot``; what it says on stderr goes to the file ``said``, so it never waits."""

    process: asyncio.subprocess.Process
    said: Path

    async def end(self) -> tuple[int, str]:
        """Wait until it ends by itself: the exit status and what was said on stderr."""
        await asyncio.wait_for(self.process.communicate(), PATIENCE_S)
        assert self.process.returncode is not None
        return self.process.returncode, self.said.read_text()

    async def kill(self) -> None:
        """SIGKILL: no farewell."""
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()


@dataclass(slots=True)
class Served(Program):
    """A service that serves at ``address``; ``took`` is the time in seconds from its start until it did."""

    address: str
    took: float

    def cpu_s(self) -> float:
        """Processor time that it has used, in seconds (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """Its resident memory now, in millions of bytes (Linux)."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    async def stop(self) -> tuple[int, str]:
        """SIGTERM; the exit status and what was said on stderr."""
        self.process.send_signal(signal.SIGTERM)
        return await self.end()


async def launch(folder: Path, *arguments: str, port: int = 0, **settings: str | int | Path) -> Program:
    """Start ``python -m bot``. ``folder`` holds the database and is where it runs; ``settings`` are those
    without ``BOT_``. Nothing else of this process's settings is passed on.
    """
    own = {name: value for name, value in os.environ.items() if not name.startswith("BOT_")}
    own |= {"BOT_DATABASE_URL": f"sqlite:///{folder / 'chouette.sqlite'}", "BOT_WEB_PORT": str(port)}
    own |= {f"BOT_{name.upper()}": str(value) for name, value in settings.items()}
    own |= {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    own.pop("PYTHONDONTWRITEBYTECODE", None)  # as people start it: compiled the first time
    said = folder / f"said-{time.monotonic_ns()}.txt"
    with said.open("wb") as stderr:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            *(arguments or ("run",)),
            cwd=folder,
            env=own,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=stderr,
        )
    return Program(process, said)


@asynccontextmanager
async def serving(folder: Path, *, port: int = 0, **settings: str | int | Path) -> AsyncIterator[Served]:
    """The service for the length of a block; killed at its end if it still runs."""
    begun = time.perf_counter()
    program = await launch(folder, port=port, **settings)
    try:
        assert program.process.stdout is not None
        line = await asyncio.wait_for(program.process.stdout.readline(), PATIENCE_S)
        found = _ADDRESS.search(line)
        if found is None:
            raise AssertionError(f"the service does not serve: {await program.end()}")
        yield Served(program.process, program.said, found[1].decode(), time.perf_counter() - begun)
    finally:
        await program.kill()
