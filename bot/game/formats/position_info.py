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

    @property
    def times(self) -> int:
        """How often the cube is doubled if all that is in the air is taken."""
        return list(Offer).index(self) + 1


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

    @property
    def has_cube(self) -> bool:
        """Whether a cube lies here: not in the Crawford game, nor in a match to one point."""
        return self.offer is not None or not (self.crawford or self.length == 1)

    @property
    def offered(self) -> int:
        """The value of the cube as it is offered; without an offer as it lies."""
        return self.cube.value << (self.offer.times if self.offer else 0)

    @property
    def to_act(self) -> Side:
        """The side that decides next: an offer is answered by the side that has not made it."""
        return self.on_roll.other if self.offer in (Offer.DOUBLE, Offer.RACCOON) else self.on_roll

    def seen_by(self, side: Side) -> Position:
        """The position in the numbering of ``side``."""
        return self.position if side is self.on_roll else self.position.mirrored()

    def pips(self, side: Side) -> int:
        """The pip count of ``side``."""
        return self.seen_by(side).pips
