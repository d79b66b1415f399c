"""Sends, changes and removes messages: through the newest use that reaches them, else through their channel.

Keeps to the budgets (``Delayed`` at once, never a wait), translates Discord's refusals, and repeats once what
a broken line has left open, which is harmless: a nonce sends once, an edit sets. Knows no chats of the port
and nothing of what a message says.
"""

from __future__ import annotations

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

import aiohttp
import discord

from bot.adapters.discord.address import Address
from bot.adapters.discord.calls import Calls, Told
from bot.adapters.discord.faults import ARCHIVED, NO_ACCESS, Broken, code_of, delivery_error
from bot.adapters.discord.layout import Drawn, without_buttons
from bot.adapters.discord.pace import Kind, Pacer
from bot.adapters.discord.uses import Uses
from bot.app.ports import Ambiguous, ChatClosed, DeliveryError

log = logging.getLogger(__name__)

REMEMBERED = 5_000
NO_ACCESS_S = 600.0  # for so long a channel that refused us is not tried again
NONCE = 25

T = TypeVar("T")
Line = (aiohttp.ClientError, TimeoutError, OSError)


class Sender:
    """``monotonic`` gives seconds."""

    def __init__(
        self,
        client: discord.Client,
        calls: Calls,
        pacer: Pacer,
        uses: Uses,
        monotonic: Callable[[], float],
    ) -> None:
        self._client, self._calls, self._pacer, self._uses = client, calls, pacer, uses
        self._now = monotonic
        self._shown: OrderedDict[int, Drawn] = OrderedDict()
        self._closed: OrderedDict[int, float] = OrderedDict()

    # Access

    def open(self, channel: int) -> None:
        """The bot has access there, as Discord has just said."""
        self._closed.pop(channel, None)

    def close(self, channel: int) -> None:
        """The bot has no access there: only uses reach the place."""
        self._closed[channel] = self._now() + NO_ACCESS_S
        while len(self._closed) > REMEMBERED:
            self._closed.popitem(last=False)

    def closed(self, channel: int) -> bool:
        """Whether the bot has no access there, as far as is known."""
        return self._closed.get(channel, 0.0) > self._now()

    # Messages

    async def post(self, channel: int, drawn: Drawn, dedup: str = "") -> Address:
        """A new message. Raises a ``DeliveryError``."""
        if self.closed(channel):
            return await self._post_in_answer(channel, drawn)
        self._calls.follow(channel)
        self._pacer.take(Kind.POST, channel)
        where = self._client.get_partial_messageable(channel)
        once: dict[str, Any] = {"nonce": nonce_of(dedup)} if dedup else {}
        try:
            sent = await self._call(
                channel,
                lambda: where.send(
                    view=drawn.view(),
                    files=drawn.files(),
                    **once,
                    silent=drawn.screen.quiet,
                    allowed_mentions=drawn.allowed(),
                ),
                channel,
            )
        except ChatClosed:
            if not self.closed(channel):
                raise
            return await self._post_in_answer(channel, drawn)
        self.shows(sent.id, drawn)
        return Address(channel, sent.id)

    async def edit(self, at: Address, drawn: Drawn) -> None:
        """Let a message be this. Where only uses reach and none is left, nothing happens: the next press
        there shows the current board. Raises a ``DeliveryError``.
        """
        self._calls.follow(at.message)
        drawn = self._still_calling(at.message, drawn)
        use = self._uses.of_message(at.message)
        if use is not None and await use.change(at.message, drawn):
            self.shows(at.message, drawn)
        elif not self.closed(at.channel):
            self._pacer.take(Kind.EDIT, at.channel)
            await self._edit_in_channel(at, drawn)

    async def strip(self, at: Address, *, leave: int = 0) -> None:
        """Take the buttons off. Raises a ``DeliveryError``; ``Delayed`` unless ``leave`` edits still fit."""
        self._calls.follow(at.message)
        shown = self._shown.get(at.message)
        use = self._uses.of_message(at.message)
        if shown is not None and use is not None and await use.change(at.message, shown.stripped()):
            return
        if self.closed(at.channel):
            return
        self._pacer.take(Kind.EDIT, at.channel, leave=leave)
        if shown is not None:
            await self._edit_in_channel(at, shown.stripped())
        else:
            await self._strip_unknown(at)

    async def delete(self, at: Address) -> None:
        """Remove a message. Raises a ``DeliveryError``."""
        self._calls.follow(at.message)
        use = self._uses.of_message(at.message)
        self._shown.pop(at.message, None)
        if use is not None and await use.remove(at.message):
            return
        if not self.closed(at.channel):
            self._pacer.take(Kind.DELETE, at.channel)
            await self._call(at.channel, self._partial(at).delete, at.message)

    def _still_calling(self, message: int, drawn: Drawn) -> Drawn:
        """Whom a message has called, it goes on to name; an edit notifies nobody again."""
        shown = self._shown.get(message)
        return drawn if shown is None or drawn.mentions else replace(drawn, mentions=shown.mentions)

    def shows(self, message: int, drawn: Drawn) -> None:
        """Remember what a message shows, so that its buttons can be taken off without asking for it."""
        self._shown[message] = drawn.stripped()
        self._shown.move_to_end(message)
        while len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)

    # Inside

    async def _post_in_answer(self, channel: int, drawn: Drawn) -> Address:
        use = self._uses.of_channel(channel)
        sent = None if use is None else await use.show(drawn, private=False)
        if use is None or sent is None:
            raise ChatClosed("no access, and nobody has pressed anything lately")
        self._uses.remember(sent, use)
        self.shows(sent, drawn)
        return Address(channel, sent)

    async def _edit_in_channel(self, at: Address, drawn: Drawn) -> None:
        content: dict[str, Any] = {"view": drawn.view()}

        async def edit() -> None:
            if not drawn.kept:
                content["attachments"] = drawn.files()
            await self._partial(at).edit(**content, allowed_mentions=drawn.allowed())

        await self._call(at.channel, edit, at.message)
        self.shows(at.message, drawn)

    async def _strip_unknown(self, at: Address) -> None:
        """Of a message from before a restart."""
        message = await self._call(at.channel, self._partial(at).fetch, at.message)
        view = without_buttons(message)
        if view is not None:
            await self._call(at.channel, lambda: self._partial(at).edit(view=view), at.message)

    def _partial(self, at: Address) -> discord.PartialMessage:
        return self._client.get_partial_messageable(at.channel).get_partial_message(at.message)

    async def _call(self, channel: int, call: Callable[[], Awaitable[T]], about: int) -> T:
        try:
            return await self._again_on_a_broken_line(call, about)
        except Broken as error:
            if code_of(error) != ARCHIVED:
                raise self._failed(channel, error) from None
        try:
            await self._calls.make(lambda: self._client.http.edit_channel(channel, archived=False))
            return await self._again_on_a_broken_line(call, about)
        except Broken as error:
            raise self._failed(channel, error) from None

    async def _again_on_a_broken_line(self, call: Callable[[], Awaitable[T]], about: int) -> T:
        try:
            return await self._calls.make(call, about)
        except Told as told:  # once more would be within the penalty
            raise Ambiguous("told to wait") from told
        except Line as error:
            log.info("a line broke, once more: %s", type(error).__name__)
        try:
            return await self._calls.make(call, about)
        except Line as error:
            raise Ambiguous(type(error).__name__) from None

    def _failed(self, channel: int, error: BaseException) -> DeliveryError:
        if code_of(error) in NO_ACCESS:
            self.close(channel)
        return delivery_error(error)


def nonce_of(dedup: str) -> str:
    """What makes Discord send it once; at most 25 characters."""
    return dedup if len(dedup) <= NONCE else hashlib.blake2b(dedup.encode(), digest_size=12).hexdigest()
