"""What a cube is about for one side, by rules, score and position: the ``Bet`` that a decision weighs."""

from __future__ import annotations

from bot.computer.cube import Bet, Ends, Win, Worth
from bot.computer.match_equity import checkers_equity, match_equity
from bot.computer.outlook import Loss, in_contact, outlook
from bot.game.cube import HIGHEST, Cube
from bot.game.match import Match
from bot.game.position import CHECKERS, Position
from bot.game.rules import Contact, Count, Rules, Scoring
from bot.game.side import Side

FURTHEST = 32
"""The highest cube that is looked ahead to, as a multiple of the present one."""
HIGH_WITH_PINS = 0.7
"""The least share of backgammons among losses in contact under the house rule *pin*, where who is pinned in
the other's home never leaves it: of games against itself three in four are lost so.
"""


def bet(
    rules: Rules, cube: Cube, position: Position, worth: Worth, *, on_roll: bool, temper: float = 0
) -> Bet:
    """The cube for the side that sees the position. ``temper`` as in ``outlook``."""
    seen = outlook(position, on_roll=on_roll, temper=temper)
    cap = min(rules.cap or HIGHEST, HIGHEST, cube.value * FURTHEST)
    contact = in_contact(position)
    mine, theirs = _win(rules, seen.their_loss, contact), _win(rules, seen.own_loss, contact)
    ends = Ends(mine, theirs, worth, cap, seen.cube_use)
    return Bet(ends, cube.value, cube.owner is not None, seen.chance, rules.jacoby and not cube.turned)


def _win(rules: Rules, loss: Loss, contact: bool) -> Win:
    """What the one side wins when the other loses."""
    share, high = loss.gammons, 2 + loss.backgammons / loss.gammons if loss.gammons else 2.0
    if share and contact and rules.contact is Contact.PIN:
        share, high = max(share, HIGH_WITH_PINS), 3.0
    if rules.scoring is Scoring.CHECKERS:
        return Win(loss.left, high * CHECKERS, share, CHECKERS - loss.off)
    return Win(high=high, share=share)


def money(points: float) -> float:
    """In a session without a target a point is a point."""
    return points


def worth_in(match: Match, side: Side) -> Worth:
    """What points won or lost in the running game are worth to ``side``."""
    rules, away, their = match.rules, match.away(side), match.away(side.other)
    if rules.count is Count.WINS:
        return _only_wins
    if away is None or their is None:
        return money
    needs = (away, their)
    if rules.scoring is Scoring.CHECKERS:
        return lambda points: checkers_equity(*_after(points, *needs))
    crawford = rules.has_crawford and not match.crawford_played
    return lambda points: match_equity(*_after(points, *needs), crawford=crawford)


def _after(points: float, away: int, their: int) -> tuple[float, float]:
    return away - max(points, 0.0), their - max(-points, 0.0)


def _only_wins(points: float) -> float:
    """A series that is measured by wins: no cube changes what a game counts."""
    return float(points > 0) - float(points < 0)
