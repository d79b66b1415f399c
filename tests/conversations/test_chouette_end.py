"""How a chouette ends: at an hour that its players have set, and when nobody but the computer is left."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.adapters.testchat import Person, Place, TestChat
from bot.app.chouette_seats import session_of
from bot.app.table import Status, Table
from bot.chouette.ending import Ending, When
from bot.ui.chouette_press import Page
from bot.wiring import Service
from tests.support.chouette_players import balances, chouette_of, gather, press
from tests.support.dice import FreshDice, ScriptedDice
from tests.support.service import START_MS, HandClock, service_over

HALF_PAST_FOUR = START_MS // 1000 + 1000
"""Half past four in the installation’s time zone; a test’s clock starts at 16:13:20 there."""
ROLLS = [(6,), (5,), (4,), (3, 1), (3, 1)]


async def opened(chat: TestChat, clock: HandClock) -> tuple[Place, tuple[Person, ...]]:
    """Three play; two of them have agreed to end at half past four."""
    room, people = await gather(chat, "Anna", "Bea", "Carl", rules="no grace")
    anna, bea, _ = people.values()
    clock.pass_s(31)  # soon after its start the service holds nobody to a time
    await press(anna, room, "begin")
    await anna.runs("/end 16:30", room)
    await press(bea, room, "mine", "")
    await press(bea, room, "yes")
    return room, tuple(people.values())


async def resigned(room: Place, loser: Person, winner: Person) -> None:
    """A single game is given up and taken."""
    await press(loser, room, "mine", "")
    await press(loser, room, "mine", "R")
    await press(loser, room, "offer", "1")
    await press(winner, room, "accept")


async def rung(service: Service, chat: TestChat) -> None:
    """Whatever is due rings."""
    await service.alarms.ring()
    await chat.settle()


async def test_at_the_hour_that_was_set_the_running_game_is_the_last(tmp_path: Path) -> None:
    clock, dice = HandClock(), ScriptedDice(ROLLS)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice, clock=clock) as (service, chat):
        room, (anna, bea, _) = await opened(chat, clock)
        table = await chouette_of(service, anna)
        assert session_of(table).ending == Ending(When.AT_TIME, HALF_PAST_FOUR)
        assert "The chouette ends at" in room.board.text
        clock.pass_s(HALF_PAST_FOUR - clock.ms / 1000)
        await rung(service, chat)
        now = await service.tables.load(table.id)
        assert session_of(now).ending == Ending(When.AFTER_THIS_GAME)
        assert session_of(now).running is not None
        assert session_of(now).away == (), "nobody is late because of it"
        assert "The chouette ends after this game." in room.board.text
        await resigned(room, anna, bea)
        assert (await service.tables.load(table.id)).status is Status.OVER
        assert "To pay: " in room.board.text


async def test_after_the_end_those_who_were_there_can_look_up_the_newest_sheet(
    tmp_path: Path,
) -> None:
    dice = ScriptedDice(ROLLS)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", rules="no grace")
        anna, bea, carl = people.values()
        await press(anna, room, "begin")
        await anna.runs("/end", room)
        await press(bea, room, "mine", "")
        await press(bea, room, "yes")
        await resigned(room, anna, bea)
        assert "To pay: " in room.board.text
        for place in (room, carl.direct):
            await carl.runs("/sheet text", place)
            sheet = (carl.privates(place) if place is room else place.messages)[-1]
            assert sheet.screen.headline == "The sheet after one game."
        elsewhere, stranger = chat.room("elsewhere"), chat.person("Dora", "en")
        await carl.runs("/sheet", elsewhere)
        assert "at no chouette" in carl.privates(elsewhere)[-1].text
        await stranger.runs("/sheet", room)
        assert "at no chouette" in stranger.privates(room)[-1].text


async def test_between_two_games_the_hour_ends_the_chouette_at_once(tmp_path: Path) -> None:
    path, clock, dice = tmp_path / "c.sqlite", HandClock(), ScriptedDice(ROLLS)
    async with service_over(path, dice=lambda _: dice, clock=clock) as (service, chat):
        room, (anna, bea, _) = await opened(chat, clock)
        await resigned(room, anna, bea)
        table = await chouette_of(service, anna)
        clock.pass_s(60)
        await rung(service, chat)
        assert (await service.tables.load(table.id)).status is Status.OPEN
    clock.pass_s(3600)  # nobody serves when the hour comes
    async with service_over(path, dice=lambda _: dice, clock=clock, chat=chat) as (service, _):
        async with asyncio.timeout(
            5
        ):  # what the service has missed is given back meanwhile: then it rings again
            while (await service.tables.load(table.id)).status is Status.OPEN:
                await rung(service, chat)
        assert await _payments(service, table) == {("Anna", "Bea", 1), ("Anna", "Carl", 1)}


async def test_an_hour_that_has_not_come_brings_no_reminder_forward(tmp_path: Path) -> None:
    clock, dice = HandClock(), ScriptedDice(ROLLS)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice, clock=clock) as (service, chat):
        _, (anna, _, _) = await opened(chat, clock)
        table = await chouette_of(service, anna)
        assert table.time.alarm == table.time.remind_at
        number = table.number
        clock.pass_s(HALF_PAST_FOUR - clock.ms / 1000 - 1)
        await rung(service, chat)
        now = await service.tables.load(table.id)
        assert now.number == number + 1, "only the reminder at half the time"
        assert now.time.alarm == 1000 * HALF_PAST_FOUR < (now.time.due_at or 0)


async def test_an_hour_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl")
        anna = people["Anna"]
        await press(anna, room, "begin")
        for text in ("24:00", "12:60", "noon", "99999", "²"):
            await anna.runs(f"/end {text}", room)
            assert text in anna.notice
        assert session_of(await chouette_of(service, anna)).end_vote is None


async def test_when_the_last_person_goes_the_computers_are_paid_and_the_table_closes(tmp_path: Path) -> None:
    one = FreshDice(4)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: one) as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", rules="no grace")
        anna, bea = people.values()
        await press(anna, room, "fill")
        await press(anna, room, "begin")
        table = await chouette_of(service, anna)
        await anna.runs("/leave", room)
        await bea.runs("/leave", room)
        await chat.settle()
        now = await service.tables.load(table.id)
        session = session_of(now)
        assert session.running is None, "the computers have played the game out"
        assert now.status is Status.OVER
        assert len(session.sheet.games) == 1
        assert session.over is not None
        paid = dict.fromkeys(session.sheet.balances, 0)
        for payment in session.over.payments:
            paid[payment.payer] += payment.points
            paid[payment.payee] -= payment.points
        assert all(balance + paid[seat] == 0 for seat, balance in session.sheet.balances.items())
        assert balances(now)["Anna"] == balances(now)["Bea"] == 0, "who left was settled"
        assert "The chouette is over after one game." in room.board.text


async def test_a_table_that_only_computers_gather_at_is_closed(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, people = await gather(chat, "Anna")
        anna = people["Anna"]
        await press(anna, room, "fill")
        table = await chouette_of(service, anna)
        await anna.runs("/leave", room)
        assert (await service.tables.load(table.id)).status is Status.ABORTED


async def test_an_admin_ends_a_stuck_chouette_and_what_the_sheet_says_is_paid(tmp_path: Path) -> None:
    clock, dice = HandClock(), ScriptedDice([*ROLLS, (3, 1)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice, clock=clock) as (service, chat):
        room, (anna, bea, _) = await opened(chat, clock)
        admin = chat.person("Ada", "en", admin=True)
        await resigned(room, anna, bea)
        table = await chouette_of(service, anna)
        await anna.presses(room, data=f"c:room_end_now:{table.id}", message=room.board)
        assert (await service.tables.load(table.id)).status is Status.OPEN, "not by a player"
        await admin.runs("/room", room)
        page = admin.privates(room)[-1]
        await admin.presses(room, "Tables", message=page)
        await admin.presses(room, "End game 1 without a result", message=page)
        await admin.presses(room, "End it", message=page)
        assert await _payments(service, table) == {("Anna", "Bea", 1), ("Anna", "Carl", 1)}
        assert "An admin of the room has ended this game." in room.board.text
        ada = (await service.people.meet(admin.visitor)).person.id
        assert (await service.archive.log(table.id))[-1][2] == ada
        await admin.presses(room, "Changes", message=page)
        assert "ended a game" in page.text


async def _payments(service: Service, table: Table) -> set[tuple[str, str, int]]:
    now = await service.tables.load(table.id)
    over = session_of(now).over
    assert over is not None
    return {(now.seat(one.payer).name, now.seat(one.payee).name, one.points) for one in over.payments}


async def test_a_box_is_told_before_it_leaves_that_it_loses_the_game_by_it(tmp_path: Path) -> None:
    clock, dice = HandClock(), ScriptedDice(ROLLS)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice, clock=clock) as (_, chat):
        room, (anna, bea, _) = await opened(chat, clock)
        for person, told in (
            (anna, "it loses the game at once, as a gammon if"),
            (bea, "your cube is dropped at its present value"),
        ):
            await press(person, room, "mine", "")
            await press(person, room, "mine", Page.LEAVE)
            assert any(told in message.text for message in room.seen_by(person.visitor.external_id))
