"""A pause at a chouette with computers, with people away, and what an offer outlasts."""

from __future__ import annotations

from pathlib import Path

from bot.app.chouette_seats import session_of
from bot.render.view import BoardView
from tests.support.chouette_players import chouette_of, gather, on, press
from tests.support.dice import ScriptedDice
from tests.support.service import service_over

COMPUTER_IN_THE_BOX = [(1,), (6,), (5,), (4,), (3,), (3, 1), (6, 5), (6, 4), (5, 2), (4, 2), (6, 1)]


async def test_one_person_among_computers_pauses_at_once_and_no_computer_moves_meanwhile(
    tmp_path: Path,
) -> None:
    dice = ScriptedDice([(6,), (1,), (2,), (3,), (4,), (3, 1), *COMPUTER_IN_THE_BOX[6:]])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (service, chat):
        room, people = await gather(chat, "Anna")
        anna = people["Anna"]
        await press(anna, room, "fill")
        await press(anna, room, "begin")
        await press(anna, room, "mine", "")
        await press(anna, room, "pause")
        before = await chouette_of(service, anna)
        assert before.time.paused_at is not None
        assert on(room.board, "resume")
        assert on(room.board, "draft") is None
        assert isinstance(room.board.screen.picture, BoardView)
        assert room.board.screen.picture.choices is None, "nothing can be moved now"
        await anna.says(room, "8/5 6/5")
        assert (await chouette_of(service, anna)).number == before.number
        await press(anna, room, "resume")
        await anna.says(room, "8/5 6/5")
        assert (await chouette_of(service, anna)).number > before.number + 2


async def test_the_computer_waits_while_its_decision_rests_and_goes_on_after(tmp_path: Path) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1), (6, 5), (6, 4), (5, 2), (4, 2), (6, 1)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", rules="no grace")
        anna, bea = people.values()
        await press(anna, room, "fill")
        for _ in range(2):
            await press(anna, room, "unfill")
        await press(anna, room, "begin")
        await anna.runs("/pause", room)
        await press(bea, room, "agree")
        await service.computers.idle()
        resting = await chouette_of(service, anna)
        assert resting.time.paused_at is not None
        await press(bea, room, "resume")
        assert (await chouette_of(service, anna)).time.paused_at is None


async def test_who_is_away_is_not_asked_and_cannot_ask(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl")
        anna, bea, carl = people.values()
        await anna.runs("/pause", room)
        assert "first the seats are drawn" in anna.notice
        await press(anna, room, "begin")
        await carl.runs("/away", room)
        await carl.runs("/pause", room)
        assert "come back with /back" in carl.notice
        await anna.runs("/pause", room)
        await bea.runs("/pause", room)
        assert (await chouette_of(service, anna)).time.paused_at is not None


async def test_an_offer_falls_when_somebody_goes_away_and_only_one_stands_at_a_time(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", "Dora")
        anna, bea, carl, dora = people.values()
        await press(anna, room, "begin")
        await anna.runs("/pause", room)
        await anna.runs("/pause", room)
        assert "others have yet to agree" in anna.notice
        await bea.runs("/draw", room)
        assert "proposed already" in bea.notice
        agree = on(room.board, "agree")
        assert agree
        old = room.board
        await dora.runs("/away", room)
        assert on(room.board, "agree") is None
        await bea.presses(room, data=agree, message=old)
        assert "Nothing is offered" in bea.notice
        await carl.runs("/draw", room)
        await bea.presses(room, data=agree, message=old)
        assert (await chouette_of(service, anna)).time.agreed == (), "the button was for another offer"


async def test_an_offer_is_one_new_board_that_calls_those_who_are_asked(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", "Dora")
        anna, *others = people.values()
        await press(anna, room, "begin")
        posted = len([message for message in room.messages if message.audience is None])
        await anna.runs("/pause", room)
        asked = room.board
        for other in others[:2]:
            await press(other, room, "agree")
        assert room.board is asked
        assert len([message for message in room.messages if message.audience is None]) == posted + 1
        session = session_of(await chouette_of(service, anna))
        assert len(session.present) == 4
