"""How often the bot may do what: a budget for each channel, and one over all.

discord.py would wait inside a call when a channel's budget is used up, and with it whoever called. Here the
caller is told at once how long to wait, so that other chats go on and only the newest board is sent then. The
figures stay one below what Discord is seen to allow (5 in 5 s, 50 in 1 s; platforms.md), for discord.py holds
back the call that uses up a budget. Knows no messages.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from bot.app.ports import Delayed

KEPT = 20_000  # budgets, the longest unused are forgotten


class Kind(StrEnum):
    """What has a budget of its own in each channel."""

    POST = "post"
    EDIT = "edit"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class Budget:
    """At most ``count`` in any ``seconds``."""

    count: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Pace:
    """All budgets."""

    each: dict[Kind, Budget] = field(
        default_factory=lambda: {
            Kind.POST: Budget(4, 5.0),
            Kind.EDIT: Budget(4, 5.0),
            Kind.DELETE: Budget(4, 1.0),
        }
    )
    overall: Budget = Budget(45, 1.0)
    invalid: Budget = Budget(2_000, 600.0)  # refusals; at 10,000 Discord would block the address


class Pacer:
    """Counts what was done. ``monotonic`` gives seconds."""

    def __init__(self, monotonic: Callable[[], float], pace: Pace | None = None) -> None:
        self._now, self._pace = monotonic, pace or Pace()
        self._done: OrderedDict[tuple[Kind, int], deque[float]] = OrderedDict()
        self._all: deque[float] = deque()
        self._invalid: deque[float] = deque()

    def invalid(self) -> None:
        """Discord has refused a call with 401, 403 or 429; too many of them, and nothing goes out a while."""
        self._invalid.append(self._now())

    def take(self, kind: Kind, channel: int, *, leave: int = 0) -> None:
        """Count one call, if ``leave`` more would still fit. Raises ``Delayed`` at once otherwise."""
        now = self._now()
        own = self._done.setdefault((kind, channel), deque())
        self._done.move_to_end((kind, channel))
        wait = max(
            _wait(own, self._pace.each[kind], now, leave),
            _wait(self._all, self._pace.overall, now, 0),
            _wait(self._invalid, self._pace.invalid, now, 0),
        )
        if wait > 0:
            raise Delayed(wait)
        own.append(now)
        self._all.append(now)
        while len(self._done) > KEPT:
            self._done.popitem(last=False)


def _wait(done: deque[float], budget: Budget, now: float, leave: int) -> float:
    """Seconds until one more fits, 0.0 for now; forgets what no longer counts."""
    while done and now - done[0] >= budget.seconds:
        done.popleft()
    over = len(done) + leave - budget.count
    return done[over] + budget.seconds - now + 0.01 if 0 <= over < len(done) else 0.0
