"""The connection to Discord: what it tells goes to the intake, the commands are registered when they changed.

Asks for no privileged intent: commands and buttons need none, and what people write in their direct chat with
the bot is visible without one. Knows no screens.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import aiohttp
import discord
import yarl

from bot.adapters.discord.commands import Json, digest
from bot.adapters.discord.pressing import PressButton
from bot.adapters.discord.reach import Reach
from bot.adapters.discord.settings import API, DiscordSettings

log = logging.getLogger(__name__)

LONGEST_WAIT_S = 30.0  # the least that discord.py allows; longer ones come out as an error
COMMANDS_KEY = "discord.commands"
TALKATIVE = ("discord.http", "discord.gateway", "discord.webhook.async_")
"""Parts of the library that write tokens of interactions at DEBUG."""
Interaction = discord.Interaction[Any]


class Memory(Protocol):
    """A few values that outlast a restart."""

    async def get(self, key: str) -> str | None:
        """The value; None if there is none."""

    async def set(self, key: str, value: str) -> None:
        """Keep a value."""


class Hears(Protocol):
    """Who takes what Discord tells."""

    async def press(self, interaction: Interaction, data: str) -> None:
        """A button was pressed."""

    async def command(self, interaction: Interaction) -> None:
        """A command was given."""

    async def completion(self, interaction: Interaction) -> None:
        """A text is being typed that can be completed."""

    async def message(self, message: discord.Message) -> None:
        """Something was written in a direct chat."""

    async def joined(self, guild: discord.Guild) -> None:
        """A server has taken the bot in."""

    async def unknown(self, interaction: Interaction) -> None:
        """Something else."""

    def taken(self, interaction: int) -> bool:
        """Whether this has come in already."""


class Client(discord.AutoShardedClient):
    """``hears`` is set before it starts."""

    hears: Hears

    def __init__(
        self,
        settings: DiscordSettings,
        commands: Sequence[Json],
        memory: Memory,
        reach: Reach,
        trace: aiohttp.TraceConfig,
    ) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody here wants to speak
        super().__init__(
            intents=discord.Intents(guilds=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_WAIT_S,
            guild_ready_timeout=settings.guild_ready_s,
            http_trace=trace,
            enable_debug_events=True,  # each frame is a sign of life
        )
        self._commands, self._memory, self._reach = commands, memory, reach
        self._servers: set[int] = set()
        redirect(settings)
        for name in TALKATIVE:
            logging.getLogger(name).setLevel(logging.INFO)

    @property
    def number(self) -> int:
        """The bot's own number; 0 before it is known."""
        return self.user.id if self.user is not None else 0

    async def setup_hook(self) -> None:
        """Between login and connection."""
        self.add_dynamic_items(PressButton)
        await self._register()

    async def _register(self) -> None:
        """Register the commands, if they are not what was registered last."""
        application = self.application_id or self.number
        wanted = digest(self._commands, application)
        if await self._memory.get(COMMANDS_KEY) == wanted:
            return
        await self.http.bulk_upsert_global_commands(application, list(self._commands))
        await self._memory.set(COMMANDS_KEY, wanted)
        log.info("%d commands are registered", len(self._commands))

    # What Discord tells

    async def take_press(self, interaction: Interaction, data: str) -> None:
        """From a button of ours."""
        await self.hears.press(interaction, data)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Everything but the buttons of ours, which have been taken when this runs."""
        match interaction.type:
            case discord.InteractionType.application_command:
                await self.hears.command(interaction)
            case discord.InteractionType.autocomplete:
                await self.hears.completion(interaction)
            case discord.InteractionType.component if not self.hears.taken(interaction.id):
                data: Mapping[str, Any] = dict(interaction.data or {})
                await self.hears.press(interaction, str(data.get("custom_id", "")))
            case discord.InteractionType.modal_submit:
                await self.hears.unknown(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Only direct messages come."""
        if message.guild is None and not message.author.bot:
            await self.hears.message(message)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Overridden for what must be known at once, in the order in which it comes."""
        if event == "socket_raw_receive":
            self._reach.heard()
            return
        if event == "shard_connect":  # it has just named the servers that it knows
            self._servers.update(guild.id for guild in self.guilds)
        super().dispatch(event, *args, **kwargs)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Not for those that were there when the bot came."""
        self._servers.add(guild.id)
        await self.hears.joined(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is there (again). While the first ones come in, the library says this of a new one too."""
        if guild.id not in self._servers:
            await self.on_guild_join(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server has put the bot out; it may take it in again."""
        self._servers.discard(guild.id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """The line is cut, or Discord has asked for another one."""
        self._reach.shard_lost(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """A new session: what happened meanwhile is lost."""
        await self._reach.shard_listens(shard_id, self.shard_count or 1)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """The session goes on: what happened meanwhile has come."""
        await self._reach.shard_listens(shard_id, self.shard_count or 1)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """A bug: nothing below lets an exception through."""
        log.exception("while taking %s from Discord", event_method)

    async def leave_gateway(self) -> None:
        """Hear nothing more; sending goes on."""
        for shard in list(self.shards.values()):
            await shard.disconnect()


def redirect(settings: DiscordSettings) -> None:
    """Let discord.py call another address: its addresses are attributes of its classes."""
    if not settings.redirected:
        return
    root = settings.api_root.rstrip("/")
    discord.http.Route.BASE = root + API
    discord.Asset.BASE = f"{root}/cdn"
    if settings.gateway is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)
