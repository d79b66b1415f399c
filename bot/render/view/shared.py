"""Words that every view uses: colours, seats, themes, and the error of a view that cannot be drawn.

Must not know how anything is drawn.
"""

from __future__ import annotations

from enum import StrEnum


class ViewError(ValueError):
    """A view contradicts itself; the message quotes the offending value."""


class Shade(StrEnum):
    """Colour of a set of checkers."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> Shade:
        return Shade.DARK if self is Shade.LIGHT else Shade.LIGHT


class Side(StrEnum):
    """Where a player sits in the picture."""

    TOP = "top"
    BOTTOM = "bottom"

    @property
    def other(self) -> Side:
        return Side.BOTTOM if self is Side.TOP else Side.TOP


class HomeSide(StrEnum):
    """The side of the picture with both home boards and the off trays."""

    RIGHT = "right"
    LEFT = "left"


class ThemeName(StrEnum):
    """Colour themes; `CB` is made for colour-blind readers."""

    LIGHT = "light"
    DARK = "dark"
    CB = "cb"


def require(condition: bool, complaint: str) -> None:
    """Raise `ViewError(complaint)` unless `condition` holds."""
    if not condition:
        raise ViewError(complaint)
