"""How the chat platforms are kept running over one service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.adapters.testchat import TestChat
from bot.app.ports import Chat, Delayed, Outgoing
from bot.app.screen import Screen
from bot.backoff import HEALTHY_S
from bot.platforms import LONGEST_WAIT_S, PLATFORMS, START_S, Plan, give_up_others, keep_running, plans
from bot.serve import end_all
from bot.settings import Settings
from bot.wiring import Service
from tests.support.open_tables import a_match_in
from tests.support.service import HandClock, service_over
from tests.support.telegram import FaultKind, TelegramApi


class WrongTokenError(Exception):
    """No other attempt would mend this."""


class Scripted(TestChat):
    """A platform in memory that fails as it is told: while it logs in, while it receives, or when it ends."""

    def __init__(
        self,
        name: str,
        *,
        at_start: Exception | None = None,
        at_wait: Exception | None = None,
        at_end: Exception | None = None,
        hangs: asyncio.Event | None = None,
        receiving: Callable[[], None] | None = None,
        may_stop: asyncio.Event | None = None,
    ) -> None:
        super().__init__(platform=name)
        self.at_start, self.at_wait, self.at_end, self.receiving = at_start, at_wait, at_end, receiving
        self.hangs = hangs
        self.may_stop, self.closed = may_stop, asyncio.Event()
        self.serving, self.calls = asyncio.Event(), list[str]()

    async def start(self) -> None:
        self.calls.append("start")
        if self.at_start is not None:
            raise self.at_start
        if self.hangs is not None:
            self.hangs.set()
            await asyncio.Event().wait()
        self.serving.set()

    async def wait(self) -> None:
        if self.receiving is not None:
            self.receiving()
        if self.at_wait is not None:
            raise self.at_wait
        await asyncio.Event().wait()

    async def stop(self) -> None:
        self.calls.append("stop")
        if self.may_stop is not None:
            await self.may_stop.wait()
        if self.at_end is not None:
            raise self.at_end

    async def close(self) -> None:
        self.calls.append("close")
        self.closed.set()
        if self.at_end is not None:
            raise self.at_end


@dataclass(slots=True)
class Kept:
    """A platform under ``keep_running``: each attempt is the next of ``attempts``, the last one for good."""

    service: Service
    attempts: list[Scripted]
    waits: list[float] = field(default_factory=list)
    made: int = 0
    start_s: float = START_S

    def plan(self) -> Plan:
        return Plan(self.attempts[0].platform, "Chatter", self._make, (WrongTokenError,))

    def begin(self) -> asyncio.Task[None]:
        run = keep_running(self.plan(), self.service, sleep=self._sleep, start_s=self.start_s)
        return asyncio.create_task(run)

    async def until_the_last_serves(self) -> asyncio.Task[None]:
        task = self.begin()
        await asyncio.wait_for(self.attempts[-1].serving.wait(), 5)
        return task

    def _make(self) -> Scripted:
        self.made += 1
        return self.attempts[self.made - 1]

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


async def ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def service(tmp_path: Path, clock: HandClock) -> AsyncIterator[Service]:
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, _):
        yield service


async def test_a_platform_that_fails_is_tried_again_later_and_later(service: Service) -> None:
    failing = [Scripted("chatter", at_start=ConnectionError("no line")) for _ in range(11)]
    kept = Kept(service, [*failing, Scripted("chatter")])
    await ended(await kept.until_the_last_serves())
    assert kept.waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, LONGEST_WAIT_S, LONGEST_WAIT_S]
    assert all(one.calls == ["start", "stop", "close"] for one in failing)


async def test_one_that_was_well_for_a_minute_is_tried_again_at_once(
    service: Service, clock: HandClock
) -> None:
    def well() -> None:
        clock.pass_s(HEALTHY_S + 1)

    failing = [Scripted("chatter", at_start=ConnectionError("no line")) for _ in range(3)]
    long_served = Scripted("chatter", at_wait=ConnectionError("cut"), receiving=well)
    kept = Kept(service, [*failing, long_served, Scripted("chatter")])
    await ended(await kept.until_the_last_serves())
    assert kept.waits == [1, 2, 4, 1]


async def test_a_wrong_token_is_one_sentence_and_not_tried_again(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    kept = Kept(service, [Scripted("chatter", at_start=WrongTokenError("set BOT_CHATTER_TOKEN anew"))])
    await asyncio.wait_for(kept.begin(), 5)
    assert (kept.made, kept.waits) == (1, [])
    assert kept.attempts[0].calls[-1] == "close"
    told = [record for record in caplog.records if record.name == "bot.platforms"]
    assert [record.getMessage() for record in told] == ["Chatter is not served: set BOT_CHATTER_TOKEN anew"]
    assert told[0].exc_info is None


async def test_a_token_that_has_served_before_is_tried_again_and_told_of_once(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = WrongTokenError("set BOT_CHATTER_TOKEN anew")
    attempts = [Scripted("chatter", at_wait=wrong), *(Scripted("chatter", at_start=wrong) for _ in range(3))]
    kept = Kept(service, [*attempts, Scripted("chatter")])
    await ended(await kept.until_the_last_serves())
    assert kept.waits == [1, 2, 4, 8]
    assert caplog.text.count("BOT_CHATTER_TOKEN") == 1


async def test_nobody_loses_by_time_where_only_a_platform_that_is_not_served_shows_the_table(
    service: Service, clock: HandClock
) -> None:
    kept = Kept(service, [Scripted("chatter", at_start=WrongTokenError("none"))])
    there, elsewhere = Chat("chatter", "1"), Chat("test", "1")
    only, too = await a_match_in(service, there), await a_match_in(service, there, elsewhere)
    await asyncio.wait_for(kept.begin(), 5)
    clock.pass_s(700)
    for _ in range(2):
        await service.alarms.ring()
    assert [(await service.tables.load(one.id)).status for one in (only, too)] == ["open", "aborted"]


async def test_a_login_that_is_never_answered_is_broken_off_and_tried_again(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    hanging = Scripted("chatter", hangs=asyncio.Event())
    kept = Kept(service, [hanging, Scripted("chatter")], start_s=0.01)
    await ended(await kept.until_the_last_serves())
    assert hanging.calls == ["start", "stop", "close"]
    assert "Chatter failed (TimeoutError: it has not answered within 0.01 s)" in caplog.text


async def test_nobody_loses_before_the_platform_has_been_reached_at_all(
    service: Service, clock: HandClock
) -> None:
    table = await a_match_in(service, Chat("chatter", "1"))
    keeping = Kept(service, [Scripted("chatter", hangs=(begun := asyncio.Event()))]).begin()
    await asyncio.wait_for(begun.wait(), 5)
    clock.pass_s(700)
    await service.alarms.ring()
    await ended(keeping)
    assert (await service.tables.load(table.id)).number == table.number


async def test_nobody_loses_where_the_setting_of_the_platform_has_been_taken_away(
    service: Service, clock: HandClock
) -> None:
    there, served = [await a_match_in(service, Chat(platform, "1")) for platform in PLATFORMS[:2]]
    give_up_others(PLATFORMS[1:], service)
    clock.pass_s(700)
    for _ in range(2):
        await service.alarms.ring()
    found = [(await service.tables.load(one.id)).status for one in (there, served)]
    assert found == ["open", "aborted"]


async def test_one_that_fails_holds_up_no_other(service: Service) -> None:
    well = Kept(service, [Scripted("well")])
    serving = await well.until_the_last_serves()
    ill = Kept(
        service, [*(Scripted("ill", at_wait=RuntimeError("a fault")) for _ in range(3)), Scripted("ill")]
    )
    mended = await ill.until_the_last_serves()
    assert (well.made, ill.made) == (1, 4)
    assert not serving.done()
    (chat,) = well.attempts
    chat.connect(service.desk.handle, service.settle)
    anna, room = chat.person("Anna"), chat.room("Club")
    await anna.runs("/play 1", room)
    assert "Anna" in room.board.text
    await ended(serving)
    await ended(mended)


async def test_one_that_cannot_end_cleanly_is_made_anew_all_the_same(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    broken = Scripted("chatter", at_wait=ConnectionError("cut"), at_end=RuntimeError("a fault"))
    kept = Kept(service, [broken, Scripted("chatter")])
    await ended(await kept.until_the_last_serves())
    assert broken.calls == ["start", "stop", "close"]
    assert "chatter did not stop cleanly" in caplog.text
    assert "chatter did not close cleanly" in caplog.text


async def test_one_that_is_told_to_end_is_stopped_and_closed(service: Service) -> None:
    kept = Kept(service, [Scripted("chatter")])
    await ended(await kept.until_the_last_serves())
    assert kept.attempts[0].calls == ["start", "stop", "close"]
    assert kept.waits == []


@pytest.mark.platforms
async def test_a_penalty_of_telegram_outlasts_a_failure_of_the_adapter(service: Service) -> None:
    async with TelegramApi() as api:
        settings = Settings(telegram_token=SecretStr(api.token), telegram_api_root=api.root)
        (plan,) = plans(service, settings)
        group = Chat("telegram", str(api.group("Club", api.person("Anna")).id))
        for _ in range(2):
            adapter = plan.make()
            await adapter.start()
            api.faults.next("sendMessage", FaultKind.RATE_LIMIT, seconds=30)
            with pytest.raises(Delayed):
                await adapter.post(group, Outgoing(Screen("a board"), dedup="1"))
            await adapter.close()
        assert len(api.ledger.of("sendMessage")) == 1


async def test_one_that_stops_when_the_store_is_closed_already_is_no_error(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    hangs = Scripted("chatter", may_stop=(released := asyncio.Event()))
    await end_all([], [await Kept(service, [hangs]).until_the_last_serves()], within_s=0.01)
    await service.stop()
    released.set()
    await asyncio.wait_for(hangs.closed.wait(), 5)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
    assert "did not end in time" in caplog.text
