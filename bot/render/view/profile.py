"""A person's profile: figures in cards, the rating curve, and the last results.

Every text and figure is ready made; only the curve is numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from bot.render.view.shared import ThemeName, require

MAX_FIGURES = 12
MAX_RESULTS = 20


class Outcome(StrEnum):
    """How a finished match ended for the person."""

    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Figure:
    """One card: a large value over a small label, with an optional note (a change, "of 120")."""

    value: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """A rating over time: `(position, rating)` with positions rising (a match count or a day number).

    `title` names the curve, `start` and `end` are the texts under its two ends.
    """

    points: tuple[tuple[float, float], ...]
    title: str = ""
    start: str = ""
    end: str = ""

    def __post_init__(self) -> None:
        for (left, _), (right, _) in pairwise(self.points):
            require(left < right, f"a curve goes forward, not from {left} to {right}")


@dataclass(frozen=True, slots=True)
class ResultView:
    """One finished match, oldest first: the outcome and the letter drawn in its tile ("W", "L"); in grey if
    it does not count.
    """

    outcome: Outcome
    letter: str
    counts: bool = True


@dataclass(frozen=True, slots=True)
class ProfileView:
    """The whole picture. `results_label` heads the strip of results.

    `curve_empty` is the sentence shown in place of a curve of fewer than two points.
    """

    title: str
    subtitle: str = ""
    figures: tuple[Figure, ...] = ()
    curve: Curve | None = None
    curve_empty: str = ""
    results_label: str = ""
    results: tuple[ResultView, ...] = ()
    footer: str = ""
    theme: ThemeName = ThemeName.LIGHT

    def __post_init__(self) -> None:
        require(len(self.figures) <= MAX_FIGURES, f"at most {MAX_FIGURES} figures, not {len(self.figures)}")
        require(len(self.results) <= MAX_RESULTS, f"at most {MAX_RESULTS} results, not {len(self.results)}")
