"""One doubling cube between two sides; a match has one, a chouette one for each team member."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.game.side import Side

HIGHEST = 2**20
"""No cube goes above this even without a cap: points stay numbers that can be stored, added and read."""


@dataclass(frozen=True, slots=True)
class Cube:
    """Value and owner (None: in the centre, both have access). ``turned``: by a double that was taken,
    which an automatic double is not (Jacoby, chouette.md §6).
    """

    value: int = 1
    owner: Side | None = None
    turned: bool = False

    def accessible_to(self, side: Side) -> bool:
        """Centred or one's own (seed §22)."""
        return self.owner is None or self.owner is side

    def can_grow(self, cap: int | None) -> bool:
        """Whether the cap leaves room for one more double."""
        return self.value * 2 <= min(cap or HIGHEST, HIGHEST)

    def taken_by(self, taker: Side) -> Cube:
        """Doubled, and the taker owns it."""
        return Cube(self.value * 2, taker, turned=True)

    def beavered(self) -> Cube:
        """Redoubled at once by the side that has just taken (a beaver), or back at it (a raccoon);
        the owner keeps the cube.
        """
        return replace(self, value=self.value * 2)

    def doubled_automatically(self) -> Cube:
        """At twice the value in the centre, after equal opening dice; not turned."""
        return replace(self, value=self.value * 2)
