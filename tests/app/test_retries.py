"""What becomes of boards and lines that do not get through: nothing is lost, shown twice, or in the way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.adapters.testchat import Operation, Person, Place, Posted, TestChat
from bot.app.archive import DeliveryKind
from bot.app.ports import Ambiguous, Chat, Delayed, DeliveryError, MessageGone, MessageRef, Outgoing, Rejected
from bot.app.retries import MOST_FAILURES, Retries
from bot.store import outbox
from bot.wiring import Service
from tests.support.dice import ScriptedDice
from tests.support.players import press
from tests.support.service import START_MS, HandClock, service_over

HOUR_S = 3600.0


class CutChat(TestChat):
    """A chat whose line is cut as a message has arrived: the answer never comes. With ``posts_once`` it takes
    a message again under its name, and shows it once.
    """

    __test__ = False

    def __init__(self, *, posts_once: bool) -> None:
        super().__init__()
        self.posts_once = posts_once
        self.cut = False
        self.arrived, self.mended = asyncio.Event(), asyncio.Event()
        self._named: dict[str, MessageRef] = {}

    async def post(self, chat: Chat, message: Outgoing) -> MessageRef:
        known = self._named.get(message.dedup) if self.posts_once else None
        ref = known or await super().post(chat, message)
        self._named[message.dedup] = ref
        if self.cut:
            self.arrived.set()
            await self.mended.wait()
        return ref

    async def until_cut(self) -> None:
        """Wait until a message has arrived and nobody knows."""
        await self.arrived.wait()


class FailingPainter:
    """Fails in this way until it is told not to."""

    def __init__(self) -> None:
        self.fails: type[BaseException] | None = None
        self._failed = asyncio.Event()

    async def paint(self, view: Hashable) -> bytes:
        if self.fails is not None:
            self._failed.set()
            raise self.fails
        return b"\x89PNG"

    async def until_failed(self) -> None:
        """Wait until it has failed."""
        await self._failed.wait()


def boards(room: Place) -> list[Posted]:
    return [message for message in room.messages if message.screen.picture is not None]


async def until(clock: HandClock, service: Service, fact: Callable[[], bool], within_s: float) -> None:
    """Let time pass until it is so."""
    for _ in range(int(within_s / 10)):
        await service.settle()
        if fact():
            return
        clock.pass_s(10)
    raise AssertionError("it did not come to that")


async def a_match(chat: TestChat) -> tuple[Place, Person, Person]:
    """A match that has begun; Anna is to play 3-1."""
    room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
    await anna.runs("/challenge 3", room)
    await bea.presses(room, "Accept")
    for step in ("8/5", "6/5"):
        await anna.presses(room, step)
    return room, anna, bea


@pytest.mark.parametrize("posts_once", [False, True], ids=["Telegram", "Discord"])
async def test_a_board_that_may_have_arrived_when_its_sender_ended_is_not_shown_twice(
    tmp_path: Path, posts_once: bool
) -> None:
    dice, chat = ScriptedDice([(3, 1), (6, 5)]), CutChat(posts_once=posts_once)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice, chat=chat) as (service, _):
        room, anna, _ = await a_match(chat)
        chat.connect(service.desk.handle, chat.until_cut)
        chat.cut = True
        await press(anna, room, "play")
        chat.cut = False
        service.tasks[0].cancel()
        service.tasks[0] = service.sending(chat)
        await service.settle()
        first, second = boards(room)
        newest = second if posts_once else first
        assert "Bea" in newest.screen.headline
        assert [board.retired for board in (first, second)] == [posts_once, False]


async def test_a_board_that_was_being_sent_when_the_service_died_is_not_shown_twice(tmp_path: Path) -> None:
    dice, chat, path = ScriptedDice([(3, 1), (6, 5)]), TestChat(), tmp_path / "c.sqlite"
    async with service_over(path, dice=lambda _: dice, chat=chat) as (service, _):
        room, anna, _ = await a_match(chat)
        service.tasks[0].cancel()
        await press(anna, room, "play")
        await service.store.write(partial(outbox.claim, platform=chat.platform, now=START_MS, limit=1))
    async with service_over(path, chat=chat) as (service, _):
        await asyncio.sleep(0)  # sending begins
        await service.settle()
        (board,) = boards(room)
        assert "Bea" in board.screen.headline


async def test_an_outage_of_hours_loses_no_board(tmp_path: Path) -> None:
    clock, dice = HandClock(), ScriptedDice([(3, 1), (6, 5)])
    async with service_over(tmp_path / "c.sqlite", clock=clock, dice=lambda _: dice) as (service, chat):
        room, anna, _ = await a_match(chat)
        chat.fail_next(DeliveryError("out of reach"), times=10_000)
        await press(anna, room, "play")
        for _ in range(60):
            clock.pass_s(180)
            await service.settle()
        assert len(boards(room)) == 1
        chat.heal()
        await until(clock, service, lambda: len(boards(room)) == 2, within_s=180)


async def test_a_board_that_cannot_go_for_a_day_is_given_up(tmp_path: Path) -> None:
    clock, dice = HandClock(), ScriptedDice([(3, 1), (6, 5)])
    async with service_over(tmp_path / "c.sqlite", clock=clock, dice=lambda _: dice) as (service, chat):
        room, anna, _ = await a_match(chat)
        chat.fail_next(Delayed(HOUR_S), times=100)
        await press(anna, room, "play")
        for _ in range(26):
            clock.pass_s(HOUR_S)
            await service.settle()
        chat.heal()
        clock.pass_s(HOUR_S)
        await service.settle()
        assert len(boards(room)) == 1
        assert await service.archive.next_delivery(chat.platform) is None


@pytest.mark.parametrize(
    "error",
    [Rejected("400"), MessageGone("gone"), KeyError("a fault of ours")],
    ids=lambda one: type(one).__name__,
)
async def test_a_line_that_never_gets_through_does_not_hold_up_its_chat(
    tmp_path: Path, error: Exception
) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, chat):
        room = chat.room("club")
        chat.fail_next(error, Operation.POST, times=4)
        for key in ("first", "second"):
            await service.store.write(partial(a_line, to=room.chat, key=key))
        await until(clock, service, lambda: len(room.messages) == 1, within_s=120)
        assert await service.archive.next_delivery(chat.platform) is None


async def test_a_line_that_may_have_arrived_goes_once_more_and_then_no_more(tmp_path: Path) -> None:
    clock, path = HandClock(), tmp_path / "c.sqlite"
    async with service_over(path, clock=clock) as (service, chat):
        room = chat.room("club")
        chat.fail_next(Ambiguous("no answer"), times=10, arrives=True)
        await service.store.write(lambda conn: a_line(conn, room.chat, "first"))
        for _ in range(20):
            await service.settle()
            clock.pass_s(60)
    chat.heal()
    async with service_over(path, clock=clock, chat=chat) as (service, _):
        await service.settle()
        assert len(room.messages) == 2


async def test_a_delivery_that_is_cancelled_begins_again(tmp_path: Path) -> None:
    clock, painter = HandClock(), FailingPainter()
    dice = ScriptedDice([(3, 1), (6, 5)])
    async with service_over(tmp_path / "c.sqlite", clock=clock, dice=lambda _: dice, painter=painter) as (
        service,
        chat,
    ):
        room, anna, _ = await a_match(chat)
        painter.fails = asyncio.CancelledError
        chat.connect(service.desk.handle, painter.until_failed)
        await press(anna, room, "play")
        painter.fails = None
        async with asyncio.timeout(5):
            while len(boards(room)) < 2:  # noqa: ASYNC110 - nobody tells when it has begun again
                await asyncio.sleep(0.02)


async def test_what_one_platform_sends_goes_on_while_another_begins_again(tmp_path: Path) -> None:
    """Else the rows that are being sent there would be taken for lost, and sent a second time."""
    chat = CutChat(posts_once=False)
    async with service_over(tmp_path / "c.sqlite", chat=chat) as (service, _):
        room = chat.room("club")
        chat.cut = True
        await service.store.write(lambda conn: a_line(conn, room.chat, "first"))
        service.broadcaster.wake()
        await chat.arrived.wait()
        chat.cut = False
        await service.store.write(lambda conn: a_line(conn, room.chat, "second"))
        service.tasks.append(service.sending(TestChat(platform="other")))
        await asyncio.sleep(0.1)
        service.broadcaster.wake()
        await asyncio.sleep(0.1)
        assert len(room.messages) == 1  # the second waits for the first
        chat.mended.set()
        await service.settle()
        assert len(room.messages) == 2


@pytest.mark.parametrize("remembered, left", [(2, 3), (3, 2)])
async def test_what_failed_long_ago_is_forgotten_and_then_has_all_its_tries_again(
    tmp_path: Path, remembered: int, left: int
) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, _):
        retries = Retries(service.archive, clock, remembered)
        for key in ("one", "two", "three"):
            await service.store.write(partial(a_line, to=Chat("elsewhere", key), key=key))
        first, *others = (await service.archive.claim("elsewhere", clock.now_ms(), 10)).rows
        for row in (*[first] * (MOST_FAILURES - 1), *others, first):
            await retries.failed(row, Rejected("400"))
        clock.pass_s(HOUR_S)
        assert len((await service.archive.claim("elsewhere", clock.now_ms(), 10)).rows) == left


def a_line(conn: Connection, to: Chat, key: str) -> bool:
    facts = {"table": "t", "revision": 1, "who": "Anna"}
    payload = {"code": "time.declined", "facts": facts, "person": None}
    return outbox.enqueue(conn, key, to, DeliveryKind.NOTICE, payload, now=START_MS)
