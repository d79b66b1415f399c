"""What the computer expects of a position is what happens when it plays on against itself."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

import pytest

from bot.computer.outlook import Outlook, outlook
from bot.computer.player import best_play
from bot.game.plays import LegalPlays
from bot.game.position import CHECKERS, OFF, STANDARD_START, Position
from bot.game.rules import Rules
from tests.support.matches import random_walk

GAMES = 80


@dataclass(frozen=True)
class Seen:
    """Before a roll: what is expected of the game, and what came of it for the side on roll."""

    expected: Outlook
    won: bool
    high: bool


def game(seed: int) -> list[Seen]:
    dice, position, path = random.Random(seed), STANDARD_START, list[Outlook]()
    while True:
        path.append(outlook(position, on_roll=True))
        play = best_play(LegalPlays(position, (dice.randint(1, 6), dice.randint(1, 6))))
        position = play.position if play else position
        if position.own[OFF] == CHECKERS:
            high = position.opp[OFF] == 0
            return [Seen(one, n % 2 == 0, high) for n, one in enumerate(reversed(path))]
        position = position.mirrored()


@cache
def told() -> list[Seen]:
    return [seen for seed in range(GAMES) for seen in game(seed)]


@pytest.mark.parametrize("low", [0.0, 0.2, 0.4, 0.6, 0.8])
def test_a_chance_is_as_often_won_as_it_says(low: float) -> None:
    some = [seen for seen in told() if low <= seen.expected.chance < low + 0.2]
    expected = sum(seen.expected.chance for seen in some) / len(some)
    assert sum(seen.won for seen in some) / len(some) == pytest.approx(expected, abs=0.08)


def test_gammons_are_lost_as_often_as_expected() -> None:
    lost = [(seen.expected.their_loss if seen.won else seen.expected.own_loss, seen.high) for seen in told()]
    expected = sum(loss.gammons for loss, _ in lost) / len(lost)
    assert sum(high for _, high in lost) / len(lost) == pytest.approx(expected, abs=0.08)


@pytest.mark.parametrize("seed", range(4))
def test_of_any_position_both_sides_expect_the_same(seed: int) -> None:
    for driver in random_walk(Rules(length=None), seed, steps=150):
        if driver.match.running is None:
            continue
        position: Position = driver.match.running.turn.position
        mine, theirs = outlook(position, on_roll=True), outlook(position.mirrored(), on_roll=False)
        assert mine.chance + theirs.chance == pytest.approx(1)
        assert (mine.own_loss, mine.their_loss) == (theirs.their_loss, theirs.own_loss)
        assert 0 <= mine.own_loss.backgammons <= mine.own_loss.gammons <= 1


def test_a_temper_moves_a_chance_towards_its_own_side() -> None:
    even = outlook(STANDARD_START, on_roll=False)
    assert outlook(STANDARD_START, on_roll=False, temper=0.2).chance == pytest.approx(
        even.chance + 0.05, abs=0.01
    )
