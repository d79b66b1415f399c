"""What a person sees and presses, in neutral terms: the message that every adapter draws.

Plain text throughout: adapters escape it for their platform. Must not know any platform.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from enum import StrEnum


class Tone(StrEnum):
    """How loud a button is."""

    PLAIN = "plain"
    PRIMARY = "primary"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """One press. ``press`` is what comes back (at most 64 bytes, ASCII); ``link`` opens an address."""

    label: str
    press: str = ""
    tone: Tone = Tone.PLAIN
    link: str | None = None


Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file for the person, such as a match file."""

    name: str
    content: bytes
    mime: str = "text/plain"


@dataclass(frozen=True, slots=True)
class Screen:
    """A message: a headline, lines of text, at most one picture, rows of buttons.

    ``fixed`` are lines in which every character has the same width. ``picture`` is a frozen view that only
    the painter understands; ``alt`` says in words what it shows (for screen readers, and for where pictures
    cannot go). ``actors`` are the persons who must act: who is told, and whose change makes a new message.
    ``called`` are told with them, for they are asked one after the other: then one message does for all.
    ``quiet`` screens notify nobody.
    """

    headline: str
    lines: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    picture: Hashable | None = None
    alt: str = ""
    rows: Rows = ()
    actors: tuple[str, ...] = ()
    files: tuple[Attachment, ...] = ()
    quiet: bool = False
    called: tuple[str, ...] = ()

    @property
    def calls(self) -> tuple[str, ...]:
        """Whom a new message with this screen calls; nobody where nobody must act."""
        return tuple(dict.fromkeys((*self.actors, *self.called))) if self.actors else ()

    def calls_others(self, before: Collection[str]) -> bool:
        """Whether others must act than the message that stands has called; of those who were called together
        anybody may.
        """
        acting = set(self.actors)
        return not acting <= set(before) if self.called else bool(acting) and acting != set(before)

    @property
    def text(self) -> str:
        """Headline and lines as one text."""
        return "\n".join((self.headline, *self.fixed, *self.lines))
