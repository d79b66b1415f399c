"""A chouette as a conversation: what people do at one, and what can go wrong."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.adapters.testchat.messages import Place
from bot.adapters.testchat.person import Person
from bot.app.chouette_seats import session_of
from bot.chouette.game import OnTurn
from bot.chouette.stakes import TEAM
from bot.ui.texts import FIRST_STRONG_ISOLATE, POP_ISOLATE
from tests.support.chouette_players import (
    balances,
    calm_press,
    chouette_of,
    gather,
    key,
    line,
    on,
    press,
    row,
)
from tests.support.dice import FreshDice, ScriptedDice
from tests.support.plain import plain
from tests.support.service import HandClock, service_over


def shown(room: Place, *, headline: bool = False) -> str:
    """What the newest board says, without the marks that keep names apart from a sentence's direction."""
    text = room.board.screen.headline if headline else room.board.text
    return text.replace(FIRST_STRONG_ISOLATE, "").replace(POP_ISOLATE, "")


FIVE = ("Anna", "Bea", "Carl", "Dora", "Emil")


async def test_one_person_holds_a_chouette_with_four_computers_from_two_presses(tmp_path: Path) -> None:
    one, chance = FreshDice(4), random.Random(4)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: one) as (service, chat):
        room, people = await gather(chat, "Anna")
        anna = people["Anna"]
        await press(anna, room, "fill")
        await press(anna, room, "begin")
        assert session_of(await chouette_of(service, anna)).running is not None
        for _ in range(600):
            if len(session_of(await chouette_of(service, anna)).sheet.games) == 2:
                break
            data = calm_press(room.board, chance)
            assert data is not None, room.board.text
            await anna.presses(room, data=data, message=room.board)
        table = await chouette_of(service, anna)
        assert len(session_of(table).sheet.games) == 2
        assert sum(balances(table).values()) == 0
        assert anna.notices == []


async def test_everyone_may_press_at_the_same_moment_while_the_table_gathers(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, people = await gather(chat, *FIVE)
        anna = people["Anna"]
        await press(anna, room, "mine", "C")
        before = room.board
        await press(anna, room, "rule", "0.0")
        assert session_of(await chouette_of(service, anna)).rules.jacoby is False
        stale = on(before, "begin")
        assert stale is None
        for name in FIVE[1:]:
            await press(people[name], room, "card")
        assert on(room.board, "begin")
        await press(anna, room, "begin")
        assert session_of(await chouette_of(service, anna)).running is not None


async def test_a_double_press_and_a_stale_button_do_nothing_twice(tmp_path: Path) -> None:
    one = FreshDice(2)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: one) as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl")
        anna = people["Anna"]
        board = room.board
        begin = on(board, "begin")
        assert begin
        await anna.presses(room, data=begin, message=board, times=2)
        table = await chouette_of(service, anna)
        assert session_of(table).game is not None
        assert session_of(table).sheet.rows == ()
        await anna.presses(room, data=begin, message=board)
        assert anna.notices
        assert (await chouette_of(service, anna)).revision == table.revision


async def test_strangers_and_the_wrong_seat_are_told_why(tmp_path: Path) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1), (4, 2)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", rules="no grace")
        await press(people["Anna"], room, "begin")
        zoe = chat.person("Zoe", "en")
        draft = on(room.board, "draft")
        assert draft
        await zoe.presses(room, data=draft, message=room.board)
        assert zoe.notice
        await people["Anna"].says(room, "8/5 6/5")
        await people["Carl"].presses(room, data=on(room.board, "roll"), message=room.board)
        assert people["Carl"].notice == "That is for the captain: he rolls, plays and resigns for the team."
        await people["Anna"].presses(room, data=on(room.board, "roll"), message=room.board)
        assert people["Anna"].notice
        table = await chouette_of(service, people["Anna"])
        game = session_of(table).running
        assert game is not None
        assert game.turn.on_roll is TEAM


