"""The doctor's look at the platforms: are the tokens right, and what is to be done there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from bot.cli_findings import FINE, NOTE, WRONG, Finding
from bot.settings import Settings


def platforms(settings: Settings) -> Iterator[Finding]:
    """Telegram and Discord."""
    yield from _telegram(settings)
    yield from _discord(settings)


def _telegram(settings: Settings) -> Iterator[Finding]:
    from bot.adapters.telegram import BadToken, BadWebhook, TelegramSettings, Unreachable
    from bot.adapters.telegram.checkup import BOTFATHER, check

    if settings.telegram_token is None:
        yield Finding(NOTE, f"BOT_TELEGRAM_TOKEN is not set. {BOTFATHER}")
        return
    token = settings.telegram_token.get_secret_value()
    try:
        told = asyncio.run(check(TelegramSettings(token, settings.telegram_api_root.rstrip("/"))))
    except (BadToken, BadWebhook) as error:
        yield Finding(WRONG, str(error))
    except Unreachable as error:
        yield Finding(NOTE, str(error))
    else:
        yield from (Finding(FINE, sentence) for sentence in told.sentences())
        yield from (Finding(NOTE, sentence) for sentence in told.advice())


def _discord(settings: Settings) -> Iterator[Finding]:
    from bot.adapters.discord.checkup import PORTAL, check
    from bot.adapters.discord.settings import BadToken, DiscordSettings, Unreachable

    if settings.discord_token is None:
        yield Finding(NOTE, f"BOT_DISCORD_TOKEN is not set. {PORTAL}")
        return
    token = settings.discord_token.get_secret_value()
    try:
        told = asyncio.run(check(DiscordSettings(token, settings.discord_api_root)))
    except BadToken as error:
        yield Finding(WRONG, str(error))
    except Unreachable as error:
        yield Finding(NOTE, str(error))
    else:
        yield from (Finding(FINE, sentence) for sentence in told.sentences())
        yield from (Finding(NOTE, sentence) for sentence in told.advice())
