"""Telegram's users as visitors; usernames that were seen, so that ``@name`` finds a person; who is an admin.

A bot cannot look a username up: it knows those of people who wrote or pressed since it started.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

import telegram
from telegram.error import TelegramError

from bot.adapters.telegram.chats import PLATFORM, chat_id
from bot.adapters.telegram.client import Client
from bot.app.ports import Chat, Visitor

REMEMBERED = 20_000
ADMIN_S = 300.0
ADMINS = (telegram.ChatMember.OWNER, telegram.ChatMember.ADMINISTRATOR)
ANONYMOUS = (1087968824, 136817688)  # Telegram's own: an anonymous administrator, somebody as a channel


def visitor_of(user: telegram.User) -> Visitor:
    """A user as the use cases know people."""
    name = " ".join(filter(None, (user.first_name, user.last_name)))
    return Visitor(PLATFORM, str(user.id), _sound(name), user.language_code)


def _sound(text: str) -> str:
    """Halves of characters, which a hostile client may send, cannot be stored."""
    return text.encode("utf-8", "replace").decode("utf-8")


class Usernames:
    """Visitors by username, the newest thousands."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, Visitor] = OrderedDict()

    def see(self, user: telegram.User) -> None:
        """Remember a person who was heard."""
        if user.username and not user.is_bot:
            name = user.username.casefold()
            self._seen[name] = visitor_of(user)
            self._seen.move_to_end(name)
            while len(self._seen) > REMEMBERED:
                self._seen.popitem(last=False)

    def find(self, username: str) -> Visitor | None:
        """The person of this name (with or without @)."""
        return self._seen.get(username.removeprefix("@").casefold())


class Admins:
    """Whether somebody runs a chat; asked only where it matters, and remembered for five minutes."""

    def __init__(self, client: Client, now: Callable[[], float]) -> None:
        self._client, self._now = client, now
        self._known: OrderedDict[tuple[str, str], tuple[bool, float]] = OrderedDict()

    async def with_rights(self, visitor: Visitor, chat: Chat) -> Visitor:
        """The visitor with what may be changed in this chat. In a direct chat everybody is at home."""
        return replace(visitor, admin=chat.private or await self._runs(visitor, chat))

    async def _runs(self, visitor: Visitor, chat: Chat) -> bool:
        key = (chat.chat, visitor.external_id)
        known, until = self._known.get(key, (False, 0.0))
        if until > self._now():
            return known
        try:
            member = await self._client.get_chat_member(chat_id(chat), int(visitor.external_id))
        except TelegramError:
            return False
        self._known[key] = (member.status in ADMINS, self._now() + ADMIN_S)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return self._known[key][0]
