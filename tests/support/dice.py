"""Dice for tests: seeded ones and ones that throw what the test says."""

from __future__ import annotations

import random
from collections.abc import Iterable

from bot.game.dice import Label


class SeededDice:
    """Throws that are a function of the seed, the label and the number."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def throw(self, label: Label, n: int, count: int) -> tuple[int, ...]:
        chance = random.Random(f"{self._seed}/{label}/{n}")
        return tuple(chance.randint(1, 6) for _ in range(count))


class FreshDice:
    """Seeded throws that go on whatever number is asked for (several games in a row)."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)

    def throw(self, label: Label, n: int, count: int) -> tuple[int, ...]:
        return tuple(self._chance.randint(1, 6) for _ in range(count))


class ScriptedDice:
    """Throws the given rolls in order, whatever they are for."""

    def __init__(self, rolls: Iterable[tuple[int, ...]]) -> None:
        self._rolls = iter(rolls)
        self.asked: list[tuple[Label, int, int]] = []

    def throw(self, label: Label, n: int, count: int) -> tuple[int, ...]:
        self.asked.append((label, n, count))
        roll = next(self._rolls)
        assert len(roll) == count
        return roll
