"""Shows what the handler answers: through the use that asked, else through the channel.

Boards of tables are no answers; they come through the adapter. Knows nothing of what a screen says.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.adapters.discord.address import Address
from bot.adapters.discord.layout import Drawn, drawn
from bot.adapters.discord.markdown import cut, escaped
from bot.adapters.discord.sender import Sender
from bot.adapters.discord.translate import Where
from bot.adapters.discord.uses import Use, Uses
from bot.app.ports import Answer, DeliveryError, Outgoing
from bot.app.screen import Screen

log = logging.getLogger(__name__)

NOTICE = 1900  # characters; Discord takes 2000
Prepare = Callable[[Screen], Awaitable[Outgoing]]
"""Make a message of an answer's screen: picture painted or left out."""


class Replies:
    """``prepare`` paints the screens of answers."""

    def __init__(self, sender: Sender, uses: Uses, prepare: Prepare) -> None:
        self._sender, self._uses, self._prepare = sender, uses, prepare

    async def give(self, use: Use, where: Where, answer: Answer) -> None:
        """Answer a press or a command. What has no answer is acknowledged by the board that it changes, or
        when its time has come.
        """
        if answer.edit is not None:
            await self._edit(use, where, await self._draw(answer.edit))
        if answer.public is not None:
            await self._publish(use, where, await self._draw(answer.public))
        if answer.private is not None:
            await self._show(use, await self._draw(answer.private))
        if answer.notice is not None:
            await use.tell(plain(answer.notice))

    async def say(self, channel: int, answer: Answer) -> None:
        """Answer what was written in a direct chat."""
        if answer.notice is not None:
            await self._post(channel, Drawn(Screen("", (answer.notice,))))
        for screen in (answer.private, answer.public, answer.edit):
            if screen is not None:
                await self._post(channel, await self._draw(screen))

    async def _edit(self, use: Use, where: Where, new: Drawn) -> None:
        pressed = use.interaction.message
        if pressed is not None and pressed.flags.ephemeral:
            new = replace(new, mentions=())
        if pressed is None:
            await self._show(use, new)
        elif await use.change(pressed.id, new):
            self._sender.shows(pressed.id, new)
        elif not pressed.flags.ephemeral:
            try:
                await self._sender.edit(Address(where.channel, pressed.id), new)
            except DeliveryError as error:
                log.info("an answer was not shown: %r", error)

    async def _publish(self, use: Use, where: Where, new: Drawn) -> None:
        sent = await use.show(new, private=False)
        if sent is None:
            await self._post(where.channel, new)
        else:
            self._uses.remember(sent, use)
            self._sender.shows(sent, new)

    async def _show(self, use: Use, new: Drawn) -> None:
        new = replace(new, mentions=())  # whoever sees it knows
        sent = await use.show(new, private=True)
        if sent is not None:
            self._sender.shows(sent, new)

    async def _post(self, channel: int, new: Drawn) -> None:
        try:
            await self._sender.post(channel, new)
        except DeliveryError as error:
            log.info("an answer was not shown: %r", error)

    async def _draw(self, screen: Screen) -> Drawn:
        return drawn(await self._prepare(screen))


def plain(notice: str) -> str:
    """One sentence without markup."""
    return cut(escaped(notice), NOTICE)
