"""One open page: what it watches, and a bounded queue of what it is still to be told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, web

from bot.adapters.web.limits import Bucket

QUEUED = 400  # messages; a page that is slower comes back and gets what it missed


@dataclass(slots=True, eq=False)
class Connection:
    """``person`` is the external id, ``locale`` what its browser asks for, ``language`` and ``time_zone``
    what the page goes by (no zone: the browser's), ``source`` the network that it comes from, if that tells
    anything, ``watching`` addresses.
    """

    socket: web.WebSocketResponse
    person: str
    locale: str | None
    language: str
    bucket: Bucket
    source: str | None = None
    session: str = ""
    time_zone: str | None = None
    watching: set[str] = field(default_factory=set)
    queue: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(QUEUED))
    slow: bool = False

    def tell(self, message: Mapping[str, object]) -> None:
        """Queue a message."""
        self.tell_text(json.dumps(message, ensure_ascii=False))

    def tell_text(self, text: str) -> None:
        """Queue a message that is JSON already."""
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.slow = True

    async def pump(self) -> None:
        """Send what is queued until the page is gone; then, or when it is too slow, close."""
        with suppress(ConnectionError):
            while not self.slow and not self.socket.closed:
                await self.socket.send_str(await self.queue.get())
        await self.socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
