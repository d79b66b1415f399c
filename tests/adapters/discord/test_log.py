"""What an operator reads in the log when the bot starts."""

from __future__ import annotations

import discord
import pytest

from bot.adapters.discord import DiscordAdapter, DiscordSettings
from bot.app.ports import Answer, Incoming, Outgoing
from bot.app.screen import Screen
from tests.support.discord_stage import KeptInMemory, words
from tests.support.service import HandClock


async def hear(_: Incoming) -> Answer:
    return Answer()


async def prepare(screen: Screen) -> Outgoing:
    return Outgoing(screen)


async def test_nobody_is_warned_of_what_the_bot_does_not_use(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", True)
    monkeypatch.setattr(discord.VoiceClient, "warn_dave", True)
    DiscordAdapter(
        hear,
        DiscordSettings("token"),
        clock=HandClock(),
        memory=KeptInMemory(),
        prepare=prepare,
        words=words,
        commands=("play",),
    )
    assert caplog.records == []
