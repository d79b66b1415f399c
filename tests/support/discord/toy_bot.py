"""A small bot on discord.py that proves the stand-in, and a place where it runs.

Must not know: the bot under test.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import discord
import pytest
from discord import app_commands, ui
from PIL import Image

from tests.support.discord import Channel, DiscordApi, Person, Server, Window


def png(colour: int = 0) -> discord.File:
    out = io.BytesIO()
    Image.new("RGB", (320, 200), (colour % 256, 90, 60)).save(out, "PNG")
    out.seek(0)
    return discord.File(out, "board.png", description=f"board {colour}")


class More(ui.DynamicItem[ui.Button[Any]], template=r"more:(?P<count>\d+)"):
    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label="More", custom_id=f"more:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any, /) -> "More":
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        count = self.count + 1
        await interaction.response.edit_message(view=board(count), attachments=[png(count)])


def board(count: int) -> ui.LayoutView:
    gallery = discord.MediaGalleryItem("attachment://board.png", description=f"board {count}")
    row: ui.ActionRow[Any] = ui.ActionRow(More(count))
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(f"**{count}** presses"), ui.MediaGallery(gallery), row
    )
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    return view


class Form(ui.Modal, title="Name"):
    name: ui.TextInput["Form"] = ui.TextInput(label="Your name")

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"Hello {self.name.value}", ephemeral=True)


class ToyBot(discord.AutoShardedClient):
    """Slash commands, completion, a context menu, a form, and a board with one button."""

    def __init__(self) -> None:
        none = discord.AllowedMentions.none()
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(intents=intents, allowed_mentions=none, guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.later: list[discord.Interaction[Any]] = []
        self.resumed = 0
        self.heard: list[str] = []
        _add_commands(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(More)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No pause of 5 s between two IDENTIFYs."""

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.resumed += 1

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(message.content)


Used = discord.Interaction[ToyBot]


def _add_commands(bot: ToyBot) -> None:
    @bot.tree.command(description="Play")
    async def play(interaction: Used) -> None:
        await interaction.response.send_message(view=board(0), file=png())

    @bot.tree.command(description="Slow", extras={})
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def slow(interaction: Used) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await asyncio.sleep(0.05)
        await interaction.edit_original_response(view=board(7), attachments=[png(7)])

    @bot.tree.command(description="Never answers by itself")
    @app_commands.allowed_installs(guilds=True, users=True)
    async def never(interaction: Used) -> None:
        bot.later.append(interaction)

    @bot.tree.command(description="Move")
    async def move(interaction: Used, play: str) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name}: {play} @everyone")

    @move.autocomplete("play")
    async def complete(interaction: Used, typed: str) -> list[app_commands.Choice[str]]:
        plays = ("13/7", "13/11", "24/18")
        return [app_commands.Choice(name=play, value=play) for play in plays if play.startswith(typed)]

    @bot.tree.command(description="Form")
    async def form(interaction: Used) -> None:
        await interaction.response.send_modal(Form())

    @bot.tree.context_menu(name="Challenge")
    async def challenge(interaction: Used, member: discord.Member) -> None:
        await interaction.response.send_message(f"{member.mention}, play!", ephemeral=True)


@asynccontextmanager
async def running(api: DiscordApi) -> AsyncIterator[ToyBot]:
    bot = ToyBot()
    task = asyncio.create_task(bot.start(api.token))
    ready = asyncio.create_task(bot.wait_until_ready())
    done, _ = await asyncio.wait({task, ready}, timeout=5, return_when=asyncio.FIRST_COMPLETED)
    if ready not in done:
        ready.cancel()
        await bot.close()
        await task
        raise AssertionError("the bot did not get ready")
    try:
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@dataclass
class Place:
    api: DiscordApi
    bot: ToyBot
    ada: Person
    bob: Person
    club: Server
    games: Channel
    window: Window
    channel: discord.TextChannel

    def sees(self, person: Person) -> Window:
        return person.at(self.games)


async def refusal_code(call: Awaitable[object]) -> int:
    """The code with which Discord refuses `call`."""
    with pytest.raises(discord.HTTPException) as refused:
        await call
    return int(refused.value.code)
