"""A chat that closes takes no game with it: it goes on where its players can see it, or time stops (R19)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.adapters.testchat import TestChat
from bot.adapters.testchat.messages import Place
from bot.adapters.testchat.person import Person
from bot.app.ports import Chat
from bot.app.table import Status, Table
from bot.app.timekeeping import PAUSE_MS
from bot.wiring import Service
from tests.support.chouette_players import chouette_of, gather, press
from tests.support.dice import ScriptedDice
from tests.support.plain import plain
from tests.support.service import HandClock, service_over

MOVE_S = 120


class Evening:
    """Anna and Bea play in a room, two minutes a move; Bea is to roll."""

    def __init__(self, service: Service, chat: TestChat, clock: HandClock) -> None:
        self.service, self.chat, self.clock = service, chat, clock
        self.room = chat.room("club")
        self.anna, self.bea = chat.person("Anna", "en"), chat.person("Bea", "en")

    async def begin(self, *known: Person, room: Place | None = None) -> None:
        """``known`` have written to the bot alone before."""
        self.room = room or self.room
        for person in known:
            await person.runs("/start")
        await self.anna.runs("/challenge 1 2min timeout", self.room)
        await self.bea.presses(self.room, "Accept")
        await self.anna.says(self.room, "8/5 6/5")

    async def closes(self, chat: Chat | None = None) -> None:
        """The bot is put out."""
        await self.service.sight.closed(chat or self.room.chat)
        await self.chat.settle()

    async def opens(self) -> None:
        """It is let in again."""
        self.room.closed = False
        await self.service.sight.opened(self.room.chat)
        await self.chat.settle()

    async def table(self) -> Table:
        return await self.service.tables.load((await self.service.archive.table_ids())[-1])

    async def after(self, seconds: float) -> Table:
        """The table after so much time."""
        self.clock.pass_s(seconds)
        await self.service.alarms.ring()
        await self.chat.settle()
        return await self.table()


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    dice, clock = ScriptedDice([(3, 1), (6, 5), (4, 2)]), HandClock()
    async with service_over(tmp_path / "s.sqlite", dice=lambda _: dice, clock=clock) as (service, chat):
        clock.pass_s(60)  # nobody loses in the first half minute
        yield Evening(service, chat, clock)


async def test_a_game_goes_on_in_the_chats_of_its_players_who_are_told_why(evening: Evening) -> None:
    await evening.begin(evening.anna, evening.bea)
    await evening.closes()
    for one in (evening.anna, evening.bea):
        told, board = one.direct.messages[-2:]
        assert "can no longer write where this game was shown" in told.text
        assert "Bea" in board.text
    assert (await evening.table()).time.paused_at is None
    await evening.bea.presses(evening.bea.direct, "Roll")
    await evening.bea.says(evening.bea.direct, "24/18 13/8")
    assert "Anna" in evening.anna.direct.board.text
    assert (await evening.after(MOVE_S + 5)).status is Status.OVER, "time runs there as it did"


async def test_that_a_chat_is_closed_is_also_seen_by_what_cannot_be_sent_there(evening: Evening) -> None:
    await evening.begin(evening.anna, evening.bea)
    evening.room.closed = True
    await evening.bea.runs("/roll", evening.room)
    await evening.bea.presses(evening.room, "Roll", message=evening.room.board)
    assert "24/18" in evening.bea.direct.labels
    assert {
        place.chat.private for place in await evening.service.archive.places((await evening.table()).id)
    } == {True}


async def test_time_stands_as_long_as_somebody_cannot_see_the_board(evening: Evening) -> None:
    await evening.begin(evening.anna)
    await evening.closes()
    evening.room.closed = True
    board = evening.anna.direct.messages[-1]
    assert "not all who play can see the board" in board.text
    assert board.labels == ()
    await evening.anna.runs("/resume")
    assert "until all who play can see the board again" in evening.anna.notice
    await evening.bea.says(evening.room, "roll")
    assert "until all who play can see the board again" in evening.bea.notice
    table = await evening.after(10 * MOVE_S)
    assert (table.status, table.time.unseen) == (Status.OPEN, True)
    await evening.opens()
    board = evening.room.board
    assert "Roll" in board.labels, "a new one, in the room"
    assert not (await evening.table()).time.unseen
    assert (await evening.after(MOVE_S - 10)).status is Status.OPEN, "with the time that was left"
    assert (await evening.after(20)).status is Status.OVER


async def test_where_nobody_can_be_reached_time_stands_too_and_ends_after_a_week(evening: Evening) -> None:
    await evening.begin()
    await evening.closes()
    evening.room.closed = True
    assert (await evening.table()).time.unseen
    table = await evening.after(PAUSE_MS / 1000 + 1)
    assert not table.time.unseen
    assert (await evening.after(MOVE_S + 5)).status is not Status.OPEN


async def test_who_asks_for_the_board_elsewhere_lets_time_run_again(evening: Evening) -> None:
    await evening.begin(evening.anna)
    await evening.closes()
    assert (await evening.table()).time.unseen
    await evening.bea.runs("/board")
    assert not (await evening.table()).time.unseen
    assert "Roll" in evening.bea.direct.labels
    await evening.bea.presses(evening.bea.direct, "Roll")


async def test_who_closes_his_own_chat_has_gone_away_himself(evening: Evening) -> None:
    await evening.begin(evening.anna, evening.bea)
    await evening.closes()
    evening.bea.direct.closed = True
    await evening.closes(evening.bea.direct.chat)
    assert not (await evening.table()).time.unseen
    assert (await evening.after(MOVE_S + 5)).status is Status.OVER


async def test_who_has_blocked_the_bot_before_cannot_be_reached(evening: Evening) -> None:
    await evening.begin(evening.anna, evening.bea)
    evening.bea.direct.closed = True
    await evening.closes()
    assert (await evening.table()).time.unseen
    assert (await evening.after(10 * MOVE_S)).status is Status.OPEN


async def test_with_a_forum_all_its_topics_close_and_open(evening: Evening) -> None:
    topic = evening.chat.room("forum", "Backgammon")
    await evening.begin(room=topic)
    await evening.closes(Chat("test", "forum"))
    assert (await evening.table()).time.unseen
    boards = len(topic.messages)
    await evening.service.sight.opened(Chat("test", "forum"))
    await evening.chat.settle()
    assert len(topic.messages) > boards
    assert not (await evening.table()).time.unseen


async def test_a_game_against_the_computer_waits_without_a_pause(evening: Evening) -> None:
    await evening.anna.runs("/play 1", evening.room)
    await evening.closes()
    assert not (await evening.table()).time.unseen
    await evening.opens()
    assert plain(evening.room.board.text)


async def test_a_chouette_waits_for_all_who_have_not_left(tmp_path: Path) -> None:
    clock, dice = HandClock(), ScriptedDice([(6,), (5,), (4,), (3, 1)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice, clock=clock) as (service, chat):
        clock.pass_s(60)
        room, people = await gather(chat, "Anna", "Bea", "Carl")
        for person in (people["Anna"], people["Bea"]):
            await person.runs("/start")
        await press(people["Anna"], room, "begin")
        table = await chouette_of(service, people["Anna"])
        assert table.time.due_at is not None
        await service.sight.closed(room.chat)
        await chat.settle()
        assert (await service.tables.load(table.id)).time.unseen
        assert "not all who play can see the board" in people["Bea"].direct.messages[-1].text
        await people["Carl"].runs("/board")
        assert not (await service.tables.load(table.id)).time.unseen
