"""What is to be expected of a position: chance, gammons, checkers left, and how well a cube can be used.

The constants are fitted to games that the computer played against itself to their end, without a cube:
``python -m benchmarks.computer fit`` plays, fits and prints them again; ``… calibration`` compares what they
promise with how games end, under house rules too (docs/figures.md).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from bot.computer.bear_off import can_be_counted, first_off, standing
from bot.game.position import BAR, CHECKERS, OFF, Position

HOME = range(1, 7)
POINT_VALUE = (0, 0.3, 0.5, 0.75, 1.0, 1.15, 1.1, 1.0, 0.6, 0.4, 0.35, 0.3, 0.3)
PRIME_VALUE = (0.0, 0.0, 0.03, 0.16, 0.4, 0.75, 1.15)
PIPS_A_ROLL, PIPS_AT_START = 8.17, 334

CONTACT = (-0.166, 1.36, -0.0805, 0.301, 0.874, 0.291, -0.31, 0.1, -0.0678, 0.0236, 2.25)
"""Weights of ``contact_traits``."""
RACE = (5.88, 1.29, 1.13, 2.22, 1.31, 1.56)
"""Weights of ``race_traits``."""
GAMMON = (-1.71, 0.354, -0.152, 4.42)
"""Weights of the first of ``high_traits``, in contact."""
GAMMON_IN_RACES = (-0.321, 1.82, -1.73, 0.0)
"""The same in races."""
BACKGAMMON = (-3.85, 0.681, -0.0146, 7.09)
"""Weights of the second of ``high_traits``."""
LEFT = (2.37, -0.238, 0.425, 0.402)
"""Weights of ``left_traits`` in contact."""
LEFT_IN_RACES = (1.42, -1.17, 1.49, 0.78)
"""The same in races."""

USE_IN_CONTACT, USE_IN_RACES = 0.75, 0.65
"""How much of a perfect cube is got in practice, a usual assumption; nothing once the next roll decides."""
ROLLS_FOR_FULL_USE = 4  # chosen, not measured


@dataclass(frozen=True, slots=True)
class Loss:
    """How a side loses, if it does: the shares lost as a gammon or worse, and as a backgammon; its checkers
    left at the end of a plain game; those off now.
    """

    gammons: float
    backgammons: float
    left: float
    off: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """The rest of a game as one side sees it: its chance, how it loses and how the other does, and how much
    of a perfect cube can be got (0 … 1).
    """

    chance: float
    own_loss: Loss
    their_loss: Loss
    cube_use: float


def outlook(position: Position, *, on_roll: bool, temper: float = 0.0) -> Outlook:
    """For the side that sees the position, before its own roll or before the other's. ``temper`` is added to
    its log-odds: above 0 it hopes, below 0 it fears.
    """
    odds = -odds_after_play(position.mirrored()) if on_roll else odds_after_play(position)
    return Outlook(chance_of(odds + temper), _loss(position), _loss(position.mirrored()), _cube_use(position))


def _loss(loser: Position) -> Loss:
    most = max(CHECKERS - loser.own[OFF], 1)
    weights = LEFT if in_contact(loser) else LEFT_IN_RACES
    left = min(max(_weighed(weights, left_traits(loser)), 1.0), most)
    return Loss(*high_shares(loser), left, loser.own[OFF])


def chance_of(odds: float) -> float:
    """A chance from log-odds."""
    return 1 / (1 + math.exp(-min(max(odds, -20.0), 20.0)))


def odds_after_play(position: Position) -> float:
    """Log-odds that the side wins by which the position is seen, the *other* being on roll."""
    if in_contact(position):
        return _weighed(CONTACT, contact_traits(position))
    if is_counted_out(position):
        chance = min(max(first_off(standing(position.opp), standing(position.own)), 1e-6), 1 - 1e-6)
        return math.log((1 - chance) / chance)
    return -_weighed(RACE, race_traits(position.mirrored()))


def is_counted_out(race: Position) -> bool:
    """Whether the end of this race is known exactly."""
    return can_be_counted(race.own) and can_be_counted(race.opp)


def in_contact(position: Position) -> bool:
    """Whether a checker of one side still has to pass one of the other."""
    return rearmost(position.own) > 25 - rearmost(position.opp)


def rearmost(checkers: tuple[int, ...]) -> int:
    """The highest own point with a checker; 0 where all are off."""
    return next((p for p in range(BAR, 0, -1) if checkers[p]), 0)


def high_shares(loser: Position) -> tuple[float, float]:
    """Of the games that this side loses, the shares lost as a gammon or worse, and as a backgammon."""
    if loser.own[OFF]:
        return 0.0, 0.0
    for_gammon, for_backgammon = high_traits(loser)
    weights = GAMMON if in_contact(loser) else GAMMON_IN_RACES
    gammons = chance_of(_weighed(weights, for_gammon))
    return gammons, gammons * chance_of(_weighed(BACKGAMMON, for_backgammon))


def contact_traits(position: Position) -> tuple[float, ...]:
    """What decides a game in contact, seen by the side that has just played; the less, the more pips there
    are to come, as after the house rule's start on the bar.
    """
    own, opp = position.own, position.opp
    pips, opp_pips = position.pips, position.opp_pips
    lead, both = opp_pips - pips, opp_pips + pips
    differences = (a - b for a, b in zip(_traits(own, opp), _traits(opp, own), strict=True))
    pinned = _pinned(position.opp_pinned) - _pinned(position.own_pinned)
    early = min(PIPS_AT_START / both, 1.0)
    return tuple(early * trait for trait in (1.0, lead / math.sqrt(both), lead, *differences, pinned))


def _traits(own: tuple[int, ...], opp: tuple[int, ...]) -> tuple[float, ...]:
    made = points_made(own)
    back = sum(own[19:])
    return (
        sum(value for value, has in zip(POINT_VALUE, made, strict=False) if has),
        prime_value(made, 25 - rearmost(opp)),
        own[OFF],
        back,
        sum(made[1:7]) * min(opp[BAR], 2),
        own[1:7].count(1),
        back == 0,
    )


def points_made(checkers: tuple[int, ...]) -> list[bool]:
    """Which points hold two or more, by point; 0 and the bar are none."""
    return [False, *(n >= 2 for n in checkers[1:BAR])]


def prime_value(made: list[bool], rear: int) -> float:
    """The worth of the longest block of points before the other's rear checker (own point ``rear``)."""
    best = run = 0
    for has in made[max(rear, 0) + 1 : rear + 13]:
        run = run + 1 if has else 0
        best = max(best, run)
    return PRIME_VALUE[min(best, 6)]


