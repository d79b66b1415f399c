"""Play generation against a second, slow generator on random games under every house rule."""

import random
from collections.abc import Iterator
from itertools import islice, product

import pytest

from bot.game.dice import Roll
from bot.game.plays import LegalPlays
from bot.game.position import BAR_START, CHECKERS, OFF, STANDARD_START, Position
from bot.game.rules import BearOff, Contact
from tests.support.slow_plays import slow_finals

PAIRS = 2_600
"""Pairs for each of the eight combinations: more than 20,000 in all."""

STARTS = {"standard": STANDARD_START, "bar": BAR_START}
COMBINATIONS = list(product(STARTS, Contact, BearOff))


def pairs(seed: int, start: Position, contact: Contact, bear_off: BearOff) -> Iterator[tuple[Position, Roll]]:
    """Positions and rolls of random games played by the slow generator, through all stages of a game."""
    rng = random.Random(seed)
    position = start
    dances = 0
    while True:
        roll = (rng.randint(1, 6), rng.randint(1, 6))
        yield position, roll
        finals = slow_finals(position, roll, contact, bear_off)
        dances = 0 if finals else dances + 1
        if finals:
            position = rng.choice(sorted(finals, key=lambda final: (final.own, final.opp)))
        over = position.own[OFF] == CHECKERS or dances > 20
        position = start if over else position.mirrored()


@pytest.mark.parametrize("start,contact,bear_off", COMBINATIONS, ids=lambda value: str(value))
def test_both_generators_find_the_same_final_positions(
    start: str, contact: Contact, bear_off: BearOff
) -> None:
    seed = COMBINATIONS.index((start, contact, bear_off))
    for position, roll in islice(pairs(seed, STARTS[start], contact, bear_off), PAIRS):
        plays = LegalPlays(position, roll, contact, bear_off)
        found = [play.position for play in plays]
        assert len(found) == len(plays) == len(set(found)), (position, roll)
        assert set(found) == slow_finals(position, roll, contact, bear_off), (position, roll)
        assert bool(plays) == (len(plays) > 0)
