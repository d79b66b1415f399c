"""What people at a real board tell the scorekeeper: facts about cubes, results and who sits there."""

from __future__ import annotations

from dataclasses import dataclass

from bot.chouette.rules import ChouetteRules
from bot.chouette.seats import Line, Seat
from bot.chouette.stakes import Answer
from bot.game.result import Kind
from bot.game.side import Side


@dataclass(frozen=True, slots=True)
class ScoreOpened:
    """These sit at the board in this order."""

    rules: ChouetteRules
    line: Line


@dataclass(frozen=True, slots=True)
class ScorePartner:
    """The box has this partner in the running game, or none."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class ScoreAutomatic:
    """Equal opening dice doubled every cube."""


@dataclass(frozen=True, slots=True)
class ScoreDoubled:
    """Members have doubled, or the box has (then ``seats`` is empty; ``initial``: Ch. 3.4)."""

    by: Side
    seats: tuple[Seat, ...] = ()
    initial: bool = False


@dataclass(frozen=True, slots=True)
class ScoreAnswered:
    """Answers to doubled cubes, all at once or bit by bit."""

    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class ScoreRaccooned:
    """The beaver on this member's cube was redoubled."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ScoreExtra:
    """This member, who dropped just now, has given the lone taker an extra."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ScoreGameEnded:
    """The board has decided the game for those still in."""

    winner: Side
    kind: Kind = Kind.SINGLE


@dataclass(frozen=True, slots=True)
class ScoreJoined:
    """Sits down at the end of the line; once the game has begun, from the next one on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ScoreLeft:
    """Goes home; once the game has begun, when it ends."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ScoreUndone:
    """The last entry was a mistake."""


Entry = (
    ScoreOpened
    | ScorePartner
    | ScoreAutomatic
    | ScoreDoubled
    | ScoreAnswered
    | ScoreRaccooned
    | ScoreExtra
    | ScoreGameEnded
    | ScoreJoined
    | ScoreLeft
    | ScoreUndone
)
