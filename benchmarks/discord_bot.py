"""From a press on Discord to its acknowledgement and to the new board, over the wire to the stand-in.

    python -m benchmarks.discord_bot [--tables 1 100 500] [--seconds 20] [--every 8]

Service, adapter and stand-in share one process and its cores; pictures are the real ones. Each table has a
channel of its own, as Discord's limits per channel would decide otherwise, and somebody there presses every
few seconds, at random times (open loop). Rate limits are those of the stand-in; a 429 ends the run.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.store.database import Store
from bot.ui.press import TablePress, parse_press
from bot.wiring import Service, SystemClock, SystemDice, join
from bot.workers import Worker, WorkerPainter, draw
from tests.support.discord import Channel, DiscordApi, Interaction, Message, Person
from tests.support.discord_stage import KeptInMemory, adapter_over
from tests.support.service import DirectBrain

ORDER = ("play", "take", "accept", "roll", "next")
TABLES_IN_SERVER = 20


@dataclass(slots=True)
class Seat:
    """A table's channel and the two who play there."""

    channel: Channel
    people: tuple[Person, Person]
    busy: bool = False

    @property
    def board(self) -> Message | None:
        """The newest message with buttons."""
        every = reversed(self.channel.messages.values())
        return next((one for one in every if one.buttons and one.ephemeral_to is None), None)


@dataclass(slots=True)
class Press:
    """A press whose board is awaited; ``seen`` is what the channel showed before."""

    seat: Seat
    use: Interaction
    at: float
    seen: tuple[int, int]


@dataclass(slots=True)
class Figures:
    """What was measured, in seconds."""

    uses: list[Interaction] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    waiting: list[Press] = field(default_factory=list)

    def line(self, tables: int) -> str:
        """One row of the table."""
        acknowledged = [one.answered_after for one in self.uses if one.acknowledged]
        missing = sum(not one.acknowledged for one in self.uses)
        return (
            f"{tables:6} {len(self.uses):8} {quantiles(acknowledged)} {quantiles(self.boards)} {missing:10}"
        )


def quantiles(values: list[float]) -> str:
    """Median and 99th percentile in milliseconds."""
    if len(values) < 2:
        return f"{'-':>8} {'-':>8}"
    cut = statistics.quantiles(values, n=100)
    return f"{1000 * statistics.median(values):8.1f} {1000 * cut[98]:8.1f}"


def state(seat: Seat) -> tuple[int, int]:
    """Changes whenever the channel shows something else."""
    messages = list(seat.channel.messages.values())
    return len(messages), sum(one.edits for one in messages[-3:])


def next_press(board: Message) -> str | None:
    """The data of the button that plays on."""
    found = [(parse_press(one["custom_id"]), one["custom_id"]) for one in board.buttons if "custom_id" in one]
    at_table = [(press, data) for press, data in found if isinstance(press, TablePress)]
    for op in ORDER:
        for press, data in at_table:
            if press.op == op:
                return str(data)
    drafts = [(len(press.arg), data) for press, data in at_table if press.op == "draft" and press.arg]
    longest = max((length for length, _ in drafts), default=0)
    steps = [data for length, data in drafts if length == longest]
    return str(random.choice(steps)) if steps else None


def press_at(seat: Seat, figures: Figures) -> None:
    """Whoever is called by the board presses what plays on."""
    board = seat.board
    if seat.busy or board is None or (data := next_press(board)) is None:
        return
    called = {one.id for one in board.mentions}
    person = next((one for one in seat.people if one.id in called), seat.people[0])
    seat.busy = True
    before = state(seat)
    use = person.at(seat.channel).press_id(board, data)
    figures.uses.append(use)
    figures.waiting.append(Press(seat, use, time.perf_counter(), before))


async def watch(api: DiscordApi, figures: Figures) -> None:
    """Note when each awaited board has come."""
    while True:
        await api.pulse.wait(0.05)
        now = time.perf_counter()
        for press in list(figures.waiting):
            if state(press.seat) != press.seen and press.use.acknowledged:
                figures.boards.append(now - press.at)
            elif now - press.at < 10:
                continue
            figures.waiting.remove(press)
            press.seat.busy = False


@contextlib.asynccontextmanager
async def service_on_discord(folder: Path, api: DiscordApi) -> AsyncIterator[Service]:
    """The service with real pictures, its adapter on the stand-in."""
    clock = SystemClock()
    store = await Store.open(f"sqlite:///{folder / 'b.sqlite'}", now=clock.now_ms())
    painter = WorkerPainter(draw, Worker())
    service = join(
        store,
        clock=clock,
        dice=lambda _: SystemDice(),
        brain=DirectBrain(),
        painter=painter,
        pace_s=lambda _: 0.7,
    )
    adapter = adapter_over(api, service.desk.handle, service, clock, KeptInMemory(), patience_s=0.8)
    async with adapter:
        service.start(adapter)
        await adapter.wait_until_ready()
        yield service
        await adapter.stop()
        await service.stop()
    painter.close()


async def seated(api: DiscordApi, tables: int) -> list[Seat]:
    """So many tables, each with a running match."""
    seats: list[Seat] = []
    for first in range(0, tables, TABLES_IN_SERVER):
        owner = api.person(f"Owner{first}")
        server = api.server(f"Server{first}", owner)
        for number in range(first, min(first + TABLES_IN_SERVER, tables)):
            pair = api.person(f"A{number}"), api.person(f"B{number}")
            server.join(*pair)
            seats.append(Seat(server.channel(f"table-{number}"), pair))
    for seat in seats:
        await seat.people[0].at(seat.channel).runs("/challenge", rules="25", within=30)
        window = seat.people[1].at(seat.channel)
        await window.presses(window.newest, "Accept", within=30)
    return seats


async def measure(tables: int, seconds: float, every: float) -> Figures:
    """One run."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordApi(checked=False) as api, service_on_discord(Path(folder), api):
            seats = await seated(api, tables)
            await asyncio.sleep(2)
            watcher = asyncio.create_task(watch(api, figures))
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                await asyncio.sleep(random.expovariate(tables / every))
                press_at(random.choice(seats), figures)
            await asyncio.sleep(3)
            watcher.cancel()
            assert api.throttled == 0, f"{api.throttled} calls were refused with 429"
    return figures


async def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 100, 500])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--every", type=float, default=8, help="seconds between the presses at one table")
    given = parser.parse_args()
    print(f"{'':16}{'acknowledged (ms)':>18} {'new board (ms)':>17}")
    print(
        f"{'tables':>6} {'presses':>8} {'median':>8} {'p99':>8} {'median':>8} {'p99':>8} {'unanswered':>10}"
    )
    for tables in given.tables:
        every = min(given.every, 0.5) if tables == 1 else given.every
        print((await measure(tables, given.seconds, every)).line(tables), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
