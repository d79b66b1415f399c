"""Where the bot says hello in a server that has just taken it in. Knows nothing of what it says."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.app.screen import Screen

Greeting = Callable[[str | None], Screen]
"""What is said to a new server, in the language of a locale."""


def place_to_greet(guild: discord.Guild) -> int | None:
    """The channel for the server's own news if the bot may write there, else the first where it may."""
    channels = [*filter(None, [guild.system_channel]), *guild.text_channels]
    return next((one.id for one in channels if _may_write(one)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    rights = channel.permissions_for(channel.guild.me)
    return rights.view_channel and rights.send_messages
