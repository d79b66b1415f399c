"""The record of every call that a stand-in answered, and of every rule that a client broke.

Must not know: any platform's rules; the servers judge, this only keeps.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.support.standin.faults import FaultKind

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    at: float
    method: str
    params: Json
    status: int
    error: str | None = None
    fault: FaultKind | None = None
    seconds: float = 0.0


@dataclass(slots=True)
class Ledger:
    """`violations` holds one sentence per broken rule; a test asserts that it is empty."""

    calls: list[Call] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)

    def note(self, call: Call) -> None:
        self.calls.append(call)
        self.statuses[call.status] += 1
        if call.error is not None:
            self.errors[call.error] += 1

    def violation(self, method: str, text: str) -> None:
        self.violations.append(f"{method}: {text}")

    def of(self, method: str) -> list[Call]:
        return [call for call in self.calls if call.method == method]
