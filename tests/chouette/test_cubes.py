from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette.deciders import to_act
from bot.chouette.game import Offered, OnTurn
from bot.chouette.judge import allowed
from bot.chouette.rules import AnswerOrder, ChouetteRules, Extras
from bot.chouette.seats import Seat
from bot.chouette.stakes import BOX, TEAM, Reply
from bot.game.cube import Cube
from bot.game.violations import RuleViolation
from tests.support.chouettes import Table, seats, table_in_play
from tests.support.dice import ScriptedDice

B, C, X, Y = (Seat(name) for name in "BCXY")


def refused(code: str, act_: Callable[[], object]) -> None:
    with pytest.raises(RuleViolation) as caught:
        act_()
    assert caught.value.code == code


def on_team_turn(rules: ChouetteRules | None = None) -> Table:
    table = table_in_play(rules=rules or ChouetteRules())
    table.team_rolls()
    return table


def box_has_doubled(rules: ChouetteRules | None = None, double: act.Action | None = None) -> Table:
    table = table_in_play(rules=rules or ChouetteRules())
    table.box_rolls()
    table.do(B, double or act.DoubleAll())
    return table


def cubes(table: Table) -> dict[str, tuple[int, object]]:
    return {m.seat: (m.cube.value, m.cube.owner) for m in table.game.stakes.members}


def test_after_the_first_double_the_captain_is_asked_then_the_others_by_rank() -> None:
    table = on_team_turn()
    table.do(Y, act.Double(Y))
    asked = []
    while to_act(table.session) != {B}:
        (who,) = to_act(table.session)
        asked.append(who)
        table.do(who, act.KeepCube(who))
    assert asked == [C, X]


def test_the_captain_s_own_double_asks_the_others_by_rank() -> None:
    table = on_team_turn()
    table.do(C, act.Double(C))
    assert to_act(table.session) == {X}


def test_members_without_access_are_not_asked() -> None:
    table = on_team_turn()
    table.do(X, act.Double(X))
    table.do(C, act.KeepCube(C))
    table.do(Y, act.KeepCube(Y))
    table.do(B, act.Take(X))
    table.team_rolls()
    table.do(Y, act.Double(Y))
    table.do(C, act.Double(C))
    assert table.game.phase == Offered(TEAM, (C, Y))


def test_nobody_rolls_during_a_round() -> None:
    table = on_team_turn()
    table.do(X, act.Double(X))
    refused("chouette.round_open", lambda: table.do(C, act.Roll()))


def test_the_box_answers_each_cube_and_may_mix() -> None:
    table = on_team_turn()
    table.do(C, act.Double(C))
    table.do(X, act.Double(X))
    table.do(Y, act.Double(Y))
    table.do(B, act.Take(X), act.Drop(C), act.Take(Y))
    assert cubes(table) == {"C": (1, None), "X": (2, BOX), "Y": (2, BOX)}
    assert [m.seat for m in table.game.stakes.playing] == [X, Y]


@pytest.mark.parametrize("all_, value", [(act.TakeAll(), 2), (act.DropAll(), 1)])
def test_take_all_and_drop_all_are_one_press_for_what_is_still_open(all_: act.Action, value: int) -> None:
    table = on_team_turn()
    table.do(C, act.Double(C))
    table.do(X, act.Double(X))
    table.do(Y, act.KeepCube(Y))
    table.do(B, act.Take(C), all_)
    assert (table.game.stakes.member(C).cube.value, table.game.stakes.member(X).cube.value) == (2, value)


def test_one_round_before_each_roll() -> None:
    table = on_team_turn()
    table.do(X, act.Double(X))
    table.do(C, act.KeepCube(C))
    table.do(Y, act.KeepCube(Y))
    table.do(B, act.Take(X))
    assert table.game.phase == OnTurn(cubes_done=True)
    refused("chouette.cubes_done", lambda: table.do(Y, act.Double(Y)))


def test_nobody_doubles_on_the_opening_roll_or_after_dice_are_thrown() -> None:
    table = table_in_play()
    for seat in "CXY":
        refused("cube.after_roll", lambda seat=seat: table.do(seat, act.Double(Seat(seat))))  # type: ignore[misc]
    refused("cube.after_roll", lambda: table.do(B, act.DoubleAll()))


