"""Ids that hold their time of birth, as Discord makes them.

Must not know: what they name.
"""

import itertools

from tests.support.standin import StandInClock

EPOCH = 1_420_070_400  # 2015-01-01, seconds


class Snowflakes:
    def __init__(self, clock: StandInClock) -> None:
        self._clock = clock
        self._numbers = itertools.count(1)

    def new(self) -> int:
        milliseconds = int((self._clock.now() - EPOCH) * 1000)
        return milliseconds << 22 | next(self._numbers) & 0x3FFFFF


def born(snowflake: int) -> float:
    """Seconds since the Unix epoch."""
    return (snowflake >> 22) / 1000 + EPOCH
