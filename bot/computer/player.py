"""What the computer does at a seat of a game between two sides: plays, cubes, resignations, by level.

``medium``: weighs every legal play by our own evaluation, and every cube by what it brings at this score.
Works under every house rule, since it only weighs positions that the game's own plays lead to.
"""

from __future__ import annotations

from bot.computer.cube import Bet
from bot.computer.evaluation import equity
from bot.computer.stakes import bet, worth_in
from bot.game import actions as act
from bot.game.game import CubeOffered, Game, Resigning
from bot.game.judge import allowed
from bot.game.match import Match
from bot.game.plays import LegalPlays, Play
from bot.game.result import Kind
from bot.game.rules import Count
from bot.game.scoring import points_for_win
from bot.game.side import Side
from bot.game.turn import ToPlay, legal_plays

MEDIUM = "medium"
LEVELS = (MEDIUM,)
GAIN = 1e-6
"""Less is no reason for a double: a cube that changes nothing stays where it is."""
HOPELESS = 0.02
"""A chance below which a game is dropped even where a drop costs no more than losing it."""


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
            return act.AcceptResignation() if _is_enough(match, game, side, kind) else act.RefuseResignation()
        case CubeOffered():
            return _answer(match, game, side)
        case _:
            if isinstance(game.turn.phase, ToPlay):
                play = best_play(legal_plays(game.turn, match.rules))
                return act.Play(play.moves if play else ())
            return _before_roll(match, game, side)


def best_play(plays: LegalPlays) -> Play | None:
    """The play whose final position is worth most; None where no move is possible."""
    return max(plays, key=lambda play: equity(play.position), default=None)


def _bet(match: Match, game: Game, side: Side) -> Bet:
    on_roll = side is game.turn.on_roll
    return bet(match.rules, game.stake, game.turn.seen_by(side), worth_in(match, side), on_roll=on_roll)


def _before_roll(match: Match, game: Game, side: Side) -> act.MatchAction:
    can = allowed(match, side)
    if act.Raccoon in can and _bet(match, game, side).gain_by_raccoon() > GAIN:
        return act.Raccoon()
    if act.Double in can and _bet(match, game, side).gain_by_doubling() > GAIN:
        return act.Double()
    return act.Roll()


def _answer(match: Match, game: Game, side: Side) -> act.MatchAction:
    seen = _bet(match, game, side)
    if act.Beaver in allowed(match, side) and seen.gain_by_beavering() > GAIN:
        return act.Beaver()
    takes = seen.gain_by_taking() >= 0
    if match.rules.count is Count.WINS and match.away(side.other) != 1:
        takes = seen.chance >= HOPELESS
    return act.Take() if takes else act.Drop()


def _is_enough(match: Match, game: Game, side: Side, kind: Kind) -> bool:
    """Whether winning at this height now is as good as playing on."""
    points = points_for_win(match.rules, game.stake, kind, game.turn.off(side.other))
    return worth_in(match, side)(points) >= _bet(match, game, side).least_to_settle()
