"""Series of games: who may do what, what it leads to, what it counts."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import actions as act
from bot.game import events as ev
from bot.game.cube import Cube
from bot.game.game import CubeOffered, OnTurn, Resigning
from bot.game.judge import SERVICE_ACTIONS, allowed, decide
from bot.game.match import Match, evolve, replay
from bot.game.plays import Move
from bot.game.position import CHECKERS, Position
from bot.game.result import How, Kind
from bot.game.rules import (
    MONEY,
    SPEEDGAMEZ,
    TOURNAMENT,
    BearOff,
    Contact,
    Count,
    Opening,
    Rules,
    Scoring,
    Start,
)
from bot.game.side import Side
from bot.game.turn import ToOpen, ToPlay, ToRoll
from bot.game.violations import BadInput, RuleViolation
from tests.support.dice import FreshDice, ScriptedDice, SeededDice
from tests.support.matches import Driver, random_walk, some_action

X, O = Side.X, Side.O  # noqa: E741
ALL_ACTIONS = (
    act.Roll(),
    act.Play(()),
    act.Double(),
    act.Take(),
    act.Drop(),
    act.Beaver(),
    act.Raccoon(),
    act.OfferResignation(Kind.SINGLE),
    act.WithdrawResignation(),
    act.AcceptResignation(),
    act.RefuseResignation(),
    act.StartGame(),
    act.EndSession(),
    act.Forfeit(X, How.LEAVING),
    act.Abort("test"),
)


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Any rule set that the constructor accepts."""
    unlimited = draw(st.booleans())
    opening = draw(st.sampled_from(Opening))
    return Rules(
        length=None if unlimited else draw(st.integers(1, 9)),
        count=draw(st.sampled_from(Count)),
        opening=opening,
        start=draw(st.sampled_from(Start)),
        contact=draw(st.sampled_from(Contact)),
        bear_off=draw(st.sampled_from(BearOff)),
        scoring=draw(st.sampled_from(Scoring)),
        cube=draw(st.booleans()),
        cap=draw(st.sampled_from([None, 2, 64])),
        crawford=draw(st.booleans()),
        jacoby=unlimited and draw(st.booleans()),
        beavers=draw(st.integers(0, 2)) if unlimited else 0,
        automatic_doubles=draw(st.integers(0, 3)) if unlimited and opening is Opening.ROLL else 0,
    )


def started(rules: Rules, *rolls: tuple[int, int]) -> Driver:
    """A series in its first game; the first roll is the opening throw."""
    driver = Driver(rules, ScriptedDice(rolls) if rolls else SeededDice(1))
    driver.do(X, act.StartGame())
    return driver


def at_x_roll(rules: Rules, *rolls: tuple[int, int]) -> Driver:
    """X has opened with 31, O has answered 31: X is to roll."""
    driver = started(rules, (3, 1), (3, 1), *rolls)
    driver.do(X, act.Play((Move(8, 5), Move(6, 5))))
    driver.do(O, act.Roll())
    driver.do(O, act.Play((Move(8, 5), Move(6, 5))))
    return driver


def test_the_higher_die_starts_with_both() -> None:
    driver = started(TOURNAMENT, (2, 2), (1, 5))
    game = driver.match.running
    assert game is not None
    assert game.turn.on_roll is O
    assert game.turn.phase == ToPlay((1, 5))
    assert [e.dice for e in driver.log if isinstance(e, ev.OpeningThrown)] == [(2, 2), (1, 5)]


def test_dice_are_asked_for_by_label_and_number() -> None:
    dice = ScriptedDice([(4, 4), (3, 1), (6, 2), (5, 5)])
    driver = Driver(TOURNAMENT, dice)
    driver.do(X, act.StartGame())
    driver.do(X, act.Play((Move(8, 5), Move(6, 5))))
    driver.do(O, act.Roll())
    driver.do(O, act.Play((Move(24, 18), Move(13, 11))))
    driver.do(X, act.Roll())
    assert dice.asked == [("open", 0, 2), ("open", 1, 2), ("turn", 0, 2), ("turn", 1, 2)]


