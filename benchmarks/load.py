"""A hundred actions a second over five hundred tables, through the whole service, for half a minute.

Run ``python -m benchmarks.load [--rate R] [--tables N] [--seconds S] [--busy]``. People type rolls and plays
at random moments (an open loop), handed to the desk as an adapter would; a chat in memory takes the boards,
which are not drawn here. The store is the real one, with synchronous=FULL. ``--busy``: beside an engine
worker that has no pause. Goals: p99 of a write transaction < 50 ms, with a busy worker < 100 ms; no
"database is locked".
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import logging
import multiprocessing
import os
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from bot.app.ports import Chat, Command, MessageRef, Outgoing, Retire, Said, TableId, Visitor
from bot.game.match import Match
from bot.store.database import Store
from bot.wiring import Service, SystemClock, SystemDice, join
from bot.workers import ENGINE_NICENESS
from tests.support.players import what_to_type
from tests.support.service import BlankPainter, DirectBrain

T = TypeVar("T")
GOAL_MS, BUSY_GOAL_MS = 50.0, 100.0
PLATFORM = "load"


class TimedStore(Store):
    """Notes how long each write transaction takes, from being asked for until it is durable."""

    async def write(self, fn: Callable[[Connection], T]) -> T:
        begun = time.perf_counter()
        try:
            return await super().write(fn)
        finally:
            WAITS.append((time.perf_counter() - begun) * 1000)


WAITS: list[float] = []


@dataclass(slots=True)
class Silent:
    """A platform that takes everything at once."""

    platform: str = PLATFORM
    posts_once: bool = True
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    async def post(self, chat: Chat, message: Outgoing) -> MessageRef:
        return MessageRef(chat, str(next(self.numbers)))

    async def edit(self, ref: MessageRef, message: Outgoing) -> None:
        """Nobody looks."""

    async def retire(self, ref: MessageRef, how: Retire) -> None:
        """Nobody looks."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people at a table in a room."""

    room: Chat
    x: Visitor
    o: Visitor
    table: TableId


async def sit_down(service: Service, number: int) -> Pair:
    """Anna challenges, Bea accepts."""
    room = Chat(PLATFORM, f"room{number}")
    anna = Visitor(PLATFORM, f"a{number}", f"Anna {number}", "en")
    bea = Visitor(PLATFORM, f"b{number}", f"Bea {number}", "en")
    await service.desk.handle(Command(f"c{number}", anna, room, "challenge", "25"))
    await service.desk.handle(Command(f"a{number}", bea, room, "accept"))
    (table,) = await service.archive.tables_in(room)
    return Pair(room, anna, bea, table)


async def act(service: Service, pair: Pair, origin: str, chance: random.Random) -> str | None:
    """One action of whoever is awaited; what was refused, if it was."""
    match = (await service.tables.load(pair.table)).state
    assert isinstance(match, Match)
    text, who = "next", pair.x
    for seat, visitor in (("x", pair.x), ("o", pair.o)):
        if match.running is not None and (typed := what_to_type(match, seat, chance)) is not None:
            text, who = typed, visitor
    return (await service.desk.handle(Said(origin, who, pair.room, text))).notice


async def load(
    service: Service, pairs: list[Pair], rate: float, seconds: float
) -> tuple[list[float], Counter[str]]:
    """Actions at random moments, one at a time at each table: milliseconds each, and refusals."""
    chance, idle, waits, refused = random.Random(1), list(pairs), list[float](), Counter[str]()
    running: set[asyncio.Task[None]] = set()

    async def one(pair: Pair, number: int, due: float) -> None:
        notice = await act(service, pair, f"n{number}", chance)
        waits.append((time.perf_counter() - due) * 1000)
        if notice is not None:
            refused[notice] += 1
        idle.append(pair)

    begun = due = time.perf_counter()
    for number in itertools.count():
        due += chance.expovariate(rate)
        if due > begun + seconds:
            break
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        pair = idle.pop(chance.randrange(len(idle)))
        task = asyncio.create_task(one(pair, number, due))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return waits, refused


def tell(name: str, waits: list[float]) -> float:
    """One line of figures; the p99 in milliseconds."""
    cuts = statistics.quantiles(waits, n=100)
    print(
        f"  {name:28} {len(waits):6}   median {cuts[49]:6.1f}   p99 {cuts[98]:6.1f}   "
        f"worst {max(waits):6.1f} ms"
    )
    return cuts[98]


class Faults(logging.Handler):
    """Counts what the service logs as a fault."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        told = f" {record.exc_info[1]!r}" if record.exc_info else ""
        self.said.append(record.getMessage() + told)


def spin() -> None:
    """Keep a core busy, as an engine worker would."""
    os.nice(ENGINE_NICENESS)
    while True:
        sum(range(10_000))


async def main(rate: float, count: int, seconds: float, goal_ms: float) -> None:
    """Everything."""
    faults = Faults()
    logging.getLogger().addHandler(faults)
    clock = SystemClock()
    with tempfile.TemporaryDirectory() as folder:
        store = await TimedStore.open(f"sqlite:///{Path(folder) / 'load.sqlite'}", now=clock.now_ms())
        service = join(
            store,
            clock=clock,
            dice=lambda _: SystemDice(),
            brain=DirectBrain(),
            painter=BlankPainter(),
            pace_s=lambda _: 0.0,
        )
        service.start(Silent())
        pairs = [await sit_down(service, number) for number in range(count)]
        await service.broadcaster.quiet(60)
        WAITS.clear()
        before = store.figures.commits, time.process_time(), time.perf_counter()
        waits, refused = await load(service, pairs, rate, seconds)
        done = await service.broadcaster.quiet(60)
        took = time.perf_counter() - before[2]
        cpu = (time.process_time() - before[1]) / len(waits) * 1000
        print(
            f"{len(waits)} actions over {count} tables in {took:.1f} s, {cpu:.1f} ms CPU each; "
            f"{store.figures.commits - before[0]} transactions, largest group {store.figures.largest_group}"
        )
        p99 = tell("write transaction", WAITS)
        tell("action, from its due moment", waits)
        print(f"  p99 is {p99 / goal_ms:.2f} of the goal; all boards sent: {done}; refused: {dict(refused)}")
        print(f"  locked: {sum('locked' in one for one in faults.said)}; faults: {faults.said[:3]}")
        await service.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--busy", action="store_true", help="with another process that keeps a core busy")
    options = parser.parse_args()
    worker = multiprocessing.get_context("spawn").Process(target=spin, daemon=True)
    if options.busy:
        worker.start()
    goal = BUSY_GOAL_MS if options.busy else GOAL_MS
    asyncio.run(main(options.rate, options.tables, options.seconds, goal))
    if options.busy:
        worker.kill()
