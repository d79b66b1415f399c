"""A loaded table: the state of its game together with who sits where, as presenter and service see it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from bot.app.ports import Chat, PersonId, TableId
from bot.app.ratings import Verdict
from bot.app.timekeeping import Timekeeping
from bot.game.dice import Dice


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a table: its key in the core ("x", "o", "p3"), who sits there under which (cleaned) name,
    and the computer's level if it is the computer.
    """

    key: str
    person: PersonId
    name: str
    level: str | None = None


NO_TIME = Timekeeping()


class Status(StrEnum):
    """Where a table is in its life."""

    OPEN = "open"
    OVER = "over"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Table:
    """``state`` is the core's own state of this ``kind``. ``revision`` is the number of its newest event that
    made older buttons void, ``number`` that of its newest event. ``due_at`` is when the running deadline
    passes (ms), None if none runs; ``verdict`` what became of the newest finished game.
    """

    id: TableId
    kind: str
    revision: int
    state: Hashable
    seats: tuple[Seat, ...]
    room: Chat | None
    created_at: int
    updated_at: int
    status: Status = Status.OPEN
    due_at: int | None = None
    number: int = 0
    time: Timekeeping = NO_TIME
    verdict: Verdict | None = None

    def seat_of(self, person: PersonId | None) -> Seat | None:
        """The seat of this person, if it has one (the first, should it hold several)."""
        return next((seat for seat in self.seats if seat.person == person), None)

    def seat(self, key: str) -> Seat:
        """The seat with this key."""
        return next(seat for seat in self.seats if seat.key == key)


@dataclass(frozen=True, slots=True)
class AtOnce:
    """An action of several seats: what each of them says at the same moment. A later one that no longer fits
    is left out. Only kinds in which several seats may speak know it.
    """

    said: tuple[tuple[str, Any], ...]


@runtime_checkable
class Deserted(Protocol):
    """A kind whose seats outlast who sat there: people may go and leave the table to the computer."""

    def at_table(self, state: Any) -> frozenset[str]:
        """The seats whose players are here."""

    def when_deserted(self, state: Any) -> Any | None:
        """The service's action once only the computer is here; None while it plays on."""


class Kind(Protocol):
    """What the service must know of a kind of table; the core behind it decides everything.

    ``Any`` stands for the kind's own states, events and actions: the registry pairs them rightly.
    """

    name: str

    def decide(self, state: Any, by: str | None, action: Any, dice: Dice) -> tuple[Any, ...]:
        """Events of an action by a seat (None: the service). Raises ``RuleViolation``."""

    def evolve(self, state: Any | None, event: Any) -> Any:
        """The state after an event."""

    def to_act(self, state: Any) -> frozenset[str]:
        """The seats whose decision is awaited."""

    def may_speak(self, state: Any) -> frozenset[str]:
        """Further seats that can say something now though nobody waits: there the computer is asked too."""

    def status(self, state: Any) -> Status:
        """Open, over, or over without result."""

    def time_allowed(self, state: Any) -> int | None:
        """Milliseconds for the decision that is awaited now; None where no deadline runs."""

    def deadline_of(self, state: Any) -> Hashable:
        """What the running deadline belongs to: while this stays equal, the deadline does not begin anew.
        None: every action begins a new one.
        """

    def on_time_up(self, state: Any) -> Any | None:
        """The service's action when that time has passed; None where nothing happens by itself."""

    def results(self, before: Table, events: Sequence[Any], at: int) -> tuple[object, ...]:
        """What the events leave behind for standings, as values of ``bot.app.results``."""