def test_where_the_opening_alternates_the_challenger_starts_and_his_first_throw_is_no_double() -> None:
    driver = Driver(SPEEDGAMEZ, ScriptedDice([(5, 5), (4, 1)]))
    driver.do(O, act.StartGame())
    game = driver.match.running
    assert game is not None
    assert (game.turn.on_roll, game.turn.phase) == (X, ToOpen())
    driver.do(X, act.Roll())
    assert driver.match.running is not None
    assert driver.match.running.turn.phase == ToPlay((4, 1))
    driver.do(X, act.OfferResignation(Kind.SINGLE))
    driver.do(O, act.AcceptResignation())
    driver.do(X, act.StartGame())
    assert driver.match.running.turn.on_roll is O


def test_openings_of_ten_thousand_games_are_never_equal_dice() -> None:
    for rules in (TOURNAMENT, SPEEDGAMEZ):
        driver = Driver(rules, FreshDice(7))
        starters = {X: 0, O: 0}
        for _ in range(10_000):
            base = driver.match
            events = decide(base, X, act.StartGame(), driver.dice)
            state = base
            for event in events:
                state = evolve(state, event)
            assert state.running is not None
            if rules.opening is Opening.ALTERNATE:
                for event in decide(state, X, act.Roll(), driver.dice):
                    state = evolve(state, event)
            assert state.running is not None
            phase = state.running.turn.phase
            assert isinstance(phase, ToPlay)
            assert phase.roll[0] != phase.roll[1]
            starters[state.running.turn.on_roll] += 1
        if rules.opening is Opening.ROLL:
            assert 4_700 < starters[X] < 5_300


def test_a_taken_double_gives_the_cube_to_the_taker() -> None:
    driver = at_x_roll(TOURNAMENT, (6, 5))
    driver.do(X, act.Double())
    driver.do(O, act.Take())
    assert driver.match.running is not None
    assert driver.match.running.cube == Cube(2, O, turned=True)
    assert act.Double not in allowed(driver.match, X)
    driver.do(X, act.Roll())


def test_a_dropped_double_loses_the_value_before_it() -> None:
    driver = at_x_roll(TOURNAMENT)
    driver.do(X, act.Double())
    driver.do(O, act.Drop())
    assert driver.match.score.x == 1
    assert driver.match.running is None


def test_a_dropped_redouble_to_four_wins_two() -> None:
    driver = at_x_roll(TOURNAMENT, (6, 5))
    driver.do(X, act.Double())
    driver.do(O, act.Take())
    driver.do(X, act.Roll())
    driver.do(X, some_action(driver.match, X, act.Play, random.Random(0)))
    driver.do(O, act.Double())
    driver.do(X, act.Drop())
    assert driver.match.score.o == 2


def test_a_beaver_keeps_the_cube_and_a_raccoon_redoubles_it() -> None:
    driver = at_x_roll(replace(MONEY, beavers=2))
    driver.do(X, act.Double())
    driver.do(O, act.Beaver())
    assert driver.match.running is not None
    assert driver.match.running.cube == Cube(4, O, turned=True)
    driver.do(X, act.Raccoon())
    assert driver.match.running.cube == Cube(8, O, turned=True)
    assert act.Raccoon not in allowed(driver.match, X)


def test_without_the_raccoon_rule_a_beaver_is_the_last_word() -> None:
    driver = at_x_roll(replace(MONEY, beavers=1))
    driver.do(X, act.Double())
    driver.do(O, act.Beaver())
    assert act.Raccoon not in allowed(driver.match, X)
    assert act.Roll in allowed(driver.match, X)


def test_automatic_doubles_stop_at_the_agreed_number_and_do_not_turn_the_cube() -> None:
    driver = started(replace(MONEY, automatic_doubles=2), (1, 1), (2, 2), (3, 3), (6, 5))
    assert driver.match.running is not None
    assert driver.match.running.cube == Cube(4, None, turned=False)


