"""Misbehaviour on order: which call fails next, and how.

Must not know: any platform. A server asks `take(method)` once per call and does what the fault says.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

ANY = "*"


class FaultKind(StrEnum):
    RATE_LIMIT = "429"  # refused, with a wait of `seconds`
    INTERNAL = "500"  # refused, not carried out
    BAD_GATEWAY = "502"
    RESET = "reset"  # the connection ends before the call is carried out
    LOST = "lost"  # carried out, then the connection ends without an answer
    SLOW = "slow"  # carried out, the answer comes `seconds` later


@dataclass(frozen=True, slots=True)
class Fault:
    kind: FaultKind
    seconds: float
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class _Storm:
    rate: float
    kinds: tuple[FaultKind, ...]
    methods: frozenset[str]
    seconds: float
    dice: random.Random


class Faults:
    def __init__(self) -> None:
        self._ordered: list[tuple[str, Fault]] = []
        self._storm: _Storm | None = None
        self.carried_out = 0

    def next(
        self,
        method: str,
        kind: FaultKind | str,
        times: int = 1,
        *,
        seconds: float = 1.0,
        everywhere: bool = False,
    ) -> None:
        """The next `times` calls of `method` ("*" = any) fail in this way; several orders queue up.
        `everywhere`: a 429 is said to be for all calls.
        """
        fault = Fault(FaultKind(kind), seconds, everywhere)
        self._ordered += [(method, fault)] * times

    def storm(
        self,
        rate: float,
        kinds: Sequence[FaultKind] = tuple(FaultKind),
        *,
        seed: int,
        methods: Sequence[str] = (ANY,),
        seconds: float = 1.0,
    ) -> None:
        """From now on each call of `methods` fails with probability `rate`, in a way drawn from `kinds`."""
        self._storm = _Storm(rate, tuple(kinds), frozenset(methods), seconds, random.Random(seed))

    def calm(self) -> None:
        """No more faults, ordered or by chance."""
        self._ordered.clear()
        self._storm = None

    def take(self, method: str) -> Fault | None:
        fault = self._take_ordered(method) or self._take_by_chance(method)
        if fault is not None:
            self.carried_out += 1
        return fault

    def _take_ordered(self, method: str) -> Fault | None:
        for index, (wanted, fault) in enumerate(self._ordered):
            if wanted in (ANY, method):
                del self._ordered[index]
                return fault
        return None

    def _take_by_chance(self, method: str) -> Fault | None:
        storm = self._storm
        if storm is None or not storm.methods & {ANY, method} or storm.dice.random() >= storm.rate:
            return None
        return Fault(storm.dice.choice(storm.kinds), storm.seconds)
