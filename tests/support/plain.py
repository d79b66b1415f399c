"""Texts as a reader takes them in."""

from __future__ import annotations

from bot.ui.texts import FIRST_STRONG_ISOLATE, POP_ISOLATE


def plain(text: str) -> str:
    """A text without the marks that keep names apart from a sentence's direction, or points with a name."""
    return text.replace(FIRST_STRONG_ISOLATE, "").replace(POP_ISOLATE, "").replace("\u00a0", " ")
