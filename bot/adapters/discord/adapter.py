"""The platform as the sender of boards sees it, and the composition of the adapter's parts.

Knows screens and ports, nothing of backgammon.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Self

import discord

from bot.adapters.discord.address import PLATFORM, address_of, channel_of, ref_of
from bot.adapters.discord.calls import Calls
from bot.adapters.discord.client import Client, Memory
from bot.adapters.discord.commands import payload
from bot.adapters.discord.faults import Broken
from bot.adapters.discord.greeting import Greeting
from bot.adapters.discord.intake import Complete, Intake
from bot.adapters.discord.layout import drawn
from bot.adapters.discord.pace import Pace, Pacer
from bot.adapters.discord.reach import Line, Reach
from bot.adapters.discord.replies import Prepare, Replies
from bot.adapters.discord.retiring import Retirement
from bot.adapters.discord.sender import Sender
from bot.adapters.discord.settings import BadToken, DiscordSettings, Ended, Unreachable
from bot.adapters.discord.texts import Words
from bot.adapters.discord.threads import RoomSettings, Threads
from bot.adapters.discord.uses import Uses
from bot.app.ports import Chat, ChatClosed, Clock, Handler, MessageGone, MessageRef, Outgoing, Retire

log = logging.getLogger(__name__)

PATIENCE_S = 3.0  # for what is being done when the service ends
GATEWAY_S = 1.0


async def nothing_set(_room: Chat) -> Mapping[str, Any]:
    """The settings of a room that has none."""
    return {}


class DiscordAdapter:
    """Discord. ``handler`` gets what people do, ``prepare`` paints the screens of answers, ``words`` gives
    the sentences of ``DISCORD_TEXTS`` and what each of the ``commands`` does (``command.<name>``),
    ``complete`` plays for a half-typed text, ``room_settings`` what was set for a room (``thread_per_match``
    opens a thread for each table), ``greeting`` what is said to a new server; ``memory`` keeps a few values
    over a restart, ``line`` is told of outages.
    """

    platform = PLATFORM
    posts_once = True  # the nonce sees to it

    def __init__(
        self,
        handler: Handler,
        settings: DiscordSettings,
        *,
        clock: Clock,
        memory: Memory,
        prepare: Prepare,
        words: Words,
        commands: Sequence[str],
        complete: Complete | None = None,
        room_settings: RoomSettings = nothing_set,
        greeting: Greeting | None = None,
        pace: Pace | None = None,
        line: Line | None = None,
    ) -> None:
        self._settings = settings
        self._reach = Reach(clock, line or Line(), settings.silence_s)
        pacer = Pacer(clock.monotonic, pace)
        self._calls = calls = Calls(settings.answer_s, pacer.invalid)
        self._client = Client(settings, payload(commands, words), memory, self._reach, calls.trace)
        self._uses = Uses(clock.monotonic, calls)
        self._sender = Sender(self._client, calls, pacer, self._uses, clock.monotonic)
        unnamed = words(None)["discord.thread"]
        self._threads = Threads(self._client, calls, pacer, memory, room_settings, unnamed)
        self._retirement = Retirement(self._sender)
        self._intake = Intake(
            handler,
            self._sender,
            self._uses,
            Replies(self._sender, self._uses, prepare),
            words,
            complete,
            greeting,
            lambda: self._client.number,
            settings.patience_s,
        )
        self._client.hears = self._intake
        self._connection: asyncio.Task[None] | None = None

    def __repr__(self) -> str:
        return f"DiscordAdapter(bot {self._client.number or 'not logged in'})"

    # Running

    async def start(self) -> None:
        """Log in, register the commands if they changed, begin to listen. Raises ``DiscordFailure``."""
        if self._connection is not None:
            raise RuntimeError("the adapter is running")
        try:
            await self._client.login(self._settings.token)
        except discord.LoginFailure:
            await self._client.close()
            raise BadToken from None
        except Broken as error:
            await self._client.close()
            raise Unreachable(self._settings.api_root, _reason(error)) from None
        self._reach.begin()
        self._connection = asyncio.create_task(self._client.connect())

    async def wait(self) -> None:
        """Wait until listening ends: normally never. Raises what ended it."""
        if self._connection is None:
            await asyncio.Event().wait()
            return
        try:
            await asyncio.shield(self._connection)
        except discord.ConnectionClosed as error:
            raise (BadToken() if error.code == 4004 else Ended(error.code)) from None
        except discord.PrivilegedIntentsRequired:
            raise Ended(4014) from None
        except Broken as error:
            raise Unreachable(self._settings.api_root, _reason(error)) from None
        raise Ended(None)

    async def wait_until_ready(self) -> None:
        """Wait until the gateway has told of the servers."""
        await self._client.wait_until_ready()

    async def stop(self) -> None:
        """Hear nothing more, finish what was begun, within five seconds. Boards can still be sent."""
        await self._reach.end()
        try:
            async with asyncio.timeout(GATEWAY_S):
                await self._client.leave_gateway()
        except (TimeoutError, *Broken) as error:
            log.info("the gateway was left in a hurry: %s", type(error).__name__)
        await self._intake.finish(PATIENCE_S)

    async def close(self) -> None:
        """Stop, if that has not been done, and close the connections; nothing can be sent then."""
        if self._client.is_closed():
            return
        await self.stop()
        await self._retirement.stop()
        await self._calls.close()
        await self._client.close()
        if self._connection is not None:
            self._connection.cancel()
            await asyncio.gather(self._connection, return_exceptions=True)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def client(self) -> discord.Client:
        """discord.py's client, for whoever runs it otherwise than ``start`` does."""
        return self._client

    @property
    def receiving_idle(self) -> bool:
        """Whether everything that came in has been carried out and answered."""
        return self._intake.idle

    @property
    def idle(self) -> bool:
        """Whether nothing that came in is unfinished and no old board waits."""
        return self.receiving_idle and self._retirement.idle

    def wake(self) -> None:
        """Look again at what waits for room: a clock may have jumped."""
        self._retirement.wake()

    # The adapter

    async def post(self, chat: Chat, message: Outgoing) -> MessageRef:
        """Post a new message. Raises a ``DeliveryError``."""
        channel = await self._threads.channel(chat, message)
        try:
            at = await self._sender.post(channel, drawn(message), message.dedup)
        except ChatClosed:
            if channel == channel_of(chat):
                raise
            await self._threads.leave(chat, message)
            at = await self._sender.post(channel_of(chat), drawn(message), message.dedup)
        self._uses.stir(at.channel)
        return ref_of(chat, at)

    async def edit(self, ref: MessageRef, message: Outgoing) -> None:
        """Replace a message's text, picture and buttons. Raises a ``DeliveryError``."""
        at = address_of(ref)
        try:
            await self._sender.edit(at, drawn(message))
        except ChatClosed as closed:
            if at.channel == channel_of(ref.chat):
                raise
            raise MessageGone(f"the thread is closed: {closed}") from None
        self._uses.stir(at.channel)

    async def retire(self, ref: MessageRef, how: Retire) -> None:
        """Take the buttons off an old board, or delete it; in a busy channel a little later."""
        await self._retirement.retire(address_of(ref), how)


def _reason(error: BaseException) -> str:
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status}, code {error.code}"
    return type(error).__name__
