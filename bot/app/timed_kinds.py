"""What a kind of table tells of its time, where it has more to tell than how long a decision may take."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from bot.app.table import Deserted
from bot.app.timekeeping import Decision, Progress


@runtime_checkable
class Abortable(Protocol):
    """A kind whose tables can be ended without a result."""

    def abort(self, state: Any, reason: str) -> Any:
        """The service's action that ends the table so."""


@runtime_checkable
class Clocked(Abortable, Protocol):
    """A kind between two seats whose time can be claimed, paused and left."""

    def decision(self, state: Any) -> Decision | None:
        """What the clock runs for now."""

    def progress(self, state: Any) -> Progress:
        """The newest game, its plays, the clock."""

    def as_series(self, state: Any) -> bool:
        """Whether leaving loses the whole series, not only its running game."""

    def forfeit(self, state: Any, seat: str, *, leaving: bool) -> Any:
        """The service's action when a seat has lost by time or by leaving."""

    def close(self, state: Any) -> Any | None:
        """The service's action that ends a series between two games by its score; None during a game."""


@runtime_checkable
class Shared(Abortable, Deserted, Protocol):
    """A kind for several, at whose tables a pause, or an end without a result, needs everyone who is there.
    Its boards show what is offered and who has agreed.
    """

    def asked_to_agree(self, state: Any) -> frozenset[str]:
        """The seats whose players are there and decide for themselves; nobody before play has begun."""


@runtime_checkable
class Scheduled(Protocol):
    """A kind whose players may set an hour for the end."""

    def ends_at(self, state: Any) -> int | None:
        """That hour (ms since 1970); None where none is set."""

    def on_hour(self, state: Any) -> Any:
        """The service's action when it has come; after it no hour is set any more."""
