"""How much a person may send, and how many pages may be open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

BURST = 30.0  # messages at once
PER_SECOND = 5.0
PATIENCE = 100  # refusals before the page is sent away
FORGIVEN = 10  # refusals for each message that was in time
SOCKETS = 500
SOCKETS_EACH = 8
SOCKETS_FROM_SOURCE = 100  # from one network address: a club's, or one stranger's with many cookies


@dataclass(slots=True)
class Bucket:
    """A token bucket. ``refused`` counts the messages refused lately."""

    monotonic: Callable[[], float]
    tokens: float = BURST
    refused: int = 0
    filled: float = field(init=False)

    def __post_init__(self) -> None:
        self.filled = self.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Whether there was enough left."""
        now = self.monotonic()
        self.tokens = min(BURST, self.tokens + (now - self.filled) * PER_SECOND)
        self.filled = now
        if self.tokens < cost:
            self.refused += 1
            return False
        self.tokens -= cost
        self.refused = max(0, self.refused - FORGIVEN)
        return True
