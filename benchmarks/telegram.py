"""From a press on Telegram to its acknowledgement and to the new board, over the wire to the stand-in.

    python -m benchmarks.telegram [--tables 1 100 500] [--seconds 20] [--rate 12]

The real service is a process of its own, with real pictures and the engine; people and the stand-in are
another. Each table has a group of its own, and somebody there presses at random moments (open loop), at most
every 8 s a table: a group takes one edit in 3 s. Over all chats Telegram takes 30 messages or edits a second,
so ``rate`` presses a second are what all tables together may do. A call refused with 429 ends the run.
Goals: acknowledged ≤ 50 ms median and ≤ 500 ms p99 at 500 tables; new board ≤ 150 ms median at 100.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.process import serving
from tests.support.scenarios import next_key
from tests.support.telegram import Person, Press, Room, TelegramApi
from tests.support.telegram_stage import TgShown

PAUSE_S = 8.0
PATIENCE_S = 10.0


@dataclass(slots=True, eq=False)
class Table:
    """A group and the two who play there."""

    room: Room
    people: tuple[Person, Person]
    free_at: float = 0.0

    def state(self) -> tuple[int, int]:
        """Changes whenever the newest board does."""
        board = self.room.with_buttons()[-1]
        return board.id, board.edits


@dataclass(slots=True)
class Waiting:
    """A press whose board is awaited."""

    table: Table
    at: float
    before: tuple[int, int]


@dataclass(slots=True)
class Figures:
    """What was measured, in seconds."""

    presses: list[Press] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)

    def line(self, tables: int) -> str:
        """One row."""
        acknowledged = [press.answered_after for press in self.presses if press.answered]
        missing = len(self.presses) - len(acknowledged)
        return f"{tables:6} {len(self.presses):8} {cuts(acknowledged)} {cuts(self.boards)} {missing:10}"


def cuts(values: list[float]) -> str:
    """Median and 99th percentile in milliseconds."""
    if len(values) < 2:
        return f"{'-':>8} {'-':>8}"
    return f"{1000 * statistics.median(values):8.1f} {1000 * statistics.quantiles(values, n=100)[98]:8.1f}"


async def seated(api: TelegramApi, count: int) -> list[Table]:
    """So many groups, each with a running match."""
    tables = []
    for number in range(count):
        pair = api.person(f"A{number}"), api.person(f"B{number}")
        tables.append(Table(api.supergroup(f"Table {number}", *pair), pair))
        pair[0].says(tables[-1].room, f"/challenge@{api.world.bot.username} 25")
    for table in tables:
        offer = await table.room.shows(lambda message: ["Accept"] in message.labels, 120, "an offer")
        table.people[1].press(offer, "Accept")
    for table in tables:
        await table.room.shows(lambda message: message.picture, 120, "a board")
    return tables


def press_at(table: Table, figures: Figures, chance: random.Random) -> None:
    """Whoever is called by the newest board presses what plays on."""
    board = table.room.with_buttons()[-1]
    key = next_key(TgShown(board), chance)
    if key is None:
        return
    called = str(board.entities)
    person = next((one for one in table.people if str(one.id) in called), table.people[0])
    figures.waiting.append(Waiting(table, time.perf_counter(), table.state()))
    figures.presses.append(person.press_data(board, key.data))
    table.free_at = time.perf_counter() + PAUSE_S


async def watch(api: TelegramApi, figures: Figures) -> None:
    """Note when each awaited board has come."""
    while True:
        await api.pulse.wait(0.05)
        now = time.perf_counter()
        for one in list(figures.waiting):
            if one.table.state() != one.before:
                figures.boards.append(now - one.at)
            elif now - one.at < PATIENCE_S:
                continue
            figures.waiting.remove(one)


async def measure(count: int, seconds: float, rate: float) -> Figures:
    """One run."""
    figures, chance = Figures(), random.Random(1)
    rate = min(rate, count / PAUSE_S)
    with tempfile.TemporaryDirectory() as name:
        async with TelegramApi(checked=False) as api:
            async with serving(Path(name), telegram_token=api.token, telegram_api_root=api.root) as service:
                tables = await seated(api, count)
                await asyncio.sleep(3)
                watcher = asyncio.create_task(watch(api, figures))
                end = due = time.perf_counter()
                end += seconds
                while (due := due + chance.expovariate(rate)) < end:
                    await asyncio.sleep(max(0.0, due - time.perf_counter()))
                    free = [table for table in tables if table.free_at <= time.perf_counter()]
                    if free:
                        press_at(chance.choice(free), figures, chance)
                await asyncio.sleep(3)
                watcher.cancel()
                await asyncio.gather(watcher, return_exceptions=True)
                with contextlib.suppress(ProcessLookupError):
                    await service.stop()
            assert api.throttled == 0, f"{api.throttled} calls were refused with 429"
            assert api.violations == [], api.violations[:3]
    return figures


async def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 100, 500])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=12, help="presses a second at all tables together")
    given = parser.parse_args()
    print(f"{'':16}{'acknowledged (ms)':>18} {'new board (ms)':>17}")
    print(
        f"{'tables':>6} {'presses':>8} {'median':>8} {'p99':>8} {'median':>8} {'p99':>8} {'unanswered':>10}"
    )
    for tables in given.tables:
        figures = await measure(tables, max(given.seconds, 60.0 if tables == 1 else 0.0), given.rate)
        print(figures.line(tables), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
