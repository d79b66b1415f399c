"""The bundled fonts: which one has a sign, and loading it.

A character's font is looked up in `fonts/coverage.json`, not in the font files,
which would take 0.1 s for each large one. Must not know where text goes.
"""

from __future__ import annotations

import json
import logging
from bisect import bisect_right
from enum import StrEnum
from functools import lru_cache
from importlib import resources

from PIL import ImageFont, features

from bot.render.script import is_pictorial, visible

_log = logging.getLogger(__name__)

HAS_RAQM: bool = bool(features.check("raqm"))
if not HAS_RAQM:
    _log.warning("Pillow has no Raqm here: Arabic and Indic names are drawn unjoined")

CAP_HEIGHT = 0.727
"""Height of a capital of Inter, as a share of the font size."""

MISSING = "·"


class Weight(StrEnum):
    """The two weights of Inter; the fallback fonts are bold only."""

    SEMIBOLD = "Inter-SemiBold.otf"
    BOLD = "Inter-Bold.otf"


EMOJI_FONT = "NotoEmoji-Bold.ttf"

_FALLBACKS = (
    "NotoSans-Bold.ttf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSansArabic-Bold.ttf",
    "NotoSansThai-Bold.ttf",
    "NotoSansDevanagari-Bold.ttf",
    "NotoSansArmenian-Bold.ttf",
    "NotoSansGeorgian-Bold.ttf",
    "NotoSansCJK-Bold-subset.otf",
    "NotoSansSymbols-Bold.ttf",
    "NotoSansSymbols2-Regular.ttf",
    EMOJI_FONT,
)


class Coverage:
    """The characters of one font, as sorted ranges."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self._starts = [start for start, _ in ranges]
        self._ends = [end for _, end in ranges]

    def __contains__(self, char: str) -> bool:
        index = bisect_right(self._starts, ord(char)) - 1
        return index >= 0 and ord(char) <= self._ends[index]


@lru_cache(maxsize=1)
def coverages() -> dict[str, Coverage]:
    """Font file name to what it covers."""
    text = resources.files(__package__).joinpath("fonts", "coverage.json").read_text("utf-8")
    return {
        name: Coverage([(low, high) for low, high in ranges]) for name, ranges in json.loads(text).items()
    }


@lru_cache(maxsize=4096)
def font_of(grapheme: str, weight: Weight) -> tuple[str, str]:
    """The file that has this grapheme, and what to draw of it.

    Where no font has all of it, marks are dropped; an emoji nobody has becomes "", others a middle dot.
    """
    known = coverages()
    files = (weight.value, *_FALLBACKS)
    needed = visible(grapheme)
    for file in files:
        if all(char in known[file] for char in needed):
            return file, grapheme
    for file in files:
        if needed and needed[0] in known[file]:
            return file, "".join(char for char in needed if char in known[file])
    return weight.value, "" if is_pictorial(grapheme) else MISSING


@lru_cache(maxsize=128)
def load(file: str, size: float) -> ImageFont.FreeTypeFont:
    """The font at this size in pixels."""
    engine = ImageFont.Layout.RAQM if HAS_RAQM else ImageFont.Layout.BASIC
    with resources.as_file(resources.files(__package__).joinpath("fonts", file)) as path:
        return ImageFont.truetype(str(path), size, layout_engine=engine)
