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
from bot.game.position import Position
from bot.game.result import Kind
from bot.game.rules import MONEY, BearOff, Contact, Count, Opening, Rules, Scoring, Start
from bot.game.side import Side
from bot.game.turn import ToPlay, ToRoll, Turn
from tests.support.dice import FreshDice
from tests.support.matches import random_walk

X, O = Side.X, Side.O  # noqa: E741
NIL = Score()


def side(points: dict[int, int]) -> tuple[int, ...]:
    return tuple(points.get(p, 0) for p in range(26))


AHEAD = Position(own=side({0: 8, 1: 3, 2: 4}), opp=side({6: 5, 5: 5, 4: 5}))
"""Seen by the side on roll, who wins this race almost always; the other has borne off none."""
EVEN = Position(own=side({6: 5, 5: 5, 4: 5}), opp=side({6: 5, 5: 5, 4: 5}))


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
        (Rules(length=3, count=Count.WINS), NIL, Score(1, 2), act.Double()),
        (Rules(length=3, count=Count.WINS, cap=64), NIL, Score(1, 1), act.Roll()),
    ],
)
def test_it_doubles_at_once_where_it_has_nothing_more_to_lose(
    rules: Rules, points: Score, wins: Score, action: act.MatchAction
) -> None:
    assert choose(on_roll(rules, EVEN, points, wins), X, "medium") == action


@pytest.mark.parametrize(
    "kind,action",
    [
        (Kind.SINGLE, act.RefuseResignation()),
        (Kind.GAMMON, act.AcceptResignation()),
    ],
)
def test_it_accepts_a_resignation_as_high_as_what_it_is_about_to_win(
    kind: Kind, action: act.MatchAction
) -> None:
    nearly_off = side({0: 12, 1: 3})
    far_away = side({13: 10, 8: 5})
    match = on_roll(MONEY, Position(nearly_off, far_away))
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
