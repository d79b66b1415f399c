"""One press on the page until the new board with its picture is there, while a hundred tables are busy.

Run ``python -m benchmarks.press [--tables N] [--rate R] [--seconds S]``. The real service as a process of its
own, two people with a WebSocket each at every table, in a room of their own. Presses come at random moments
(``rate`` a second in all); each press is one of the newest board's buttons. Goals: median ≤ 25 ms,
p99 ≤ 80 ms. The people are a process too, so on two cores they cost the service some of its time.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from tests.support.page_players import Player, Pressing, press_at, sit_down
from tests.support.process import Served, serving

MEDIAN_GOAL_MS, P99_GOAL_MS = 25.0, 80.0
Found = list[Pressing]


async def busy(tables: list[tuple[Player, Player]], rate: float, seconds: float) -> Found:
    """Presses at random moments, one at a time at each table."""
    chance, found, idle = random.Random(1), Found(), list(range(len(tables)))
    running = set()

    async def one(number: int) -> None:
        found.append(await press_at(tables[number]))
        idle.append(number)

    begun = due = time.perf_counter()
    while due < begun + seconds:
        due += chance.expovariate(rate)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if idle:
            running.add(asyncio.create_task(one(idle.pop(chance.randrange(len(idle))))))
    await asyncio.gather(*running)
    return found


def tell(name: str, waits: list[float]) -> None:
    """One line of figures in milliseconds."""
    if len(waits) < 2:
        return
    cuts = statistics.quantiles(waits, n=100)
    print(
        f"  {name:22} {len(waits):6} presses   median {cuts[49]:7.1f}   p99 {cuts[98]:7.1f}   "
        f"worst {max(waits):7.1f} ms"
    )


async def measure(service: Served, count: int, rate: float, seconds: float) -> None:
    """Sit down, warm up, measure, tell."""
    async with AsyncExitStack() as stack:
        tables = [await sit_down(stack, service.address, number) for number in range(count)]
        await busy(tables, rate, 3)
        used = service.cpu_s()
        found = await busy(tables, rate, seconds)
        used = service.cpu_s() - used
    print(f"{count} tables, {rate:g} presses/s, {seconds:g} s; {1000 * used / len(found):.1f} ms CPU a press")
    for kind in sorted({one.kind for one in found}):
        tell(kind, [one.pictured for one in found if one.kind == kind])
    tell("board on the page", [one.shown for one in found])
    whole = [one.pictured for one in found]
    tell("with its picture", whole)
    cuts = statistics.quantiles(whole, n=100)
    print(f"  of the goals: median {cuts[49] / MEDIAN_GOAL_MS:.2f}, p99 {cuts[98] / P99_GOAL_MS:.2f}")


async def main(count: int, rate: float, seconds: float) -> None:
    """Everything."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder), log_level="warning") as service:
            await measure(service, count, rate, seconds)
            status, said = await service.stop()
            assert status == 0, said
            print(said, end="")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=25)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    asyncio.run(main(options.tables, options.rate, options.seconds))
