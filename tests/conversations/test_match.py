"""Matches as conversations: pressed, typed, pressed twice, too late, by strangers, over restarts."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.adapters.testchat import TestChat
from bot.adapters.testchat.messages import Place
from bot.adapters.testchat.person import Person
from bot.app.table import Status, Table
from bot.game.cube import Cube
from bot.game.match import Match
from bot.game.side import Side
from bot.wiring import Service
from tests.support import testchat_stage
from tests.support.dice import FreshDice, ScriptedDice
from tests.support.match_scenarios import a_match_by_typing
from tests.support.plain import plain
from tests.support.players import known_people, play_by_buttons, press, rematch_button, what_to_type
from tests.support.service import service_over


async def the_table(service: Service, person: Person) -> Table:
    """The newest open table of a person."""
    known = await service.people.meet(person.visitor)
    ids = await service.archive.tables_of(known.person.id)
    return await service.tables.load(ids[0])


def state(table: Table) -> Match:
    """The match of a table."""
    assert isinstance(table.state, Match)
    return table.state


async def challenged(chat: TestChat, rules: str) -> tuple[Place, Person, Person]:
    """Anna has challenged, Bea has accepted."""
    room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
    await anna.runs(f"/challenge {rules}", room)
    await bea.presses(room, "Accept")
    return room, anna, bea


async def test_a_challenge_is_accepted_and_the_first_board_notifies_who_is_to_play(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice([(3, 1)])) as (service, chat):
        room, anna, _ = await challenged(chat, "3")
        board = room.board
        assert "Anna" in board.screen.headline
        assert board.screen.picture is not None
        assert [message.ref for message in anna.notified] == [board.ref]
        assert state(await the_table(service, anna)).rules.length == 3


async def test_the_newest_challenge_here_that_is_open_to_one_is_accepted_by_typing(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, anna = chat.room("club"), chat.person("Anna", "en")
        bea, carl = chat.person("Bea", "en"), chat.person("Carl", "de")
        await anna.runs("/challenge 3", room)
        await bea.runs("/challenge 5", room)
        await bea.runs("/accept", chat.room("elsewhere"))
        assert bea.notices[-1].startswith("Nobody here challenges you now")
        await bea.runs("/accept", room)
        table = await the_table(service, bea)
        assert [seat.name for seat in table.seats] == ["Anna", "Bea"]
        assert state(table).rules.length == 3, "the newer one is her own"
        assert any("Anna against Bea: the challenge was accepted" in plain(one.text) for one in room.messages)
        await anna.runs("/resign", room)
        await bea.runs("/accept", room)
        assert state(await the_table(service, bea)).score.of(Side.O) == 1, "what the table offers comes first"
        await bea.presses(room, "Withdraw")
        await carl.runs("/accept", room)
        assert carl.notices[-1].startswith("Hier fordert dich gerade niemand heraus")


@pytest.mark.parametrize("label, length", [("3 points", 3), ("Money", None)])
async def test_a_match_of_any_length_against_the_computer_begins_by_buttons_alone(
    tmp_path: Path, label: str, length: int | None
) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        anna = chat.person("Anna", "en")
        await anna.runs("/start", anna.direct)
        await anna.presses(anna.direct, "Other length…")
        await anna.presses(anna.direct, label)
        match = state(await the_table(service, anna))
        assert match.rules.length == length
        assert match.running is not None


async def test_a_turn_takes_few_presses_and_the_next_board_notifies_the_other(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice([(3, 1), (6, 5)])) as (
        service,
        chat,
    ):
        room, anna, bea = await challenged(chat, "3")
        first = room.board
        await anna.presses(room, "8/5")
        await anna.presses(room, "6/5")
        assert room.board is first, "a half-made play is shown in place"
        await press(anna, room, "play")
        assert room.board is not first
        assert not first.buttons(), "the old board has lost its buttons"
        assert bea.notified[-1] is room.board
        await bea.presses(room, "Roll")
        game = state(await the_table(service, bea)).running
        assert game is not None
        assert game.turn.on_roll is Side.O


async def test_an_everyday_word_is_heard_in_a_room_where_it_answers_what_is_asked(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: FreshDice(3)) as (service, chat):
        room, anna, bea = await challenged(chat, "3")
        for word in ("accept", "weiter", "schluss"):
            await bea.says(room, word)
        assert not bea.notices, "only talk"
        await anna.says(room, "resign")
        await bea.says(room, "accept")
        assert state(await the_table(service, anna)).running is None
        await bea.says(room, "weiter")
        assert state(await the_table(service, anna)).running is not None


async def test_a_step_can_be_taken_back(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice([(3, 1)])) as (_, chat):
        room, anna, _ = await challenged(chat, "3")
        before = room.board.labels
        await anna.presses(room, "8/5")
        assert room.board.labels != before
        await anna.presses(room, "Undo")
        assert room.board.labels == before


async def test_a_whole_match_is_played_by_buttons_alone(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: FreshDice(11)) as (service, chat):
        room, anna, bea = await challenged(chat, "3")
        table = await the_table(service, anna)
        await play_by_buttons(service, room, anna, bea, chance=random.Random(5))
        after = await service.tables.load(table.id)
        assert after.status is Status.OVER
        assert rematch_button(room.board) is not None
        match = state(after)
        assert match.over is not None
        assert match.over.winner is not None
        assert match.score.of(match.over.winner) >= 3


async def test_a_whole_match_of_several_games_is_played_by_typing_alone(tmp_path: Path) -> None:
    one = FreshDice(12)
    async with testchat_stage.testchat_stage(tmp_path / "c.sqlite", lambda _: one) as stage:
        await a_match_by_typing(stage, "3")


async def test_a_match_against_the_computer_is_played_to_its_end_in_a_direct_chat(tmp_path: Path) -> None:
    one = FreshDice(4)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: one) as (service, chat):
        anna = chat.person("Anna", "en")
        await anna.runs("/play 3")
        table = await the_table(service, anna)
        await play_by_buttons(service, anna.direct, anna, chance=random.Random(1))
        assert (await service.tables.load(table.id)).status is Status.OVER


async def test_a_double_press_acts_once_and_is_answered_harmlessly(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice([(3, 1), (6, 5), (4, 4)])) as (
        service,
        chat,
    ):
        room, anna, bea = await challenged(chat, "3")
        await anna.says(room, "8/5 6/5")
        table = await the_table(service, anna)
        await bea.presses(room, "Roll", times=5)
        after = await service.tables.load(table.id)
        assert after.revision == table.revision + 1
        assert len(bea.notices) == 4
        assert "too late" in bea.notice


async def test_a_stale_button_shows_the_current_board_and_changes_nothing(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice([(3, 1), (6, 5), (4, 4)])) as (
        service,
        chat,
    ):
        room, anna, bea = await challenged(chat, "3")
        old = room.board
        await anna.says(room, "8/5 6/5")
        await bea.presses(room, "Roll")
        before = await the_table(service, anna)
        await anna.presses(room, "8/5", message=old, version=0)
        assert "too late" in anna.notice
        assert (await the_table(service, anna)).revision == before.revision


async def test_a_stranger_and_the_other_player_are_told_why_they_cannot_press(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice([(3, 1)])) as (service, chat):
        room, _anna, bea = await challenged(chat, "3")
        carl = chat.person("Carl", "de")
        before = await the_table(service, bea)
        await carl.presses(room, "8/5")
        assert "spielst" in carl.notice
        await bea.presses(room, "8/5")
        assert "turn" in bea.notice.casefold() or "anna" in bea.notice.casefold()
        assert (await the_table(service, bea)).revision == before.revision


async def test_the_same_update_delivered_twice_acts_once(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice([(3, 1), (6, 5), (4, 4)])) as (
        service,
        chat,
    ):
        room, anna, bea = await challenged(chat, "3")
        await anna.says(room, "8/5 6/5")
        await bea.presses(room, "Roll")
        revision = (await the_table(service, bea)).revision
        await chat.redeliver()
        assert (await the_table(service, bea)).revision == revision


async def test_one_person_plays_from_two_devices(tmp_path: Path) -> None:
    dice = ScriptedDice([(3, 1), (6, 5)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (service, chat):
        room, anna, _ = await challenged(chat, "3")
        await anna.runs("/games")
        await anna.presses(anna.direct, data=anna.privates(anna.direct)[-1].buttons()[0].press)
        own = anna.direct.board
        assert own.screen.picture is not None
        await anna.presses(anna.direct, "8/5")
        assert room.board.labels != own.labels, "a half-made play is shown where it is made"
        await anna.says(anna.direct, "8/5 6/5")
        assert (await the_table(service, anna)).revision > 0
        assert "Bea" in room.board.screen.headline
        assert "Bea" in anna.direct.board.screen.headline


async def test_after_a_restart_the_old_buttons_act(tmp_path: Path) -> None:
    path, dice = tmp_path / "c.sqlite", ScriptedDice([(3, 1), (6, 5)])
    async with service_over(path, dice=lambda _: dice) as (_, chat):
        room, anna, _bea = await challenged(chat, "3")
        await anna.presses(room, "8/5")
    async with service_over(path, dice=lambda _: dice, chat=chat) as (service, _):
        await anna.presses(room, "6/5")
        await press(anna, room, "play")
        game = state(await the_table(service, anna)).running
        assert game is not None
        assert game.turn.on_roll is Side.O


async def test_a_drop_loses_a_take_doubles_and_a_crawford_game_has_no_cube(tmp_path: Path) -> None:
    one = FreshDice(21)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: one) as (service, chat):
        room, anna, bea = await challenged(chat, "3")
        table = await the_table(service, anna)
        by_seat = {Side.X: anna, Side.O: bea}

        async def first_turn() -> Side:
            match = state(await service.tables.load(table.id))
            assert match.running is not None
            starter = match.running.turn.on_roll
            await by_seat[starter].says(room, what_to_type(match, starter, random.Random(1)) or "")
            return starter.other

        doubler = await first_turn()
        await press(by_seat[doubler], room, "double")
        await press(by_seat[doubler.other], room, "take")
        match = state(await service.tables.load(table.id))
        assert match.running is not None
        assert match.running.cube == Cube(2, doubler.other, turned=True)
        await by_seat[doubler.other].runs("/resign", room)
        await press(by_seat[doubler], room, "accept")
        match = state(await service.tables.load(table.id))
        assert match.score.of(doubler) == 2
        await press(anna, room, "next")
        match = state(await service.tables.load(table.id))
        assert match.running is not None
        assert match.running.crawford
        doubler = await first_turn()
        assert "Double" not in room.board.labels
        await by_seat[doubler].says(room, "double")
        assert "Crawford" in by_seat[doubler].notice


async def test_people_are_known_by_id_not_by_name(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        one = chat.person("Same", external_id="1")
        two = chat.person("Same", external_id="2")
        assert len(await known_people(service, one, two)) == 2


async def test_a_position_is_shown_by_its_id_and_what_is_none_is_said_in_words(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        room, anna = chat.room("club"), chat.person("Anna", "de")
        await anna.runs("/position 4HPwATDgc/ABMA", room)
        assert any("4HPwATDgc/ABMA" in line for line in room.messages[-1].screen.fixed)
        for nothing in ("/position", "/position nonsense"):
            await anna.runs(nothing, room)
            assert anna.notices[-1].startswith("Das ist keine Stellung")


async def test_a_double_press_of_play_the_computer_opens_one_game(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        anna = chat.person("Anna", "en")
        await anna.runs("/start")
        await anna.presses(anna.direct, "Play the computer", times=3)
        person = (await service.people.meet(anna.visitor)).person.id
        assert len(await service.archive.tables_of(person)) == 1


async def test_in_two_direct_chats_only_the_one_to_play_has_the_steps(tmp_path: Path) -> None:
    dice = ScriptedDice([(3, 1), (6, 5)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        anna, bea = chat.person("Anna", "en"), chat.person("Bea", "de")
        await anna.runs("/challenge 3")
        code = anna.direct.newest.text.rsplit("/accept ", 1)[1]
        await bea.runs(f"/accept {code}")
        await bea.presses(bea.direct, "Annehmen")
        assert "8/5" in anna.direct.labels
        assert bea.direct.labels == ("Partie aufgeben …", "Brett erneut")
        assert "Anna ist dran" in plain(bea.direct.board.screen.headline)
        await anna.presses(anna.direct, "8/5")
        assert bea.direct.labels == ("Partie aufgeben …", "Brett erneut"), "a draft is its maker's alone"
        await anna.says(anna.direct, "8/5 6/5")
        assert anna.direct.labels == ("Resign…", "Board again")
        assert "Würfeln" in bea.direct.labels
        assert "Bea" in anna.direct.board.screen.headline
