"""What has happened at a chouette: frozen facts, enough to replay it; the board's are a match's own.

Results and lines are written down as computed, so that old logs stand when a rule is tightened.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.chouette.ending import Ending
from bot.chouette.rules import ChouetteRules
from bot.chouette.seats import Line, Seat
from bot.chouette.settlement import Payment
from bot.chouette.stakes import Answer, Reply, Share
from bot.game.events import (
    DoubledAutomatically,
    OpeningThrown,
    Played,
    ResignationOffered,
    ResignationRefused,
    ResignationWithdrawn,
    Rolled,
)
from bot.game.plays import Move
from bot.game.result import How, Kind
from bot.game.side import Side


@dataclass(frozen=True, slots=True)
class ChouetteOpened:
    """A table gathers players under this card."""

    rules: ChouetteRules


@dataclass(frozen=True, slots=True)
class Joined:
    """Sat down: for the draw, or for the next game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RulesProposed:
    """A new card; the proposer has accepted it."""

    seat: Seat
    rules: ChouetteRules


@dataclass(frozen=True, slots=True)
class RulesAccepted:
    """Agreed to the card on the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RulesRefused:
    """The proposed card is off the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """Everyone has accepted the proposed card."""

    rules: ChouetteRules


@dataclass(frozen=True, slots=True)
class SeatThrown:
    """One die for a place."""

    seat: Seat
    die: int


@dataclass(frozen=True, slots=True)
class SeatsDrawn:
    """The first line."""

    line: Line


@dataclass(frozen=True, slots=True)
class PartnerNamed:
    """The box's partner in the next game, or none."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class ChouetteGameStarted:
    """Checkers and cubes set up under this card; ``team`` in rank order."""

    number: int
    rules: ChouetteRules
    box: Seat
    partner: Seat | None
    team: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RollAsked:
    """The captain wants to roll; members have the grace to double or to ask for time."""


@dataclass(frozen=True, slots=True)
class GraceEnded:
    """Nobody else may ask to wait before this roll."""


@dataclass(frozen=True, slots=True)
class NotNowSaid:
    """Does not double before this roll, or never asks for time in this game."""

    seat: Seat
    for_game: bool


@dataclass(frozen=True, slots=True)
class WaitAsked:
    """The roll waits for this member."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WaitEnded:
    """The member let go, or his time ran out."""

    seat: Seat
    expired: bool = False


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """The first of the team has doubled; the others are asked in this order."""

    seat: Seat
    asked: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class MemberDoubled:
    """Doubles too."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MemberKept:
    """Does not double in this round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CubesOffered:
    """``by`` has doubled the cubes of these members, in the order of the answers. ``initial``: Ch. 3.4."""

    by: Side
    seats: tuple[Seat, ...]
    initial: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """One cube was answered; sealed answers are everyone's only with ``CubesSettled``."""

    seat: Seat
    reply: Reply


@dataclass(frozen=True, slots=True)
class CubesSettled:
    """All answers of the round as they count."""

    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class ExtrasOffered:
    """Those who dropped may give the lone taker extras; ``raccoons`` are asked for afterwards."""

    taker: Seat
    asked: tuple[Seat, ...]
    raccoons: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtraGiven:
    """``seat`` pays the taker a point and plays one cube on the box's side."""

    seat: Seat
    taker: Seat


@dataclass(frozen=True, slots=True)
class ExtraKept:
    """Gives no extra."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RaccoonsOffered:
    """Beavered cubes that the doubler may redouble, one after the other."""

    by: Side
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RaccoonDecided:
    """The beaver on this cube was redoubled or not."""

    seat: Seat
    redoubled: bool


@dataclass(frozen=True, slots=True)
class Suggested:
    """Advice for the present roll."""

    seat: Seat
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class WentAway:
    """Others decide for him from now on; ``late``: his time had run out."""

    seat: Seat
    deputy: Seat | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class CameBack:
    """Decides for himself, and stays."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CaptainPassed:
    """This captain is not there: the next-ranked member in is acting captain for this game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LeaveAnnounced:
    """Goes when the game ends."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CubeGivenUp:
    """Dropped his own cube at its present value, to leave."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LateNoted:
    """His deadline has passed; somebody may claim it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DeadlineExtended:
    """Nobody can decide for him: one more deadline, the last one."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The row of the sheet and the next line. ``winner`` None: everyone was out before the end, or (``how``
    None) the checkers have locked each other and nobody can win.
    """

    winner: Side | None
    kind: Kind
    how: How | None
    shares: tuple[Share, ...]
    line: Line


@dataclass(frozen=True, slots=True)
class Departed:
    """Left the table; what was paid closes his column at 0."""

    seat: Seat
    payments: tuple[Payment, ...] = ()


@dataclass(frozen=True, slots=True)
class EndProposed:
    """A proposal for the end, confirmed by its proposer."""

    seat: Seat
    ending: Ending


@dataclass(frozen=True, slots=True)
class EndConfirmed:
    """Agrees."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EndRefused:
    """Disagrees."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EndRejected:
    """The proposal can no longer find a majority, or was taken back."""


@dataclass(frozen=True, slots=True)
class EndingSet:
    """A majority has confirmed."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class ChouetteEnded:
    """Over: a shortest list of payments, and why if the players did not set it (a code)."""

    payments: tuple[Payment, ...]
    reason: str | None = None


GameEvent = (
    OpeningThrown | Rolled | Played | DoubledAutomatically | RollAsked | GraceEnded | NotNowSaid
    | WaitAsked | WaitEnded | RoundOpened | MemberDoubled | MemberKept | CubesOffered | Answered
    | CubesSettled | ExtrasOffered | ExtraGiven | ExtraKept | RaccoonsOffered | RaccoonDecided
    | Suggested | CaptainPassed | CubeGivenUp | ResignationOffered | ResignationWithdrawn
    | ResignationRefused
)  # fmt: skip
"""What changes the running game only."""

Event = (
    ChouetteOpened | Joined | RulesProposed | RulesAccepted | RulesRefused | RulesChanged | SeatThrown
    | SeatsDrawn | PartnerNamed | ChouetteGameStarted | GameEvent | WentAway | CameBack | LeaveAnnounced
    | LateNoted | DeadlineExtended | GameFinished | Departed | EndProposed | EndConfirmed | EndRefused
    | EndRejected | EndingSet | ChouetteEnded
)  # fmt: skip

# Passed on from the match; what is defined here is public as well.
__all__ = [
    "DoubledAutomatically", "OpeningThrown", "Played", "ResignationOffered",
    "ResignationRefused", "ResignationWithdrawn", "Rolled",
]  # fmt: skip
