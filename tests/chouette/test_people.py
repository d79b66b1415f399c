"""Waiting, standing in, leaving, being late: nobody blocks the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette.conclude import leaves_nobody
from bot.chouette.deadlines import DeadlineKind, waiting_for
from bot.chouette.deciders import Decision, Question, decisions, to_act
from bot.chouette.ending import Ending, When
from bot.chouette.judge import allowed
from bot.chouette.offers import offers
from bot.chouette.rules import ChouetteRules, Consulting
from bot.chouette.seats import Seat
from bot.chouette.session import start
from bot.chouette.settlement import Payment
from bot.chouette.sheet import SettlementRow
from bot.chouette.stakes import BOX, TEAM
from bot.game.result import How, Kind
from bot.game.rules import Timeout
from bot.game.turn import ToPlay, legal_plays
from bot.game.violations import RuleViolation
from tests.support.chouettes import Table, seats, table_between_games, table_in_play

B, C, X, Y = (Seat(name) for name in "BCXY")


def refused(code: str, act_: Callable[[], object]) -> None:
    with pytest.raises(RuleViolation) as caught:
        act_()
    assert caught.value.code == code


def on_team_turn(rules: ChouetteRules | None = None, line: str = "BCXY") -> Table:
    table = table_in_play(line, rules or ChouetteRules())
    table.team_rolls()
    return table


def on_box_turn(rules: ChouetteRules | None = None, line: str = "BCXY") -> Table:
    table = table_in_play(line, rules or ChouetteRules())
    table.box_rolls()
    return table


def has_rolled(table: Table) -> bool:
    return isinstance(table.game.turn.phase, ToPlay)


# -- the grace before the captain's roll


def test_the_captain_s_roll_waits_for_the_grace_and_comes_when_it_is_over() -> None:
    table = on_team_turn()
    assert table.do(C, act.Roll()) == (ev.RollAsked(),)
    (grace,) = waiting_for(table.session)
    assert (grace.kind, grace.by, grace.seconds) == (DeadlineKind.GRACE, None, 10)
    table.do(None, act.GraceOver())
    assert has_rolled(table)


def test_the_roll_comes_at_once_when_all_others_have_said_not_now() -> None:
    table = on_team_turn()
    table.do(C, act.Roll())
    table.do(X, act.NotNow(X))
    assert not has_rolled(table)
    table.do(Y, act.NotNow(Y))
    assert has_rolled(table)


def test_not_now_for_the_game_spares_the_grace_of_later_turns() -> None:
    table = on_team_turn()
    table.do(X, act.NotNow(X, for_game=True))
    table.do(Y, act.NotNow(Y, for_game=True))
    table.do(C, act.Roll())
    assert has_rolled(table)
    table.team_rolls()
    table.do(C, act.Roll())
    assert has_rolled(table)
    table.team_rolls()
    table.do(X, act.Double(X))
    assert to_act(table.session) == {C}


@pytest.mark.parametrize("let_go", [(X, act.Release(X)), (None, act.Late(X))], ids=["released", "expired"])
def test_a_wait_holds_the_roll_until_it_is_released_or_its_time_is_up(
    let_go: tuple[Seat | None, act.Action],
) -> None:
    table = on_team_turn()
    table.do(C, act.Roll())
    table.do(X, act.AskToWait(X))
    table.do(None, act.GraceOver())
    assert not has_rolled(table)
    assert decisions(table.session) == (Decision(Question.WAIT, X, X),)
    table.do(*let_go)
    assert has_rolled(table)


def test_a_member_who_asked_to_wait_doubles() -> None:
    table = on_team_turn()
    table.do(C, act.Roll())
    table.do(X, act.AskToWait(X), act.Double(X))
    assert to_act(table.session) == {C}


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(lambda: on_team_turn(ChouetteRules(grace_s=0)), id="a grace of nothing"),
        pytest.param(lambda: on_team_turn(line="BC"), id="a team of one"),
        pytest.param(lambda: on_box_turn(), id="the box's roll"),
    ],
)
def test_no_grace_where_nobody_else_could_double(table: Callable[[], Table]) -> None:
    played = table()
    (roller,) = to_act(played.session)
    played.do(roller, act.Roll())
    assert has_rolled(played)


# -- advice


def suggestion(table: Table) -> act.Suggest:
    return act.Suggest(next(iter(legal_plays(table.game.turn, table.session.rules.board))).moves)


@pytest.mark.parametrize(
    "consulting, before, after",
    [
        (Consulting.AFTER_DOUBLE, False, True),
        (Consulting.ALWAYS, True, True),
        (Consulting.NEVER, False, False),
    ],
)
def test_a_member_advises_once_his_cube_is_turned_or_as_the_rules_say(
    consulting: Consulting, before: bool, after: bool
) -> None:
    table = on_team_turn(ChouetteRules(consulting=consulting, grace_s=0))
    table.do(C, act.Roll())
    assert (act.Suggest in allowed(table.session, X)) is before
    table.team_rolls()
    table.do(X, act.Double(X))
    table.do(C, act.KeepCube(C))
    table.do(Y, act.KeepCube(Y))
    table.do(B, act.Take(X))
    table.do(C, act.Roll())
    assert (act.Suggest in allowed(table.session, X)) is after
    assert act.Suggest not in allowed(table.session, C)


def test_a_suggestion_is_a_legal_play_and_goes_with_the_roll() -> None:
    table = on_team_turn(ChouetteRules(consulting=Consulting.ALWAYS, grace_s=0))
    table.do(C, act.Roll())
    refused("play.can_move", lambda: table.do(X, act.Suggest(())))
    advice = suggestion(table)
    table.do(X, advice)
    assert [(s.seat, s.moves) for s in table.game.suggestions] == [(X, advice.moves)]
    table.do(C, act.Play(advice.moves))
    assert table.game.suggestions == ()


def test_the_partner_may_advise_the_box_at_any_time() -> None:
    table = table_between_games("BCXYZP")
    table.do(B, act.NamePartner(), act.StartGame())
    table.box_rolls()
    table.do(B, act.Roll())
    assert act.Suggest in allowed(table.session, Seat("P"))
    assert act.Suggest not in allowed(table.session, C)


# -- standing in


def test_a_deputy_decides_for_a_member_who_is_away_until_he_is_back() -> None:
    table = on_box_turn()
    table.do(X, act.GoAway(Y))
    table.do(B, act.DoubleAll())
    table.do(C, act.Take(C))
    assert decisions(table.session) == (Decision(Question.ANSWER, X, Y),)
    refused("chouette.away", lambda: table.do(X, act.Take(X)))
    table.do(Y, act.Take(X))
    assert to_act(table.session) == {Y}
    table.do(X, act.ComeBack())
    table.do(Y, act.Take(Y))
    table.team_rolls()
    table.do(X, act.Double(X))
    assert to_act(table.session) == {C}


def test_without_a_deputy_the_captain_decides() -> None:
    table = on_box_turn()
    table.do(X, act.GoAway())
    table.do(B, act.DoubleAll())
    table.do(C, act.Take(C))
    assert decisions(table.session) == (Decision(Question.ANSWER, X, C),)


def test_a_deputy_is_of_the_own_side_and_at_the_table() -> None:
    table = on_box_turn()
    refused("chouette.deputy_side", lambda: table.do(X, act.GoAway(B)))
    refused("chouette.deputy_who", lambda: table.do(X, act.GoAway(X)))
    table.do(Y, act.GoAway())
    refused("chouette.deputy_away", lambda: table.do(X, act.GoAway(Y)))


def test_a_captain_without_a_deputy_passes_his_place_on_for_this_game() -> None:
    table = on_team_turn()
    table.do(C, act.GoAway())
    assert to_act(table.session) == {X}
    table.do(C, act.ComeBack())
    assert table.game.acting_captain == X
    table.bears_off(TEAM)
    assert table.line == "CXYB"


def test_a_captain_s_deputy_moves_for_him() -> None:
    table = on_team_turn()
    table.do(C, act.GoAway(Y))
    assert table.game.acting_captain == C
    assert decisions(table.session) == (Decision(Question.ROLL, C, Y),)


# -- being late


def test_a_late_adviser_is_decided_for_by_the_captain_with_a_new_deadline() -> None:
    table = on_box_turn()
    table.do(B, act.DoubleAll())
    table.do(C, act.Take(C))
    (before,) = waiting_for(table.session)
    assert (before.kind, before.by) == (DeadlineKind.CUBE, X)
    table.do(None, act.Late(X))
    (after,) = waiting_for(table.session)
    assert (after.seat, after.by) == (X, C)
    assert after != before


def test_a_late_deputy_leaves_it_to_the_captain() -> None:
    table = on_box_turn()
    table.do(X, act.GoAway(Y))
    table.do(B, act.DoubleAll())
    table.do(C, act.Take(C))
    table.do(None, act.Late(Y))
    assert to_act(table.session) == {C}


def test_a_late_captain_makes_way_for_the_next_member_in() -> None:
    table = on_team_turn()
    table.do(None, act.Late(C))
    assert table.game.acting_captain == X
    assert to_act(table.session) == {X}


def test_a_late_box_has_one_more_deadline_and_then_loses_each_cube_still_in_and_dodges_no_gammon() -> None:
    table = on_box_turn()
    table.do(B, act.DoubleAll())
    table.do(C, act.Take(C))
    table.do(X, act.Drop(X))
    table.do(Y, act.Take(Y))
    assert table.do(None, act.Late(B)) == (ev.DeadlineExtended(B),)
    events = table.do(None, act.Late(B))
    assert isinstance(events[0], ev.GameFinished)
    assert events[0].how is How.TIMEOUT
    assert table.row() == {"B": -7, "C": 4, "X": -1, "Y": 4}


def test_a_gammon_of_a_late_box_counts_on_turned_cubes_alone() -> None:
    table = on_box_turn()
    table.do(None, act.Late(B))
    table.do(None, act.Late(B))
    assert table.row() == {"B": -3, "C": 1, "X": 1, "Y": 1}


def test_a_decision_in_time_takes_the_last_deadline_off() -> None:
    table = on_box_turn()
    table.do(None, act.Late(B))
    table.do(B, act.Roll())
    assert table.do(None, act.Late(B)) == (ev.DeadlineExtended(B),)


def test_the_partner_decides_for_a_late_box() -> None:
    table = table_between_games("BCXYZP")
    table.do(B, act.NamePartner(), act.StartGame())
    table.box_rolls()
    table.do(None, act.Late(B))
    assert to_act(table.session) == {Seat("P")}


def test_a_team_that_nobody_is_left_of_loses_like_the_box() -> None:
    table = on_team_turn()
    for seat in (C, X, Y):
        table.do(None, act.Late(seat))
    assert table.session.extended == (Y,)
    table.do(None, act.Late(Y))
    assert table.row() == {"B": 3, "C": -1, "X": -1, "Y": -1}


def test_who_claims_time_has_the_rule_applied_and_the_service_only_notes_it() -> None:
    table = on_team_turn(ChouetteRules(timeout=Timeout.CLAIM))
    assert table.do(None, act.Late(C)) == (ev.LateNoted(C),)
    assert to_act(table.session) == {C}
    refused("chouette.not_late", lambda: table.do(C, act.Claim(C)))
    table.do(B, act.Claim(C))
    assert to_act(table.session) == {X}


def test_a_claim_against_who_nobody_can_stand_in_for_gives_a_last_deadline_first() -> None:
    table = on_box_turn(ChouetteRules(timeout=Timeout.CLAIM))
    table.do(None, act.Late(B))
    table.do(X, act.Claim(B))
    assert table.session.extended == (B,)
    refused("chouette.not_late", lambda: table.do(X, act.Claim(B)))
    table.do(None, act.Late(B))
    table.do(X, act.Claim(B))
    assert table.row() == {"B": -3, "C": 1, "X": 1, "Y": 1}


def test_who_does_not_accept_the_card_in_time_loses_his_place() -> None:
    table = Table(list(start(ChouetteRules(), *seats("ABCD"))))
    for seat in "ABC":
        table.do(seat, act.AcceptRules())
    (waiting,) = waiting_for(table.session)
    assert (waiting.kind, waiting.by) == (DeadlineKind.CARD, Seat("D"))
    table.do(None, act.Late(Seat("D")))
    assert table.session.line == seats("ABC")


def test_the_first_move_of_a_game_has_more_time() -> None:
    table = table_in_play()
    (first,) = waiting_for(table.session)
    assert (first.kind, first.seconds) == (DeadlineKind.FIRST_MOVE, 900)
    play = next(iter(legal_plays(table.game.turn, table.session.rules.board)))
    (mover,) = to_act(table.session)
    table.do(mover, act.Play(play.moves))
    (second,) = waiting_for(table.session)
    assert (second.kind, second.seconds) == (DeadlineKind.MOVE, 300)


# -- joining and leaving


def test_a_newcomer_sits_at_the_end_of_the_line_from_the_next_game_on() -> None:
    table = table_in_play()
    table.do("Z", act.Join())
    assert table.game.players == seats("BCXY")
    table.bears_off(BOX)
    assert table.line == "BXYCZ"
    assert "Z" not in table.row()


def test_between_games_a_leaver_is_settled_at_once() -> None:
    table = table_in_play()
    table.bears_off(BOX)
    table.do(B, act.Leave())
    assert table.session.sheet.balances == {B: 0, C: 0, X: 0, Y: 0}
    assert isinstance(table.session.sheet.rows[-1], SettlementRow)
    assert table.line == "XYC"


def test_during_a_game_a_leaver_s_decisions_pass_on_and_he_is_gone_when_it_ends() -> None:
    table = on_box_turn()
    table.do(Y, act.Leave())
    table.do(B, act.DoubleAll())
    table.do(C, act.Take(C))
    table.do(X, act.Take(X))
    assert to_act(table.session) == {C}
    table.do(C, act.Take(Y))
    table.bears_off(BOX)
    assert table.row() == {"B": 6, "C": -2, "X": -2, "Y": -2}
    assert table.line == "BXC"
    assert table.session.sheet.balances[Y] == 0


def test_leave_now_drops_one_s_own_cube_at_once() -> None:
    table = on_box_turn()
    table.do(C, act.Leave(now=True))
    assert table.game.acting_captain == X
    table.bears_off(TEAM)
    assert table.row() == {"B": -1, "C": -1, "X": 1, "Y": 1}
    assert table.line == "XYB"


def test_leaving_at_once_is_offered_where_it_gives_up_a_cube_and_others_play_on() -> None:
    table = table_between_games("BCXYZP")
    table.do(B, act.NamePartner(), act.StartGame())
    table.box_rolls()
    offered = [seat for seat in seats("BCXYZP") if act.Leave(now=True) in offers(table.session, seat)]
    assert offered == [C, X, Y, Seat("Z")]
    assert not leaves_nobody(table.session, B)
    table.do("P", act.Leave())
    assert leaves_nobody(table.session, B)


def test_no_roll_waits_for_a_member_who_left_at_once() -> None:
    table = on_team_turn()
    table.do(C, act.Roll())
    table.do(Y, act.NotNow(Y))
    table.do(X, act.AskToWait(X))
    table.do(X, act.Leave(now=True))
    assert has_rolled(table)


@pytest.mark.parametrize("goes", [act.Leave(now=True), act.Leave(), act.GoAway()])
def test_a_captain_who_follows_one_that_wanted_to_roll_may_still_double(goes: act.Action) -> None:
    table = on_team_turn()
    table.do(C, act.Roll())
    table.do(Y, act.NotNow(Y))
    table.do(X, act.AskToWait(X))
    table.do(C, goes)
    assert not has_rolled(table)
    assert decisions(table.session) == (Decision(Question.ROLL, X, X),)
    assert {act.Roll, act.Double} <= allowed(table.session, X)
    table.do(X, act.Roll())
    assert has_rolled(table)


@pytest.mark.parametrize("now", [False, True])
def test_a_leaving_box_without_a_partner_loses_each_cube_still_in(now: bool) -> None:
    table = on_box_turn()
    table.do(B, act.Leave(now))
    assert table.row() == {"B": -3, "C": 1, "X": 1, "Y": 1}
    assert table.line == "CXY"
    assert table.session.sheet.rows[-1] == SettlementRow(
        B, (Payment(B, C, 1), Payment(B, X, 1), Payment(B, Y, 1))
    )


@pytest.mark.parametrize("now", [False, True])
def test_a_leaving_box_dodges_no_gammon_where_a_cube_was_turned(now: bool) -> None:
    table = on_box_turn()
    table.do(B, act.DoubleAll())
    table.do(C, act.Take(C))
    table.do(X, act.Drop(X))
    table.do(Y, act.Drop(Y))
    table.do(B, act.Leave(now))
    assert table.row() == {"B": -2, "C": 4, "X": -1, "Y": -1}


@pytest.mark.parametrize("out", [act.Drop, None])
def test_the_last_of_a_team_who_leaves_at_once_dodges_no_gammon(out: type[act.Drop] | None) -> None:
    table = on_box_turn() if out else on_box_turn(line="BC")
    table.do(B, act.DoubleAll())
    table.do(C, act.Take(C))
    if out:
        table.do(X, out(X))
        table.do(Y, out(Y))
    table.do(C, act.Leave(now=True))
    lost = {"B": 6, "C": -4, "X": -1, "Y": -1} if out else {"B": 4, "C": -4}
    assert table.row() == lost


@pytest.mark.parametrize("now", [False, True])
def test_a_leaving_box_with_a_partner_is_played_on_by_him(now: bool) -> None:
    table = table_between_games("BCXYZP")
    table.do(B, act.NamePartner(), act.StartGame())
    table.box_rolls()
    table.do(B, act.Leave(now))
    assert to_act(table.session) == {Seat("P")}


def test_a_box_that_leaves_at_once_while_its_partner_is_away_loses_each_cube_still_in() -> None:
    table = table_between_games("BCXYZP")
    table.do(B, act.NamePartner(), act.StartGame())
    table.box_rolls()
    table.do("P", act.GoAway())
    table.do(B, act.Leave(now=True))
    assert table.row() == {"B": -2, "P": -2, "C": 1, "X": 1, "Y": 1, "Z": 1}


def test_a_team_whose_last_member_leaves_loses_each_cube_still_in() -> None:
    table = on_box_turn()
    for seat in (C, X):
        table.do(seat, act.Leave())
        assert table.session.running is not None
    table.do(Y, act.Leave())
    assert table.row() == {"B": 3, "C": -1, "X": -1, "Y": -1}
    assert table.session.over is not None


def test_a_captain_who_leaves_is_followed_by_the_next_and_leaves_the_line_after_the_rotation() -> None:
    table = on_team_turn()
    table.do(C, act.Leave())
    assert to_act(table.session) == {X}
    table.bears_off(TEAM)
    assert table.line == "XYB"


def test_who_announced_that_he_leaves_may_stay_after_all() -> None:
    table = on_box_turn()
    table.do(Y, act.Leave())
    table.do(Y, act.ComeBack())
    table.bears_off(BOX)
    assert table.line == "BXYC"


def test_the_last_player_closes_the_chouette() -> None:
    table = table_in_play("BC")
    table.bears_off(BOX)
    table.do(C, act.Leave())
    assert table.session.over is not None
    assert table.session.over.reason == "chouette.too_few"
    assert not any(table.session.sheet.balances.values())


# -- resigning


def test_the_acting_captain_resigns_for_the_team_and_the_box_alone_answers() -> None:
    table = on_team_turn()
    refused("chouette.captain_only", lambda: table.do(X, act.OfferResignation(Kind.SINGLE)))
    table.do(C, act.OfferResignation(Kind.GAMMON))
    assert to_act(table.session) == {B}
    table.do(B, act.RefuseResignation())
    assert to_act(table.session) == {C}
    table.do(C, act.OfferResignation(Kind.GAMMON))
    table.do(B, act.AcceptResignation())
    assert table.row() == {"B": 3, "C": -1, "X": -1, "Y": -1}


def test_the_box_resigns_and_the_acting_captain_answers_each_cube_by_its_own_jacoby() -> None:
    table = on_team_turn()
    table.do(X, act.Double(X))
    table.do(C, act.KeepCube(C))
    table.do(Y, act.KeepCube(Y))
    table.do(B, act.Take(X), act.OfferResignation(Kind.GAMMON))
    refused("resignation.open", lambda: table.do(X, act.AcceptResignation()))
    table.do(C, act.AcceptResignation())
    assert table.row() == {"B": -6, "C": 1, "X": 4, "Y": 1}


# -- the end


def test_an_end_is_proposed_by_anyone_and_set_by_a_majority() -> None:
    table = on_box_turn()
    table.do(X, act.ProposeEnd(Ending()))
    table.do(Y, act.ConfirmEnd())
    assert table.session.ending is None
    table.do(C, act.ConfirmEnd())
    assert table.session.ending == Ending()
    events = table.bears_off(TEAM)
    assert events[-1] == ev.ChouetteEnded((Payment(B, C, 1), Payment(B, X, 1), Payment(B, Y, 1)))
    assert allowed(table.session, B) == frozenset()


def test_an_end_that_half_of_them_refuse_is_off_the_table() -> None:
    table = on_box_turn()
    table.do(X, act.ProposeEnd(Ending()))
    table.do(Y, act.RefuseEnd())
    table.do(C, act.RefuseEnd())
    assert table.session.end_vote is None
    assert table.session.ending is None


def test_after_game_n_ends_with_that_game() -> None:
    table = on_box_turn()
    for seat in (X, Y, C):
        ending = act.ProposeEnd(Ending(When.AFTER_GAME, 2))
        table.do(seat, ending if seat == X else act.ConfirmEnd())
    table.bears_off(BOX)
    assert table.session.over is None
    table.do(B, act.StartGame())
    table.bears_off(BOX)
    assert table.session.over is not None


def test_a_time_that_comes_lets_the_running_game_be_played_out() -> None:
    table = on_box_turn()
    for seat in (X, Y, C):
        table.do(seat, act.ProposeEnd(Ending(When.AT_TIME, 1)) if seat == X else act.ConfirmEnd())
    table.do(None, act.TimeIsUp())
    assert table.session.over is None
    table.bears_off(BOX)
    assert table.session.over is not None


def test_a_time_that_comes_before_the_first_game_closes_the_table() -> None:
    table = table_between_games()
    for seat in (X, Y, C):
        table.do(seat, act.ProposeEnd(Ending(When.AT_TIME, 1)) if seat == X else act.ConfirmEnd())
    table.do(None, act.TimeIsUp())
    assert table.session.over is not None


def test_between_games_after_this_game_is_now_and_before_the_first_it_is_that_one() -> None:
    table = table_between_games()
    for seat in (X, Y, C):
        table.do(seat, act.ProposeEnd(Ending()) if seat == X else act.ConfirmEnd())
    table.do(B, act.StartGame())
    table.bears_off(BOX)
    assert table.session.over is not None
    table = table_in_play()
    table.bears_off(BOX)
    for seat in (X, Y, C):
        table.do(seat, act.ProposeEnd(Ending()) if seat == X else act.ConfirmEnd())
    assert table.session.over is not None


def test_an_aborted_chouette_pays_out_what_the_sheet_says() -> None:
    table = table_in_play()
    table.bears_off(BOX)
    table.do(B, act.StartGame())
    table.do(None, act.Abort("room.gone"))
    assert table.session.over is not None
    assert table.session.over.reason == "room.gone"
    assert len(table.session.over.payments) == 3
