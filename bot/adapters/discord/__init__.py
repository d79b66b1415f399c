"""Discord: slash commands, buttons and boards by components v2, over the gateway, with discord.py.

Knows screens and ports, nothing of backgammon. Slash commands work in servers, in direct messages and, as an
app that a person has installed for himself, anywhere else: there the bot has no access, so a board changes
only while somebody's newest press is younger than 15 minutes; after that the next press shows it.
"""

from bot.adapters.discord.adapter import DiscordAdapter
from bot.adapters.discord.address import PLATFORM
from bot.adapters.discord.client import Memory
from bot.adapters.discord.pace import Budget, Kind, Pace
from bot.adapters.discord.reach import Line
from bot.adapters.discord.settings import BadToken, DiscordFailure, DiscordSettings, Ended, Unreachable
from bot.adapters.discord.texts import DISCORD_TEXTS, Words

__all__ = [
    "DISCORD_TEXTS",
    "PLATFORM",
    "BadToken",
    "Budget",
    "DiscordAdapter",
    "DiscordFailure",
    "DiscordSettings",
    "Ended",
    "Kind",
    "Line",
    "Memory",
    "Pace",
    "Unreachable",
    "Words",
]
