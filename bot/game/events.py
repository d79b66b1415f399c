"""What has happened: frozen facts in the past tense, enough to replay a table without rolling dice.

``by``-fields hold sides, never persons. Fields are numbers, words, tuples and records of these, so that
any of them can be written down and read back.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.game.dice import Roll
from bot.game.plays import Move
from bot.game.result import How, Kind, Result
from bot.game.rules import Rules
from bot.game.side import Side


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Two sides sat down; X is the challenger (who starts first where the opening alternates)."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Checkers set up. ``starter`` only where the opening alternates."""

    number: int
    crawford: bool = False
    starter: Side | None = None


@dataclass(frozen=True, slots=True)
class OpeningThrown:
    """One die each (first X's), or the starter's first roll; equal dice are thrown again."""

    dice: Roll


@dataclass(frozen=True, slots=True)
class Rolled:
    """Two dice of the side on roll."""

    dice: Roll


@dataclass(frozen=True, slots=True)
class Played:
    """A confirmed play, single moves in order; empty: the side could not move."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class DoubledAutomatically:
    """Equal opening dice under the automatic-double rule."""


@dataclass(frozen=True, slots=True)
class Doubled:
    """The side on roll offers the cube at twice its value."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The cube was accepted; the taker owns it."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The cube was refused; a ``GameEnded`` follows."""


@dataclass(frozen=True, slots=True)
class Beavered:
    """Taken and redoubled at once; the taker keeps the cube."""


@dataclass(frozen=True, slots=True)
class Raccooned:
    """The doubler redoubled the beaver at once; the cube stays with its owner."""


@dataclass(frozen=True, slots=True)
class ResignationOffered:
    """``by`` offers to lose the game at this height."""

    by: Side
    kind: Kind


@dataclass(frozen=True, slots=True)
class ResignationWithdrawn:
    """Taken back before an answer."""


@dataclass(frozen=True, slots=True)
class ResignationRefused:
    """The game goes on where it stood."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The result, score already computed (rules may be tightened later; old results stand)."""

    result: Result


@dataclass(frozen=True, slots=True)
class GameLocked:
    """The checkers have pinned each other for ever: the game is nobody's, and counts nothing."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """Somebody won the match, or the session was closed; ``winner`` None for a drawn session."""

    winner: Side | None
    how: How | None = None


@dataclass(frozen=True, slots=True)
class MatchAborted:
    """Over without any result for the running game; ``reason`` is a code."""

    reason: str


MatchEvent = (
    MatchStarted
    | GameStarted
    | OpeningThrown
    | Rolled
    | Played
    | DoubledAutomatically
    | Doubled
    | Taken
    | Dropped
    | Beavered
    | Raccooned
    | ResignationOffered
    | ResignationWithdrawn
    | ResignationRefused
    | GameEnded
    | GameLocked
    | MatchEnded
    | MatchAborted
)
