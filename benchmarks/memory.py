"""What a thousand open tables cost the serving process in memory.

Run ``python -m benchmarks.memory [--tables N]``. The real service; people come in groups of a hundred tables,
sit down two by two (later ones in rooms of earlier ones), play a few turns and leave their matches open.
Goal: at most 150 MB resident in the end. Its workers (engine, drawing) are told apart.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from tests.support.page_players import press_at, sit_down
from tests.support.process import Served, serving

GOAL_MB = 150.0
GROUP, PRESSES = 100, 6


async def visit(service: Served, first: int, count: int) -> None:
    """So many tables, opened and played at one after the other; then everybody leaves."""
    async with AsyncExitStack() as stack:
        tables = [await sit_down(stack, service.address, first + number) for number in range(count)]
        for _ in range(PRESSES):
            for seats in tables:
                await press_at(seats)


def workers_mb(pid: int) -> list[float]:
    """Resident memory of each worker, in millions of bytes (Linux)."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"spawn_main" in (folder / "cmdline").read_bytes():
                pages = int((folder / "statm").read_text().split()[1])
                found.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)
    return sorted(found)


async def main(count: int) -> None:
    """Everything."""
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder), log_level="warning") as service:
            print(f"serving                 {service.memory_mb():6.1f} MB")
            for first in range(0, count, GROUP):
                await visit(service, first, min(GROUP, count - first))
                print(
                    f"{min(first + GROUP, count):5} open tables       {service.memory_mb():6.1f} MB",
                    flush=True,
                )
            used, workers = service.memory_mb(), workers_mb(service.process.pid)
            status, said = await service.stop()
            assert status == 0, said
    print(f"of the goal             {used / GOAL_MB:6.2f}   ({time.perf_counter() - begun:.0f} s)")
    print(f"workers                 {', '.join(f'{one:.1f}' for one in workers)} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=1000)
    asyncio.run(main(parser.parse_args().tables))
