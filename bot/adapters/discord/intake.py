"""What people do on Discord, handed to the handler once each, acknowledged in time and answered.

Knows nothing of backgammon; what a button or a command means is the handler's business.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.adapters.discord import translate
from bot.adapters.discord.commands import CHOICE, Given, read, typed_so_far
from bot.adapters.discord.faults import Broken
from bot.adapters.discord.greeting import Greeting, place_to_greet
from bot.adapters.discord.replies import Replies, plain
from bot.adapters.discord.sender import Sender
from bot.adapters.discord.texts import Words
from bot.adapters.discord.uses import Use, Uses
from bot.app.ports import Answer, Command, Handler, Incoming, Press, Said, Visitor

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Complete = Callable[[Visitor, Any, str], Awaitable[Sequence[str]]]
"""Plays that complete a half-typed text, for a visitor in a chat."""

REMEMBERED = 5_000
LONGEST_DATA, LONGEST_TEXT, MOST_CHOICES = 100, 2000, 25
FOREIGN_WAIT_S = 2.0
GRACE_S = 0.1  # between a new board and the change of the old one
COMPLETION_S = 2.0


class Intake:
    """``bot`` gives the bot's own number. After ``patience_s`` a use is acknowledged in any case."""

    def __init__(
        self,
        handler: Handler,
        sender: Sender,
        uses: Uses,
        replies: Replies,
        words: Words,
        complete: Complete | None,
        greeting: Greeting | None,
        bot: Callable[[], int],
        patience_s: float,
    ) -> None:
        self._handler, self._sender, self._uses, self._replies = handler, sender, uses, replies
        self._words, self._complete, self._bot = words, complete, bot
        self._greeting = greeting
        self._patience_s = patience_s
        self._taken: OrderedDict[int, None] = OrderedDict()
        self._running: set[asyncio.Task[Any]] = set()

    @property
    def idle(self) -> bool:
        """Whether everything that came in has been carried out."""
        return not self._running

    async def finish(self, patience_s: float) -> None:
        """Wait for what is being done; it is never cancelled."""
        if self._running:
            await asyncio.wait(self._running, timeout=patience_s)

    # What comes in

    async def press(self, interaction: Interaction, data: str) -> None:
        """A button was pressed, or something was sent as if one had been."""
        place = self._place(interaction)
        if place is None:
            return
        message = interaction.message
        press = Press(
            translate.origin(interaction.id),
            translate.visitor(interaction),
            place.chat,
            data[:LONGEST_DATA],
            place.message(message.id) if message is not None else None,
        )
        await self._carry_out(interaction, place, press)

    async def command(self, interaction: Interaction) -> None:
        """A command was given."""
        place = self._place(interaction)
        if place is None:
            return
        given = read(interaction.data or {})
        command = Command(
            translate.origin(interaction.id),
            translate.visitor(interaction),
            place.chat,
            given.name,
            given.args,
            translate.target(given),
        )
        await self._carry_out(interaction, place, command, given)

    async def completion(self, interaction: Interaction) -> None:
        """A text is being typed that can be completed."""
        place = translate.where(interaction, self._bot())
        found: Sequence[str] = ()
        async with self._tracked():
            if place is not None and self._complete is not None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(COMPLETION_S):
                        found = await self._completed(interaction, place)
            choices = [
                app_commands.Choice(name=text, value=text)
                for text in found[:MOST_CHOICES]
                if 0 < len(text) <= CHOICE
            ]
            with contextlib.suppress(*Broken, discord.InteractionResponded):
                await interaction.response.autocomplete(choices)

    async def message(self, message: discord.Message) -> None:
        """Something was written in a direct chat."""
        if not self._new(message.id) or not message.content:
            return
        chat = translate.direct_chat(message.channel.id)
        said = Said(
            translate.origin(message.id),
            translate.writer(message),
            chat,
            message.content[:LONGEST_TEXT],
        )
        async with self._tracked():
            await self._replies.say(message.channel.id, await self._asked(said))

    async def joined(self, guild: discord.Guild) -> None:
        """A server has taken the bot in: say there what can be done."""
        channel = place_to_greet(guild)
        if self._greeting is None or channel is None:
            return
        async with self._tracked():
            await self._replies.say(channel, Answer(public=self._greeting(str(guild.preferred_locale))))

    async def unknown(self, interaction: Interaction) -> None:
        """Something that nothing of ours can have sent: acknowledged, so that no client waits."""
        with contextlib.suppress(*Broken, discord.InteractionResponded):
            await interaction.response.defer()

    # Inside

    def _place(self, interaction: Interaction) -> translate.Where | None:
        """Where it was done; None if it was taken before (the line was cut and brings it again)."""
        place = translate.where(interaction, self._bot())
        if place is None or not self._new(interaction.id):
            return None
        if place.foreign:
            self._sender.close(place.channel)
        elif translate.can_post(interaction):
            self._sender.open(place.channel)
        return place

    def taken(self, interaction: int) -> bool:
        """Whether this has come in already."""
        return interaction in self._taken

    def _new(self, number: int) -> bool:
        if number in self._taken:
            return False
        self._taken[number] = None
        while len(self._taken) > REMEMBERED:
            self._taken.popitem(last=False)
        return True

    async def _carry_out(
        self, interaction: Interaction, place: translate.Where, what: Incoming, given: Given | None = None
    ) -> None:
        async with self._tracked():
            out_of_reach = place.foreign or self._sender.closed(place.channel)
            use = self._uses.begin(interaction, foreign=out_of_reach)
            waiting = asyncio.create_task(self._acknowledge_in_time(use))
            try:
                if given is not None and given.person is not None and given.person["bot"]:
                    answer = Answer(notice=self._words(what.visitor.locale)["discord.bot_named"])
                else:
                    answer = await self._asked(what)
                await self._replies.give(use, place, answer)
            except Exception:  # noqa: BLE001 - the edge
                await use.tell(plain(self._fault(what, "answering")))
            await waiting
            await use.finish()

    async def _asked(self, what: Incoming) -> Answer:
        """The edge: what is raised here is a bug, logged once with the number that the person sees."""
        try:
            return await self._handler(what)
        except Exception:  # noqa: BLE001 - the edge
            return Answer(notice=self._fault(what, "handling"), alert=True)

    def _fault(self, what: Incoming, doing: str) -> str:
        fault = secrets.token_hex(4)
        log.exception("fault %s while %s a %s", fault, doing, type(what).__name__)
        return self._words(what.visitor.locale)["discord.fault"].format(id=fault)

    async def _acknowledge_in_time(self, use: Use) -> None:
        """A board that is shown meanwhile acknowledges; else this does, before Discord's 3 s are over. A
        command from where the bot has no access waits longer for the board that will answer it. When a new
        board has come, nothing more is to be expected but that a pressed one loses its buttons.
        """
        waits = FOREIGN_WAIT_S if use.foreign and not use.pressed else self._patience_s
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(waits):
                await use.stirred.wait()
                if use.pressed and not use.acknowledged:
                    await asyncio.sleep(GRACE_S)
        await use.acknowledge()

    async def _completed(self, interaction: Interaction, place: translate.Where) -> Sequence[str]:
        assert self._complete is not None
        prefix = typed_so_far(interaction.data or {})
        try:
            return await self._complete(translate.visitor(interaction), place.chat, prefix)
        except TimeoutError:
            raise
        except Exception:
            log.exception("nothing could be completed")
            return ()

    @contextlib.asynccontextmanager
    async def _tracked(self) -> AsyncIterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        try:
            yield
        finally:
            self._running.discard(task)