def test_the_crawford_game_has_no_cube_and_comes_once() -> None:
    driver = at_x_roll(Rules(length=2))
    driver.do(X, act.Double())
    driver.do(O, act.Drop())
    assert driver.match.score.x == 1
    driver.dice = FreshDice(3)
    driver.do(X, act.StartGame())
    assert driver.match.running is not None
    assert driver.match.running.crawford
    assert driver.match.running.cube is None
    driver.do(X, act.OfferResignation(Kind.SINGLE))
    driver.do(O, act.AcceptResignation())
    driver.do(X, act.StartGame())
    assert not driver.match.running.crawford
    assert driver.match.running.cube == Cube()


def test_a_one_point_match_has_no_cube_at_all_and_no_crawford_game() -> None:
    driver = started(Rules(length=1))
    assert driver.match.running is not None
    assert driver.match.running.cube is None
    assert not driver.match.running.crawford


def test_a_dead_cube_is_refused_with_its_reason_to_the_leader_only() -> None:
    base = at_x_roll(Rules(length=3))
    match = replace(base.match, points=base.match.points.plus(X, 2), crawford_played=True)
    with pytest.raises(RuleViolation) as refused:
        decide(match, X, act.Double(), SeededDice())
    assert refused.value.code == "cube.dead"
    other = replace(base.match, points=base.match.points.plus(O, 2), crawford_played=True)
    assert decide(other, X, act.Double(), SeededDice()) == (ev.Doubled(),)


def test_a_capped_cube_cannot_be_doubled_at_its_cap() -> None:
    driver = at_x_roll(replace(MONEY, cap=1))
    with pytest.raises(RuleViolation, match=r"cube\.cap"):
        decide(driver.match, X, act.Double(), SeededDice())


def last_checkers(match: Match, own_off: int, loser: dict[int, int]) -> Match:
    """X to play its last checkers from the ace point against a loser that stands so (own numbering)."""
    assert match.running is not None
    own = {0: own_off, 1: CHECKERS - own_off}
    position = Position(tuple(own.get(p, 0) for p in range(26)), tuple(loser.get(p, 0) for p in range(26)))
    turn = replace(match.running.turn, position=position, on_roll=X, phase=ToPlay((2, 1)))
    return replace(match, game=replace(match.running, turn=turn))


@pytest.mark.parametrize(
    "rules, cube, loser, points",
    [
        pytest.param(MONEY, Cube(), {0: 1, 6: 14}, 1, id="single"),
        pytest.param(MONEY, Cube(), {6: 15}, 1, id="Jacoby: a gammon counts once while no cube was turned"),
        pytest.param(MONEY, Cube(2, O, True), {6: 15}, 4, id="gammon at 2"),
        pytest.param(MONEY, Cube(2, O, True), {6: 14, 19: 1}, 6, id="backgammon: in the winner's home"),
        pytest.param(MONEY, Cube(2, O, True), {6: 14, 25: 1}, 6, id="backgammon: on the bar"),
        pytest.param(MONEY, Cube(2, O, True), {6: 14, 18: 1}, 4, id="just outside the winner's home"),
        pytest.param(MONEY, Cube(4, None, False), {6: 15}, 4, id="automatic doubles do not turn the cube"),
        pytest.param(SPEEDGAMEZ, Cube(2, O, True), {0: 4, 6: 11}, 22, id="checkers: 4 off, cube 2"),
        pytest.param(SPEEDGAMEZ, Cube(8, O, True), {25: 15}, 360, id="checkers: backgammon, cube 8"),
    ],
)
def test_a_win_counts(rules: Rules, cube: Cube, loser: dict[int, int], points: int) -> None:
    match = last_checkers(started(replace(rules, opening=Opening.ROLL)).match, 13, loser)
    assert match.game is not None
    match = replace(match, game=replace(match.game, cube=cube))
    events = decide(match, X, act.Play((Move(1, 0), Move(1, 0))), SeededDice())
    (ended,) = (event for event in events if isinstance(event, ev.GameEnded))
    assert ended.result.points == points
    assert ended.result.winner is X


def test_a_drop_under_checker_scoring_loses_the_checkers_left_at_the_old_value() -> None:
    driver = Driver(SPEEDGAMEZ, FreshDice(2))
    driver.do(X, act.StartGame())
    driver.do(X, act.Double())
    driver.do(O, act.Drop())
    assert driver.match.score.x == 15


