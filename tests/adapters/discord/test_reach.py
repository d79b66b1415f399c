"""An outage of Discord's gateway: told at once, ended when all shards listen; nobody loses by time in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.adapters.discord.reach import Line, Reach
from bot.app.table import Status, Table
from bot.store.tables import load_events
from tests.support.dice import ScriptedDice
from tests.support.discord import DiscordApi
from tests.support.discord_stage import DcSpot, DiscordStage, Options, discord_stage
from tests.support.scenarios import challenged, table_of
from tests.support.service import HandClock
from tests.support.standin import Pulse

SILENCE_S = 0.2


@dataclass
class News:
    """What is told, in order: since when it is lost, or that it is back."""

    clock: HandClock = field(default_factory=HandClock)
    told: list[int | str] = field(default_factory=list)

    async def returned(self) -> None:
        self.told.append("back")

    async def comes(self, count: int) -> None:
        """Wait for so much news."""
        await Pulse().until(lambda: len(self.told) >= count)


@pytest.fixture
def news() -> News:
    return News()


@pytest.fixture
async def reach(news: News) -> AsyncIterator[Reach]:
    made = Reach(news.clock, Line(news.told.append, news.returned), SILENCE_S)
    made.begin()
    yield made
    await made.end()


async def test_who_could_not_take_the_news_of_the_return_is_told_again(news: News) -> None:
    failures = [OSError("the disk is full"), OSError("the disk is full")]

    async def returned() -> None:
        if failures:
            raise failures.pop()
        await news.returned()

    reach = Reach(news.clock, Line(news.told.append, returned), SILENCE_S)
    reach.begin()
    with pytest.raises(OSError, match="full"):
        await reach.shard_listens(0, 1)
    await news.comes(2)
    assert news.told[1:] == ["back"]
    await reach.end()


async def test_until_every_shard_listens_nothing_comes(news: News, reach: Reach) -> None:
    assert news.told == [news.clock.ms]
    await reach.shard_listens(0, 2)
    assert news.told[1:] == []
    await reach.shard_listens(1, 2)
    assert news.told[1:] == ["back"]


async def test_one_shard_s_loss_is_told_once_and_its_return(news: News, reach: Reach) -> None:
    for shard in (0, 1):
        await reach.shard_listens(shard, 2)
    news.clock.pass_s(60)
    for _ in range(3):
        reach.shard_lost(1)
    await reach.shard_listens(0, 2)
    assert news.told[2:] == [news.clock.ms]
    await reach.shard_listens(1, 2)
    await reach.shard_listens(1, 2)
    assert news.told[3:] == ["back"]


async def test_silence_is_a_loss_since_the_last_frame_and_a_frame_ends_it(news: News, reach: Reach) -> None:
    await reach.shard_listens(0, 1)
    await news.comes(3)
    since = news.told[2]
    assert isinstance(since, int)
    assert news.clock.ms - 2000 < since <= news.clock.ms - SILENCE_S * 1000
    reach.heard()
    await news.comes(4)
    assert news.told[3] == "back"


async def test_who_hangs_up_on_purpose_tells_nothing(news: News, reach: Reach) -> None:
    await reach.shard_listens(0, 1)
    await reach.end()
    reach.shard_lost(0)
    await reach.shard_listens(0, 1)
    await asyncio.sleep(2 * SILENCE_S)
    assert len(news.told) == 2


# Over the wire


def opening(silence_s: float = 50.0) -> Options:
    """Anna begins with 3-1, Bea rolls 6-5."""
    dice = ScriptedDice(((3, 1), (6, 5)))
    return Options(dice=lambda _: dice, silence_s=silence_s)


async def credits_of(stage: DiscordStage, table: Table) -> list[Mapping[str, Any]]:
    events = await stage.service.store.read(lambda conn: load_events(conn, table.id))
    return [one.data for one in events if one.kind == "time.credited"]


async def bea_is_to_roll(stage: DiscordStage) -> tuple[DcSpot, Table]:
    """Two minutes for each decision; who is late loses."""
    room, anna, _ = await challenged(stage, "1 2min timeout")
    await anna.say(room, "8/5 6/5")
    assert isinstance(room, DcSpot)
    return room, await table_of(stage, anna)


async def still_plays(stage: DiscordStage, table: Table) -> bool:
    """Whether the table is open after the clock has been looked at."""
    await stage.service.alarms.ring()
    return (await stage.service.tables.load(table.id)).status is Status.OPEN


async def is_credited(stage: DiscordStage, table: Table, seconds: int) -> None:
    """One event gives back about so much, and then time runs again."""
    heard: list[Table] = []
    stage.service.tables.listeners.append(heard.append)
    stage.api.gateway.greets.set()
    stage.api.gateway.acknowledge_heartbeats = True
    await stage.api.pulse.until(lambda: heard, 10, "a credit")
    await stage.settle()
    (credit,) = await credits_of(stage, table)
    assert credit["cause"] == "discord"
    assert seconds * 1000 <= credit["end"] - credit["start"] <= (seconds + 10) * 1000
    assert await still_plays(stage, table)
    await stage.pass_time(123)
    assert not await still_plays(stage, table), "then time runs again"


@pytest.mark.platforms
@pytest.mark.parametrize("session_lost", [False, True], ids=["resumed", "invalid session"])
async def test_nobody_loses_while_the_gateway_is_cut(
    tmp_path: Path, api: DiscordApi, session_lost: bool
) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        _, table = await bea_is_to_roll(stage)
        api.gateway.greets.clear()
        if session_lost:
            api.gateway.forget_sessions()
        api.gateway.cut()
        await asyncio.sleep(0.1)  # the loss of the line has been seen
        api.clock.advance(200)
        assert await still_plays(stage, table)
        assert await credits_of(stage, table) == []
        await is_credited(stage, table, 200)
        assert (api.gateway.resumes, api.gateway.identifies) == ((0, 2) if session_lost else (1, 1))


@pytest.mark.platforms
async def test_nobody_loses_while_the_gateway_does_not_answer_heartbeats(
    tmp_path: Path, api: DiscordApi
) -> None:
    api.gateway.heartbeat_interval = 0.1
    async with discord_stage(tmp_path / "c.sqlite", api, opening(silence_s=1.0)) as stage:
        _, table = await bea_is_to_roll(stage)
        api.gateway.acknowledge_heartbeats = False
        await asyncio.sleep(1.5)
        api.clock.advance(200)
        assert await still_plays(stage, table)
        await is_credited(stage, table, 200)
        assert (api.gateway.resumes, api.gateway.identifies) == (0, 1)


@pytest.mark.platforms
async def test_a_line_that_is_made_again_at_once_is_no_news(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        _, table = await bea_is_to_roll(stage)
        await api.gateway.ask_reconnect()
        await api.pulse.until(lambda: api.gateway.resumes == 1, 10)
        await stage.settle()
        assert await credits_of(stage, table) == []
