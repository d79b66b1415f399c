"""The commands that Telegram suggests, per language and kind of chat, and what a bot's profile says.

What Telegram has is read first and only what differs is set: nothing has to be remembered, a change made
elsewhere is put right, and a start without changes sets nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Flag, auto

from telegram import (
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.error import TelegramError

from bot.adapters.telegram.client import Client
from bot.adapters.telegram.drawing import cut
from bot.adapters.telegram.texts import Words

log = logging.getLogger(__name__)


class Scope(Flag):
    """Where a command is suggested."""

    PRIVATE = auto()
    GROUPS = auto()
    ADMINS = auto()
    EVERYWHERE = PRIVATE | GROUPS | ADMINS
    ROOMS = GROUPS | ADMINS


@dataclass(frozen=True, slots=True)
class MenuCommand:
    """A command's name (``a-z0-9_``, at most 32), what it does in a few words, and where."""

    name: str
    description: str
    scope: Scope = Scope.EVERYWHERE


Menu = Callable[[str], Sequence[MenuCommand]]
"""The commands in a language."""

SCOPES: tuple[tuple[Scope, BotCommandScope], ...] = (
    (Scope.PRIVATE, BotCommandScopeAllPrivateChats()),
    (Scope.GROUPS, BotCommandScopeAllGroupChats()),
    (Scope.ADMINS, BotCommandScopeAllChatAdministrators()),
)
FALLBACK = "en"
LANGUAGES = ("", "de")  # "" is for all who have no other


async def register(client: Client, menu: Menu, words: Words) -> int:
    """Bring the menus and the profile up to date; how many calls changed something."""
    changed = 0
    try:
        for language in LANGUAGES:
            for scope, named in SCOPES:
                changed += await _commands(client, menu(language or FALLBACK), scope, named, language)
            changed += await _profile(client, words(language or FALLBACK), language)
    except TelegramError as error:
        log.warning("the menu of commands may be out of date: %s", type(error).__name__)
    return changed


async def _commands(
    client: Client, menu: Sequence[MenuCommand], scope: Scope, named: BotCommandScope, language: str
) -> bool:
    wanted = [BotCommand(one.name, cut(one.description, 256)) for one in menu if one.scope & scope]
    known = await client.get_my_commands(named, language)
    if list(known) == wanted:
        return False
    return await client.set_my_commands(wanted, named, language)


async def _profile(client: Client, words: Mapping[str, str], language: str) -> int:
    changed = 0
    long, short = words["telegram.description"], words["telegram.short_description"]
    if (await client.get_my_description(language)).description != long:
        changed += await client.set_my_description(long, language)
    if (await client.get_my_short_description(language)).short_description != short:
        changed += await client.set_my_short_description(short, language)
    return changed
