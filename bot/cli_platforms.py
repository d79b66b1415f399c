"""The doctor's look at the platforms: are the tokens right, and what is to be done there.

A platform with a token that does not answer is wrong: the bot would not be served there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any, Protocol

from bot.cli_findings import FINE, NOTE, WRONG, Finding
from bot.settings import Settings


class Told(Protocol):
    """What a platform says of the bot."""

    def sentences(self) -> list[str]:
        """What to know."""

    def advice(self) -> list[str]:
        """What is still to be switched on."""


def platforms(settings: Settings) -> Iterator[Finding]:
    """Telegram and Discord."""
    yield from _telegram(settings)
    yield from _discord(settings)


def _telegram(settings: Settings) -> Iterator[Finding]:
    from bot.adapters.telegram import TelegramFailure
    from bot.adapters.telegram.checkup import BOTFATHER, check
    from bot.platforms import telegram_settings

    if settings.telegram_token is None:
        yield Finding(NOTE, f"BOT_TELEGRAM_TOKEN is not set. {BOTFATHER}")
        return
    token = settings.telegram_token.get_secret_value()
    yield from _asked(check(telegram_settings(settings, token)), TelegramFailure)


def _discord(settings: Settings) -> Iterator[Finding]:
    from bot.adapters.discord.checkup import PORTAL, check
    from bot.adapters.discord.settings import DiscordFailure, DiscordSettings

    if settings.discord_token is None:
        yield Finding(NOTE, f"BOT_DISCORD_TOKEN is not set. {PORTAL}")
        return
    token = settings.discord_token.get_secret_value()
    yield from _asked(check(DiscordSettings(token, settings.discord_api_root)), DiscordFailure)


def _asked(asking: Coroutine[Any, Any, Told], failure: type[Exception]) -> Iterator[Finding]:
    try:
        told = asyncio.run(asking)
    except failure as error:
        yield Finding(WRONG, str(error))
    else:
        yield from (Finding(FINE, sentence) for sentence in told.sentences())
        yield from (Finding(NOTE, sentence) for sentence in told.advice())
