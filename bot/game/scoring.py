"""What a finished game counts (seed §21–23, Jacoby; Speedgamez, Partiepunkte)."""

from __future__ import annotations

from bot.game.cube import Cube
from bot.game.position import CHECKERS
from bot.game.result import Kind
from bot.game.rules import Rules, Scoring
from bot.game.side import Side
from bot.game.turn import Turn


def points_for_win(rules: Rules, cube: Cube, kind: Kind, loser_off: int) -> int:
    """Points of a game won at this height; ``loser_off`` are the loser's borne-off checkers."""
    height = counted_height(rules, cube, kind)
    if rules.scoring is Scoring.CHECKERS:
        return (CHECKERS - loser_off) * height * cube.value
    return height * cube.value


def counted_height(rules: Rules, cube: Cube, kind: Kind) -> Kind:
    """The height at which a win counts: under Jacoby a game whose cube was not turned is single."""
    return Kind.SINGLE if rules.jacoby and not cube.turned else kind


def points_for_drop(rules: Rules, cube: Cube, dropper_off: int) -> int:
    """Points of a dropped double, at the value before it; never a gammon."""
    if rules.scoring is Scoring.CHECKERS:
        return (CHECKERS - dropper_off) * cube.value
    return cube.value


def forfeit_height(turn: Turn, loser: Side) -> Kind:
    """How high a forfeited game counts, so that nobody dodges a gammon: a gammon if the loser has borne off
    nothing and still has a checker outside its home.
    """
    own = turn.seen_by(loser).own
    return Kind.GAMMON if not own[0] and any(own[7:]) else Kind.SINGLE
