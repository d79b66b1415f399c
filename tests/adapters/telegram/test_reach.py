"""An outage of Telegram: told when it lasts, ended by the first answer; nobody loses by time in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from telegram.error import BadRequest, Conflict, NetworkError, RetryAfter, TelegramError, TimedOut

from bot.adapters.telegram import Webhook
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
        reach.failed(TimedOut(), began)
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
        reach.failed(NetworkError("cut"), news.clock.monotonic())
        news.clock.pass_s(1)
        await reach.answered()
    assert news.told == []


@pytest.mark.parametrize(
    "error", [BadRequest("no"), Conflict("two"), RetryAfter(5)], ids=lambda one: one.message
)
async def test_a_refusal_is_an_answer(error: TelegramError) -> None:
    news = News()
    reach, began = news.reach(), news.clock.monotonic()
    news.clock.pass_s(60)
    reach.failed(error, began)
    assert not reach.failing
    assert news.told == []


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