async def test_a_roll_waits_for_who_could_double_and_the_grace_ends_by_itself(tmp_path: Path) -> None:
    clock = HandClock()
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1), (4, 2), (6, 1)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice, clock=clock) as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl")
        anna, bea, carl = people.values()
        clock.pass_s(31)  # soon after its start the service holds nobody to a time
        await press(anna, room, "begin")
        await anna.says(room, "8/5 6/5")
        seen = len(carl.notified)
        await press(bea, room, "roll")
        assert "about to roll" in shown(room, headline=True)
        assert len(carl.notified) == seen  # only who must act is notified
        await press(carl, room, "wait")
        clock.pass_s(11)
        await service.alarms.ring()
        await chat.settle()
        phase = session_of(await chouette_of(service, anna)).running
        assert phase is not None
        assert isinstance(phase.phase, OnTurn)
        assert phase.phase.waits == (key(await chouette_of(service, anna), "Carl"),)
        await press(carl, room, "release")
        assert "Bea" in shown(room, headline=True)
        assert "4-2" in shown(room, headline=True)


async def test_a_grace_runs_out_and_the_captain_rolls(tmp_path: Path) -> None:
    clock = HandClock()
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1), (4, 2)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice, clock=clock) as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl")
        anna, bea, _ = people.values()
        clock.pass_s(31)  # soon after its start the service holds nobody to a time
        await press(anna, room, "begin")
        await anna.says(room, "8/5 6/5")
        await press(bea, room, "roll")
        clock.pass_s(15)
        await service.alarms.ring()
        await chat.settle()
        assert "4-2" in shown(room, headline=True)


async def test_sealed_answers_stay_private_until_all_are_in(tmp_path: Path) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1), (4, 2)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", rules="sealed, no grace")
        anna, bea, carl = people.values()
        await press(anna, room, "begin")
        await anna.says(room, "8/5 6/5")
        await press(bea, room, "roll")
        await bea.says(room, "8/4 6/4")
        await press(anna, room, "all")
        assert on(room.board, "take") is None
        await press(carl, room, "mine", "Q")
        await press(carl, room, "drop")
        assert "dropped" not in shown(room)
        assert "Carl: 2, take? (answered)" not in shown(room)
        assert "Carl: 2, take?" not in shown(room)
        assert "Bea" in shown(room, headline=True)
        await press(bea, room, "mine", "Q")
        await press(bea, room, "take")
        assert "Carl: 1, dropped" in shown(room)


@pytest.mark.parametrize("rules", ["no grace", "no grace, sealed"])
async def test_one_message_calls_all_who_are_asked_one_after_the_other(tmp_path: Path, rules: str) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3,), (3, 1), (4, 2)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", "Dora", rules=rules)
        anna, *team = people.values()
        await press(anna, room, "begin")
        await anna.says(room, "8/5 6/5")
        await press(team[0], room, "roll")
        await team[0].says(room, "8/4 6/4")
        boards, before = len(room.messages), [len(one.notified) for one in team]
        await press(anna, room, "all")
        asking = room.board
        for one in team:
            assert room.board is asking
            if "sealed" in rules:
                await press(one, room, "mine", "Q")
            await press(one, room, "take")
        assert [len(one.notified) for one in team] == [count + 1 for count in before]
        assert room.board is not asking, "the box is told that it is to roll"
        assert anna.notified[-1].ref == room.board.ref
        public = [message for message in room.messages[boards:] if message.audience is None]
        assert len(public) == 2


async def test_a_round_of_doubles_calls_once_and_the_box_after_it(tmp_path: Path) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3,), (3, 1), (4, 2)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", "Dora", rules="no grace")
        anna, bea, carl, dora = people.values()
        await press(anna, room, "begin")
        await anna.says(room, "8/5 6/5")
        await press(bea, room, "double")
        asking = room.board
        assert carl.notified[-1].ref == dora.notified[-1].ref == asking.ref
        await press(carl, room, "keep")
        assert room.board is asking
        await press(dora, room, "keep")
        assert anna.notified[-1].ref == room.board.ref != asking.ref


