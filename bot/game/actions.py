"""What somebody at a table may ask for: imperatives, carried by buttons, commands and the computer."""

from __future__ import annotations

from dataclasses import dataclass

from bot.game.plays import Move
from bot.game.result import How, Kind
from bot.game.side import Side


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice (and so let the cube rest this turn)."""


@dataclass(frozen=True, slots=True)
class Play:
    """Confirm a whole play, single moves in any legal order; empty when no move is possible."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Double:
    """Offer the cube."""


@dataclass(frozen=True, slots=True)
class Take:
    """Accept the cube."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Refuse the cube and lose what it was worth before."""


@dataclass(frozen=True, slots=True)
class Beaver:
    """Accept and redouble at once, keeping the cube."""


@dataclass(frozen=True, slots=True)
class Raccoon:
    """Redouble the beaver before rolling."""


@dataclass(frozen=True, slots=True)
class OfferResignation:
    """Offer to lose at this height."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class WithdrawResignation:
    """Take the offer back."""


@dataclass(frozen=True, slots=True)
class AcceptResignation:
    """Win by the offer."""


@dataclass(frozen=True, slots=True)
class RefuseResignation:
    """Play on."""


@dataclass(frozen=True, slots=True)
class StartGame:
    """Set up the next game of the series."""


@dataclass(frozen=True, slots=True)
class EndSession:
    """Close an unlimited session between two games."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The service's word that ``side`` has run out of time or left: a match is lost, a session's game is, at
    ``kind`` as an engine estimates it (None: ``scoring.forfeit_height``).
    """

    side: Side
    how: How
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Abort:
    """The service's word that the table ends without a result; ``reason`` is a code."""

    reason: str


MatchAction = (
    Roll
    | Play
    | Double
    | Take
    | Drop
    | Beaver
    | Raccoon
    | OfferResignation
    | WithdrawResignation
    | AcceptResignation
    | RefuseResignation
    | StartGame
    | EndSession
    | Forfeit
    | Abort
)
