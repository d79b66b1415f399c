"""An outage of Telegram: told when it lasts, ended by the first answer; nobody loses by time in it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from telegram.error import (
    BadRequest,
    Conflict,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.adapters.telegram import Webhook
from bot.adapters.telegram.client import Client
from bot.adapters.telegram.inbox import Lanes
from bot.adapters.telegram.poller import poll
from bot.adapters.telegram.reach import Reach
from bot.app.table import Status, Table
from tests.support.dice import ScriptedDice
from tests.support.scenarios import challenged, table_of
from tests.support.service import HandClock
from tests.support.telegram import FaultKind, TelegramApi
from tests.support.telegram.feed import Webhook as Hook
from tests.support.telegram_line import free_port
from tests.support.telegram_stage import Options, TelegramStage, TgActor, telegram_stage


@dataclass
class News:
    clock: HandClock = field(default_factory=HandClock)
    told: list[int | str] = field(default_factory=list)

    def reach(self) -> Reach:
        return Reach(self.clock, self.told.append, self.returned)

    async def returned(self) -> None:
        self.told.append("back")


async def test_an_outage_is_told_once_since_the_first_call_that_failed() -> None:
    news = News()
    reach, began, at = news.reach(), news.clock.monotonic(), news.clock.now_ms()
    news.clock.pass_s(10)
    for _ in range(3):
        reach.silent(began)
        news.clock.pass_s(5)
    assert len(news.told) == 1
    assert abs(int(news.told[0]) - at) < 1000
    await reach.answered()
    await reach.answered()
    assert news.told[1:] == ["back"]
    assert not reach.failing


async def test_a_connection_that_is_back_within_a_moment_is_no_news() -> None:
    news = News()
    reach = news.reach()
    for _ in range(3):
        reach.silent(news.clock.monotonic())
        news.clock.pass_s(1)
        await reach.answered()
    assert news.told == []


async def test_an_outage_that_only_its_end_shows_is_told_then() -> None:
    news = News()
    reach, at = news.reach(), news.clock.now_ms()
    reach.silent(news.clock.monotonic())
    news.clock.pass_s(60)
    await reach.answered()
    assert len(news.told) == 2
    assert abs(int(news.told[0]) - at) < 1000


class Refusing:
    """In place of the client: each poll takes so many seconds and is answered so."""

    def __init__(self, clock: HandClock, error: TelegramError, takes_s: float) -> None:
        self._clock, self._error, self._takes_s = clock, error, takes_s

    async def raw_updates(self, offset: int | None, timeout_s: int) -> Sequence[Mapping[str, Any]]:
        self._clock.pass_s(self._takes_s)
        raise self._error


class Roomy:
    """In place of the lanes: there is always room."""

    async def room(self) -> None:
        return


@pytest.mark.parametrize(
    "error, takes_s",
    [
        (TimedOut(), 35),
        (NetworkError("cut"), 5),
        (RetryAfter(300), 0),
        (Conflict("another one"), 25),
        (InvalidToken("Unauthorized"), 5),
        (BadRequest("no"), 5),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Exception) else "",
)
async def test_whatever_hands_out_no_updates_is_an_outage(error: TelegramError, takes_s: float) -> None:
    news, told = News(), asyncio.Event()
    reach = Reach(news.clock, lambda _: told.set(), news.returned)
    client, lanes = cast(Client, Refusing(news.clock, error, takes_s)), cast(Lanes, Roomy())
    polling = asyncio.create_task(poll(client, lanes, 25, reach, news.clock))
    await asyncio.wait_for(told.wait(), 5)
    polling.cancel()
    await asyncio.gather(polling, return_exceptions=True)


# Over the wire


async def bea_is_to_roll(stage: TelegramStage) -> tuple[TgActor, Table]:
    """Two minutes for each decision; who is late loses."""
    room, anna, bea = await challenged(stage, "1 2min timeout")
    await anna.say(room, "8/5 6/5")
    assert isinstance(bea, TgActor)
    return bea, await table_of(stage, anna)


async def still_plays(stage: TelegramStage, table: Table) -> bool:
    """Whether the table is open after the clock has been looked at."""
    await stage.service.alarms.ring()
    return (await stage.service.tables.load(table.id)).status is Status.OPEN


async def returns(stage: TelegramStage, table: Table, credited: list[Table], seconds: int) -> None:
    """The time is given back once, and then runs again."""
    await stage.api.pulse.until(lambda: credited, 10, "a credit")
    await stage.settle()
    after = (await stage.service.tables.load(table.id)).time
    assert table.time.due_at is not None
    assert after.due_at is not None
    assert seconds * 1000 <= after.due_at - table.time.due_at <= (seconds + 15) * 1000
    assert await still_plays(stage, table)
    await stage.pass_time(123)
    assert not await still_plays(stage, table), "then time runs again"


@pytest.mark.platforms
async def test_nobody_loses_while_telegram_does_not_answer(tmp_path: Path, api: TelegramApi) -> None:
    dice = ScriptedDice(((3, 1), (6, 5)))
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=lambda _: dice)) as stage:
        bea, table = await bea_is_to_roll(stage)
        api.faults.next("getUpdates", FaultKind.RESET, times=2)
        bea.person.says(bea.person.private, "hello")  # ends the poll that waits; the next one is cut
        await api.pulse.until(lambda: api.faults.carried_out == 1)
        api.clock.advance(200)
        await api.pulse.until(lambda: api.faults.carried_out == 2)
        assert await still_plays(stage, table)
        credited: list[Table] = []
        stage.service.tables.listeners.append(credited.append)
        await returns(stage, table, credited, 200)


@pytest.mark.platforms
async def test_a_token_that_is_refused_for_a_while_ends_nothing(
    tmp_path: Path, api: TelegramApi, caplog: pytest.LogCaptureFixture
) -> None:
    """The Bot API says 401 or 404: a token was revoked, or what stands before it does not know the way."""
    dice = ScriptedDice(((3, 1), (6, 5)))
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=lambda _: dice)) as stage:
        bea, table = await bea_is_to_roll(stage)
        good, api.token = api.token, "700000000:another" + "A" * 30
        bea.person.says(bea.person.private, "hello")  # ends the poll that waits
        await api.pulse.until(lambda: api.ledger.statuses[401] >= 2)
        api.clock.advance(200)
        seen = api.ledger.statuses[401]
        await api.pulse.until(lambda: api.ledger.statuses[401] > seen)
        assert await still_plays(stage, table)
        credited: list[Table] = []
        stage.service.tables.listeners.append(credited.append)
        api.token = good
        await returns(stage, table, credited, 200)
    told = [one for one in caplog.records if "BOT_TELEGRAM_TOKEN" in one.getMessage()]
    assert len(told) == 1, "once, however often it is tried"


# By webhook nothing is asked for: what fails must be looked for


def looks(api: TelegramApi) -> int:
    """How often Telegram was asked whether it can call."""
    return len(api.ledger.of("getWebhookInfo"))


async def by_webhook() -> Options:
    """Anna begins with 3-1, Bea rolls 6-5; Telegram is asked often whether it can call."""
    dice, port = ScriptedDice(((3, 1), (6, 5))), await free_port()
    hook = Webhook(f"http://127.0.0.1:{port}/hook", "s" * 40, port=port, look_s=0.05)
    return Options(dice=lambda _: dice, webhook=hook)


@pytest.mark.platforms
async def test_by_webhook_nobody_loses_while_telegram_does_not_answer(
    tmp_path: Path, api: TelegramApi
) -> None:
    async with telegram_stage(tmp_path / "t.sqlite", api, await by_webhook()) as stage:
        _, table = await bea_is_to_roll(stage)
        credited: list[Table] = []
        api.faults.storm(1.0, (FaultKind.RESET,), seed=1, methods=("getWebhookInfo",))
        await api.pulse.until(lambda: api.faults.carried_out >= 2)
        api.clock.advance(200)
        seen = api.faults.carried_out
        await api.pulse.until(lambda: api.faults.carried_out >= seen + 2)
        assert await still_plays(stage, table)
        stage.service.tables.listeners.append(credited.append)
        api.faults.calm()
        await returns(stage, table, credited, 200)


@pytest.mark.platforms
async def test_by_webhook_nobody_loses_while_telegram_cannot_call(tmp_path: Path, api: TelegramApi) -> None:
    async with telegram_stage(tmp_path / "t.sqlite", api, await by_webhook()) as stage:
        bea, table = await bea_is_to_roll(stage)
        credited: list[Table] = []
        asked = looks(api)
        await api.pulse.until(lambda: looks(api) >= asked + 2)  # what has come through is seen
        api.feed.may_call = False
        bea.person.says(bea.person.private, "hello")  # does not arrive
        hook = api.feed.webhook
        assert hook is not None
        await api.pulse.until(lambda: hook.failures)
        api.clock.advance(200)
        asked = looks(api)
        await api.pulse.until(lambda: looks(api) >= asked + 2)
        assert await still_plays(stage, table)
        stage.service.tables.listeners.append(credited.append)
        api.feed.may_call = True
        await returns(stage, table, credited, 200)


@pytest.mark.platforms
async def test_a_webhook_that_somebody_else_has_changed_is_set_again(
    tmp_path: Path, api: TelegramApi, caplog: pytest.LogCaptureFixture
) -> None:
    async with telegram_stage(tmp_path / "t.sqlite", api, await by_webhook()):
        ours = api.feed.webhook
        assert ours is not None
        api.feed.set_webhook(Hook("http://127.0.0.1:1/other", None, 1))
        await api.pulse.until(lambda: api.feed.webhook is not None and api.feed.webhook.url == ours.url)
        assert "BOT_TELEGRAM_TOKEN" in caplog.text


@pytest.mark.platforms
async def test_one_look_that_fails_is_no_news(tmp_path: Path, api: TelegramApi) -> None:
    async with telegram_stage(tmp_path / "t.sqlite", api, await by_webhook()) as stage:
        _, table = await bea_is_to_roll(stage)
        api.faults.next("getWebhookInfo", FaultKind.RESET)
        await api.pulse.until(lambda: api.faults.carried_out)
        asked = looks(api)
        await api.pulse.until(lambda: looks(api) >= asked + 2)
        assert (await stage.service.tables.load(table.id)).time.due_at == table.time.due_at
