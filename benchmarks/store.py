"""How fast actions are stored: a writer thread with group commit against AsyncEngine over aiosqlite.

    python -m benchmarks.store [--seconds 10] [--rate 100] [--tables 500] [--busy]

An action is what a move is in the service: two events with a check of its origin, a snapshot, a deadline, a
row for the outbox; one transaction with `synchronous=FULL`. Open loop: actions arrive at random (Poisson),
whether the earlier ones are done or not; closed loop: 64 callers, each begins when it was answered. Ratios
matter, disks have moods.
"""

import argparse
import asyncio
import multiprocessing
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import create_async_engine

from bot.app.ports import Chat, TableId
from bot.store import outbox, tables
from bot.store.database import Store
from bot.store.engine import READERS
from bot.store.migrate import migrate
from bot.store.tables import EventRecord

T = TypeVar("T")
Run = Callable[[Callable[[Connection], T]], Awaitable[T]]
CHAT = Chat("telegram", "1")
SNAPSHOT = {"points": list(range(26)), "cube": 2, "score": [1, 2], "phase": "roll", "dice": [3, 1]}
CALLERS = 64


def put_down(conn: Connection, count: int) -> None:
    """Open all tables."""
    for number in range(count):
        table_id = TableId(f"t{number}")
        tables.create_table(
            conn, table_id, "match", rules={}, rules_version=1, seats=[], room=CHAT, rated=False, now=0
        )


def action(conn: Connection, number: int, revision: int) -> int:
    """One move at table `number`."""
    after = tables.append_events(
        conn,
        TableId(f"t{number}"),
        revision,
        [EventRecord("rolled", 1, {"dice": [3, 1]}), EventRecord("played", 1, {"play": "8/5 6/5"})],
        at=revision,
        by=None,
        origin=f"t{number}:{revision}",
        due_at=revision + 300_000,
        due_kind="move",
        snapshot=SNAPSHOT,
    )
    to = Chat("telegram", str(number % 50))
    outbox.enqueue(conn, f"{number}:{after}", to, "board", {}, now=revision, replaces=f"board:{number}")
    return after


class Figures(NamedTuple):
    """Milliseconds, and actions a second."""

    rate: float
    p50: float
    p99: float
    worst: float

    def __str__(self) -> str:
        return f"{self.rate:7.0f}/s   p50 {self.p50:8.2f}   p99 {self.p99:8.2f}   worst {self.worst:8.2f} ms"


def figures(waits: list[float], seconds: float) -> Figures:
    """From the waits in seconds."""
    cuts = statistics.quantiles(waits, n=100)
    return Figures(len(waits) / seconds, cuts[49] * 1000, cuts[98] * 1000, max(waits) * 1000)


@asynccontextmanager
async def writer_thread(path: Path, group: int) -> "AsyncIterator[Run[Any]]":
    """The store as it is."""
    store = await Store.open(f"sqlite:///{path}", now=0, group=group)
    yield store.write
    await store.close()


@asynccontextmanager
async def async_engine(path: Path, pool: int) -> "AsyncIterator[Run[Any]]":
    """The usual way: AsyncEngine, a pool, `run_sync`, BEGIN IMMEDIATE."""
    migrate(path)
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}", pool_size=pool, max_overflow=0, pool_timeout=600
    )

    @event.listens_for(engine.sync_engine, "connect")
    def on_connect(connection: Any, _entry: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine.sync_engine, "begin")
    def on_begin(conn: Connection) -> None:
        conn.exec_driver_sql("BEGIN IMMEDIATE")

    async def run(fn: Callable[[Connection], T]) -> T:
        async with engine.begin() as conn:
            return await conn.run_sync(fn)

    yield run
    await engine.dispose()


async def open_loop(run: "Run[Any]", rate: float, seconds: float, count: int) -> Figures:
    """Actions at random moments; of one table one after the other, as the service has it."""
    chance = random.Random(1)
    locks = [asyncio.Lock() for _ in range(count)]
    revisions = [0] * count
    waits: list[float] = []

    async def act(number: int, due: float) -> None:
        async with locks[number]:
            revisions[number] = await run(partial(action, number=number, revision=revisions[number]))
        waits.append(time.perf_counter() - due)

    begun = due = time.perf_counter()
    acting = set()
    while due < begun + seconds:
        due += chance.expovariate(rate)
        await asyncio.sleep(max(0, due - time.perf_counter()))
        acting.add(asyncio.create_task(act(chance.randrange(count), due)))
    await asyncio.gather(*acting)
    return figures(waits, time.perf_counter() - begun)


