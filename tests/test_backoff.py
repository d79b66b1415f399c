"""How long what has failed waits until it is begun again."""

from __future__ import annotations

import pytest

from bot.backoff import HEALTHY_S, until_done


class Attempts:
    """Each lasts as long as ``lasted`` says, and the last is done; the time is their own."""

    def __init__(self, *lasted: float) -> None:
        self._lasted, self.now = list(lasted), 1000.0
        self.pauses: list[float] = []

    async def attempt(self) -> bool:
        self.now += self._lasted.pop(0)
        return not self._lasted

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    async def run(self, first_s: float, longest_s: float) -> list[float]:
        await until_done(self.attempt, first_s, longest_s, now=lambda: self.now, sleep=self.sleep)
        return self.pauses


async def test_what_is_done_at_once_waits_for_nothing() -> None:
    assert await Attempts(1).run(1, 8) == []


async def test_pauses_grow_to_the_longest() -> None:
    assert await Attempts(*[0] * 8).run(0.25, 10) == [0.25, 0.5, 1, 2, 4, 8, 10]


@pytest.mark.parametrize("lasted, then", [(HEALTHY_S, [4, 8]), (HEALTHY_S + 0.1, [1, 2])])
async def test_one_that_was_well_for_a_minute_is_begun_again_soon(lasted: float, then: list[float]) -> None:
    assert await Attempts(0, 0, lasted, 0, 0).run(1, 60) == [1, 2, *then]


async def test_pauses_do_not_count_as_being_well() -> None:
    assert await Attempts(*[0] * 6).run(50, 200) == [50, 100, 200, 200, 200]


async def test_what_an_attempt_raises_ends_it() -> None:
    async def attempt() -> bool:
        raise KeyError("a fault")

    with pytest.raises(KeyError, match="a fault"):
        await until_done(attempt, 1, 8)
