"""How much one person may ask at a time (reliability.md R32): one warning, then silence until it is quieter.

Presses are many in a quick game, commands and texts few. Counts in memory only; knows no game.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

REMEMBERED = 10_000
DOUBLE_PRESS_S = 1.5


class Patience(StrEnum):
    """What becomes of something that a person asks."""

    HEARD = "heard"
    WARNED = "warned"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Allowance:
    """At most ``most`` within ``seconds``."""

    most: int
    seconds: float


PRESSES = (Allowance(100, 5), Allowance(1200, 60))
COMMANDS = (Allowance(8, 5), Allowance(40, 60), Allowance(400, 3600))


class Twice:
    """Notices the second press of a button that begins something, which must not begin two of them."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._pressed: OrderedDict[tuple[str, str], float] = OrderedDict()

    def again(self, person: str, button: str) -> bool:
        """Whether this person has pressed this button just now."""
        now, before = self._now(), self._pressed.pop((person, button), None)
        self._pressed[person, button] = now
        while len(self._pressed) > REMEMBERED:
            self._pressed.popitem(last=False)
        return before is not None and now - before < DOUBLE_PRESS_S


@dataclass(slots=True)
class _Counted:
    at: deque[float] = field(default_factory=deque)
    warned: bool = False


class Manners:
    """Counts by person and sort. ``now`` gives seconds that never jump."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._counted: OrderedDict[tuple[str, bool], _Counted] = OrderedDict()

    def ask(self, person: str, *, press: bool) -> Patience:
        """Whether this is heard; it counts either way, so that who goes on is not heard sooner."""
        allowances = PRESSES if press else COMMANDS
        counted = self._of((person, press))
        now, longest = self._now(), allowances[-1]
        while counted.at and counted.at[0] <= now - longest.seconds:
            counted.at.popleft()
        if len(counted.at) < longest.most * 2:
            counted.at.append(now)
        if all(_within(counted.at, allowance, now) for allowance in allowances):
            counted.warned = False
            return Patience.HEARD
        warned, counted.warned = counted.warned, True
        return Patience.IGNORED if warned else Patience.WARNED

    def _of(self, key: tuple[str, bool]) -> _Counted:
        counted = self._counted.setdefault(key, _Counted())
        self._counted.move_to_end(key)
        while len(self._counted) > REMEMBERED:
            self._counted.popitem(last=False)
        return counted


def _within(times: deque[float], allowance: Allowance, now: float) -> bool:
    return sum(at > now - allowance.seconds for at in times) <= allowance.most
