"""What a caption under a picture holds, on the tightest platform. Must not know which one that is."""

from __future__ import annotations

from collections.abc import Iterable

CAPTION = 1024
"""UTF-16 units; the description of a picture has room for as many characters."""


def units(text: str) -> int:
    """The length as platforms count it: a character beyond the basic plane, such as an emoji, is two."""
    return len(text.encode("utf-16-le")) // 2


def fitting(headline: str, lines: Iterable[str], besides: Iterable[str] = ()) -> tuple[str, ...]:
    """As many of the lines, from the first, as a caption holds under its headline, with room left for what
    stands there besides, such as the names of those who are called.
    """
    left = CAPTION - units(headline) - sum(units(text) + 2 for text in besides)
    kept: list[str] = []
    for line in lines:
        left -= units(line) + 1
        if left < 0:
            break
        kept.append(line)
    return tuple(kept)
