"""Where the checkers stand, seen from the side on roll; mirrored when the turn passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game.violations import BadInput

OFF, BAR, CHECKERS = 0, 25, 15


@dataclass(frozen=True, slots=True)
class Position:
    """Both sides' checkers by *their own* numbering: index 0 borne off, 1…24 points, 25 bar.

    My point p is the opponent's point 25 − p. ``own_pinned``/``opp_pinned`` (only under the house rule
    *pin*): bit p is set when that side's single checker on its own point p lies pinned beneath the other
    side's. Raises ``BadInput`` for what cannot stand on a board.
    """

    own: tuple[int, ...]
    opp: tuple[int, ...]
    own_pinned: int = 0
    opp_pinned: int = 0

    def __post_init__(self) -> None:
        for checkers in (self.own, self.opp):
            _check_side(checkers)
        for p in range(1, 25):
            if self.own[p] and self.opp[25 - p]:
                pins = (self.own_pinned >> p & 1) + (self.opp_pinned >> (25 - p) & 1)
                if pins != 1:
                    raise BadInput("position.shared_point", {"point": p})
        _check_pins(self.own_pinned, self.own, self.opp)
        _check_pins(self.opp_pinned, self.opp, self.own)

    @classmethod
    def trusted(
        cls, own: tuple[int, ...], opp: tuple[int, ...], own_pinned: int = 0, opp_pinned: int = 0
    ) -> Position:
        """As the constructor, unchecked: only for positions made by legal moves from a checked one."""
        made = object.__new__(cls)
        _set(made, "own", own)
        _set(made, "opp", opp)
        _set(made, "own_pinned", own_pinned)
        _set(made, "opp_pinned", opp_pinned)
        return made

    def mirrored(self) -> Position:
        """The same board seen by the other side."""
        return Position.trusted(self.opp, self.own, self.opp_pinned, self.own_pinned)

    @property
    def pips(self) -> int:
        """Pip count of the side on roll; a checker on the bar counts 25."""
        return sum(p * n for p, n in enumerate(self.own))

    @property
    def opp_pips(self) -> int:
        """Pip count of the other side."""
        return sum(p * n for p, n in enumerate(self.opp))


_set = object.__setattr__


def _check_side(checkers: Sequence[int]) -> None:
    if len(checkers) != 26:
        raise BadInput("position.length", {"length": len(checkers)})
    if any(n < 0 for n in checkers):
        raise BadInput("position.negative", {"lowest": min(checkers)})
    if sum(checkers) != CHECKERS:
        raise BadInput("position.count", {"count": sum(checkers)})


def _check_pins(pins: int, pinned: Sequence[int], pinner: Sequence[int]) -> None:
    for p in range(25):
        if pins >> p & 1 and (p == 0 or pinned[p] != 1 or pinner[25 - p] == 0):
            raise BadInput("position.pin", {"point": p})
    if pins >> 25:
        raise BadInput("position.pin", {"point": pins.bit_length() - 1})


def _side(counts: dict[int, int]) -> tuple[int, ...]:
    return tuple(counts.get(p, 0) for p in range(26))


STANDARD_START = Position(own=_side({24: 2, 13: 5, 8: 3, 6: 5}), opp=_side({24: 2, 13: 5, 8: 3, 6: 5}))
"""The usual set-up (seed, Ausgangsposition)."""

BAR_START = Position(own=_side({BAR: CHECKERS}), opp=_side({BAR: CHECKERS}))
"""All on the bar (Speedgamez, Startaufstellung)."""
