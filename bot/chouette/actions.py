"""What somebody at a chouette may ask for; rolling, playing, resigning and starting are a match's own.

Where an action names a ``seat``, that is the player whose cube is decided on; who decides is whoever acts.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.chouette.ending import Ending
from bot.chouette.rules import ChouetteRules
from bot.chouette.seats import Seat
from bot.game.actions import (
    Abort,
    AcceptResignation,
    OfferResignation,
    Play,
    RefuseResignation,
    Roll,
    StartGame,
    WithdrawResignation,
)
from bot.game.plays import Move


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down: for the draw, or at the end of the line from the next game on (which accepts the card)."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Go home: at once between games, else when the game ends. ``now`` drops one's own cubes first."""

    now: bool = False


@dataclass(frozen=True, slots=True)
class ProposeRules:
    """A new rules card: on the table at once while gathering, by everyone's consent between games."""

    rules: ChouetteRules


@dataclass(frozen=True, slots=True)
class AcceptRules:
    """Agree to the card."""


@dataclass(frozen=True, slots=True)
class RefuseRules:
    """Keep the old card (between games)."""


@dataclass(frozen=True, slots=True)
class DrawSeats:
    """Everyone is here: throw for the seats."""


@dataclass(frozen=True, slots=True)
class NamePartner:
    """The box takes a partner for the next game; None: the lowest-ranked adviser."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class PlayAlone:
    """The box does without a partner after all."""


@dataclass(frozen=True, slots=True)
class Double:
    """Double with this member's cube: opens a round, or joins the one that is open."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class KeepCube:
    """Not double with this member's cube in the open round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DoubleAll:
    """The box doubles every cube that it has access to (Ch. 3.3)."""


@dataclass(frozen=True, slots=True)
class DoubleInitial:
    """The box doubles the centred cubes only (Ch. 3.4)."""


@dataclass(frozen=True, slots=True)
class Take:
    """Accept the double of this member's cube."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Drop:
    """Refuse the double of this member's cube."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Beaver:
    """Accept the double of this member's cube and redouble at once."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeAll:
    """The box takes every cube that it has not answered yet."""


@dataclass(frozen=True, slots=True)
class DropAll:
    """The box drops every cube that it has not answered yet."""


@dataclass(frozen=True, slots=True)
class Raccoon:
    """Redouble the beaver on this member's cube."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LeaveBeaver:
    """Let the beaver on this member's cube stand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GiveExtra:
    """This member, who dropped, gives the lone taker an extra cube."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class KeepOut:
    """This member, who dropped, gives none."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NotNow:
    """This member does not double before this roll; ``for_game``: the captain never has to wait for him."""

    seat: Seat
    for_game: bool = False


@dataclass(frozen=True, slots=True)
class AskToWait:
    """This member asks the captain to wait with the roll (Ch. 3.2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Release:
    """This member lets the captain roll after all."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Suggest:
    """Advise a play (Ch. 4); the captain's decision stands."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class GoAway:
    """Leave the table for a while; the deputy decides, without one the captain (Ch. 4.4)."""

    deputy: Seat | None = None


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Decide for oneself again; also takes back a leave that was announced."""


@dataclass(frozen=True, slots=True)
class ProposeEnd:
    """Propose when the chouette ends; an older proposal gives way."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class ConfirmEnd:
    """Agree to the proposed end."""


@dataclass(frozen=True, slots=True)
class RefuseEnd:
    """Disagree with the proposed end, or take one's own proposal back."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Where time has to be claimed: have the rule for a late player applied."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GraceOver:
    """The service's word that the captain has waited long enough."""


@dataclass(frozen=True, slots=True)
class Late:
    """The service's word that this person's deadline has passed (chouette.md §9)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """The service's word that the time set for the end has come."""


Action = (
    Join
    | Leave
    | ProposeRules
    | AcceptRules
    | RefuseRules
    | DrawSeats
    | NamePartner
    | PlayAlone
    | StartGame
    | Roll
    | Play
    | Double
    | KeepCube
    | DoubleAll
    | DoubleInitial
    | Take
    | Drop
    | Beaver
    | TakeAll
    | DropAll
    | Raccoon
    | LeaveBeaver
    | GiveExtra
    | KeepOut
    | NotNow
    | AskToWait
    | Release
    | Suggest
    | OfferResignation
    | WithdrawResignation
    | AcceptResignation
    | RefuseResignation
    | GoAway
    | ComeBack
    | ProposeEnd
    | ConfirmEnd
    | RefuseEnd
    | Claim
    | GraceOver
    | Late
    | TimeIsUp
    | Abort
)

# Passed on from the match; what is defined here is public as well.
__all__ = [
    "Abort",
    "AcceptResignation",
    "OfferResignation",
    "Play",
    "RefuseResignation",
    "Roll",
    "StartGame",
    "WithdrawResignation",
]