async def test_a_deputy_is_one_who_can_be_and_who_is_called_just_so(tmp_path: Path) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3,), (2,), (3, 1)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (service, chat):
        room, people = await gather(chat, "Anatol", "Annabel", "Ann", "Anna", "Anke")
        box, annabel, ann, anna, anke = people.values()
        await press(box, room, "begin")
        table = await chouette_of(service, box)
        assert line(table)[0] == "Anatol"

        async def deputy(person: Person, name: str) -> str | None:
            await person.runs(f"/away {name}", room)
            session = session_of(await chouette_of(service, box))
            seat = key(table, person.name)
            named = [one.deputy for one in session.deputies if one.seat == seat in session.away]
            return table.seat(named[0]).name if named else None

        assert await deputy(anke, "an") is None
        assert plain(anke.notice) == "“an” can mean Annabel, Ann or Anna: type more of the name."
        assert await deputy(anke, "anatol") is None
        assert anke.notice == "A deputy must be on your own side."
        assert await deputy(anke, "anke") is None
        assert anke.notice == "Name another player at this table as your deputy."
        assert await deputy(anke, "anna") == "Anna"
        await anke.runs("/back", room)
        assert await deputy(annabel, "annab") is None
        assert await deputy(anna, "annab") == "Annabel"
        await anna.runs("/back", room)
        assert await deputy(ann, "ank") == "Anke"


async def test_advice_is_given_in_private_and_played_by_the_captain_with_one_press(tmp_path: Path) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (1, 3)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", rules="consulting, no grace")
        anna, bea, carl = people.values()
        await press(anna, room, "begin")
        posted = len([m for m in room.messages if m.audience is None])
        await press(carl, room, "draft")
        mine = carl.privates(room)[-1]
        assert "Your advice" in mine.text
        assert len([m for m in room.messages if m.audience is None]) == posted
        await carl.says(room, "8/5 6/5")
        assert "Carl suggests 8/5 6/5" in shown(room)
        label = next(label for label in room.board.labels if "Carl" in label)
        await bea.presses(room, label)
        game = session_of(await chouette_of(service, anna)).running
        assert game is not None
        assert game.turn.plays == 1


async def test_a_chouette_goes_on_after_a_restart_with_the_buttons_that_stand(tmp_path: Path) -> None:
    path, one, chance = tmp_path / "c.sqlite", FreshDice(6), random.Random(6)
    async with service_over(path, dice=lambda _: one) as (service, chat):
        room, people = await gather(chat, "Anna")
        anna = people["Anna"]
        await press(anna, room, "fill")
        await press(anna, room, "begin")
        for _ in range(20):
            await anna.presses(room, data=calm_press(room.board, chance), message=room.board)
        before = session_of(await chouette_of(service, anna))
    async with service_over(path, dice=lambda _: one, chat=chat) as (service, _):
        assert session_of(await chouette_of(service, anna)) == before
        revision = (await chouette_of(service, anna)).revision
        await anna.presses(room, data=calm_press(room.board, chance), message=room.board)
        assert anna.notices == []
        assert (await chouette_of(service, anna)).revision >= revision


async def test_who_plays_from_a_direct_chat_sees_the_own_side_and_only_own_buttons(tmp_path: Path) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1), (4, 2)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", rules="no grace")
        anna, bea, _ = people.values()
        await press(anna, room, "begin")
        await anna.runs("/board")
        assert on(anna.direct.board, "draft")
        await bea.runs("/board")
        assert on(bea.direct.board, "draft") is None
        await anna.says(anna.direct, "8/5 6/5")
        assert on(bea.direct.board, "roll")
        await press(bea, bea.direct, "roll")
        assert "4-2" in shown(room, headline=True)


async def test_the_sheet_is_a_picture_a_text_and_a_file(tmp_path: Path) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, people = await gather(chat, "Anna", "Bea", "=Carl", rules="no grace")
        anna, bea, _ = people.values()
        await press(anna, room, "begin")
        await bea.runs("/sheet", room)
        assert "Nothing has been written down yet." in bea.privates(room)[-1].text
        await press(anna, room, "mine", "")
        await press(anna, room, "mine", "R")
        await press(anna, room, "offer", "1")
        await press(bea, room, "accept")
        await bea.runs("/sheet", room)
        sheet = bea.privates(room)[-1].screen
        assert sheet.picture is not None
        (file,) = sheet.files
        assert file.content.decode("utf-8-sig").splitlines() == [
            "game,box,Anna,Bea,'=Carl",
            "1,Anna,-2,1,1",
            "total,,-2,1,1",
        ]


async def test_one_person_among_computers_is_not_hurried(tmp_path: Path) -> None:
    clock, one, chance = HandClock(), FreshDice(4), random.Random(1)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: one, clock=clock) as (service, chat):
        room, people = await gather(chat, "Anna")
        anna = people["Anna"]
        await press(anna, room, "fill")
        await press(anna, room, "begin")
        for _ in range(3):
            await anna.presses(room, data=calm_press(room.board, chance), message=room.board)
        clock.pass_s(3600)
        before = session_of(await chouette_of(service, anna))
        await service.alarms.ring()
        await chat.settle()
        assert session_of(await chouette_of(service, anna)).away == before.away == ()
        assert "Time for this" not in room.board.text


