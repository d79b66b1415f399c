"""Who is out of reach since when, and which spans of time are still to be given back: values, no doing.

Knows neither tables nor the store. Wall times are milliseconds since 1970, steady ones seconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.app.ports import Away
from bot.app.table_time import Credit

SERVICE = "service"
"""The cause of a span in which nothing at all was there; the others are platforms."""
HOLD_S = 30.0
"""No forfeits so soon after a start, a return or a jump: people must have had a way to the service (R21)."""
LEAST_CREDIT_MS = 1_000


class OutageBook(Protocol):
    """Where it is written down what must outlast a restart."""

    async def outages(self) -> Mapping[str, int]:
        """Since when time has been missed, by cause."""

    async def keep_outages(self, since: Mapping[str, int]) -> None:
        """Write that down instead of what stood there."""


@dataclass(slots=True)
class Outages:
    """``since``: when each platform was lost that is out of reach now. ``owed``: spans that have ended and
    have not been credited to all. ``held``: until when (steady) nobody loses where a platform has returned.
    ``given_up``: out of reach, and not served as long as this service runs.
    """

    since: dict[str, int] = field(default_factory=dict)
    owed: list[Credit] = field(default_factory=list)
    held: dict[str, float] = field(default_factory=dict)
    given_up: set[str] = field(default_factory=set)

    def lost(self, platform: str, since: int) -> None:
        """It is out of reach; the earliest word counts."""
        self.since[platform] = min(since, self.since.get(platform, since))

    def back(self, platform: str, now: int, steady: float) -> None:
        """It is in reach (again); a moment is not worth a word."""
        since = self.since.pop(platform, None)
        if since is None or now - since < LEAST_CREDIT_MS:
            return
        self.owed.append(Credit(since, now, platform))
        self.held[platform] = steady + HOLD_S

    def awaited(self) -> Sequence[str]:
        """The platforms that are out of reach and expected back."""
        return [platform for platform in self.since if platform not in self.given_up]

    def away(self) -> Away:
        """Where nobody can be late: deadlines there move along, or will when what is owed has been given."""
        owed = {one.cause for one in self.owed}
        closed = frozenset((*self.awaited(), *(owed - {SERVICE})))
        return Away(closed, frozenset(self.given_up), everywhere=SERVICE in owed)

    def just_back(self, steady: float) -> frozenset[str]:
        """The platforms that have not been in reach for long enough."""
        self.held = {platform: until for platform, until in self.held.items() if until > steady}
        return frozenset(self.held)

    def spans(self, now: int) -> Sequence[Credit]:
        """All that is missed and perhaps not credited yet; what goes on counts until now."""
        going_on = (Credit(self.since[one], now, one) for one in self.awaited())
        return [*self.owed, *(one for one in going_on if one.end - one.start >= LEAST_CREDIT_MS)]

    def kept(self) -> Mapping[str, int]:
        """What must outlast a restart: a span is forgotten when all have been given it back."""
        since = dict(self.since)
        for one in self.owed:
            since[one.cause] = min(one.start, since.get(one.cause, one.start))
        return since

    def moved(self, by_ms: int) -> None:
        """The clock was set."""
        self.since = {platform: since + by_ms for platform, since in self.since.items()}
        self.owed = [Credit(one.start + by_ms, one.end + by_ms, one.cause) for one in self.owed]
