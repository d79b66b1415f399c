"""The stand-in of Discord; after each test no rule may be broken and nobody left without an answer."""

from collections.abc import AsyncIterator

import discord
import pytest

from tests.support.discord import DiscordApi


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordApi]:
    """The stand-in; what the adapter redirects is put back afterwards."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(discord.Asset, "BASE", discord.Asset.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    async with DiscordApi() as started:
        yield started
        assert started.violations == []
        assert started.unanswered() == []
        assert started.throttled == 0
