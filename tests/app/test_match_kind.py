"""A series as the service sees it: what a forfeited game counts, by the rule of thumb or by an engine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.app.match_kind import MatchKind
from bot.game import actions as act
from bot.game import events as ev
from bot.game.match import Match
from bot.game.result import How, Kind
from bot.game.rules import MONEY, TOURNAMENT
from bot.game.side import Side
from bot.game.turn import Turn
from tests.support.dice import SeededDice
from tests.support.match_tables import match_table
from tests.support.matches import Driver


def surely_backgammon(turn: Turn, loser: Side) -> Kind:
    """An engine that sees no way home."""
    return Kind.BACKGAMMON


@pytest.mark.parametrize(
    "kind, height", [(MatchKind(), Kind.GAMMON), (MatchKind(surely_backgammon), Kind.BACKGAMMON)]
)
def test_a_game_that_is_left_counts_as_the_estimate_says(kind: MatchKind, height: Kind) -> None:
    driver = Driver(replace(MONEY, jacoby=False), SeededDice(1))
    driver.do(Side.X, act.StartGame())
    session = driver.match
    left = kind.decide(session, None, kind.forfeit(session, "o", leaving=True), SeededDice())
    assert isinstance(left[0], ev.GameEnded)
    assert (left[0].result.winner, left[0].result.kind) == (Side.X, height)


def test_between_two_games_nothing_is_estimated() -> None:
    assert MatchKind(surely_backgammon).forfeit(Match(TOURNAMENT), "x", leaving=False) == act.Forfeit(
        Side.X, How.TIMEOUT
    )


@pytest.mark.parametrize("leaving", [True, False])
@pytest.mark.parametrize("kind", [MatchKind(), MatchKind(surely_backgammon)])
def test_a_match_that_was_forfeited_ends_with_no_gammon_for_nothing_was_scored(
    kind: MatchKind, leaving: bool
) -> None:
    driver = Driver(TOURNAMENT, SeededDice(1))
    driver.do(Side.X, act.StartGame())
    events = kind.decide(driver.match, None, kind.forfeit(driver.match, "o", leaving=leaving), SeededDice())
    finished = kind.results(match_table(driver.match), events, at=0)
    assert [(game.kind, game.points, game.elo_length) for game in finished] == [("single", 0, 5)]
