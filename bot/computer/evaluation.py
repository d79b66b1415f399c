"""Which play is best: what is to be expected after it, and how its blots, and the other's, stand to be hit.

``equity`` is in points of a plain game for the side that has just played.
"""

from __future__ import annotations

from functools import lru_cache

from bot.computer.outlook import HOME, chance_of, high_shares, in_contact, odds_after_play
from bot.game.position import BAR, CHECKERS, OFF, Position

CARE, AIM = 0.8, 0.2
"""What own blots and the other's weigh beside the odds. The games that these are fitted to leave few blots
for no reason, so they tell little about them; found by trials of play against itself, which were not kept.
"""


def equity(position: Position) -> float:
    """Points to expect, gammons included: −3 … +3. The *other* side is on roll."""
    if position.own[OFF] == CHECKERS:
        return _finished(position)
    mirrored, odds = position.mirrored(), odds_after_play(position)
    if in_contact(position):
        odds += AIM * _danger(mirrored) - CARE * _danger(position)
    chance = chance_of(odds)
    return chance * (1 + sum(high_shares(mirrored))) - (1 - chance) * (1 + sum(high_shares(position)))


def _finished(position: Position) -> float:
    loser = position.opp
    if loser[OFF]:
        return 1.0
    return 3.0 if any(loser[19:]) else 2.0


def _danger(position: Position) -> float:
    """What one's blots stand to lose to the other's shots: chance of a hit times what it costs."""
    own, opp = position.own, position.opp
    closed = sum(opp[p] >= 2 for p in HOME)
    danger = 0.0
    for p in range(1, 25):
        if own[p] != 1 or position.own_pinned >> p & 1:
            continue
        shots = _shots(own, opp, p)
        if shots:
            lost = (25 - p) * 0.035 + 0.12 * closed + 0.25
            danger += shots / 36 * lost
    return danger


def _shots(own: tuple[int, ...], opp: tuple[int, ...], blot: int) -> int:
    """How many of 36 rolls hit a blot on own point ``blot``; direct and two-dice shots, doubles included."""
    target = 25 - blot
    distances = tuple(p - target for p in range(target + 1, BAR + 1) if opp[p])
    blocked = frozenset(d for d in range(1, 25) if target + d < BAR and own[BAR - (target + d)] >= 2)
    if opp[BAR]:
        distances = (BAR - target,) if opp[BAR] == 1 or BAR - target <= 6 else ()
    return _hitting_rolls(distances, blocked) if distances else 0


@lru_cache(maxsize=50_000)
def _hitting_rolls(distances: tuple[int, ...], blocked: frozenset[int]) -> int:
    return sum(
        any(_reaches(distance, first, second, blocked) for distance in distances)
        for first in range(1, 7)
        for second in range(1, 7)
    )


def _reaches(distance: int, first: int, second: int, blocked: frozenset[int]) -> bool:
    if distance in (first, second):
        return True
    if first == second:
        steps, rest = divmod(distance, first)
        return rest == 0 and steps <= 4 and all(distance - first * k not in blocked for k in range(1, steps))
    if distance != first + second:
        return False
    return distance - first not in blocked or distance - second not in blocked
