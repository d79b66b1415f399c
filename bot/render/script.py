"""People's names as writing: cleaning, graphemes and the order of mixed directions.

Names come from strangers: they may hold control characters, stacks of accents, direction overrides or nothing
at all. Must not know fonts or pixels, only which characters a reader would call one sign, and their order.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

ELLIPSIS = "…"
MAX_NAME_GRAPHEMES = 32
MAX_TEXT_GRAPHEMES = 120
MAX_ACCENTS = 2
MAX_MARKS = 5

_ZWNJ, _ZWJ, _EMOJI_STYLE = "\u200c", "\u200d", "\ufe0f"
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_JOINERS = frozenset((_ZWNJ, _ZWJ))
_ACCENT_BLOCKS = ((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F))
_REGIONAL = range(0x1F1E6, 0x1F200)
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_EMOJI_TAGS = range(0xE0020, 0xE0080)


def name_graphemes(name: str) -> tuple[str, ...]:
    """A name as at most 32 graphemes: compatibility forms made plain, controls and overrides gone."""
    return _limited(unicodedata.normalize("NFKC", name), MAX_NAME_GRAPHEMES)


def text_graphemes(text: str) -> tuple[str, ...]:
    """The presenter's own text, cleaned in the same way but keeping its typography."""
    return _limited(unicodedata.normalize("NFC", text), MAX_TEXT_GRAPHEMES)


def is_pictorial(grapheme: str) -> bool:
    """Whether a grapheme is an emoji, which may be left out where no font has it."""
    return _EMOJI_STYLE in grapheme or ord(grapheme[0]) >= 0x1F000


def visible(grapheme: str) -> str:
    """The grapheme without joiners and emoji selectors, which no font needs to have."""
    return "".join(char for char in grapheme if char not in _JOINERS and char != _EMOJI_STYLE)


def _limited(text: str, limit: int) -> tuple[str, ...]:
    plain = " ".join("".join(_kept(text)).split())
    tamed = [_tamed(grapheme) for grapheme in _clusters(plain)]
    graphemes = tuple(grapheme for grapheme in tamed if visible(grapheme))
    return graphemes if len(graphemes) <= limit else (*graphemes[: limit - 1], ELLIPSIS)


def _kept(text: str) -> Iterator[str]:
    for char in text:
        category = unicodedata.category(char)
        if category in ("Cc", "Zl", "Zp"):
            yield " "
        elif category[0] != "C" or char in _JOINERS or ord(char) in _EMOJI_TAGS:
            yield char


def _clusters(text: str) -> Iterator[str]:
    cluster = ""
    for char in text:
        if cluster and _extends(cluster, char):
            cluster += char
            continue
        if cluster:
            yield cluster
        cluster = char
    if cluster:
        yield cluster


def _extends(cluster: str, char: str) -> bool:
    code = ord(char)
    if char in _JOINERS or code in _SKIN_TONES or code in _EMOJI_TAGS:
        return True
    if unicodedata.category(char)[0] == "M":
        return cluster != " "
    if cluster[-1] == _ZWJ:
        return is_pictorial(cluster)
    return code in _REGIONAL and len(cluster) == 1 and ord(cluster) in _REGIONAL


def _tamed(grapheme: str) -> str:
    """At most two accents and five marks on one base, so that a stack of accents stays in its line."""
    kept = ""
    accents = marks = 0
    for char in grapheme:
        if unicodedata.category(char)[0] == "M" and char != _EMOJI_STYLE:
            marks += 1
            accents += any(low <= ord(char) <= high for low, high in _ACCENT_BLOCKS)
            if accents > MAX_ACCENTS or marks > MAX_MARKS:
                continue
        kept += char
    return kept


@dataclass(frozen=True, slots=True)
class Span:
    """Neighbouring graphemes of one direction."""

    graphemes: tuple[str, ...]
    leftward: bool


def visual_spans(graphemes: Sequence[str]) -> tuple[Span, ...]:
    """The graphemes as spans from left to right, in the spirit of the Unicode bidirectional algorithm.

    The base direction is the first strong letter's; numbers run rightward inside leftward text; neutral signs
    go with their neighbours if these agree and with the base if not.
    """
    levels = _levels(graphemes)
    spans: list[tuple[int, tuple[str, ...]]] = []
    for level, group in groupby(zip(levels, graphemes, strict=True), key=lambda pair: pair[0]):
        spans.append((level, tuple(grapheme for _, grapheme in group)))
    for threshold in range(max(levels, default=0), 0, -1):
        spans = _reversed_at(spans, threshold)
    return tuple(Span(text, leftward=level % 2 == 1) for level, text in spans)


def _direction(grapheme: str) -> str:
    """L, R, N (number) or "" (neutral)."""
    for char in grapheme:
        kind = unicodedata.bidirectional(char)
        if kind == "L":
            return "L"
        if kind in ("R", "AL"):
            return "R"
        if kind in ("EN", "AN"):
            return "N"
    return ""


def _levels(graphemes: Sequence[str]) -> list[int]:
    """Embedding levels: even ones run rightward, odd ones leftward."""
    directions = [_direction(grapheme) for grapheme in graphemes]
    base = 1 if next((d for d in directions if d in ("L", "R")), "L") == "R" else 0
    sides: list[int | None] = []
    strong = base
    for direction in directions:
        if direction in ("L", "R"):
            strong = 1 if direction == "R" else 0
        sides.append(None if direction == "" else strong)
    _side_brackets(graphemes, sides, base)
    levels: list[int] = []
    for index, direction in enumerate(directions):
        side = sides[index]
        if side is None:
            side = _neutral_side(sides, index, base)
            levels.append(_level(side, base))
        else:
            levels.append(_level(side, base) if direction != "N" or side == 0 else 2)
    return levels


def _side_brackets(graphemes: Sequence[str], sides: list[int | None], base: int) -> None:
    """A pair of brackets goes with the base if that is within it, else with what precedes it."""
    opened: list[int] = []
    for index, grapheme in enumerate(graphemes):
        if grapheme in _CLOSING:
            opened.append(index)
        elif opened and grapheme == _CLOSING[graphemes[opened[-1]]]:
            start = opened.pop()
            held = {side for side in sides[start + 1 : index] if side is not None}
            before = next((side for side in reversed(sides[:start]) if side is not None), base)
            if held:
                sides[start] = sides[index] = base if base in held else before


def _level(side: int, base: int) -> int:
    return 1 if side == 1 else 2 * base


def _neutral_side(sides: Sequence[int | None], index: int, base: int) -> int:
    before = next((side for side in reversed(sides[:index]) if side is not None), base)
    after = next((side for side in sides[index + 1 :] if side is not None), base)
    return before if before == after else base


def _reversed_at(
    spans: list[tuple[int, tuple[str, ...]]], threshold: int
) -> list[tuple[int, tuple[str, ...]]]:
    result: list[tuple[int, tuple[str, ...]]] = []
    for high, group in groupby(spans, key=lambda span: span[0] >= threshold):
        run = list(group)
        result.extend(reversed(run) if high else run)
    return result
