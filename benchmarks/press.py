"""One press on the page until the new board with its picture is there, while a hundred tables are busy.

Run ``python -m benchmarks.press [--tables N] [--rate R] [--seconds S]``. The real service as a process of its
own, two people with a WebSocket each at every table, in a room of their own. Presses come at random moments
(``rate`` a second in all); each press is one of the newest board's buttons. Goals: median ≤ 25 ms,
p99 ≤ 80 ms. The people are a process too, so on two cores they cost the service some of its time.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from bot.ui.press import TablePress, parse_press
from tests.support.process import Served, serving

MEDIAN_GOAL_MS, P99_GOAL_MS = 25.0, 80.0
ORDER = ("play", "take", "accept", "roll", "next")
PATIENCE_S = 20.0
Message = Mapping[str, Any]


@dataclass(slots=True, eq=False)
class Player:
    """One person with one open page in one room; ``board`` is the newest message with buttons of a table."""

    address: str
    room: str
    http: aiohttp.ClientSession
    socket: aiohttp.ClientWebSocketResponse
    me: str = ""
    board: Message | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    shown: asyncio.Event = field(default_factory=asyncio.Event)
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    async def listen(self) -> None:
        """Take what the service says until the line is closed."""
        async for frame in self.socket:
            heard = frame.json()
            if heard["type"] == "hello":
                self.me = heard["you"]["id"]
            elif heard["type"] in ("message", "edit") and _presses(heard["message"]):
                self.board = heard["message"]
                self.shown.set()
            elif heard["type"] == "done":
                self.answered.set()

    async def act(self, kind: str, **fields: object) -> None:
        """Send, and wait until it is done."""
        self.answered.clear()
        await self.send(kind, **fields)
        await asyncio.wait_for(self.answered.wait(), PATIENCE_S)

    async def send(self, kind: str, **fields: object) -> None:
        """Send an act."""
        number = str(next(self.numbers))
        await self.socket.send_json({"type": kind, "id": number, "chat": self.room, **fields})

    async def see(self) -> None:
        """Wait for a new board and fetch its picture."""
        await asyncio.wait_for(self.shown.wait(), PATIENCE_S)
        assert self.board is not None
        picture = self.board["picture"]
        async with self.http.get(f"{self.address}/picture/{picture['name']}.png") as answer:
            assert answer.status == 200
            await answer.read()


def _presses(message: Message) -> dict[str, str]:
    """The buttons of a table or an invitation by what they do: the operation, for steps with their number."""
    found = {}
    for button in itertools.chain.from_iterable(message.get("rows", ())):
        data = button.get("press", "")
        press = parse_press(data)
        if isinstance(press, TablePress):
            found[f"draft:{len(press.arg)}" if press.op == "draft" else press.op] = data
        elif data.startswith("i:"):
            found[data.split(":")[3]] = data
    return found


def choice(message: Message) -> tuple[str, str] | None:
    """What is pressed next: its kind and data."""
    buttons = _presses(message)
    for op in ORDER:
        if op in buttons:
            return op, buttons[op]
    drafts = [op for op in buttons if op.startswith("draft:")]
    return ("draft", buttons[max(drafts)]) if drafts else None


async def arrive(stack: AsyncExitStack, address: str, room: str, name: str) -> Player:
    """A new person in a room."""
    jar = aiohttp.CookieJar(unsafe=True)
    http = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=jar))
    async with http.get(address) as page:
        await page.read()
    socket = await http.ws_connect(f"{address}/socket", headers={"Origin": address})
    stack.push_async_callback(socket.close)
    player = Player(address, room, http, socket)
    task = asyncio.create_task(player.listen())
    stack.callback(task.cancel)
    await socket.send_json({"type": "hello", "session": "session0", "epoch": "", "seen": {room: 0}})
    await player.act("name", name=name)
    return player


async def sit_down(stack: AsyncExitStack, address: str, number: int) -> tuple[Player, Player]:
    """Two people at a table of their own."""
    room = f"room:table{number}"
    anna = await arrive(stack, address, room, f"Anna {number}")
    bea = await arrive(stack, address, room, f"Bea {number}")
    await anna.act("command", name="challenge", args="25")
    await asyncio.wait_for(bea.shown.wait(), PATIENCE_S)
    assert bea.board is not None
    data = _presses(bea.board)["accept"]
    await bea.act("press", message=bea.board["id"], data=data)
    async with asyncio.timeout(PATIENCE_S):
        while anna.board is None or "accept" in _presses(anna.board):
            anna.shown.clear()
            await anna.shown.wait()
    return anna, bea


async def press(seats: tuple[Player, Player]) -> tuple[str, float, float]:
    """One press by whom the board calls: its kind, milliseconds until the board and until its picture."""
    board = seats[0].board
    assert board is not None
    who = next((one for one in seats if one.me in board.get("mentions", ())), seats[0])
    chosen = choice(board)
    assert chosen is not None, board
    who.shown.clear()
    begun = time.perf_counter()
    await who.send("press", message=board["id"], data=chosen[1])
    await asyncio.wait_for(who.shown.wait(), PATIENCE_S)
    shown = time.perf_counter()
    await who.see()
    return chosen[0], (shown - begun) * 1000, (time.perf_counter() - begun) * 1000


Found = list[tuple[str, float, float]]


async def busy(tables: list[tuple[Player, Player]], rate: float, seconds: float) -> Found:
    """Presses at random moments, one at a time at each table."""
    chance, found, idle = random.Random(1), Found(), list(range(len(tables)))
    running = set()

    async def one(number: int) -> None:
        found.append(await press(tables[number]))
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
    for kind in sorted({kind for kind, *_ in found}):
        tell(kind, [picture for one, _, picture in found if one == kind])
    tell("board on the page", [shown for _, shown, _ in found])
    whole = [picture for *_, picture in found]
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
