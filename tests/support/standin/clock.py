"""The stand-ins' time: by default the machine's wall clock plus an offset that a test may change.

Must not know: what the time is used for. It never sleeps.
"""

import time
from collections.abc import Callable


class StandInClock:
    """Seconds since the epoch, UTC. `advance` moves it in either direction, also while requests are open."""

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self.offset = 0.0

    def now(self) -> float:
        return self._source() + self.offset

    def advance(self, seconds: float) -> None:
        self.offset += seconds
