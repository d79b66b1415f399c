"""What the service does in a chouette for a person who has nothing to decide: whose setting, what stays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.autopilot import at_the_dice, nothing_to_decide
from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette.rules import SEED_RULES, ChouetteRules
from bot.chouette.seats import Seat
from bot.game.position import Position
from bot.game.turn import ToPlay
from tests.support.chouette_players import chouette_of, gather, press
from tests.support.chouettes import Table, table_in_play
from tests.support.dice import ScriptedDice
from tests.support.service import service_over

ROLLS, PASSES, FORCED = {"auto_roll": True}, {"auto_pass": True}, {"auto_forced": True}
NO_GRACE = replace(SEED_RULES, grace_s=0)
C, X, Y = Seat("C"), Seat("X"), Seat("Y")


def captain_without_cube(rules: ChouetteRules = SEED_RULES) -> Table:
    """The team is to roll; the box has the captain's cube, those of the others are in the centre."""
    table = table_in_play(rules=rules)
    table.team_rolls()
    table.do("C", act.Double(C))
    table.do("X", act.KeepCube(X))
    table.do("Y", act.KeepCube(Y))
    table.do("B", act.Take(C))
    table.team_rolls()
    return table


def to_play(table: Table, position: Position, roll: tuple[int, int]) -> None:
    """The side on roll has thrown this in this position."""
    game = table.game
    turn = replace(game.turn, position=position, phase=ToPlay(roll))
    table.session = replace(table.session, game=replace(game, turn=turn))


def position(own: dict[int, int], opp: dict[int, int]) -> Position:
    return Position(tuple(own.get(p, 0) for p in range(26)), tuple(opp.get(p, 0) for p in range(26)))


def test_a_captain_who_cannot_double_rolls_and_the_others_keep_their_grace() -> None:
    table = captain_without_cube()
    assert at_the_dice(table.session) == "C"
    action = nothing_to_decide(table.session, "C", ROLLS)
    assert action == act.Roll()
    assert table.do("C", act.Roll()) == (ev.RollAsked(),)
    assert nothing_to_decide(table.session, "C", {}) is None


def test_nobody_is_overtaken_where_the_card_knows_no_grace() -> None:
    table = captain_without_cube(NO_GRACE)
    assert nothing_to_decide(table.session, "C", ROLLS) is None
    table.do("X", act.NotNow(X, for_game=True))
    assert nothing_to_decide(table.session, "C", ROLLS) is None
    table.do("Y", act.NotNow(Y, for_game=True))
    assert nothing_to_decide(table.session, "C", ROLLS) == act.Roll()


def test_who_may_double_is_left_the_choice() -> None:
    table = table_in_play()
    table.team_rolls()
    assert nothing_to_decide(table.session, "C", ROLLS) is None
    table.box_rolls()
    assert nothing_to_decide(table.session, "B", ROLLS) is None
    table.do("B", act.DoubleAll())
    for seat in (C, X, Y):
        table.do(seat, act.Take(seat))
    table.box_rolls()
    assert nothing_to_decide(table.session, "B", ROLLS) == act.Roll()


def test_the_setting_of_the_one_who_decides_counts_not_of_whom_he_stands_in_for() -> None:
    table = captain_without_cube()
    table.do("C", act.GoAway(X))
    assert at_the_dice(table.session) == "X"
    assert nothing_to_decide(table.session, "X", ROLLS) is None, "he could still double for himself"
    table.do("X", act.Double(X))
    table.do("Y", act.Double(Y))
    table.do("B", act.TakeAll())
    assert nothing_to_decide(table.session, "X", ROLLS) == act.Roll()


def test_a_pass_and_the_only_play_go_by_themselves() -> None:
    table = table_in_play()
    table.box_rolls()
    shut_out = position({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {8: 3})
    to_play(table, shut_out, (6, 5))
    assert nothing_to_decide(table.session, "B", PASSES) == act.Play(())
    assert nothing_to_decide(table.session, "B", FORCED) is None
    one_left = position({1: 1, 0: 14}, {1: 15})
    to_play(table, one_left, (6, 5))
    forced = nothing_to_decide(table.session, "B", FORCED)
    assert isinstance(forced, act.Play)
    assert len(forced.moves) == 1
    assert nothing_to_decide(table.session, "B", PASSES) is None


def test_between_games_and_while_answers_are_open_nobody_is_at_the_dice() -> None:
    table = table_in_play()
    table.box_rolls()
    table.do("B", act.DoubleAll())
    assert at_the_dice(table.session) is None
    for seat in (C, X, Y):
        table.do(seat, act.Drop(seat))
    assert table.session.running is None
    assert at_the_dice(table.session) is None


async def test_the_service_rolls_for_the_box_that_has_no_cube_to_turn(tmp_path: Path) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1), (6, 5), (6, 4)])
    async with service_over(tmp_path / "a.sqlite", dice=lambda _: dice) as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", rules="no grace")
        anna, bea, carl = people.values()
        known = await service.people.meet(anna.visitor)
        await press(anna, room, "begin")
        await anna.says(room, "8/5 6/5")
        await press(bea, room, "roll")
        await bea.says(room, "24/18 13/8")
        await press(anna, room, "all")
        await press(bea, room, "take")
        await service.people.change_settings(known.person.id, ROLLS)
        await press(carl, room, "take")
        table = await chouette_of(service, anna)
        log = await service.archive.log(table.id)
        assert [by for _, _, by, event in log if event.kind == "chouette.rolled"][-1] is None
        assert "6-4" in room.board.text


@pytest.mark.parametrize("state", [None, 3])
def test_other_kinds_of_table_are_left_alone(state: object) -> None:
    assert at_the_dice(state) is None
