"""The main flow once more on simcord, somebody else's model of Discord's rules.

It replaces the connection of discord.py, so it does not share the mistakes of our own stand-in; nor does it
test the wire. It refuses unknown fields and routes, double answers, and messages beyond Discord's limits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.app.ports import Chat, Command, TableId, Visitor
from bot.game.dice import Dice
from bot.wiring import Service
from tests.support.dice import ScriptedDice
from tests.support.simcord_stage import on_simcord

pytestmark = pytest.mark.platforms


def rolls() -> Callable[[TableId], Dice]:
    dice = ScriptedDice([(3, 1), (6, 5), (4, 2)])
    return lambda _: dice


def buttons(message: discord.Message) -> dict[str, str]:
    """Label and data of each button."""
    found: dict[str, str] = {}
    for part in message.components:
        for row in getattr(part, "children", []):
            if isinstance(row, discord.ActionRow):
                found |= {
                    one.label or "": one.custom_id or ""
                    for one in row.children
                    if isinstance(one, discord.Button)
                }
    return found


async def newest_with(channel: Any, label: str) -> discord.Message:
    """The newest message with a button of this label, waiting for it."""
    message: discord.Message
    async with asyncio.timeout(20):
        while True:
            for message in reversed(channel.history()):
                if any(one.startswith(label) for one in buttons(message)):
                    return message
            await asyncio.sleep(0.01)


async def click(person: Any, channel: Any, label: str) -> None:
    """Press the newest button whose label begins so."""
    message = await newest_with(channel, label)
    whole = next(one for one in buttons(message) if one.startswith(label))
    await person.click(message, label=whole)


async def said(service: Service, person: Any, channel: Any, command: str, args: str = "") -> None:
    """Give a command past simcord."""
    visitor = Visitor("discord", str(person.id), person.name, "en-US")
    given = Command(f"discord:{command}", visitor, Chat("discord", str(channel.id)), command, args)
    await service.desk.handle(given)


async def test_the_main_flow_keeps_the_rules_of_a_second_model(tmp_path: Path) -> None:
    async with on_simcord(tmp_path / "c.sqlite", rolls()) as (_, env):
        guild = env.create_guild()
        channel = guild.create_text_channel("games")
        anna = guild.add_member(env.create_user("anna"))
        bea = guild.add_member(env.create_user("bea"))
        await anna.slash(channel, "challenge", rules="3")
        await click(bea, channel, "Accept")
        await click(anna, channel, "8/5")
        await click(anna, channel, "6/5")
        board = await newest_with(channel, "Done")
        await click(anna, channel, "Done")
        await click(bea, channel, "Roll")
        after = await newest_with(channel, "24/18")
        assert after.id != board.id
        assert len(after.attachments) == 1
        games = await bea.slash(channel, "games")
        assert games.ephemeral


async def test_a_step_in_answer_to_its_press_keeps_them_too(tmp_path: Path) -> None:
    async with on_simcord(tmp_path / "c.sqlite", rolls(), patience_s=0.5) as (service, env):
        guild = env.create_guild()
        channel = guild.create_text_channel("games")
        anna = guild.add_member(env.create_user("anna"))
        bea = guild.add_member(env.create_user("bea"))
        await said(service, anna, channel, "challenge", "3")  # simcord would wait for what comes of it
        await said(service, bea, channel, "accept")
        board = await newest_with(channel, "8/5")
        step = await anna.click(board, label="8/5")
        assert not step.deferred
        again = await newest_with(channel, "Undo")
        assert again.id == board.id
        assert len(again.attachments) == 1
        refused = await bea.click(again, label="Undo")
        assert refused.ephemeral
