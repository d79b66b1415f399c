"""The messages of each chat: loaded when needed, bounded, saved before they are shown.

Knows the history port and no connection: who watches a chat is told through a callable.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from bot.adapters.web.history import WebHistory
from bot.adapters.web.messages import Body, Message, from_record

KEPT = 150  # messages of a chat; the oldest without buttons go first
LOADED = 128  # chats in memory that nobody looks at

Show = Callable[[str, Mapping[str, object]], None]
"""Tell everybody who watches the chat at this address."""


@dataclass(slots=True)
class ChatLog:
    """One chat, used under its lock. ``change`` counts what happened to it since the process started."""

    address: str
    history: WebHistory
    show: Show
    now_ms: Callable[[], int]
    messages: dict[int, Message] = field(default_factory=dict)
    change: int = 0

    async def load(self) -> None:
        """Fetch what the history has."""
        for record in await self.history.load(self.address, KEPT):
            self.messages[record.number] = from_record(record)

    def find(self, number: int) -> Message | None:
        return self.messages.get(number)

    def newest_first(self) -> Iterator[Message]:
        return iter(reversed(self.messages.values()))

    async def add(self, body: Body, dedup: str = "") -> Message:
        """Append a message; one with this ``dedup`` that is there already is returned instead."""
        if dedup and (known := next((m for m in self.newest_first() if m.dedup == dedup), None)):
            return known
        number = max(self.now_ms(), max(self.messages, default=0) + 1)  # time: never used again
        message = Message(number, self._next_change(), dedup, body)
        await self._put(message, "message")
        await self._trim()
        return message

    async def change_body(self, message: Message, body: Body) -> None:
        """Replace what a message shows; its time stays."""
        kept = {**body, "at": message.body["at"]}
        await self._put(replace(message, change=self._next_change(), body=kept), "edit")

    async def remove(self, message: Message) -> None:
        """Take a message away."""
        await self.history.remove(self.address, message.number)
        del self.messages[message.number]
        self.show(self.address, {"type": "gone", "change": self._next_change(), "id": message.number})

    async def clear(self) -> None:
        """Take all messages away; for a chat that nobody looks at."""
        await self.history.forget(self.address)
        self.messages.clear()

    def since(self, change: int) -> dict[str, object]:
        """What a page misses that has seen ``change`` (0: everything)."""
        missed = [
            message.wire() for message in self.messages.values() if message.change > change or not change
        ]
        return {"type": "history", "change": self.change, "messages": missed, "ids": list(self.messages)}

    def _next_change(self) -> int:
        self.change += 1
        return self.change

    async def _put(self, message: Message, kind: str) -> None:
        await self.history.save(message.record(self.address))
        self.messages[message.number] = message
        self.show(self.address, {"type": kind, "change": message.change, "message": message.wire()})

    async def _trim(self) -> None:
        while len(self.messages) > KEPT:
            without_buttons = (message for message in self.messages.values() if not message.live)
            await self.remove(next(without_buttons, next(iter(self.messages.values()))))


class ChatLogs:
    """All chats. ``watched`` says whether somebody looks at a chat: such a chat stays in memory."""

    def __init__(
        self,
        history: WebHistory,
        show: Show,
        watched: Callable[[str], bool],
        now_ms: Callable[[], int],
        loaded: int = LOADED,
    ) -> None:
        self._history = history
        self._show = show
        self._watched = watched
        self._now_ms = now_ms
        self._loaded = loaded
        self._logs: OrderedDict[str, ChatLog] = OrderedDict()
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def open(self, address: str) -> AsyncIterator[ChatLog]:
        """The chat, for one user at a time; what it does is saved in this order."""
        async with self._locked(address):
            log = self._logs.get(address)
            if log is None:
                log = ChatLog(address, self._history, self._show, self._now_ms)
                await log.load()
                self._logs[address] = log
            self._logs.move_to_end(address)
            yield log
        self._forget()

    async def forget(self, address: str) -> None:
        """Delete all messages of a chat that nobody looks at."""
        async with self.open(address) as log:
            await log.clear()

    def shows_picture(self, name: str) -> bool:
        """Whether a message in memory shows this picture."""
        return any(
            isinstance(picture := message.body.get("picture"), Mapping) and picture.get("name") == name
            for log in self._logs.values()
            for message in log.newest_first()
        )

    @asynccontextmanager
    async def _locked(self, address: str) -> AsyncIterator[None]:
        lock, users = self._locks.get(address, (asyncio.Lock(), 0))
        self._locks[address] = lock, users + 1
        try:
            async with lock:
                yield
        finally:
            lock, users = self._locks[address]
            self._locks[address] = lock, users - 1
            if users == 1:
                del self._locks[address]

    def _forget(self) -> None:
        """Drop the chats longest unused, but none that is watched or in use."""
        surplus = len(self._logs) - self._loaded
        for address in list(self._logs)[: max(surplus, 0)]:
            if address not in self._locks and not self._watched(address):
                del self._logs[address]