def _pinned(pins: int) -> float:
    return sum(p for p in range(1, 25) if pins >> p & 1) / 25 if pins else 0.0


def race_traits(position: Position) -> tuple[float, ...]:
    """What decides a race, seen by the side on roll: the roll itself, and what the other needs more of."""
    own, opp = _need(position.own), _need(position.opp)
    scale = math.sqrt(max(own[0] + opp[0], 4))
    return (1 / scale, *((theirs - mine) / scale for mine, theirs in zip(own, opp, strict=True)))


def _need(checkers: tuple[int, ...]) -> tuple[int, ...]:
    """Pips, checkers, and what is wasted by stacks on the lowest points."""
    pips = sum(p * n for p, n in enumerate(checkers))
    stacks = (max(checkers[p] - least, 0) for p, least in ((1, 1), (2, 1), (3, 3)))
    return (pips, CHECKERS - checkers[OFF], *stacks)


def high_traits(loser: Position) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What makes a lost game a gammon, and a gammon a backgammon: the rolls to go home, or to leave the
    winner's, and those that the winner needs; less, the more pips there are to come.
    """
    winner_pips, pinned = loser.opp_pips, _pinned(loser.own_pinned)
    scale = min(PIPS_AT_START / max(loser.pips + winner_pips, 1), 1.0) ** 2 / PIPS_A_ROLL
    home, away = (_pips_beyond(loser, last) * scale for last in (6, 18))
    winner_rolls = winner_pips * scale
    return (1.0, home, winner_rolls, pinned), (1.0, away, winner_rolls, pinned)


def _pips_beyond(loser: Position, last: int) -> int:
    return sum((p - last) * loser.own[p] for p in range(last + 1, BAR + 1))


def left_traits(loser: Position) -> tuple[float, ...]:
    """What tells how many checkers a loser is left with who loses a plain game."""
    rolls = max(loser.opp_pips / PIPS_A_ROLL, (CHECKERS - loser.opp[OFF]) / 2)
    return (1.0, rolls, _pips_beyond(loser, 6) / PIPS_A_ROLL, CHECKERS - loser.own[OFF])


def _cube_use(position: Position) -> float:
    if in_contact(position):
        return USE_IN_CONTACT
    rolls = min(position.pips, position.opp_pips) / PIPS_A_ROLL
    return USE_IN_RACES * min(max((rolls - 1) / ROLLS_FOR_FULL_USE, 0.0), 1.0)


def _weighed(weights: tuple[float, ...], traits: tuple[float, ...]) -> float:
    return sum(weight * trait for weight, trait in zip(weights, traits, strict=True))
