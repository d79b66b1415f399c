"""The end of a race exactly: how many rolls a few checkers at home still need, and who is off first."""

from __future__ import annotations

from functools import cache

MOST = 5
"""Checkers of a side up to which its rolls are counted out: 462 ways to stand, found when asked for."""
ROLLS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))

Standing = tuple[int, ...]
"""The points of the checkers, highest first."""
Chances = tuple[float, ...]


def can_be_counted(checkers: tuple[int, ...]) -> bool:
    """Whether these, by point, are few enough, and all at home."""
    return sum(checkers[1:7]) <= MOST and not any(checkers[7:])


def standing(checkers: tuple[int, ...]) -> Standing:
    """Checkers by point as a standing."""
    return tuple(p for p in range(6, 0, -1) for _ in range(checkers[p]))


def first_off(on_roll: Standing, other: Standing) -> float:
    """The chance of the side on roll, each side taking the fewest rolls that it can expect."""
    mine, theirs = _chances(on_roll), _chances(other)
    return sum(chance * sum(theirs[rolls:]) for rolls, chance in enumerate(mine))


@cache
def _chances(checkers: Standing) -> Chances:
    """The chance of being off with exactly 0, 1, 2 … rolls."""
    if not checkers:
        return (1.0,)
    chances = [0.0] * (2 * MOST + 2)
    for first, second in ROLLS:
        share = (1 if first == second else 2) / 36
        best: Chances = min(_after(checkers, first, second), key=_expected)
        for rolls, chance in enumerate(best):
            chances[rolls + 1] += share * chance
    while not chances[-1]:
        chances.pop()
    return tuple(chances)


def _expected(chances: Chances) -> float:
    return sum(rolls * chance for rolls, chance in enumerate(chances))


def _after(checkers: Standing, first: int, second: int) -> list[Chances]:
    """What every play of the roll leads to."""
    dice = [(first,) * 4] if first == second else [(first, second), (second, first)]
    reached = set[Standing]()
    for order in dice:
        now = {checkers}
        for die in order:
            now = {moved for stand in now for moved in _moved(stand, die)}
        reached |= now
    return [_chances(stand) for stand in reached]


def _moved(checkers: Standing, die: int) -> list[Standing]:
    """Every move by one die; a higher die bears off from the highest point."""
    if not checkers:
        return [checkers]
    found = []
    for at, point in enumerate(checkers):
        if point > die:
            found.append(tuple(sorted((*checkers[:at], point - die, *checkers[at + 1 :]), reverse=True)))
        elif point == die or at == 0:
            found.append(checkers[:at] + checkers[at + 1 :])
    return found
