"""What the computer does at a seat: plays, cubes, resignations, by level.

``medium``: weighs every legal play by our own evaluation; doubles when clearly ahead, drops when hopeless.
Works under every house rule, since it only weighs positions that the game's own plays lead to.
"""

from __future__ import annotations

from bot.computer.evaluation import equity, in_contact, win_chance
from bot.game import actions as act
from bot.game.game import CubeOffered, Game, Resigning
from bot.game.judge import allowed
from bot.game.match import Match
from bot.game.plays import LegalPlays, Play
from bot.game.position import Position
from bot.game.result import Kind
from bot.game.rules import Count, Rules
from bot.game.scoring import points_for_drop
from bot.game.side import Side
from bot.game.turn import ToPlay, legal_plays

MEDIUM = "medium"
LEVELS = (MEDIUM,)
DOUBLE_FROM, TOO_GOOD = 0.76, 0.93
TAKE_FROM = 0.24


def choose(match: Match, seat: str, level: str) -> act.MatchAction:
    """The action of the computer at ``seat``, which must be the one awaited. Raises ``ValueError`` for a
    level that does not exist.
    """
    if level not in LEVELS:
        raise ValueError(f"no level {level!r}, only {', '.join(LEVELS)}")
    side, game = Side(seat), match.running
    if game is None:
        raise ValueError("no game is running")
    match game.phase:
        case Resigning(_, kind):
            fair = height_in_sight(game.turn.seen_by(side))
            return act.AcceptResignation() if kind >= fair else act.RefuseResignation()
        case CubeOffered():
            return act.Take() if _takes(match, game, side) else act.Drop()
        case _:
            if isinstance(game.turn.phase, ToPlay):
                play = best_play(legal_plays(game.turn, match.rules))
                return act.Play(play.moves if play else ())
            return act.Double() if _doubles(match, game, side) else act.Roll()


def best_play(plays: LegalPlays) -> Play | None:
    """The play whose final position is worth most; None where no move is possible."""
    return max(plays, key=lambda play: equity(play.position), default=None)


def chance_before_roll(position: Position) -> float:
    """The winning chance of the side on roll: as if the other had just played."""
    return 1 - win_chance(position.mirrored())


def _doubles(match: Match, game: Game, side: Side) -> bool:
    if act.Double not in allowed(match, side):
        return False
    position = game.turn.seen_by(side)
    chance = chance_before_roll(position)
    if _loses_all_anyway(match, game, side):
        return True  # nothing more to lose: after the Crawford game, or when a loss ends the match anyway
    gammons = equity(position) if in_contact(position) else 0.0
    too_good = gammons > 1.05 and not _jacoby_kills(match.rules, game)
    return chance >= DOUBLE_FROM and not (too_good and chance > TOO_GOOD)


def _loses_all_anyway(match: Match, game: Game, side: Side) -> bool:
    """Whether the series is lost with this game even at its present value."""
    their = match.away(side.other)
    if their is None:
        return False
    return their <= (1 if match.rules.count is Count.WINS else game.stake.value)


def _jacoby_kills(rules: Rules, game: Game) -> bool:
    return rules.jacoby and not game.stake.turned


def _takes(match: Match, game: Game, side: Side) -> bool:
    position = game.turn.seen_by(side)
    needed = TAKE_FROM
    away, their = match.away(side), match.away(side.other)
    if their is not None and their <= _dropped_away(match, game, side):
        return True  # a drop loses the match
    if away is not None and away <= game.stake.value * 2:
        needed += 0.03  # the cube will be of no further use
    return win_chance(position) >= needed and equity(position) > -1.15


def _dropped_away(match: Match, game: Game, side: Side) -> int:
    """What a drop of ``side`` brings the other towards the target."""
    if match.rules.count is Count.WINS:
        return 1
    return points_for_drop(match.rules, game.stake, game.turn.off(side))


def height_in_sight(position: Position) -> Kind:
    """How much the other's resignation should be worth, for a position seen by the winner."""
    worth = equity(position)
    if worth > 2.3:
        return Kind.BACKGAMMON
    return Kind.GAMMON if worth > 1.25 else Kind.SINGLE
