"""How a game ended: who, how high, by what, and what it counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from bot.game.side import Side


class Kind(IntEnum):
    """Height of a win (seed §21); the number is the multiplier of the cube (seed §23)."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class How(StrEnum):
    """What ended the game, apart from who won it."""

    BORNE_OFF = "borne_off"
    DROP = "drop"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
    LEAVING = "leaving"


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game. ``points`` is what it adds to the winner's score."""

    winner: Side
    kind: Kind
    how: How
    points: int
