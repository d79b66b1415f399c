"""The line of the next game (Ch. 5): who is in the box, and how the others move up.

Every rotation is a permutation of the line. The partner of the box stands in the line at his own place.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.chouette.rules import Retention
from bot.chouette.seats import Line, Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the rotation depends on.

    ``finisher`` was acting captain when the game ended. ``captain_won`` is the sign of the captain's own
    cube; ``captain_left`` says that it was settled while others played on. ``box_total`` is the box side's.
    """

    captain: Seat
    finisher: Seat
    captain_won: bool
    captain_left: bool
    box_total: int


def rotated(line: Line, outcome: Outcome, retention: Retention = Retention.SEED) -> Line:
    """The line after a game."""
    box, captain = line[0], outcome.captain
    others = tuple(seat for seat in line if seat not in (box, captain))
    if _box_stays(outcome, retention):
        return (box, *others, captain)
    if outcome.captain_left and not outcome.captain_won:
        rest = tuple(seat for seat in others if seat != outcome.finisher)
        return (outcome.finisher, *rest, captain, box)
    return (captain, *others, box)


def _box_stays(outcome: Outcome, retention: Retention) -> bool:
    match retention:
        case Retention.POSITIVE:
            return outcome.box_total > 0
        case Retention.NOT_NEGATIVE:
            return outcome.box_total >= 0
        case Retention.DUEL:
            return not outcome.captain_won
        case Retention.SEED:
            return outcome.box_total > 0 if outcome.captain_left else not outcome.captain_won