def test_a_match_counted_by_wins_ends_after_so_many_wins() -> None:
    driver = Driver(Rules(length=2, count=Count.WINS), FreshDice(2))
    for _ in range(2):
        driver.do(X, act.StartGame())
        driver.do(X, act.OfferResignation(Kind.GAMMON))
        driver.do(O, act.AcceptResignation())
    assert driver.match.over is not None
    assert driver.match.over.winner is O
    assert driver.match.points.o == 4


def test_a_resignation_can_be_withdrawn_refused_and_accepted() -> None:
    driver = at_x_roll(TOURNAMENT)
    before = driver.match
    driver.do(O, act.OfferResignation(Kind.GAMMON))
    assert allowed(driver.match, O) == {act.WithdrawResignation}
    assert allowed(driver.match, X) == {act.AcceptResignation, act.RefuseResignation}
    driver.do(O, act.WithdrawResignation())
    assert driver.match == before
    driver.do(X, act.OfferResignation(Kind.SINGLE))
    driver.do(O, act.RefuseResignation())
    assert driver.match == before
    driver.do(X, act.OfferResignation(Kind.GAMMON))
    driver.do(O, act.AcceptResignation())
    assert driver.match.score.o == 2


def test_a_resignation_in_front_of_a_double_waits_over_it() -> None:
    driver = at_x_roll(TOURNAMENT)
    driver.do(X, act.Double())
    driver.do(O, act.OfferResignation(Kind.SINGLE))
    assert driver.match.running is not None
    assert driver.match.running.phase == Resigning(O, Kind.SINGLE, CubeOffered())
    driver.do(X, act.RefuseResignation())
    assert act.Take in allowed(driver.match, O)


def test_who_has_borne_off_offers_no_gammon() -> None:
    match = last_checkers(started(TOURNAMENT).match, 13, {0: 1, 6: 14})
    with pytest.raises(RuleViolation, match=r"resignation\.kind"):
        decide(match, X, act.OfferResignation(Kind.GAMMON), SeededDice())


def test_a_forfeit_loses_the_match_and_in_a_session_the_game_without_dodging_a_gammon() -> None:
    driver = at_x_roll(TOURNAMENT)
    assert driver.do(None, act.Forfeit(X, How.TIMEOUT)) == (ev.MatchEnded(O, How.TIMEOUT),)
    session = at_x_roll(replace(MONEY, jacoby=False))
    ended, over = session.do(None, act.Forfeit(O, How.LEAVING))
    assert over == ev.MatchEnded(X, How.LEAVING)
    assert isinstance(ended, ev.GameEnded)
    assert (ended.result.winner, ended.result.kind, ended.result.how) == (X, Kind.GAMMON, How.LEAVING)


def test_a_session_ends_between_games_with_the_leader_as_winner() -> None:
    driver = at_x_roll(MONEY)
    driver.do(X, act.Double())
    driver.do(O, act.Drop())
    driver.do(O, act.EndSession())
    assert driver.match.over is not None
    assert driver.match.over.winner is X
    assert allowed(driver.match, X) == frozenset()


def test_a_session_left_between_games_is_won_by_the_leader() -> None:
    driver = at_x_roll(MONEY)
    driver.do(X, act.Double())
    driver.do(O, act.Drop())
    assert driver.do(None, act.Forfeit(X, How.LEAVING)) == (ev.MatchEnded(X, How.LEAVING),)


def phase_name(match: Match) -> str:
    """The phase, fine enough that each has its own set of allowed actions."""
    if match.over:
        return "over"
    if match.running is None:
        return "between games" if match.game else "before the first game"
    game = match.running
    if isinstance(game.phase, OnTurn):
        raccoon = " raccoon" if game.phase.raccoon else ""
        return type(game.turn.phase).__name__ + raccoon
    return type(game.phase).__name__


