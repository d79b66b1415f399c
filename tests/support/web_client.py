"""A browser of the web page without the page: cookie, WebSocket, and what it hears, for tests."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import aiohttp

Heard = dict[str, Any]

PATIENCE_S = 5.0


class WebClient:
    """One browser. ``cookies`` of another one make it a second page of the same person."""

    def __init__(self, address: str, language: str = "en", cookies: aiohttp.CookieJar | None = None) -> None:
        self.address = address
        self.language = language[:2]
        jar = cookies or aiohttp.CookieJar(unsafe=True)
        self.cookies = jar
        self.http = aiohttp.ClientSession(cookie_jar=jar, headers={"Accept-Language": language})
        self.heard: list[Heard] = []
        self.session = "session0"
        self._numbers = itertools.count(1)
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.leave()
        await self.http.close()
        await asyncio.sleep(0)  # the transports close at the loop's next turn

    @property
    def socket(self) -> aiohttp.ClientWebSocketResponse:
        """The open WebSocket."""
        assert self._socket is not None, "not connected"
        return self._socket

    async def visit(self) -> str:
        """Load the page; its source."""
        async with self.http.get(self.address) as response:
            return await response.text()

    async def connect(self, *chats: str, epoch: str = "", seen: int = 0) -> Heard:
        """Open the line anew and say hello; what the service says of us. What was heard before is dropped."""
        self.heard = []
        origin = {"Origin": self.address}
        self._socket = await self.http.ws_connect(f"{self.address}/socket", headers=origin)
        await self.send(
            {
                "type": "hello",
                "session": self.session,
                "epoch": epoch,
                "language": self.language,
                "seen": dict.fromkeys(chats, seen),
            }
        )
        return await self.hear("hello")

    async def enter(self, name: str, *chats: str) -> Heard:
        """Load the page, connect, take a name."""
        await self.visit()
        hello = await self.connect(*(chats or ("room:lounge",)))
        await self.act("name", name=name, chat="direct")
        return hello

    async def leave(self) -> None:
        """Close the line."""
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def send(self, message: object) -> None:
        """Send anything."""
        await self.socket.send_json(message)

    async def act(self, kind: str, **fields: object) -> str:
        """Send an act and wait until it is done; its number."""
        number = str(next(self._numbers))
        await self.send({"type": kind, "id": number, **fields})
        await self.hear("done", lambda message: message["id"] == number)
        return number

    async def hear(self, kind: str, fits: Callable[[Heard], bool] = lambda _: True) -> Heard:
        """The next message of a kind, past or to come; each is given once."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                for index, message in enumerate(self.heard):
                    if message["type"] == kind and fits(message):
                        return self.heard.pop(index)
                self.heard.append(await self.socket.receive_json())

    async def silence(self) -> list[Heard]:
        """All that is heard until the service has nothing more to say."""
        number = str(next(self._numbers))
        await self.send({"type": "complete", "id": number, "chat": "direct", "text": "13/7 8"})
        await self.hear("completions", lambda message: message["id"] == number)
        heard, self.heard = self.heard, []
        return heard

    async def closed(self) -> int | None:
        """Wait until the service closes the line; the reason's number."""
        async with asyncio.timeout(PATIENCE_S):
            async for _ in self.socket:
                pass
        return self.socket.close_code
