"""Telegram as a chat platform: direct chats, groups, forum topics, inline results.

Knows screens and ports, nothing of backgammon.
"""

from bot.adapters.telegram.adapter import TelegramAdapter
from bot.adapters.telegram.chats import PLATFORM
from bot.adapters.telegram.inbox import Inbox
from bot.adapters.telegram.inline import Inline, InlineCard
from bot.adapters.telegram.intake import Hooks
from bot.adapters.telegram.limiter import Limiter
from bot.adapters.telegram.menu import MenuCommand, Scope
from bot.adapters.telegram.settings import (
    BadToken,
    BadWebhook,
    TelegramFailure,
    TelegramSettings,
    Unreachable,
    Webhook,
)
from bot.adapters.telegram.sharing import Sharing, position_of
from bot.adapters.telegram.texts import TELEGRAM_TEXTS

__all__ = [
    "PLATFORM",
    "TELEGRAM_TEXTS",
    "BadToken",
    "BadWebhook",
    "Hooks",
    "Inbox",
    "Inline",
    "InlineCard",
    "Limiter",
    "MenuCommand",
    "Scope",
    "Sharing",
    "TelegramAdapter",
    "TelegramFailure",
    "TelegramSettings",
    "Unreachable",
    "Webhook",
    "position_of",
]
