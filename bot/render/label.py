"""One line of text as a mask, in whatever script, cached.

Must not know what the text says. Colours are given when a label is pasted: one mask serves all themes.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from bot.render.script import ELLIPSIS, name_graphemes, text_graphemes, visual_spans
from bot.render.theme import Colour
from bot.render.typeface import CAP_HEIGHT, EMOJI_FONT, HAS_RAQM, Weight, coverages, font_of, load

Anchor = Literal["left", "middle", "right"]
_PAD = 0.3  # room left and right of the advance width, in font sizes, for signs that overhang
_ABOVE, _BELOW = 1.5, 0.8  # room over and under the baseline, in font sizes

_drawing = threading.Lock()  # a FreeType face must not be used by two threads at once


@dataclass(frozen=True, slots=True)
class _Run:
    """Signs of one font and one direction."""

    font: ImageFont.FreeTypeFont
    text: str
    leftward: bool

    def options(self, tabular: bool) -> tuple[Literal["rtl", "ltr"] | None, list[str] | None]:
        if not HAS_RAQM:
            return None, None
        return "rtl" if self.leftward else "ltr", ["tnum"] if tabular else None


@dataclass(frozen=True, slots=True)
class Label:
    """A drawn line: `mask` with its pen starting at (`left`, `baseline`), `width` px of advance."""

    mask: Image.Image
    left: int
    baseline: int
    width: float
    cap_height: float

    def paste(self, image: Image.Image, x: float, y: float, colour: Colour, anchor: Anchor = "left") -> None:
        """Write on `image` (RGB) with the middle of the capitals at height `y` and `anchor` at `x`."""
        shift = {"left": 0.0, "middle": self.width / 2, "right": self.width}[anchor]
        pen = round(x - shift) - self.left
        image.paste(colour, (pen, round(y + self.cap_height / 2) - self.baseline), self.mask)


def label(
    text: str,
    size: float,
    weight: Weight = Weight.SEMIBOLD,
    max_width: float | None = None,
    *,
    tabular: bool = False,
) -> Label:
    """A presenter's text; `max_width` in px ends it in an ellipsis, `tabular` gives all digits one width."""
    return _label(text_graphemes(text), size, weight, max_width, tabular)


def name_label(
    name: str, size: float, weight: Weight = Weight.SEMIBOLD, max_width: float | None = None
) -> Label:
    """A person's name, cleaned (see `script`)."""
    return _label(name_graphemes(name), size, weight, max_width, False)


def fitted_name(name: str, size: float, weight: Weight, max_width: float) -> Label:
    """A name in a narrow place: down to 0.8 of its size, and only then shortened."""
    whole = name_label(name, size, weight)
    if whole.width <= max_width:
        return whole
    smaller = max(size * 0.8, size * max_width / whole.width * 0.995)
    return name_label(name, smaller, weight, max_width)


def fitted_label(
    text: str,
    size: float,
    weight: Weight,
    max_width: float,
    *,
    least: float = 0.5,
    tabular: bool = False,
) -> Label:
    """A text made smaller until it fits, down to `least` of its size, and only then shortened."""
    whole = label(text, size, weight, tabular=tabular)
    if whole.width <= max_width:
        return whole
    smaller = max(size * least, size * max_width / whole.width * 0.995)
    return label(text, smaller, weight, max_width, tabular=tabular)


@lru_cache(maxsize=1024)
def _label(
    graphemes: tuple[str, ...], size: float, weight: Weight, max_width: float | None, tabular: bool
) -> Label:
    with _drawing:
        runs, width = _fitting(graphemes, size, weight, max_width, tabular)
        return _draw(runs, width, size, tabular)


def _fitting(
    graphemes: tuple[str, ...], size: float, weight: Weight, max_width: float | None, tabular: bool
) -> tuple[list[_Run], float]:
    runs, width = _measured(graphemes, size, weight, tabular)
    if max_width is None or width <= max_width:
        return runs, width
    low, high = 0, len(graphemes) - 1  # how many graphemes still fit before the ellipsis
    while low < high:
        middle = (low + high + 1) // 2
        _, width = _measured((*graphemes[:middle], ELLIPSIS), size, weight, tabular)
        low, high = (middle, high) if width <= max_width else (low, middle - 1)
    kept = graphemes[:low]
    while kept and kept[-1] == " ":
        kept = kept[:-1]
    return _measured((*kept, ELLIPSIS), size, weight, tabular)


def _measured(
    graphemes: Sequence[str], size: float, weight: Weight, tabular: bool
) -> tuple[list[_Run], float]:
    runs = list(_runs(graphemes, size, weight))
    return runs, sum(_advance(run, tabular) for run in runs)


def _advance(run: _Run, tabular: bool) -> float:
    direction, wanted = run.options(tabular)
    return run.font.getlength(run.text, direction=direction, features=wanted)


def _runs(graphemes: Sequence[str], size: float, weight: Weight) -> list[_Run]:
    runs: list[_Run] = []
    for span in visual_spans(graphemes):
        pieces = [font_of(grapheme, weight) for grapheme in span.graphemes]
        parts = [
            _Run(load(file, size), "".join(text for _, text in group), span.leftward)
            for file, group in groupby(_with_spaces_joined(pieces), key=lambda piece: piece[0])
        ]
        runs.extend(reversed(parts) if span.leftward else parts)
    return [run for run in runs if run.text]


def _with_spaces_joined(pieces: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Spaces in the font of the letter before them, so that a phrase in one script is one run."""
    joined: list[tuple[str, str]] = []
    for file, text in pieces:
        before = joined[-1][0] if joined else EMOJI_FONT
        follows = text == " " and before != EMOJI_FONT and " " in coverages()[before]
        joined.append((before, text) if follows else (file, text))
    return joined


def _draw(runs: Sequence[_Run], width: float, size: float, tabular: bool) -> Label:
    pad, baseline = round(size * _PAD), round(size * _ABOVE)
    mask = Image.new("L", (round(width) + 2 * pad + 1, baseline + round(size * _BELOW)))
    pencil = ImageDraw.Draw(mask)
    pen = float(pad)
    for run in runs:
        direction, wanted = run.options(tabular)
        text = run.text if HAS_RAQM or not run.leftward else run.text[::-1]
        pencil.text((pen, baseline), text, 255, run.font, "ls", direction=direction, features=wanted)
        pen += _advance(run, tabular)
    return Label(mask, pad, baseline, width, size * CAP_HEIGHT)
