"""The computer between two sides: always allowed, and sensible about the cube and resignations."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.computer.player import choose
from bot.game import actions as act
from bot.game.cube import Cube
from bot.game.game import CubeOffered, Game, OnTurn, Resigning
from bot.game.judge import allowed, decide
from bot.game.match import Match, Score
from bot.game.position import STANDARD_START, Position
from bot.game.result import Kind
from bot.game.rules import MONEY, SPEEDGAMEZ, BearOff, Contact, Count, Opening, Rules, Scoring, Start
from bot.game.side import Side
from bot.game.turn import ToPlay, ToRoll, Turn, set_up
from tests.support.dice import FreshDice
from tests.support.matches import random_walk

X, O = Side.X, Side.O  # noqa: E741
NIL = Score()


def side(points: dict[int, int]) -> tuple[int, ...]:
    return tuple(points.get(p, 0) for p in range(26))


AHEAD = Position(own=side({0: 8, 1: 3, 2: 4}), opp=side({6: 5, 5: 5, 4: 5}))
"""Seen by the side on roll, who wins this race almost always; the other has borne off none."""
EVEN = Position(own=side({6: 5, 5: 5, 4: 5}), opp=side({6: 5, 5: 5, 4: 5}))


UNLIMITED = Rules(length=None, crawford=False)
"""Without Jacoby."""


def race(own: int, opp: int) -> Position:
    """Of so many pips, the checkers spread over some points."""
    return Position(spread(own), spread(opp))


def spread(pips: int) -> tuple[int, ...]:
    points = [4, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7, 8, 8, 9, 10]
    steps = pips - sum(points)
    moved = [p + (steps // 15) + (at < steps % 15) for at, p in enumerate(points)]
    return side({p: moved.count(p) for p in moved})


def on_roll(rules: Rules, position: Position, points: Score = NIL, wins: Score = NIL) -> Match:
    """X is to roll."""
    game = Game(1, Turn(position, X, ToRoll()), Cube(), phase=OnTurn())
    return Match(rules, points, wins, crawford_played=True, game=game)


def doubled(rules: Rules, position: Position, points: Score = NIL, wins: Score = NIL) -> Match:
    """X has doubled."""
    match = on_roll(rules, position, points, wins)
    assert match.game is not None
    return replace(match, game=replace(match.game, phase=CubeOffered()))


def awaited(match: Match) -> Side | None:
    if match.running is None:
        return None
    answers = {act.Take, act.AcceptResignation, act.Roll, act.Play}
    (who,) = (one for one in Side if answers & allowed(match, one))
    return who


def any_rules(chance: random.Random) -> Rules:
    unlimited = chance.random() < 0.5
    opening = chance.choice(list(Opening))
    return Rules(
        length=None if unlimited else chance.randint(1, 5),
        count=chance.choice(list(Count)),
        opening=opening,
        start=chance.choice(list(Start)),
        contact=chance.choice(list(Contact)),
        bear_off=chance.choice(list(BearOff)),
        scoring=chance.choice(list(Scoring)),
        jacoby=unlimited,
        beavers=2 if unlimited else 0,
        automatic_doubles=1 if unlimited and opening is Opening.ROLL else 0,
    )


@pytest.mark.parametrize("seed", range(8))
def test_in_any_situation_under_any_rules_what_the_computer_does_is_allowed(seed: int) -> None:
    dice = FreshDice(seed)
    asked = 0
    for driver in random_walk(any_rules(random.Random(seed)), seed, steps=250):
        who = awaited(driver.match)
        if who is not None:
            assert decide(driver.match, who, choose(driver.match, who, "medium"), dice)
            asked += 1
    assert asked > 20


def test_it_doubles_when_clearly_ahead_and_rolls_when_not() -> None:
    assert choose(on_roll(MONEY, AHEAD), X, "medium") == act.Double()
    assert choose(on_roll(MONEY, EVEN), X, "medium") == act.Roll()


@pytest.mark.parametrize(
    "own,opp,doubles,takes",
    [(100, 98, False, True), (100, 103, False, True), (100, 110, True, True), (100, 120, True, False)],
)
def test_in_a_race_of_a_hundred_pips_it_doubles_and_drops_as_the_book_has_it(
    own: int, opp: int, doubles: bool, takes: bool
) -> None:
    """Double eight or nine per cent ahead, drop more than twelve per cent behind."""
    position = race(own, opp)
    assert (position.pips, position.opp_pips) == (own, opp)
    assert choose(on_roll(MONEY, position), X, "medium") == (act.Double() if doubles else act.Roll())
    assert choose(doubled(MONEY, position), O, "medium") == (act.Take() if takes else act.Drop())


CLOSED_OUT = Position(
    own=side(dict.fromkeys(range(1, 7), 2) | {7: 1, 8: 2}),
    opp=side({25: 2, 6: 5, 5: 4, 4: 2, 3: 2}),
)
"""Two checkers on the bar against six points: won, and often a gammon."""
FIVE_POINT_PRIME = Position(
    own=side({4: 2, 5: 2, 6: 2, 7: 2, 8: 2, 13: 3, 24: 2}),
    opp=side({24: 2, 13: 5, 8: 3, 6: 5}),
)
"""Five points in a row before two checkers on the ace point, who have done nothing: a double, and to drop."""


@pytest.mark.parametrize(
    "rules,position,action",
    [
        (MONEY, STANDARD_START, act.Roll()),
        (MONEY, FIVE_POINT_PRIME, act.Double()),
        (MONEY, CLOSED_OUT, act.Double()),
        (UNLIMITED, CLOSED_OUT, act.Roll()),
    ],
)
def test_it_doubles_no_even_game_and_none_in_which_it_is_too_good(
    rules: Rules, position: Position, action: act.MatchAction
) -> None:
    assert choose(on_roll(rules, position), X, "medium") == action


@pytest.mark.parametrize(
    "position,action",
    [(STANDARD_START, act.Take()), (FIVE_POINT_PRIME, act.Drop()), (CLOSED_OUT, act.Drop())],
)
def test_it_takes_an_even_game_and_drops_one_that_is_lost(
    position: Position, action: act.MatchAction
) -> None:
    assert choose(doubled(MONEY, position), O, "medium") == action


def test_with_a_roll_that_decides_it_doubles_any_lead_and_a_quarter_is_a_take() -> None:
    two_left = Position(own=side({0: 13, 2: 1, 3: 1}), opp=side({0: 13, 1: 2}))
    assert choose(on_roll(MONEY, two_left), X, "medium") == act.Double()
    assert choose(doubled(MONEY, two_left), O, "medium") == act.Take()


def test_where_checkers_count_it_takes_what_costs_less_than_a_drop() -> None:
    """A drop loses the seven that are left, a lost race with a cube at two about twice three."""
    behind = Position(own=side({0: 8, 1: 3, 2: 4}), opp=side({0: 8, 1: 1, 2: 3, 3: 3}))
    assert choose(doubled(SPEEDGAMEZ, behind), O, "medium") == act.Take()
    assert choose(doubled(MONEY, behind), O, "medium") == act.Drop()


@pytest.mark.parametrize("start", list(Start))
@pytest.mark.parametrize("contact", list(Contact))
def test_in_no_opening_a_cube_is_turned(start: Start, contact: Contact) -> None:
    rules = replace(MONEY, start=start, contact=contact)
    assert choose(on_roll(rules, set_up(rules, X).position), X, "medium") == act.Roll()


def test_it_drops_when_hopeless_and_takes_an_even_game() -> None:
    assert choose(doubled(MONEY, AHEAD), O, "medium") == act.Drop()
    assert choose(doubled(MONEY, EVEN), O, "medium") == act.Take()


@pytest.mark.parametrize(
    "rules,points,wins",
    [
        (Rules(length=5), Score(4, 2), NIL),
        (Rules(length=50, scoring=Scoring.CHECKERS), Score(35, 20), NIL),
        (Rules(length=3, count=Count.WINS), NIL, Score(2, 1)),
    ],
)
def test_it_takes_however_hopeless_where_a_drop_loses_the_match(
    rules: Rules, points: Score, wins: Score
) -> None:
    assert choose(doubled(rules, AHEAD, points, wins), O, "medium") == act.Take()


@pytest.mark.parametrize(
    "rules,points,wins",
    [
        (Rules(length=5), Score(3, 2), NIL),
        (Rules(length=50, scoring=Scoring.CHECKERS), Score(34, 20), NIL),
        (Rules(length=3, count=Count.WINS), NIL, Score(1, 1)),
    ],
)
def test_it_drops_when_hopeless_where_the_match_goes_on(rules: Rules, points: Score, wins: Score) -> None:
    assert choose(doubled(rules, AHEAD, points, wins), O, "medium") == act.Drop()


@pytest.mark.parametrize(
    "rules,points,wins,action",
    [
        (Rules(length=5), Score(2, 4), NIL, act.Double()),
        (Rules(length=5), Score(2, 3), NIL, act.Roll()),
        (Rules(length=5), Score(0, 4), NIL, act.Double()),
        (Rules(length=3, count=Count.WINS), NIL, Score(1, 2), act.Roll()),
        (Rules(length=3, count=Count.WINS, cap=64), NIL, Score(1, 1), act.Roll()),
    ],
)
def test_it_doubles_at_once_where_it_has_nothing_more_to_lose_and_a_win_counts_more_for_it(
    rules: Rules, points: Score, wins: Score, action: act.MatchAction
) -> None:
    assert choose(on_roll(rules, EVEN, points, wins), X, "medium") == action


@pytest.mark.parametrize(
    "rules,kind,action",
    [
        (UNLIMITED, Kind.SINGLE, act.RefuseResignation()),
        (UNLIMITED, Kind.GAMMON, act.AcceptResignation()),
        (MONEY, Kind.SINGLE, act.AcceptResignation()),
        (Rules(length=1), Kind.SINGLE, act.AcceptResignation()),
        (Rules(length=7), Kind.SINGLE, act.RefuseResignation()),
        (Rules(length=7, count=Count.WINS), Kind.SINGLE, act.AcceptResignation()),
    ],
)
def test_it_accepts_a_resignation_as_high_as_what_it_is_about_to_win(
    rules: Rules, kind: Kind, action: act.MatchAction
) -> None:
    nearly_off = side({0: 12, 1: 3})
    far_away = side({13: 10, 8: 5})
    match = on_roll(rules, Position(nearly_off, far_away))
    assert match.game is not None
    match = replace(match, game=replace(match.game, phase=Resigning(O, kind, OnTurn())))
    assert choose(match, X, "medium") == action


def test_it_passes_where_it_cannot_move() -> None:
    closed = Position(own=side({25: 1, 6: 14}), opp=side(dict.fromkeys(range(1, 7), 2) | {0: 3}))
    match = on_roll(MONEY, closed)
    assert match.game is not None
    turn = replace(match.game.turn, phase=ToPlay((6, 5)))
    assert choose(replace(match, game=replace(match.game, turn=turn)), X, "medium") == act.Play(())


def test_there_is_no_level_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="no level"):
        choose(on_roll(MONEY, EVEN), X, "brilliant")
