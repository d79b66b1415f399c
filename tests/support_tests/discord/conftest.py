"""The stand-in with discord.py redirected to it, and a server where the toy bot runs."""

from collections.abc import AsyncIterator

import discord
import pytest
import yarl

from tests.support.discord import DiscordApi
from tests.support.discord.toy_bot import Place, running


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordApi]:
    async with DiscordApi() as started:
        monkeypatch.setattr(discord.http.Route, "BASE", started.rest)
        monkeypatch.setattr(
            discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(started.gateway_url)
        )
        monkeypatch.setattr(discord.Asset, "BASE", started.cdn)
        yield started


@pytest.fixture
async def place(api: DiscordApi) -> AsyncIterator[Place]:
    ada, bob = api.person("Ada", locale="de"), api.person("Bob")
    club = api.server("Club", ada, bob)
    games = club.channel("games")
    async with running(api) as bot:
        channel = bot.get_channel(games.id)
        assert isinstance(channel, discord.TextChannel)
        yield Place(api, bot, ada, bob, club, games, ada.at(games), channel)
