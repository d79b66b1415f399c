"""What a person typed or a file holds as a play, taken apart into steps; forgiving, and blind to any board.

Knows the many ways of writing points, separators and dice; must not know what is legal.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

from bot.game.position import BAR, OFF
from bot.game.violations import BadInput

MAX_TEXT = 200
BAR_WORDS = frozenset({"bar", "b", "balken", "bank"})
OFF_WORDS = frozenset({"off", "o", "out", "aus", "ab", "raus", "home"})

_ARROWS = re.compile(r"\s+(?:to|auf|nach|bis)\s+|\s*(?:[-=–—−]+>|>+|[→➔➜➡⇒⟶↦]️?)\s*")
_DASHES = re.compile(r"\s*[/\\\-‐‑‒–—―−﹘~⁄∕]+\s*")
_HITS = re.compile(r"\s*[*＊∗⁎✱]+")
_BETWEEN = re.compile(r"[,;+&|、，；]+|\b(?:and|und|then|dann)\b")
_DICE = re.compile(
    r"^\(?([1-6])\s*[-/,. x]?\s*([1-6])\)?\s*[:=]\s*|^([1-6])([1-6])\s+(?=[0-9a-z]+\s*[/\-→>–—−])"
)
_HYPHENED_DICE = re.compile(r"\s*\(?([1-6])\s*[-‐‑‒–—―−]\s*([1-6])\)?(?:\s*[,;]\s*|\s+)(?=\S)")
_TIMES = re.compile(r"\s*(?:\(\s*[x×]?\s*([1-9])\s*[x×]?\s*\)|[x×]\s*([1-9])(?![0-9/]))")
_LOOSE = re.compile(rf"\b({'|'.join(sorted(BAR_WORDS))})\s*(\d+)|\b(\d+)\s*({'|'.join(sorted(OFF_WORDS))})\b")
_STEP = re.compile(r"((?:[0-9]+|[a-z]+)\*?(?:/(?:[0-9]+|[a-z]+)\*?)+)(?:\(([1-9])\))?")


@dataclass(frozen=True, slots=True)
class WrittenStep:
    """One checker's way as written: two or more points, falling; ``hits`` are those with a star."""

    points: tuple[int, ...]
    hits: frozenset[int] = frozenset()
    times: int = 1


@dataclass(frozen=True, slots=True)
class Written:
    """A play as written; ``dice`` only if they stood in front."""

    steps: tuple[WrittenStep, ...]
    dice: tuple[int, int] | None = None

    @property
    def hits(self) -> frozenset[int]:
        """All points with a star."""
        return frozenset().union(*(step.hits for step in self.steps))


def plain(text: str) -> str:
    """The text in one spelling: lower case, ASCII digits, ``/`` between points, one space between steps."""
    text = unicodedata.normalize("NFKC", text).casefold().strip().strip("`'\"“”„.!?…")
    text = _ARROWS.sub("/", text)
    dice = _DICE.match(text)
    start, text = (text[: dice.end()], text[dice.end() :]) if dice else ("", text)
    text = _HITS.sub("*", _DASHES.sub("/", text))
    text = _TIMES.sub(lambda found: f"({found[1] or found[2]}) ", text)
    text = _LOOSE.sub(lambda found: "/".join(part for part in found.groups() if part), text)
    words = (word.strip(".!?:") for word in _BETWEEN.sub(" ", text).split())
    return (_dice_text(dice) if start else "") + " ".join(word for word in words if word.strip("*"))


def read_written(text: str) -> Written:
    """Take a typed play apart. Raises ``BadInput`` (``notation.unreadable``) that quotes the part."""
    if len(text) > MAX_TEXT:
        raise BadInput("notation.too_long", {"input": text[:MAX_TEXT], "length": len(text), "max": MAX_TEXT})
    spelled = plain(text)
    dice = _DICE.match(spelled)
    body = spelled[dice.end() :] if dice else spelled
    words = body.split()
    if len(words) > 1 and len(words) % 2 == 0 and all(word.isdecimal() for word in words):
        words = [f"{a}/{b}" for a, b in zip(words[::2], words[1::2], strict=True)]
    if not words:
        raise BadInput("notation.unreadable", {"input": text, "part": text})
    steps = tuple(_step(word, text) for word in words)
    return Written(steps, _dice(dice) if dice else None)


def behind_dice(text: str) -> tuple[tuple[int, int], str] | None:
    """Dice as in "6-1 13/7 8/7", which by themselves could be a step too, and what stands behind them."""
    text = unicodedata.normalize("NFKC", text)
    found = _HYPHENED_DICE.match(text)
    return (_dice(found), text[found.end() :]) if found else None


def _dice(found: re.Match[str]) -> tuple[int, int]:
    first, second = (digit for digit in found.groups() if digit)
    return int(first), int(second)


def _dice_text(found: re.Match[str] | None) -> str:
    return "{}{}: ".format(*_dice(found)) if found else ""


def _step(word: str, text: str) -> WrittenStep:
    found = _STEP.fullmatch(word)
    if not found:
        raise BadInput("notation.unreadable", {"input": text, "part": word})
    named = found[1].split("/")
    points = tuple(_point(name.rstrip("*"), word, text, first=i == 0) for i, name in enumerate(named))
    if any(a <= b for a, b in pairwise(points)):
        raise BadInput("notation.backwards", {"input": text, "part": word})
    hits = frozenset(p for p, name in zip(points, named, strict=True) if name.endswith("*"))
    return WrittenStep(points, hits, int(found[2] or 1))


def _point(name: str, word: str, text: str, *, first: bool) -> int:
    if name.isdecimal() and int(name) <= BAR:
        return int(name)
    if name in BAR_WORDS and first:
        return BAR
    if name in OFF_WORDS and not first:
        return OFF
    raise BadInput("notation.unreadable", {"input": text, "part": word})
