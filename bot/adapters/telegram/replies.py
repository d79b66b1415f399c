"""What the one who asked is shown: toasts, private messages, changed messages, posts in the chat.

A group has no message for one person only: what is private goes to that person's own chat with the bot, and
where that is not open yet, the group gets a button that opens it.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable

from telegram.error import BadRequest, RetryAfter, TelegramError

from bot.adapters.telegram.chats import direct_chat
from bot.adapters.telegram.client import Client
from bot.adapters.telegram.drawing import TOAST, cut
from bot.adapters.telegram.errands import Errand, Errands, Run
from bot.adapters.telegram.faults import seconds_of
from bot.adapters.telegram.limiter import Kind, Weight
from bot.adapters.telegram.sender import Sender, calls_for
from bot.adapters.telegram.texts import Words
from bot.adapters.telegram.translate import RUN, Pressed, Wrote
from bot.app.ports import Answer, Chat, ChatClosed, Command, MessageGone, MessageRef, Outgoing, Visitor
from bot.app.screen import Button, Screen

log = logging.getLogger(__name__)

Prepare = Callable[[Screen], Awaitable[Outgoing]]
"""Make a message of an answer's screen: its picture painted, or left out."""

TOAST_ATTEMPTS = 3
LONGEST_TOAST_WAIT_S = 3.0
"""After a longer penalty nobody looks at the button any more."""


class Replies:
    """Shows answers."""

    def __init__(
        self,
        client: Client,
        sender: Sender,
        errands: Errands,
        prepare: Prepare,
        words: Words,
        now: Callable[[], float],
    ) -> None:
        self._client, self._sender, self._errands = client, sender, errands
        self._prepare, self._words, self._now = prepare, words, now
        self._numbers = itertools.count()
        self._refused_until = float("-inf")  # Telegram takes no answers to presses before

    async def toast(self, query: str, text: str | None = None, *, alert: bool = False) -> None:
        """Answer a press, with at most 200 characters. One that is too old is nobody's loss."""
        for attempt in range(1, TOAST_ATTEMPTS + 1):
            penalty = self._refused_until - self._now()
            if penalty > LONGEST_TOAST_WAIT_S:
                return
            await asyncio.sleep(max(0.0, penalty))
            try:
                shown = cut(text, TOAST) if text else None
                await self._client.answer_callback_query(query, shown, show_alert=alert or None)
                return
            except BadRequest as error:
                log.info("a press could not be answered: %s", error.message)
                return
            except RetryAfter as refused:
                log.info("presses are not answered for %.0f s", seconds_of(refused))
                self._refused_until = max(self._refused_until, self._now() + seconds_of(refused))
            except TelegramError as error:
                log.info("a press was not answered at attempt %d: %s", attempt, type(error).__name__)
                await asyncio.sleep(0.2 * attempt)

    def to_press(self, what: Pressed, answer: Answer, *, toasted: bool) -> None:
        """Show an answer to a press; ``toasted``: the press itself was answered before."""
        press = what.press
        if toasted and answer.notice:
            self._say(press.visitor, press.chat, answer.notice, None, "")
        if answer.edit is not None:
            self._change(what, answer.edit)
        self._rest(press.visitor, press.chat, answer, None, "")

    def to_text(self, what: Wrote, answer: Answer) -> None:
        """Show an answer to a command or to plain text."""
        asked = what.what
        again = asked.name if isinstance(asked, Command) and not asked.args else ""
        if answer.notice:
            self._say(asked.visitor, asked.chat, answer.notice, what.message, again)
        if answer.edit is not None:
            self._private(asked.visitor, asked.chat, answer.edit, what.message, again)
        self._rest(asked.visitor, asked.chat, answer, what.message, again)

    def say(self, visitor: Visitor, chat: Chat, text: str, reply_to: int) -> None:
        """One sentence of the adapter's own."""
        self._say(visitor, chat, text, reply_to, "")

    def public_line(self, chat: Chat, text: str, reply_to: int) -> None:
        """One sentence for all."""
        self._post(chat, Screen(text, quiet=True), reply_to)

    def public(self, chat: Chat, screen: Screen) -> None:
        """A screen for all, in answer to nobody."""
        self._post(chat, screen, None)

    # Inside

    def _rest(self, visitor: Visitor, chat: Chat, answer: Answer, reply_to: int | None, again: str) -> None:
        if answer.private is not None and answer.here:
            self._post(chat, answer.private, reply_to)
        elif answer.private is not None:
            self._private(visitor, chat, answer.private, reply_to, again)
        if answer.public is not None:
            self._post(chat, answer.public, None)

    def _say(self, visitor: Visitor, chat: Chat, text: str, reply_to: int | None, again: str) -> None:
        self._private(visitor, chat, Screen("", (text,), quiet=True), reply_to, again)

    def _private(
        self, visitor: Visitor, chat: Chat, screen: Screen, reply_to: int | None, again: str
    ) -> None:
        if chat.private:
            self._post(chat, screen, None)
            return
        own = direct_chat(visitor.external_id)

        async def run() -> None:
            try:
                await self._sender.post(own, await self._prepare(screen))
            except ChatClosed:
                self._post(chat, self._invitation(visitor, again), reply_to)

        self._put(own, run, calls_for(screen))

    def _invitation(self, visitor: Visitor, again: str) -> Screen:
        """A line with a button that opens the person's own chat, and there asks the same again."""
        words = self._words(visitor.locale)
        payload = f"?start={RUN}{again}" if again else "?start"
        link = Button(
            words["telegram.open_chat_button"], link=f"https://t.me/{self._client.username}{payload}"
        )
        return Screen("", (words["telegram.open_chat"],), rows=((link,),), quiet=True)

    def _post(self, chat: Chat, screen: Screen, reply_to: int | None) -> None:
        async def run() -> None:
            await self._sender.post(chat, await self._prepare(screen), reply_to)

        self._put(chat, run, calls_for(screen))

    def _put(self, chat: Chat, run: Run, calls: int) -> None:
        key = ("post", next(self._numbers))
        self._errands.put(Errand(key, chat, Kind.POST, Weight.ANSWER, run, calls))

    def _change(self, what: Pressed, screen: Screen) -> None:
        """Change the pressed message; where it is gone, the person gets it anew."""
        press, inline = what.press, what.inline
        if inline is not None:

            async def edit_inline() -> None:
                await self._sender.edit_inline(inline, press.chat, await self._prepare(screen))

            self._errands.put(Errand(inline, press.chat, Kind.EDIT, Weight.ANSWER, edit_inline))
        elif press.message is not None:
            ref = press.message

            async def edit() -> None:
                try:
                    await self._sender.edit(ref, await self._prepare(screen))
                except MessageGone:
                    self._post(ref.chat, screen, None)

            self._errands.put(Errand(message_key(ref), ref.chat, Kind.EDIT, Weight.ANSWER, edit))


def message_key(ref: MessageRef) -> tuple[str, str, str]:
    """The key of errands that change a message, whatever topic it was found in."""
    return ("message", ref.chat.chat, ref.message)