async def test_a_second_chouette_in_the_room_is_the_first_one_shown_again(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, people = await gather(chat, "Anna", "Bea")
        zoe = chat.person("Zoe", "en")
        await zoe.runs("/chouette", room)
        assert "already" in zoe.notice
        await press(zoe, room, "sit")
        assert len(session_of(await chouette_of(service, people["Anna"])).line) == 3
        assert await chouette_of(service, zoe) == await chouette_of(service, people["Anna"])


async def test_a_late_adviser_is_decided_for_and_comes_back_with_one_press(tmp_path: Path) -> None:
    clock = HandClock()
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1), (4, 2), (6, 5)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice, clock=clock) as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", rules="no grace")
        anna, bea, carl = people.values()
        await press(anna, room, "begin")
        clock.pass_s(31)
        await anna.says(room, "8/5 6/5")
        await press(bea, room, "roll")
        await bea.says(room, "8/4 6/4")
        await press(anna, room, "all")
        await press(bea, room, "take")
        assert carl.notified[-1].ref == room.board.ref
        clock.pass_s(200)
        await service.alarms.ring()  # the reminder at half the time
        clock.pass_s(150)
        await service.alarms.ring()
        await chat.settle()
        assert shown(room, headline=True).startswith("Bea for Carl")
        await press(bea, room, "take")
        await press(carl, room, "mine", "")
        await press(carl, room, "here")
        session = session_of(await chouette_of(service, carl))
        assert session.away == ()
        assert session.running is not None
        assert session.running.stakes.members[1].cube.value == 2


async def test_six_play_with_a_partner_who_shares_the_boxs_result(tmp_path: Path) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3,), (2,), (1,), (3, 1)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (service, chat):
        room, people = await gather(chat, *FIVE, "Finn", rules="no grace")
        anna, bea = people["Anna"], people["Bea"]
        await press(anna, room, "begin")
        assert "The seats are drawn: Anna is in the box." in shown(room)
        assert "The draw: Anna ⚅, Bea ⚄, Carl ⚃, Dora ⚂, Emil ⚁, Finn ⚀" in shown(room)
        await press(anna, room, "mine", "P")
        await press(anna, room, "partner", key(await chouette_of(service, anna), "Finn"))
        assert "Finn is the partner of Anna." in shown(room)
        await press(bea, room, "next")
        assert "Finn is the partner of Anna." in shown(room)
        await press(anna, room, "mine", "")
        await press(anna, room, "mine", "R")
        await press(anna, room, "offer", "1")
        await press(bea, room, "accept")
        assert row(await chouette_of(service, anna)) == {
            "Anna": -2,
            "Finn": -2,
            **dict.fromkeys(("Bea", "Carl", "Dora", "Emil"), 1),
        }
        assert "−2 Anna (box), −2 Finn (partner)" in shown(room)


async def test_who_comes_later_plays_from_the_next_game_on_and_a_computer_can_be_added(
    tmp_path: Path,
) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1), (3, 1)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", rules="no grace")
        anna, bea, _ = people.values()
        await press(anna, room, "begin")
        zoe = chat.person("Zoe", "en")
        await press(zoe, room, "sit")
        assert zoe.notice == "You play from the next game on."
        assert "Zoe plays from the next game on." in shown(room)
        await press(bea, room, "mine", "")
        await press(bea, room, "fill")
        await press(anna, room, "mine", "")
        await press(anna, room, "mine", "R")
        await press(anna, room, "offer", "1")
        await press(bea, room, "accept")
        table = await chouette_of(service, anna)
        assert line(table) == ["Bea", "Carl", "Anna", "Zoe", "Ada"]
        await zoe.runs("/leave", room)
        assert zoe.notice == "You have left the table."
        await press(zoe, room, "sit")
        table = await chouette_of(service, anna)
        assert line(table) == ["Bea", "Carl", "Anna", "Ada", "Zoe"]
        assert len(table.seats) == 5  # a seat is kept for who comes back