@pytest.mark.parametrize(
    "order, asked",
    [(AnswerOrder.RANK, [{C}, {X}, {Y}]), (AnswerOrder.REVERSE, [{Y}, {X}, {C}])],
)
def test_the_team_answers_openly_one_after_the_other(order: AnswerOrder, asked: list[set[Seat]]) -> None:
    table = box_has_doubled(ChouetteRules(order=order))
    seen = []
    while table.game.turn.on_roll is BOX and isinstance(table.game.phase, Offered):
        (who,) = to_act(table.session)
        seen.append({who})
        table.do(who, act.Take(who))
    assert seen == asked


@pytest.mark.parametrize("order,seats", [(AnswerOrder.RANK, (X, C, Y)), (AnswerOrder.REVERSE, (Y, C, X))])
def test_who_has_become_captain_answers_in_the_captain_s_place(
    order: AnswerOrder, seats: tuple[Seat, ...]
) -> None:
    table = table_in_play(rules=ChouetteRules(order=order))
    table.do(C, act.GoAway(), act.ComeBack())
    table.box_rolls()
    table.do(B, act.DoubleAll())
    assert table.game.acting_captain == X
    assert table.game.phase == Offered(BOX, seats)


def test_sealed_answers_come_from_all_at_once_and_count_when_all_are_in() -> None:
    table = box_has_doubled(ChouetteRules(order=AnswerOrder.SEALED))
    assert to_act(table.session) == {C, X, Y}
    table.do(Y, act.Drop(Y))
    table.do(C, act.Take(C))
    assert table.game.stakes.member(Y).is_in
    events = table.do(X, act.Take(X))
    assert isinstance(events[-1], ev.CubesSettled)
    assert not table.game.stakes.member(Y).is_in


def test_a_member_answers_for_his_own_cube_only() -> None:
    table = box_has_doubled()
    refused("chouette.not_asked", lambda: table.do(C, act.Take(X)))
    refused("cube.wait_answer", lambda: table.do(X, act.Take(X)))


def test_all_who_drop_together_end_the_game_by_the_captain_s_own_sign() -> None:
    table = box_has_doubled()
    for seat in (C, X, Y):
        table.do(seat, act.Drop(seat))
    assert table.row() == {"B": 3, "C": -1, "X": -1, "Y": -1}
    assert table.line == "BXYC"
    table = on_team_turn()
    for seat in (C, X, Y):
        table.do(seat, act.Double(seat))
    table.do(B, act.DropAll())
    assert table.row() == {"B": -3, "C": 1, "X": 1, "Y": 1}
    assert table.line == "CXYB"


def test_the_last_one_in_who_drops_later_has_finished_the_game_for_the_captain() -> None:
    table = box_has_doubled()
    table.do(C, act.Drop(C))
    table.do(X, act.Take(X))
    table.do(Y, act.Drop(Y))
    table.team_rolls()
    table.do(X, act.Double(X))
    table.do(B, act.Drop(X))
    assert table.row() == {"B": 0, "C": -1, "X": 2, "Y": -1}
    assert table.line == "XYCB"


def test_the_cap_keeps_a_cube_from_growing() -> None:
    table = box_has_doubled(ChouetteRules(cap=2))
    for seat in (C, X, Y):
        table.do(seat, act.Take(seat))
    table.team_rolls()
    assert act.Double not in allowed(table.session, C)


def test_no_beaver_where_the_rules_have_none() -> None:
    table = box_has_doubled()
    assert act.Beaver not in allowed(table.session, C)


def test_a_beaver_keeps_the_cube_and_the_box_may_raccoon_each() -> None:
    table = box_has_doubled(ChouetteRules(beavers=2))
    table.do(C, act.Beaver(C))
    table.do(X, act.Take(X))
    table.do(Y, act.Beaver(Y))
    assert to_act(table.session) == {B}
    table.do(B, act.Raccoon(C), act.LeaveBeaver(Y))
    assert cubes(table) == {"C": (8, TEAM), "X": (2, TEAM), "Y": (4, TEAM)}
    assert table.game.phase == OnTurn(cubes_done=True)


