"""What the conversation asks of the presenter of each kind of table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Protocol, runtime_checkable

from bot.app.ports import PersonId
from bot.app.screen import Screen
from bot.app.table import Table
from bot.ui.texts import Texts


@dataclass(frozen=True, slots=True)
class Viewer:
    """For whom a screen is made: a room (``person`` None) or one person, in which language and looks."""

    texts: Texts
    person: PersonId | None = None
    theme: str = "light"
    home: str = "right"
    own_side_down: bool = False
    confirm: bool = True
    tz: tzinfo = UTC


@dataclass(frozen=True, slots=True)
class Look:
    """Not an action: show the table's screen in another state, such as a half-made play or a menu.

    ``arg`` is carried by the buttons and given back to ``screen``.
    """

    arg: str = ""


@dataclass(frozen=True, slots=True)
class Aside:
    """Not an action either: show the presser alone the table's screen in another state (as ``Look.arg``)."""

    arg: str


@dataclass(frozen=True, slots=True)
class Then:
    """An action, after which the presser, where nobody else reads, sees the table with this look."""

    action: object
    look: Look


class TableUi(Protocol):
    """Screens of one kind of table, and what its buttons and typed words mean."""

    def stamp(self, table: Table) -> int:
        """What the table's buttons carry: while it stays equal, an older button still means the same."""

    def screen(self, table: Table, viewer: Viewer, look: Look) -> Screen:
        """The table as ``viewer`` sees it."""

    def text_board(self, table: Table, viewer: Viewer) -> Screen:
        """The table without a picture, for text-only terminals and screen readers."""

    def press(self, table: Table, seat: str, op: str, arg: str) -> object:
        """The action (or ``Look``) behind a button. Raises ``RuleViolation`` for one that cannot be."""

    def typed(self, table: Table, seat: str, text: str) -> object:
        """The action behind typed words. Raises ``RuleViolation``."""

    def completions(self, table: Table, seat: str, prefix: str) -> list[str]:
        """Plays that the seat could type now, best matches first, at most 25."""


@runtime_checkable
class HasSheet(Protocol):
    """Screens of a kind of table that keeps a scorekeeper's sheet."""

    def sheet(self, table: Table, viewer: Viewer) -> Screen:
        """The sheet as picture, text and file."""
