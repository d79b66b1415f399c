"""The two sides of a board.

X and O are the names that position ids and match files use; which person or team sits there, and in
which colour, is not known here.
"""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    """One of the two sides of a game. In a chouette X is the box and O the team."""

    X = "x"
    O = "o"  # noqa: E741 - the field's own name of the side

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.O if self is Side.X else Side.X