def test_a_lone_taker_must_beaver_where_the_rule_says_so() -> None:
    table = box_has_doubled(ChouetteRules(lone_taker_must_beaver=True))
    table.do(C, act.Drop(C))
    table.do(X, act.Drop(X))
    refused("chouette.must_beaver", lambda: table.do(Y, act.Take(Y)))
    table.do(Y, act.Beaver(Y))
    assert table.game.stakes.member(Y).cube == Cube(4, TEAM, turned=True)


def test_who_took_before_the_others_dropped_beavers_as_well() -> None:
    table = box_has_doubled(ChouetteRules(lone_taker_must_beaver=True))
    table.do(C, act.Take(C))
    table.do(X, act.Drop(X))
    table.do(Y, act.Drop(Y))
    assert table.game.stakes.member(C).cube.value == 4


def test_the_captain_s_cube_must_be_taken_if_any_is() -> None:
    table = on_team_turn(ChouetteRules(captain_must_be_taken=True))
    table.do(C, act.Double(C))
    table.do(X, act.Double(X))
    table.do(Y, act.KeepCube(Y))
    table.do(B, act.Take(X))
    refused("chouette.captain_must_be_taken", lambda: table.do(B, act.Drop(C)))
    refused("chouette.captain_must_be_taken", lambda: table.do(B, act.DropAll()))
    table.do(B, act.Take(C))
    assert cubes(table)["C"] == (2, BOX)


def test_mandatory_extras_come_from_everyone_who_drops() -> None:
    table = box_has_doubled(ChouetteRules(extras=Extras.MANDATORY))
    table.do(C, act.Take(C))
    table.do(X, act.Drop(X))
    table.do(Y, act.Drop(Y))
    assert [(e.giver, e.taker) for e in table.game.stakes.extras] == [(X, C), (Y, C)]
    table.bears_off(TEAM)
    assert table.row() == {"B": 0, "C": 2 + 3 + 3, "X": -4, "Y": -4}


def test_no_extras_where_two_take() -> None:
    table = box_has_doubled(ChouetteRules(extras=Extras.OPTIONAL))
    table.do(C, act.Take(C))
    table.do(X, act.Take(X))
    table.do(Y, act.Drop(Y))
    assert table.game.phase == OnTurn(cubes_done=True)


def test_an_extra_is_settled_with_the_taker_s_own_cube() -> None:
    table = box_has_doubled(ChouetteRules(extras=Extras.MANDATORY))
    table.do(C, act.Take(C))
    table.do(X, act.Drop(X))
    table.do(Y, act.Drop(Y))
    table.team_rolls()
    table.do(C, act.Double(C))
    table.do(B, act.Drop(C))
    assert table.row() == {"B": 0, "C": 2 + 3 + 3, "X": -4, "Y": -4}


def test_automatic_doubles_raise_every_cube_up_to_their_number_and_turn_none() -> None:
    script = ScriptedDice([(2, 2), (5, 5), (4, 4), (6, 1)])
    table = table_in_play(rules=ChouetteRules(automatic_doubles=2), dice=script)
    assert {m.cube for m in table.game.stakes.members} == {Cube(4)}
    assert table.game.automatic_doubles == 2
    table.bears_off(BOX, loser_off=0)
    assert table.row() == {"B": 12, "C": -4, "X": -4, "Y": -4}


def test_without_jacoby_a_gammon_counts_double_on_a_centred_cube() -> None:
    table = table_in_play(rules=ChouetteRules(jacoby=False))
    table.bears_off(BOX, loser_off=0)
    assert table.row() == {"B": 6, "C": -2, "X": -2, "Y": -2}


def test_replies_are_the_box_s_alone() -> None:
    table = on_team_turn()
    table.do(C, act.Double(C))
    table.do(X, act.KeepCube(X))
    table.do(Y, act.KeepCube(Y))
    refused("chouette.box_only", lambda: table.do(X, act.TakeAll()))
    assert Reply.TAKE.value == "take"
    assert to_act(table.session) == {B}


def test_with_two_players_left_it_is_a_plain_game() -> None:
    table = table_in_play("BC")
    assert table.game.stakes.seats == seats("C")
    table.team_rolls()
    table.do(C, act.Double(C))
    table.do(B, act.Take(C))
    table.bears_off(TEAM, loser_off=0)
    assert table.row() == {"B": -4, "C": 4}
    assert table.line == "CB"