def test_every_action_is_accepted_exactly_where_the_table_of_phases_allows_it() -> None:
    seen: set[str] = set()
    walks = [
        random_walk(rules, seed)
        for seed in range(3)
        for rules in (Rules(length=3), replace(MONEY, beavers=2), SPEEDGAMEZ, replace(SPEEDGAMEZ, length=50))
    ]
    for walk in walks:
        for count, driver in enumerate(walk):
            name = phase_name(driver.match)
            if name in seen and count % 5:
                continue
            seen.add(name)
            for by in (X, O, None):
                check_every_action(driver.match, by)
    assert seen >= {
        "before the first game",
        "between games",
        "over",
        "ToOpen",
        "ToRoll",
        "ToRoll raccoon",
        "ToPlay",
        "CubeOffered",
        "Resigning",
    }


def check_every_action(match: Match, by: Side | None) -> None:
    may = allowed(match, by)
    for action in ALL_ACTIONS:
        kind = type(action)
        if kind in may and by is not None:
            action = some_action(match, by, kind, random.Random(1))
        if kind in may:
            assert decide(match, by, action, FreshDice(1))
        else:
            with pytest.raises(RuleViolation):
                decide(match, by, action, FreshDice(1))


def test_the_service_may_only_forfeit_and_abort() -> None:
    assert allowed(at_x_roll(TOURNAMENT).match, None) == SERVICE_ACTIONS


@settings(max_examples=60, deadline=None)
@given(rules=rule_sets(), seed=st.integers(0, 10_000))
def test_random_games_keep_fifteen_checkers_a_side_and_replay_to_the_live_state(
    rules: Rules, seed: int
) -> None:
    driver: Driver | None = None
    for driver in random_walk(rules, seed, steps=250):
        game = driver.match.running
        if game is not None:
            position = game.turn.position
            assert sum(position.own) == sum(position.opp) == CHECKERS
            Position(position.own, position.opp, position.own_pinned, position.opp_pinned)
    assert driver is not None
    assert replay(driver.log) == driver.match


@pytest.mark.parametrize(
    "wrong, code",
    [
        ({"length": 0}, "rules.length"),
        ({"length": 26}, "rules.length"),
        ({"length": 1000, "scoring": Scoring.CHECKERS}, "rules.length"),
        ({"beavers": 3}, "rules.range"),
        ({"automatic_doubles": 1}, "rules.unlimited_only"),
        ({"jacoby": True}, "rules.unlimited_only"),
        ({"move_s": 29}, "rules.seconds"),
        ({"first_move_s": 14 * 86400 + 1}, "rules.seconds"),
        ({"cap": 3}, "rules.cap"),
        (
            {"length": None, "automatic_doubles": 1, "opening": Opening.ALTERNATE},
            "rules.automatic_opening",
        ),
    ],
    ids=str,
)
def test_a_rule_set_that_cannot_be_played_is_refused(wrong: dict[str, object], code: str) -> None:
    with pytest.raises(BadInput) as refused:
        Rules(**wrong)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert refused.value.facts


def test_a_game_in_which_nobody_can_ever_move_again_is_nobodys() -> None:
    driver = started(Rules(length=2, contact=Contact.PIN), (3, 1))
    assert driver.match.running is not None
    stands = tuple({1: 14, 24: 1}.get(p, 0) for p in range(26))
    position = Position(stands, stands, own_pinned=1 << 24, opp_pinned=1 << 24)
    turn = replace(driver.match.running.turn, position=position, phase=ToPlay((6, 4)))
    game = replace(driver.match.running, turn=turn, crawford=True)
    driver.match = replace(driver.match, game=game, crawford_played=True)
    assert driver.do(X, act.Play(())) == (ev.Played(()), ev.GameLocked())
    assert driver.match.running is None
    assert driver.match.points.x == driver.match.points.o == 0
    assert not driver.match.crawford_played, "the Crawford game is still to be decided"
    driver.dice = FreshDice(1)
    driver.do(O, act.StartGame())
    assert driver.match.running is not None


def test_to_roll_follows_a_confirmed_play() -> None:
    driver = at_x_roll(TOURNAMENT)
    assert driver.match.running is not None
    assert driver.match.running.turn.phase == ToRoll()
    assert driver.match.running.turn.plays == 2
