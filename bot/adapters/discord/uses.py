"""One use of a button or a command, and all that can still be done through it.

Discord gives a bot 3 s for a first answer and 15 min for what follows. Through a use the pressed message can
be changed outside of its channel's budget, and also where the bot itself has no access. Knows neither what
screens mean nor who asks.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.adapters.discord.calls import Calls
from bot.adapters.discord.faults import ALREADY_ANSWERED, Broken, code_of
from bot.adapters.discord.layout import Drawn

log = logging.getLogger(__name__)

TOKEN_LIFE_S = 15 * 60 - 30.0  # Discord's 15 min, less a margin
KEPT = 5_000
MARK = "✓"
Interaction = discord.Interaction[Any]


class Use:
    """``foreign``: the bot is not a member there, so nothing but this reaches the place."""

    def __init__(self, interaction: Interaction, now: float, calls: Calls, *, foreign: bool = False) -> None:
        self.interaction, self._calls = interaction, calls
        self.foreign = foreign
        self.stirred = asyncio.Event()  # it was acknowledged, or something was posted because of it
        self._until = now + TOKEN_LIFE_S
        self._lock = asyncio.Lock()
        self._acknowledged = False
        self._dead = False
        self._holds: int | None = None  # the message that "@original" is
        self._waits_for_text = False  # deferred: the person sees that the bot thinks
        self._marked = False  # the deferral holds a mark that is to go

    @property
    def pressed(self) -> bool:
        """Whether a button was pressed, rather than a command given."""
        return self.interaction.type is discord.InteractionType.component

    @property
    def acknowledged(self) -> bool:
        """Whether Discord has had its first answer, or takes none any more."""
        return self._acknowledged or self._dead

    def alive(self, now: float) -> bool:
        """Whether something can still be done through it."""
        return not self._dead and now < self._until

    def reaches(self, message: int) -> bool:
        """Whether this message can be changed through it."""
        return (self._holds if self.acknowledged else self.pressed_message) == message

    @property
    def pressed_message(self) -> int | None:
        """The message whose button was pressed."""
        if not self.pressed or self.interaction.message is None:
            return None
        return self.interaction.message.id

    async def acknowledge(self) -> None:
        """Say that it was heard, unless that has been done: nothing changes for a press; for a command the
        person alone sees that the bot thinks.
        """
        async with self._lock:
            if not self.acknowledged:
                await self._defer()

    async def change(self, message: int, drawn: Drawn) -> bool:
        """Let the pressed message be this; False if that cannot be done in this way."""
        async with self._lock:
            if self._dead or not self.reaches(message):
                return False
            if self.acknowledged:
                return await self._change_original(drawn)
            answered = await self._answer(lambda: self.interaction.response.edit_message(**_content(drawn)))
            if answered:
                self._holds = message
            return answered or await self._change_original(drawn)

    async def remove(self, message: int) -> bool:
        """Delete the pressed message; False if that cannot be done in this way."""
        async with self._lock:
            if not self.acknowledged and self.reaches(message):
                await self._defer()
            if self._dead or not self.reaches(message):
                return False
            return await self._done(self.interaction.delete_original_response)

    async def tell(self, text: str) -> bool:
        """One sentence for this person alone."""
        async with self._lock:
            if not self.acknowledged and self.foreign and self.pressed:
                await self._defer()  # else the pressed message would be out of reach
            if not self.acknowledged:
                return await self._answer(
                    lambda: self.interaction.response.send_message(text, ephemeral=True)
                )
            if self._dead:
                return False
            if self._waits_for_text:
                self._waits_for_text = False
                return await self._done(lambda: self.interaction.edit_original_response(content=text))
            return await self._done(lambda: self.interaction.followup.send(text, ephemeral=True))

    async def show(self, drawn: Drawn, *, private: bool) -> int | None:
        """A message in answer; its id, None if there is none."""
        async with self._lock:
            if not self.acknowledged and (not self.pressed or (private and not self.foreign)):
                return await self._answer_with(drawn, private)
            if not self.acknowledged:
                await self._defer()
            if self._dead:
                return None
            if self._waits_for_text and private:
                self._waits_for_text = False
                return self._holds if await self._change_original(drawn) else None
            if self._waits_for_text:  # a deferral for one person's eyes cannot become public
                self._waits_for_text = False
                await self._mark()
                self._marked = True
            return await self._follow_up(drawn, private)

    async def finish(self) -> None:
        """Nothing more is said now: what shows that the bot thinks goes away. Where only uses reach, it stays
        as a mark, for Discord does not say what follows upon an answer that is gone.
        """
        async with self._lock:
            if self._dead or not (self._waits_for_text or self._marked):
                return
            if not self.foreign:
                await self._done(self.interaction.delete_original_response)
            elif not self._marked:
                await self._mark()
            self._waits_for_text = self._marked = False

    # Inside, under the lock

    async def _defer(self) -> None:
        command = not self.pressed
        if await self._answer(lambda: self.interaction.response.defer(ephemeral=command, thinking=command)):
            if command:
                self._waits_for_text = True
            else:
                self._holds = self.pressed_message

    async def _mark(self) -> None:
        await self._done(lambda: self.interaction.edit_original_response(content=MARK))

    async def _answer_with(self, drawn: Drawn, private: bool) -> int | None:
        """The first answer is a message."""
        response = self.interaction.response
        if not await self._answer(
            lambda: response.send_message(
                view=drawn.view(),
                files=drawn.files(),
                ephemeral=private,
                silent=drawn.screen.quiet,
                allowed_mentions=drawn.allowed(),
            )
        ):
            return None
        return self._holds

    async def _follow_up(self, drawn: Drawn, private: bool) -> int | None:
        try:
            sent = await self._calls.make(
                lambda: self.interaction.followup.send(
                    view=drawn.view(),
                    files=drawn.files(),
                    ephemeral=private,
                    silent=drawn.screen.quiet,
                    allowed_mentions=drawn.allowed(),
                    wait=True,
                )
            )
        except Broken as error:
            self._note(error)
            return None
        return int(sent.id)

    async def _change_original(self, drawn: Drawn) -> bool:
        return not self._dead and await self._done(
            lambda: self.interaction.edit_original_response(**_content(drawn))
        )

    async def _answer(self, call: Callable[[], Awaitable[Any]]) -> bool:
        """The first answer. After a broken line it is tried once more: Discord takes only one, and says so
        if the first try has arrived.
        """
        for again in (False, True):
            try:
                response = await self._calls.make(call, self.pressed_message)
            except discord.HTTPException as error:
                self._note(error)
                arrived = code_of(error) == ALREADY_ANSWERED
                self._dead = not arrived
                self._acknowledged = True
                self.stirred.set()
                return arrived and again
            except Broken as error:
                self._note(error)
                self._dead = again
            else:
                self._acknowledged = True
                self.stirred.set()
                if response is not None and response.message_id is not None:
                    self._holds = response.message_id
                return True
        self.stirred.set()
        return False

    async def _done(self, call: Callable[[], Awaitable[Any]]) -> bool:
        try:
            await self._calls.make(call, self._holds)
        except Broken as error:
            self._note(error)
            return False
        return True

    def _note(self, error: BaseException) -> None:
        log.info("an answer was not taken: %s, code %d", type(error).__name__, code_of(error))


class Uses:
    """The newest use that reaches each message, and the newest of each channel; none outlives its token."""

    def __init__(self, monotonic: Callable[[], float], calls: Calls) -> None:
        self._now, self._calls = monotonic, calls
        self._by_message: OrderedDict[int, Use] = OrderedDict()
        self._by_channel: OrderedDict[int, Use] = OrderedDict()

    def begin(self, interaction: Interaction, *, foreign: bool) -> Use:
        """A use that has just come in."""
        use = Use(interaction, self._now(), self._calls, foreign=foreign)
        if (pressed := use.pressed_message) is not None:
            self.remember(pressed, use)
        if interaction.channel_id is not None:
            self._keep(self._by_channel, interaction.channel_id, use)
        return use

    def remember(self, message: int, use: Use) -> None:
        """This use reaches a message."""
        self._keep(self._by_message, message, use)

    def of_message(self, message: int) -> Use | None:
        """A living use that reaches a message."""
        use = self._by_message.get(message)
        return use if use is not None and use.alive(self._now()) and use.reaches(message) else None

    def stir(self, channel: int) -> None:
        """Something was posted there."""
        if (use := self.of_channel(channel)) is not None:
            use.stirred.set()

    def of_channel(self, channel: int) -> Use | None:
        """The newest living use in a channel."""
        use = self._by_channel.get(channel)
        return use if use is not None and use.alive(self._now()) else None

    def _keep(self, uses: OrderedDict[int, Use], key: int, use: Use) -> None:
        """An interaction holds a whole message: those through which nothing can be done any more go."""
        uses[key] = use
        uses.move_to_end(key)
        now = self._now()
        while uses and (len(uses) > KEPT or not next(iter(uses.values())).alive(now)):
            uses.popitem(last=False)


def _content(drawn: Drawn) -> dict[str, Any]:
    """What an edit sets. A kept picture is not listed, so it stays; otherwise only what is new remains."""
    content: dict[str, Any] = {"view": drawn.view(), "allowed_mentions": drawn.allowed()}
    if not drawn.kept:
        content["attachments"] = drawn.files()
    return content
