"""What to do next: the buttons of every screen that ends something, so that none is a dead end.

Must not know what has ended, nor platforms.
"""

from __future__ import annotations

from bot.app.screen import Button, Rows, Screen, Tone
from bot.ui.press import MenuPress
from bot.ui.texts import Texts

BEGINNINGS = ("play", "challenge", "chouette")
"""What anybody can begin anywhere; each is also a command."""


def beginning(op: str, texts: Texts, tone: Tone = Tone.PLAIN) -> Button:
    """The button that begins a game against the computer, a challenge to anyone, or a chouette."""
    return Button(texts(f"welcome.button.{op}"), str(MenuPress(op)), tone)


def beginnings(texts: Texts) -> Rows:
    """All of them, in rows that are wide enough on a telephone."""
    play, challenge, chouette = (beginning(op, texts) for op in BEGINNINGS)
    return ((play, challenge), (chouette,))


def nothing_here(said: str, texts: Texts) -> Screen:
    """A sentence that there is nothing (any more), and what can be begun instead."""
    return Screen(said, rows=beginnings(texts), quiet=True)
