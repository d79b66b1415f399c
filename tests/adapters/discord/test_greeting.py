"""What a server is told that takes the bot in, and where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.platforms import greeting
from bot.ui.texts import texts_for
from tests.support.discord import Channel, DiscordApi, Message, Person
from tests.support.discord_stage import (
    DcSpot,
    DiscordStage,
    Options,
    bare_adapter,
    discord_stage,
    plain,
    settings_for,
)

pytestmark = pytest.mark.platforms


async def welcomed(person: Person, channel: Channel, locale: str = "en") -> Message:
    """The welcome with its buttons, waiting for it."""
    headline = texts_for(locale)("welcome.headline")
    return await person.at(channel).shows(lambda one: headline in plain(one.text) and bool(one.buttons))


async def heard(stage: DiscordStage, owner: Person) -> None:
    """Wait until the gateway's news have been carried out: an answer to a command comes behind them."""
    window = owner.dm
    owner.installs_app()
    await window.runs("/help")
    await stage.settle()


async def test_the_servers_channel_for_its_own_news_is_preferred(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, Options(greeting=greeting)):
        dora = api.person("Dora")
        server = api.server("Club", dora, with_bot=False, locale="de")
        first, news = server.channel("rules"), server.channel("news")
        server.news_in(news)
        server.add_bot()
        await welcomed(dora, news, "de")
        assert DcSpot(first).public == []
        assert len(DcSpot(news).public) == 1


async def test_otherwise_it_is_the_first_channel_where_the_bot_may_write(
    tmp_path: Path, api: DiscordApi
) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, Options(greeting=greeting)):
        dora = api.person("Dora")
        server = api.server("Club", dora, with_bot=False)
        news, hidden, open_one, last = map(server.channel, ("news", "hidden", "open", "last"))
        server.news_in(news)
        server.forbid_bot(news, "send_messages")
        server.forbid_bot(hidden, "view_channel")
        server.add_bot()
        await welcomed(dora, open_one)
        assert not any(DcSpot(channel).public for channel in (news, hidden, last))


async def test_a_server_without_a_place_to_write_is_told_nothing(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, Options(greeting=greeting)) as stage:
        dora = api.person("Dora")
        server = api.server("Club", dora, with_bot=False)
        channel = server.channel("closed")
        server.forbid_everyone("send_messages")
        server.add_bot()
        await heard(stage, dora)
        assert DcSpot(channel).public == []
        assert api.invalid_requests == 0


async def test_a_restart_greets_nobody(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, Options(greeting=greeting)) as stage:
        dora = api.person("Dora")
        server = api.server("Club", dora, with_bot=False)
        channel = server.channel("games")
        server.add_bot()
        await welcomed(dora, channel)
        await stage.restart()
        api.gateway.forget_sessions()
        api.gateway.cut()
        await api.pulse.until(lambda: api.gateway.identifies == 3, 10)
        await heard(stage, dora)
        assert len(DcSpot(channel).public) == 1


async def test_a_server_that_takes_the_bot_in_while_it_starts_is_greeted_and_the_old_ones_are_not(
    api: DiscordApi,
) -> None:
    dora = api.person("Dora")
    old = api.server("Old", dora).channel("games")
    new = api.server("New", dora, with_bot=False)
    hall = new.channel("hall")
    settings = replace(settings_for(api), guild_ready_s=600.0)  # for so long the library takes all as old
    async with bare_adapter(api, settings, greeting=greeting):
        await api.pulse.until(lambda: api.gateway.connected, 10)
        new.add_bot()
        await welcomed(dora, hall)
        assert DcSpot(old).public == []
        new.kick_bot()
        new.add_bot()
        await api.pulse.until(lambda: len(DcSpot(hall).public) == 2, 5, "another welcome")
