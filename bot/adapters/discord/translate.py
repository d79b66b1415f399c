"""From what Discord tells to the words of the port: who, where, when.

Knows no handler and sends nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.adapters.discord.address import PLATFORM, Address, ref_of
from bot.adapters.discord.commands import Given
from bot.app.ports import Around, Chat, MessageRef, Visitor

SERVER = 0  # among Discord's "authorizing integration owners": installed for a server or a direct chat


@dataclass(frozen=True, slots=True)
class Where:
    """A place: its chat, the channel or thread it is, whether the bot is no member there."""

    chat: Chat
    channel: int
    foreign: bool

    def message(self, number: int) -> MessageRef:
        """A message that stands there."""
        return ref_of(self.chat, Address(self.channel, number))


def where(interaction: discord.Interaction[Any], bot: int) -> Where | None:
    """Where somebody pressed or commanded; None in a place that Discord does not name."""
    channel = interaction.channel_id
    if channel is None:
        return None
    private = interaction.guild_id is None and isinstance(interaction.channel, discord.DMChannel)
    private = private and interaction.context.dm_channel
    owners = interaction._integration_owners
    foreign = bool(owners) and SERVER not in owners
    if private or interaction.guild_id is None:
        return Where(Chat(PLATFORM, str(channel), private=private), channel, foreign)
    return Where(_chat(interaction.channel, channel, bot, f"server:{interaction.guild_id}"), channel, foreign)


def _chat(place: object, channel: int, bot: int, server: str) -> Chat:
    """A channel of a server. A thread that the bot has opened belongs to its channel."""
    if isinstance(place, discord.Thread):
        parent = str(place.parent_id)
        if place.owner_id == bot:
            name = "" if place.parent is None else place.parent.name
            return Chat(PLATFORM, parent, around=_around(server, name))
        return Chat(PLATFORM, str(channel), around=_around(server, place.name, parent))
    name = place.name if isinstance(place, discord.abc.GuildChannel) else ""
    return Chat(PLATFORM, str(channel), around=_around(server, name))


def _around(server: str, name: str, parent: str = "") -> Around:
    return Around(server, f"#{name}" if name else "", parent)


def direct_chat(channel: int) -> Chat:
    """A direct chat with the bot."""
    return Chat(PLATFORM, str(channel), private=True)


def can_post(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot may see a server's channel and write there, as Discord tells with each interaction."""
    may = interaction.app_permissions
    return interaction.guild_id is not None and may.view_channel and may.send_messages


def visitor(interaction: discord.Interaction[Any]) -> Visitor:
    """Who pressed or commanded."""
    direct = interaction.guild_id is None and interaction.context.dm_channel
    return Visitor(
        PLATFORM,
        str(interaction.user.id),
        interaction.user.display_name,
        str(interaction.locale),
        admin=direct or interaction.permissions.manage_guild,
    )


def writer(message: discord.Message) -> Visitor:
    """Who wrote in a direct chat; Discord does not tell the language there."""
    return Visitor(PLATFORM, str(message.author.id), message.author.display_name, None, admin=True)


def target(given: Given) -> Visitor | None:
    """The person whom a command names."""
    if given.person is None:
        return None
    return Visitor(PLATFORM, str(given.person["id"]), str(given.person["name"]))


def origin(number: int) -> str:
    """The name of an interaction or a message, once and for ever."""
    return f"{PLATFORM}:{number}"
