"""How many rooms there may be: a room is there while it has messages, or while somebody looks at it.

An empty room that nobody looks at is forgotten by itself. When all places are taken, the room longest without
a word gives way, if it has been silent for long and nobody looks at it; else no new one is opened. Knows
addresses, and nothing of what is said there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.adapters.web.chats import LOUNGE
from bot.adapters.web.history import WebHistory
from bot.adapters.web.log import ChatLogs

SILENT_MS = 14 * 86_400_000
"""A room in which nothing happened for so long may give way to a new one."""


class Rooms:
    """All rooms. ``watched`` gives the chats that somebody looks at."""

    def __init__(
        self,
        history: WebHistory,
        logs: ChatLogs,
        watched: Callable[[], Iterable[str]],
        now_ms: Callable[[], int],
        most: int,
    ) -> None:
        self._history = history
        self._logs = logs
        self._watched = watched
        self._now_ms = now_ms
        self._most = most
        self._stored: dict[str, int] = {}
        self._loaded = False

    def heard(self, address: str) -> None:
        """Something was said or shown in a chat."""
        if address.startswith("room:"):
            self._stored[address] = self._now_ms()

    async def has_place_for(self, address: str) -> bool:
        """Whether this chat is there or may be opened; makes a place where that can be done."""
        if not address.startswith("room:") or address == LOUNGE:
            return True
        await self._load()
        looked_at = {one for one in self._watched() if one.startswith("room:")}
        there = (self._stored.keys() | looked_at) - {LOUNGE}
        return address in there or len(there) < self._most or await self._give_way(looked_at)

    async def _give_way(self, looked_at: set[str]) -> bool:
        """Forget the room longest silent, if there is one that may be forgotten."""
        others = self._stored.keys() - looked_at - {LOUNGE}
        oldest = min(others, key=self._stored.__getitem__, default=None)
        if oldest is None or self._now_ms() - self._stored[oldest] < SILENT_MS:
            return False
        del self._stored[oldest]
        await self._logs.forget(oldest)
        return True

    async def _load(self) -> None:
        """Learn when each stored room was last used: a message's number is the time of its posting."""
        if not self._loaded:
            stored = await self._history.rooms()
            self._stored, self._loaded = {**stored, **self._stored}, True
