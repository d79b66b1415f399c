"""One update after the other: from what Telegram told to the handler and back.

A press is answered at once: with what the handler says, or without words if the handler needs longer. What
the handler raises is an edge's business: logged under a number that the person sees.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from typing import Any

import telegram

from bot.adapters.telegram.client import Client
from bot.adapters.telegram.drawing import TOAST, length
from bot.adapters.telegram.inline import Inline, answer_inline
from bot.adapters.telegram.people import Admins, Usernames
from bot.adapters.telegram.replies import Replies
from bot.adapters.telegram.texts import Words
from bot.adapters.telegram.translate import (
    Anonymous,
    Asking,
    Membership,
    Moved,
    NobodyKnown,
    Pressed,
    Self,
    Wrote,
    translate,
)
from bot.app.ports import (
    Answer,
    Back,
    Chat,
    Command,
    Handler,
    Incoming,
    Lost,
    Press,
    Visitor,
    ignore_loss,
    ignore_return,
)
from bot.app.screen import Screen
from bot.ui.room_policy import STARTS

log = logging.getLogger(__name__)

QUICK_S = 0.4  # a press does not stay unanswered for longer: half a second is felt


async def _ignore_move(_old: Chat, _new: Chat) -> None:
    return


async def _ignore(_chat: Chat) -> None:
    return


def rights_matter(what: Incoming) -> bool:
    """Whether it can depend on who runs the chat: a room's settings do, and what begins a game."""
    match what:
        case Command(name=name):
            return name == "room" or name in STARTS
        case Press(data=data):
            menu, _, op = data.partition(":")
            return menu == "c" and (op.startswith("room") or op.partition(":")[0] in STARTS)
        case _:
            return False


@dataclass(frozen=True, slots=True)
class Hooks:
    """News about chats, what is said to a group that has let the bot in (in the language of a locale), and
    what needs a look at the list of administrators.
    """

    moved: Callable[[Chat, Chat], Awaitable[None]] = _ignore_move
    closed: Callable[[Chat], Awaitable[None]] = _ignore
    opened: Callable[[Chat], Awaitable[None]] = _ignore
    greeting: Callable[[str | None], Screen] | None = None
    rights_matter: Callable[[Incoming], bool] = rights_matter
    lost: Lost = ignore_loss
    back: Back = ignore_return


class Intake:
    """``handler`` is the way in, ``inline`` what can be shared."""

    def __init__(
        self,
        client: Client,
        handler: Handler,
        replies: Replies,
        words: Words,
        inline: Inline,
        hooks: Hooks,
        now: Callable[[], float],
    ) -> None:
        self._client, self._handler, self._replies = client, handler, replies
        self._words, self._inline, self._hooks = words, inline, hooks
        self._usernames = Usernames()
        self._admins = Admins(client, now)
        self._aside: set[asyncio.Task[None]] = set()

    async def carry_out(self, payload: Mapping[str, Any]) -> None:
        """Do what one update asks; returns when its handler has returned."""
        update = telegram.Update.de_json(dict(payload), self._client)
        me = Self(self._client.id, self._client.username)
        match translate(update, me, self._usernames):
            case Pressed() as pressed:
                await self._pressed(pressed)
            case Wrote(what, _) as wrote:
                what = replace(what, visitor=await self._visitor(what))
                self._replies.to_text(wrote, await self._ask(what))
            case NobodyKnown(visitor, chat, message, username):
                text = self._words(visitor.locale)["telegram.unknown_username"].format(name=username)
                self._replies.say(visitor, chat, text, message)
            case Anonymous(chat, message):
                self._replies.public_line(chat, self._words(None)["telegram.anonymous"], message)
            case Asking(query, visitor, text):
                self._do_aside(self._share(query, visitor, text))
            case Moved(old, new):
                await self._hooks.moved(old, new)
            case Membership(chat, open=False):
                await self._hooks.closed(chat)
            case Membership(chat, group=group, locale=locale):
                await self._hooks.opened(chat)
                if group and self._hooks.greeting is not None:
                    self._replies.public(chat, self._hooks.greeting(locale))
            case None:
                return

    @property
    def idle(self) -> bool:
        """Whether no answer to a press or a query is on its way."""
        return not self._aside

    async def finish(self, seconds: float) -> None:
        """Let the answers that are on their way arrive, but wait no longer than this."""
        if self._aside:
            _, late = await asyncio.wait(self._aside, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _pressed(self, pressed: Pressed) -> None:
        press = replace(pressed.press, visitor=await self._visitor(pressed.press))
        asking = asyncio.create_task(self._ask(press))
        await asyncio.wait({asking}, timeout=QUICK_S)
        toasted = not asking.done()
        if toasted:
            self._do_aside(self._replies.toast(pressed.query))
        answer = await asking
        if not toasted:
            notice = answer.notice
            if notice is None and answer.private is not None and not press.chat.private:
                notice = self._words(press.visitor.locale)["telegram.answered_privately"]
            long = notice is not None and length(notice) > TOAST // 2
            self._do_aside(self._replies.toast(pressed.query, notice, alert=answer.alert or long))
        self._replies.to_press(pressed, answer, toasted=toasted)

    async def _ask(self, what: Incoming) -> Answer:
        try:
            return await self._handler(what)
        except Exception:
            number = secrets.token_hex(4)
            log.exception("fault %s while handling a %s", number, type(what).__name__)
            text = self._words(what.visitor.locale)["telegram.fault"].format(id=number)
            return Answer(notice=text, alert=True)

    async def _visitor(self, what: Incoming) -> Visitor:
        if not self._hooks.rights_matter(what):
            return what.visitor
        return await self._admins.with_rights(what.visitor, what.chat)

    async def _share(self, query: str, visitor: Visitor, text: str) -> None:
        try:
            cards = await self._inline(visitor, text)
        except Exception:
            log.exception("an inline query failed")
            cards = ()
        await answer_inline(self._client, query, cards)

    def _do_aside(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)
