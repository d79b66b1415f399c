"""Names of people, made fit for sentences, pictures and logs.

A platform hands over anything; what comes out is short, in one line, visible, and cannot turn the text
around it (reliability.md R30). Escaping for a platform is the adapter's business. Ids identify, names do not.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from bot.app.table import Seat
from bot.ui.texts import Texts

MAX_RAW, MAX_NAME, MAX_MARKS = 512, 32, 2

_INVISIBLE = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters, marks and symbols that show nothing."""

_JOINERS = frozenset("\u200c\u200d")
"""Non-joiner and joiner: needed inside Persian or Indic names and within an emoji, and nowhere else."""

_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SPACES = frozenset({"Zs", "Zl", "Zp"})
_MARKS = frozenset({"Mn", "Mc", "Me"})
_BREAKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85")


def clean_name(raw: str) -> str:
    """The name as it may be shown, at most 32 characters; "" where nothing visible is left. Idempotent."""
    name = raw[:MAX_RAW]
    while (cleaned := _cleaned_once(name)) != name:
        name = cleaned
    return name


def seat_name(seat: Seat, texts: Texts) -> str:
    """Who sits there: a person's name, or the computer with its level."""
    if seat.level is None:
        return seat.name
    return texts("name.computer", level=texts(f"level.{seat.level}"))


def _cleaned_once(name: str) -> str:
    visible = "".join(_visible(unicodedata.normalize("NFC", name)))
    words = " ".join(visible.split(" ")).split()
    cut = " ".join(words)[:MAX_NAME].rstrip()
    return unicodedata.normalize("NFC", _without_stray_joiners(cut))


def _visible(name: str) -> Iterator[str]:
    """The characters that show something, no more than two marks in a row, and none at the start."""
    marks = MAX_MARKS
    for character in name:
        category = unicodedata.category(character)
        if category in _SPACES or character in _BREAKS:
            yield " "
            marks = MAX_MARKS
        elif category in _MARKS and character not in _INVISIBLE:
            if marks < MAX_MARKS:
                yield character
            marks += 1
        elif character in _JOINERS:
            yield character
        elif category not in _DROPPED and character not in _INVISIBLE:
            yield character
            marks = 0


def _without_stray_joiners(name: str) -> str:
    """Joiners only between two characters that are neither space, joiner nor ASCII."""
    return "".join(
        character
        for at, character in enumerate(name)
        if character not in _JOINERS
        or (0 < at < len(name) - 1 and all(_joins(side) for side in (name[at - 1], name[at + 1])))
    )


def _joins(character: str) -> bool:
    return not character.isascii() and character not in _JOINERS and not character.isspace()
