"""The chance to win a match at a score: a closed form of our own making from two that are well known."""

from __future__ import annotations

from functools import lru_cache

GAMMONS = 0.25
"""Share of gammons among the wins of a trailer who has doubled at once; a usual assumption, not measured."""
FREE_DROP = 0.975
"""What is left of the trailer's chance where the leader may drop one double and need no more games for it."""
POINTS_A_GAME_OF_CHECKERS = 10  # chosen, not measured


def match_equity(away: float, their: float, *, crawford: bool = False) -> float:
    """The chance of the side that needs ``away`` points more, against one that needs ``their``.

    Janowski's rule where both need two or more: 0.5 + 0.85 · lead / (the trailer's need + 6). Where one needs
    a single point, game by game: without a cube in the Crawford game (``crawford``: it comes next), doubled
    at once by the trailer after it.
    """
    if away <= 0 or their <= 0:
        return 1.0 if away <= 0 else 0.0
    if away <= 1 and their <= 1:
        return 0.5
    if their <= 1:
        return (_at_crawford if crawford else _after_crawford)(round(away))
    if away <= 1:
        return 1 - (_at_crawford if crawford else _after_crawford)(round(their))
    return _far(their - away, max(away, their))


def checkers_equity(away: float, their: float) -> float:
    """The same where results count in checkers left: needs are in checkers."""
    if away <= 0 or their <= 0:
        return 1.0 if away <= 0 else 0.0
    return _far(*(n / POINTS_A_GAME_OF_CHECKERS for n in (their - away, max(away, their))))


def _far(lead: float, need: float) -> float:
    return min(max(0.5 + 0.85 * lead / (need + 6), 0.01), 0.99)


@lru_cache(maxsize=64)
def _after_crawford(away: int) -> float:
    """The trailer's chance against one who needs a point: each of his wins counts 2 or 4."""
    if away <= 0:
        return 1.0
    if away == 1:
        return 0.5
    doubled = 0.5 * ((1 - GAMMONS) * _after_crawford(away - 2) + GAMMONS * _after_crawford(away - 4))
    return doubled if away % 2 else doubled * FREE_DROP


def _at_crawford(away: int) -> float:
    """The trailer's chance before the game without a cube: a win counts 1 or 2."""
    return 0.5 * ((1 - GAMMONS) * _after_crawford(away - 1) + GAMMONS * _after_crawford(away - 2))
