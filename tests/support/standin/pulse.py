"""Waiting for something to become true in a stand-in, without busy loops.

Must not know: what is waited for.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

LOOK_AGAIN = 0.05  # seconds; for conditions that depend on more than the stand-in


class Pulse:
    """`beat` after each change; `until` looks again at each beat."""

    def __init__(self) -> None:
        self._next = asyncio.Event()

    def beat(self) -> None:
        passed, self._next = self._next, asyncio.Event()
        passed.set()

    async def wait(self, seconds: float) -> bool:
        """True at the next beat, False when `seconds` have passed without one."""
        try:
            await asyncio.wait_for(self._next.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def until(self, condition: Callable[[], T], within: float = 5.0, what: str = "") -> T:
        """The first truthy value of `condition`; AssertionError naming `what` after `within` seconds."""
        end = time.monotonic() + within
        while not (value := condition()):
            left = end - time.monotonic()
            if left <= 0:
                raise AssertionError(f"not within {within} s: {what or condition}")
            await self.wait(min(left, LOOK_AGAIN))
        return value
