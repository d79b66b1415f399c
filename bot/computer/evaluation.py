"""How good a position is, by what a club player weighs: race, blots, points, primes, anchors, checkers up.

``equity`` is in points of a plain game for the side that the position is seen by, before the other rolls.
The weights are our own, set by play against itself (see ``benchmarks/computer.py``).
"""

from __future__ import annotations

import math
from functools import lru_cache

from bot.game.position import BAR, CHECKERS, OFF, Position

HOME = range(1, 7)
POINT_VALUE = (0, 0.3, 0.5, 0.75, 1.0, 1.15, 1.1, 1.0, 0.6, 0.4, 0.35, 0.3, 0.3)


def win_chance(position: Position) -> float:
    """The estimated chance that the side it is seen by wins, the *other* side being on roll."""
    if position.own[OFF] == CHECKERS:
        return 1.0
    lead = position.opp_pips - position.pips
    if not in_contact(position):
        return _race_chance(position.pips, lead - 4)
    score = _contact_score(position) + 0.045 * lead
    return 1 / (1 + math.exp(-score))


def equity(position: Position) -> float:
    """Points to expect, gammons included: −3 … +3."""
    if position.own[OFF] == CHECKERS:
        return _finished(position)
    chance = win_chance(position)
    won_high, lost_high = _gammon_share(position.mirrored()), _gammon_share(position)
    return chance * (1 + won_high) - (1 - chance) * (1 + lost_high)


def in_contact(position: Position) -> bool:
    """Whether a checker of one side still has to pass one of the other."""
    return _rearmost(position.own) > 25 - _rearmost(position.opp)


def _rearmost(checkers: tuple[int, ...]) -> int:
    return max((p for p in range(1, BAR + 1) if checkers[p]), default=0)


def _finished(position: Position) -> float:
    loser = position.opp
    if loser[OFF]:
        return 1.0
    return 3.0 if any(loser[19:]) else 2.0


def _race_chance(pips: int, lead: float) -> float:
    spread = 2.1 * math.sqrt(max(pips, 8)) * 0.85
    return 1 / (1 + math.exp(-1.7 * lead / spread))


def _gammon_share(loser: Position) -> float:
    """Of the games that this side loses, the share lost as a gammon or worse."""
    if loser.own[OFF]:
        return 0.0
    outside = sum(max(p - 6, 0) * loser.own[p] for p in range(7, BAR + 1))
    winner_rolls = max(loser.opp_pips, 1) / 8.17
    needed = (outside + 4) / 8.17
    return 0.9 / (1 + math.exp((winner_rolls - needed) * 0.7))


def _contact_score(position: Position) -> float:
    own, opp = position.own, position.opp
    score = _structure(own, opp) - _structure(opp, own)
    score -= _exposure(position, opp_rolls=True)
    score += 0.25 * _exposure(position.mirrored(), opp_rolls=False)
    return score + _bar(own, opp) + _pins(position)


def _structure(own: tuple[int, ...], opp: tuple[int, ...]) -> float:
    """Points, primes and anchors of one side against the other's rear checkers."""
    made = [own[p] >= 2 for p in range(BAR)]
    score = sum(POINT_VALUE[p] for p in range(1, 13) if made[p]) * 0.32
    rear = _rearmost(opp)
    trapped = sum(opp[p] for p in range(19, BAR + 1))
    score += _prime(made, 25 - rear) * (0.5 + 0.25 * min(trapped, 3))
    anchor = next((p for p in (20, 21, 22, 18, 19, 23, 24) if own[p] >= 2), 0)
    score += {20: 0.55, 21: 0.5, 22: 0.35, 18: 0.5, 19: 0.3, 23: 0.2, 24: 0.15}.get(anchor, 0.0)
    stacked = sum(max(own[p] - 3, 0) for p in range(1, 25))
    dead = sum(own[p] for p in (1, 2)) if rear > 18 else 0
    return score - 0.05 * stacked - 0.07 * dead


def _prime(made: list[bool], rear: int) -> float:
    """The worth of the longest block of points before the other's rear checker (own point ``rear``)."""
    best = run = 0
    for p in range(max(rear, 0) + 1, min(rear + 13, 25)):
        run = run + 1 if made[p] else 0
        best = max(best, run)
    return (0.0, 0.0, 0.03, 0.16, 0.4, 0.75, 1.15)[min(best, 6)]


def _bar(own: tuple[int, ...], opp: tuple[int, ...]) -> float:
    """Checkers on the bar against the closed points they must enter through."""
    closed_to_opp = sum(own[p] >= 2 for p in HOME)
    closed_to_own = sum(opp[p] >= 2 for p in HOME)
    against_opp = min(opp[BAR], 4) * (0.12 + 0.02 * closed_to_opp**2)
    against_own = min(own[BAR], 4) * (0.22 + 0.025 * closed_to_own**2)
    return against_opp - against_own


def _pins(position: Position) -> float:
    """House rule pin: a checker held in the other's home is worth most."""
    held = sum(0.2 + p * 0.05 for p in range(1, 25) if position.opp_pinned >> p & 1)
    lost = sum(0.2 + p * 0.05 for p in range(1, 25) if position.own_pinned >> p & 1)
    return held - lost


def _exposure(position: Position, *, opp_rolls: bool) -> float:
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
    return danger if opp_rolls else min(danger, 2.0)


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
