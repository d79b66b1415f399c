"""Faults on order: what a platform does to a message now and then.

Knows nothing of messages; only which operation fails next, and how.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Operation(StrEnum):
    """What an adapter is asked to do."""

    POST = "post"
    EDIT = "edit"
    RETIRE = "retire"


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure to come: a ``DeliveryError``, or a fault of the adapter's own. ``arrives``: the message is
    there although the error says that it may not be.
    """

    error: Exception
    on: Operation | None
    arrives: bool


@dataclass(slots=True)
class Faults:
    """Failures in the order in which they were ordered."""

    queue: list[Fault] = field(default_factory=list)

    def order(self, error: Exception, on: Operation | None, times: int, arrives: bool) -> None:
        """Let the next ``times`` operations (of one kind, or of any) fail with ``error``."""
        self.queue += [Fault(error, on, arrives)] * times

    def heal(self) -> None:
        """Nothing fails any more."""
        self.queue.clear()

    def take(self, operation: Operation) -> Fault | None:
        """The fault that hits this operation, if one is due; it is used up."""
        for index, fault in enumerate(self.queue):
            if fault.on in (None, operation):
                return self.queue.pop(index)
        return None
