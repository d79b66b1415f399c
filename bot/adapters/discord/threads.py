"""A thread of its own for each table, in rooms that want it so.

The thread belongs to the chat of its channel: whoever plays in it plays there. Which thread is whose outlasts
a restart. Knows nothing of tables but their series and title.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot.adapters.discord.address import channel_of
from bot.adapters.discord.calls import Calls
from bot.adapters.discord.client import Memory
from bot.adapters.discord.faults import Broken, code_of
from bot.adapters.discord.markdown import cut
from bot.adapters.discord.pace import Kind, Pacer
from bot.app.ports import Chat, Outgoing

log = logging.getLogger(__name__)

SETTING = "thread_per_match"
NAME, REMEMBERED = 100, 5_000
RoomSettings = Callable[[Chat], Awaitable[Mapping[str, Any]]]
"""What was set for a room."""


class Threads:
    """``unnamed`` is what a thread is called whose table has no title."""

    def __init__(
        self,
        client: discord.Client,
        calls: Calls,
        pacer: Pacer,
        memory: Memory,
        settings: RoomSettings,
        unnamed: str,
    ) -> None:
        self._client, self._calls, self._pacer, self._memory = client, calls, pacer, memory
        self._settings, self._unnamed = settings, unnamed
        self._known: OrderedDict[str, int] = OrderedDict()

    async def channel(self, chat: Chat, message: Outgoing) -> int:
        """Where a new message goes: the series' thread, a new one where the room wants it, else the chat's
        channel. Raises ``Delayed``.
        """
        channel = channel_of(chat)
        if chat.private or not message.series:
            return channel
        key = _key(channel, message)
        known = self._known.get(key) or await self._recalled(key)
        if known is None and (await self._settings(chat)).get(SETTING):
            known = await self._open(channel, message.title)
            if known is not None:
                await self._memory.set(key, str(known))
        return channel if known is None else self._keep(key, known)

    async def leave(self, chat: Chat, message: Outgoing) -> None:
        """The series' thread was deleted or locked: the series goes on in the channel."""
        channel = channel_of(chat)
        key = _key(channel, message)
        await self._memory.set(key, str(channel))
        self._keep(key, channel)

    async def _recalled(self, key: str) -> int | None:
        value = await self._memory.get(key)
        return int(value) if value is not None else None

    async def _open(self, channel: int, title: str) -> int | None:
        self._pacer.take(Kind.POST, channel)
        try:
            made = await self._calls.make(
                lambda: self._client.http.start_thread_without_message(
                    channel,
                    name=cut(title, NAME) or self._unnamed,
                    auto_archive_duration=1440,  # minutes
                    type=discord.ChannelType.public_thread.value,
                )
            )
        except Broken as error:  # no permission, or a channel without threads: the room itself will do
            log.info("no thread was opened: %s, code %d", type(error).__name__, code_of(error))
            return None
        return int(made["id"])

    def _keep(self, key: str, thread: int) -> int:
        self._known[key] = thread
        self._known.move_to_end(key)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return thread


def _key(channel: int, message: Outgoing) -> str:
    return f"discord.thread.{channel}.{message.series}"
