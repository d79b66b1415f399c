"""What a position id says beyond the checkers: cube, dice, score and the rules in force."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.game.cube import Cube
from bot.game.dice import Roll
from bot.game.position import Position
from bot.game.side import Side

CENTRED_CUBE = Cube()


class Offer(StrEnum):
    """A cube in the air; the letters are XGID's. ``on_roll`` is always the side that doubled first."""

    DOUBLE = "D"
    BEAVER = "B"
    RACCOON = "R"


@dataclass(frozen=True, slots=True)
class PositionInfo:
    """A position as ids tell it. ``position`` is seen by ``on_roll``, everything else is by sides.

    ``length`` None is a money session. ``cube`` under an offer is still at the value before it;
    ``max_cube`` the highest value it can reach.
    """

    position: Position
    on_roll: Side = Side.X
    cube: Cube = CENTRED_CUBE
    roll: Roll | None = None
    offer: Offer | None = None
    score_x: int = 0
    score_o: int = 0
    length: int | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    max_cube: int = 1024

    def seen_by(self, side: Side) -> Position:
        """The position in the numbering of ``side``."""
        return self.position if side is self.on_roll else self.position.mirrored()

    def pips(self, side: Side) -> int:
        """The pip count of ``side``."""
        return self.seen_by(side).pips