async def closed_loop(run: "Run[Any]", seconds: float) -> Figures:
    """As many as possible, by `CALLERS` callers."""
    waits: list[float] = []

    async def caller(number: int) -> None:
        revision = 0
        while time.perf_counter() < end:
            begun = time.perf_counter()
            revision = await run(partial(action, number=number, revision=revision))
            waits.append(time.perf_counter() - begun)

    begun = time.perf_counter()
    end = begun + seconds
    await asyncio.gather(*(caller(number) for number in range(CALLERS)))
    return figures(waits, time.perf_counter() - begun)


def load(conn: Connection) -> int:
    """What opening a board reads: a table and its log."""
    return tables.load_table(conn, TableId("t1")).revision + len(tables.load_events(conn, TableId("t1")))


async def reads(path: Path, seconds: float) -> dict[str, Figures]:
    """Reading a table, 8 callers: the store's threads against AsyncEngine over aiosqlite."""
    store = await Store.open(f"sqlite:///{path}", now=0)
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", pool_size=READERS, max_overflow=0)

    async def through_aiosqlite() -> int:
        async with engine.connect() as conn:
            return await conn.run_sync(load)

    async def measure(read: Callable[[], Awaitable[int]]) -> Figures:
        waits: list[float] = []
        begun = time.perf_counter()

        async def caller() -> None:
            while time.perf_counter() < begun + seconds:
                start = time.perf_counter()
                await read()
                waits.append(time.perf_counter() - start)

        await asyncio.gather(*(caller() for _ in range(8)))
        return figures(waits, time.perf_counter() - begun)

    found = {
        "threads, synchronous engine": await measure(lambda: store.read(load)),
        "AsyncEngine, run_sync": await measure(through_aiosqlite),
    }
    await engine.dispose()
    await store.close()
    return found


def spin() -> None:
    """Keep a core busy, as an engine worker would."""
    while True:
        sum(range(10_000))


WAYS: "dict[str, Callable[[Path], Any]]" = {
    "writer thread, group commit": lambda path: writer_thread(path, 32),
    "writer thread, one by one": lambda path: writer_thread(path, 1),
    "AsyncEngine, pool 1": lambda path: async_engine(path, 1),
    "AsyncEngine, pool 16": lambda path: async_engine(path, 16),
}


async def compare(title: str, measure: "Callable[[Run[Any]], Awaitable[Figures]]", count: int) -> None:
    """Measure all ways on fresh databases and print them with their ratios to the first."""
    print(f"\n{title}")
    best: Figures | None = None
    for name, way in WAYS.items():
        with tempfile.TemporaryDirectory() as folder:
            async with way(Path(folder) / "bot.db") as run:
                await run(partial(put_down, count=count))
                found = await measure(run)
        best = best or found
        ratios = f"rate × {found.rate / best.rate:.2f}, p99 × {found.p99 / best.p99:.1f}"
        print(f"  {name:28} {found}   ({ratios})")


async def compare_reads(seconds: float) -> None:
    """Measure and print the two ways to read."""
    print("\nreading a table and its log of 40 events, 8 callers")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bot.db"
        async with writer_thread(path, 32) as run:
            await run(partial(put_down, count=2))
            for number in range(20):
                await run(partial(action, number=1, revision=number * 2))
        found = await reads(path, seconds)
    best = next(iter(found.values()))
    for name, one in found.items():
        print(f"  {name:28} {one}   (rate × {one.rate / best.rate:.2f}, p50 × {one.p50 / best.p50:.1f})")


async def main(seconds: float, rate: float, count: int) -> None:
    """Everything."""
    title = f"open loop: {rate:g} actions/s over {count} tables, {seconds:g} s"
    await compare(title, lambda run: open_loop(run, rate, seconds, count), count)
    await compare(
        f"closed loop: {CALLERS} callers, {seconds / 2:g} s", lambda run: closed_loop(run, seconds / 2), 64
    )
    await compare_reads(seconds / 4)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--busy", action="store_true", help="with another process that keeps a core busy")
    options = parser.parse_args()
    busy = multiprocessing.get_context("spawn").Process(target=spin, daemon=True)
    if options.busy:
        busy.start()
    asyncio.run(main(options.seconds, options.rate, options.tables))
    if options.busy:
        busy.kill()
