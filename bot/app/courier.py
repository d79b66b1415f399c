"""Who carries what a commit has for the chats: so that it is claimed with the commit, not after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.app.archive import Claimed


class Errand(Protocol):
    """What a commit may claim for sending: it must be ended, with what was claimed or with nothing."""

    @property
    def platforms(self) -> tuple[str, ...]:
        """The platforms that somebody sends for now."""

    def end(self, claimed: Mapping[str, Claimed]) -> None:
        """Send this, by platform."""


class Courier(Protocol):
    """Who sends what a commit has for the chats."""

    def errand(self) -> Errand:
        """Called before a commit."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """A courier that sends nothing, and its errand."""

    platforms: tuple[str, ...] = ()

    def errand(self) -> Errand:
        return self

    def end(self, claimed: Mapping[str, Claimed]) -> None:
        """Nobody sends."""
