"""An outage of Telegram: told when it lasts, ended by the first answer; nobody loses by time in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from telegram.error import BadRequest, Conflict, NetworkError, RetryAfter, TelegramError, TimedOut

from bot.adapters.telegram.reach import Reach
from bot.app.table import Status, Table
from tests.support.dice import ScriptedDice
from tests.support.scenarios import challenged, table_of
from tests.support.service import HandClock
from tests.support.telegram import FaultKind, TelegramApi
from tests.support.telegram_stage import Options, TgActor, telegram_stage


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


@pytest.mark.platforms
async def test_nobody_loses_while_telegram_does_not_answer(tmp_path: Path, api: TelegramApi) -> None:
    dice = ScriptedDice(((3, 1), (6, 5)))
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=lambda _: dice)) as stage:
        room, anna, bea = await challenged(stage, "1 2min timeout")
        await anna.say(room, "8/5 6/5")
        table, service = await table_of(stage, anna), stage.service
        assert isinstance(bea, TgActor)
        api.faults.next("getUpdates", FaultKind.RESET, times=2)
        bea.person.says(bea.person.private, "hello")  # ends the poll that waits; the next one is cut
        await api.pulse.until(lambda: api.faults.carried_out == 1)
        began = service.clock.now_ms()
        api.clock.advance(200)
        await api.pulse.until(lambda: api.faults.carried_out == 2)
        await service.alarms.ring()
        assert (await service.tables.load(table.id)).status is Status.OPEN
        credited: list[Table] = []
        service.tables.listeners.append(credited.append)
        await api.pulse.until(lambda: credited)
        await stage.settle()
        after = (await service.tables.load(table.id)).time
        assert table.time.due_at is not None
        assert after.due_at is not None
        assert 200_000 <= after.due_at - table.time.due_at <= service.clock.now_ms() - began + 10_000
        await stage.pass_time(123)
        await service.alarms.ring()
        assert (await service.tables.load(table.id)).status is Status.OVER, "then time runs again"
