"""People at the page without the page: each has a WebSocket and presses its newest board's buttons."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import aiohttp

from bot.ui.press import TablePress, parse_press

ORDER = ("play", "take", "accept", "roll", "next")
PATIENCE_S = 20.0
ROOMS = 300  # fewer than the page has places for
Message = Mapping[str, Any]


class Pressing(NamedTuple):
    """What was pressed, and milliseconds until the new board was there and until its picture was."""

    kind: str
    shown: float
    pictured: float


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
            elif heard["type"] in ("message", "edit") and buttons(heard["message"]):
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

    async def press(self, board: Message) -> Pressing:
        """Press one button of a board, wait for the new one, fetch its picture."""
        chosen = choice(board)
        assert chosen is not None, board
        self.shown.clear()
        begun = time.perf_counter()
        await self.send("press", message=board["id"], data=chosen[1])
        await asyncio.wait_for(self.shown.wait(), PATIENCE_S)
        shown = time.perf_counter()
        await self.see()
        return Pressing(chosen[0], (shown - begun) * 1000, (time.perf_counter() - begun) * 1000)


def buttons(message: Message) -> dict[str, str]:
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
    found = buttons(message)
    for op in ORDER:
        if op in found:
            return op, found[op]
    drafts = [op for op in found if op.startswith("draft:")]
    return ("draft", found[max(drafts)]) if drafts else None


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
    await socket.send_json(
        {"type": "hello", "session": "session0", "epoch": "", "language": "en", "seen": {room: 0}}
    )
    await player.act("name", name=name)
    return player


async def sit_down(stack: AsyncExitStack, address: str, number: int) -> tuple[Player, Player]:
    """Two people at a table of their own, in a room where others may have left theirs open."""
    room = f"room:table{number % ROOMS}"
    anna = await arrive(stack, address, room, f"Anna {number}")
    bea = await arrive(stack, address, room, f"Bea {number}")
    await anna.act("command", name="challenge", args="25")
    async with asyncio.timeout(PATIENCE_S):
        while bea.board is None or "accept" not in buttons(bea.board):
            bea.shown.clear()
            await bea.shown.wait()
    data = buttons(bea.board)["accept"]
    await bea.act("press", message=bea.board["id"], data=data)
    async with asyncio.timeout(PATIENCE_S):
        while anna.board is None or "accept" in buttons(anna.board):
            anna.shown.clear()
            await anna.shown.wait()
    return anna, bea


async def press_at(seats: tuple[Player, Player]) -> Pressing:
    """One press by whom the newest board calls."""
    board = seats[0].board
    assert board is not None
    who = next((one for one in seats if one.me in board.get("mentions", ())), seats[0])
    return await who.press(board)
