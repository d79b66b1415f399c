"""The dice port: rolls are asked for with a label and a number, so that a committed seed can serve.

The core never makes a random number; whoever runs it hands in a ``Dice``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class Label(StrEnum):
    """What a throw is for; with the number it names one throw of one game."""

    SEAT = "seat"
    OPEN = "open"
    TURN = "turn"


class Dice(Protocol):
    """Source of throws for one game."""

    def throw(self, label: Label, n: int, count: int) -> tuple[int, ...]:
        """The ``n``-th throw (from 0, per label and game) of ``count`` dice, each 1…6."""


Roll = tuple[int, int]
"""Two dice as thrown, in no particular order."""
