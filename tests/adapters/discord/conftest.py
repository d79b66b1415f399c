"""The stand-in of Discord; after each test no rule may be broken and nobody left without an answer."""

from collections.abc import AsyncIterator

import discord
import pytest

from tests.support.discord import DiscordApi


async def at_once(_client: discord.Client, _shard: int | None, *, initial: bool) -> None:
    """The library waits for 5 s before a second session; the stand-in wants no pause."""


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordApi]:
    """The stand-in; what the adapter redirects is put back afterwards."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(discord.Asset, "BASE", discord.Asset.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
    async with DiscordApi() as started:
        yield started
        assert started.violations == []
        assert started.unanswered() == []
        assert started.throttled == 0
