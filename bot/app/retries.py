"""What becomes of a message that was not delivered: it goes again after a while, or is given up.

How long a platform is out of reach nobody knows, so waiting ends only with the day. What the platform
refuses, or what cannot be made, is given up soon: it holds up everything else for its chat.
"""

from __future__ import annotations

import logging

from bot.app.archive import Archive, Delivery
from bot.app.ports import Ambiguous, Clock, DeliveryError

log = logging.getLogger(__name__)
FIRST_PAUSE_MS = 2_000
DOUBLED = 6
"""So often a pause is doubled: two minutes are the longest."""
OLDEST_MS = 24 * 3600 * 1000
MOST_FAILURES = 4
MOST_UNCLEAR = 2
"""So often a line may have arrived or not before that is left so."""
REMEMBERED = 1_000
"""So many rows are counted: one that a newer one has replaced is never heard of again."""


class Retries:
    """Counts in memory only, and for the ``remembered`` rows that failed last: after a restart, or behind too
    many others, a message has all its tries again.
    """

    def __init__(self, archive: Archive, clock: Clock, remembered: int = REMEMBERED) -> None:
        self._archive, self._clock, self._remembered = archive, clock, remembered
        self._failures: dict[int, int] = {}

    def arrived(self, row: Delivery) -> None:
        """Nothing more is to be tried."""
        self._failures.pop(row.id, None)

    async def again(self, row: Delivery, error: DeliveryError, wait_ms: int | None = None) -> None:
        """After so long (None: longer with each attempt), as long as it is worth it."""
        now = self._clock.now_ms()
        if now - row.created_at > OLDEST_MS:
            await self._give_up(row, error)
            return
        pause = FIRST_PAUSE_MS << min(row.attempts, DOUBLED) if wait_ms is None else wait_ms
        await self._archive.postpone(row.id, now + pause, repr(error))

    async def failed(
        self, row: Delivery, error: DeliveryError, wait_ms: int | None = None, most: int = MOST_FAILURES
    ) -> None:
        """As ``again``, if it has not failed so often that nothing is to be expected of it."""
        failures = self._failures.pop(row.id, 0) + 1
        self._failures[row.id] = failures
        if len(self._failures) > self._remembered:
            del self._failures[next(iter(self._failures))]
        if failures < most:
            await self.again(row, error, wait_ms)
        else:
            await self._give_up(row, error)

    async def unclear(self, row: Delivery, error: Ambiguous) -> None:
        """A line that may have arrived goes once more; the same line many times would be worse than none."""
        await self.failed(row, error, most=MOST_UNCLEAR)

    async def _give_up(self, row: Delivery, error: DeliveryError) -> None:
        log.warning("gave up on %s: %r", row.dedup, error)
        self._failures.pop(row.id, None)
        end = self._archive.ambiguous if isinstance(error, Ambiguous) else self._archive.dead
        await end(row.id, repr(error))
