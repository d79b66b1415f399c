"""How good the computer's estimates and cubes are, and how its constants come about.

``python -m benchmarks.computer fit [--games N]`` plays N games against itself to their end, without a cube
(and a quarter of that with the house rule *pin*, for what pins weigh), and prints the constants of
``bot.computer.outlook`` fitted to them; ``calibration`` compares estimates with how such games end; ``cubes``
plays N money games and counts what becomes of doubles; ``duel --other FOLDER`` plays N pairs of money games,
with the same dice and sides changed, against the package ``bot/computer`` of another version, in FOLDER.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise, repeat
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from bot.app.match_kind import awaited
from bot.computer import outlook as ol
from bot.computer import player
from bot.game import actions as act
from bot.game.game import Ended
from bot.game.match import Match
from bot.game.plays import LegalPlays
from bot.game.position import BAR_START, CHECKERS, OFF, STANDARD_START, Position
from bot.game.result import How, Kind
from bot.game.rules import MONEY, Contact, Rules, Start
from bot.game.side import Side
from tests.support.dice import FreshDice
from tests.support.matches import Driver

Numbers = NDArray[np.float64]
USUAL, PIN, BAR = Rules(), Rules(contact=Contact.PIN), Rules(start=Start.BAR)
MOST_PLAYS = 400
MOST_ACTIONS = 2_000
RACES_ANEW = 4
DUEL = replace(MONEY, cap=8)
"""With a cap: where two see a game quite differently each redoubles the other, and one game would decide all.
"""


@dataclass(frozen=True)
class Sample:
    """A position before a roll of a game played to its end; ``won`` by the side on roll; the loser had so
    many checkers ``left``.
    """

    position: Position
    won: bool
    kind: Kind
    left: int

    @property
    def loser(self) -> Position:
        """Seen by the side that lost."""
        return self.position.mirrored() if self.won else self.position


def game(rules: Rules, seed: int, begun: Position | None = None) -> list[Sample]:
    """Every position of one game against itself, from the one given on; none of a game that does not end."""
    dice, seen = random.Random(seed), list[Position]()
    position = begun or (BAR_START if rules.start is Start.BAR else STANDARD_START)
    while len(seen) < MOST_PLAYS:
        first, second = dice.randint(1, 6), dice.randint(1, 6)
        if not seen and not begun and first == second:
            continue
        seen.append(position)
        play = player.best_play(LegalPlays(position, (first, second), rules.contact))
        position = play.position if play else position
        if position.own[OFF] == CHECKERS:
            return list(samples(seen, position.opp))
        position = position.mirrored()
    return []


def samples(seen: Sequence[Position], loser: tuple[int, ...]) -> Iterable[Sample]:
    """The last of ``seen`` was the winner's."""
    kind = Kind.SINGLE if loser[OFF] else Kind.BACKGAMMON if any(loser[19:]) else Kind.GAMMON
    for number, position in enumerate(reversed(seen)):
        yield Sample(position, number % 2 == 0, kind, CHECKERS - loser[OFF])


def played(rules: Rules, games: int, first_seed: int) -> list[Sample]:
    """Games on all processors."""
    seeds = range(first_seed, first_seed + games)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [one for told in pool.map(game, repeat(rules), seeds, chunksize=8) for one in told]


def raced(told: Sequence[Sample]) -> list[Sample]:
    """Every race among these, played on anew some times."""
    begun = [
        race.position
        for race, before in pairwise(told)  # the end of each game comes first
        if ol.in_contact(before.position) and not ol.in_contact(race.position)
    ] * RACES_ANEW
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        again = pool.map(game, repeat(USUAL), range(len(begun)), begun, chunksize=32)
        return [one for told in again for one in told]


def logistic(traits: Numbers, happened: Numbers) -> Numbers:
    """Weights of the most likely log-odds, by Newton's method, of all traits but the last, which tells of
    pins and is 0 under the usual rules; a little ridge for what hardly varies.
    """
    return _climbed(traits[:, :-1], happened, np.zeros(len(happened)))


def with_pins(weights: Numbers, traits: Numbers, happened: Numbers) -> Numbers:
    """These, and the last trait's by games with pins."""
    return np.append(weights, _climbed(traits[:, -1:], happened, traits[:, :-1] @ weights))


def _climbed(x: Numbers, y: Numbers, given: Numbers) -> Numbers:
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(given + x @ weights, -30, 30)))
        slope = x.T @ (y - p) - 1e-3 * weights
        curve = (x.T * (p * (1 - p))) @ x + 1e-3 * np.eye(x.shape[1])
        step = np.clip(np.linalg.solve(curve, slope), -1, 1)
        weights += step
        if abs(step).max() < 1e-9:
            break
    return weights


def tell(name: str, weights: Iterable[float]) -> None:
    """As a line of ``bot/computer/outlook.py``."""
    print(f"{name} = ({', '.join(f'{weight:.3g}' for weight in weights)})")


def fit(games: int) -> None:
    """Play, fit, print."""
    usual, pins = played(USUAL, games, 1), played(PIN, games // 4, 1)
    for name, tables in {"CONTACT": contact, "GAMMON": gammons, "BACKGAMMON": backgammons}.items():
        tell(name, with_pins(logistic(*tables(usual)), *tables(pins)))
    races = raced(usual)
    tell("GAMMON_IN_RACES", [*logistic(*gammons(races, in_contact=False)), 0.0])
    longer = [one for one in races if not ol.is_counted_out(one.position)]
    seen = numbers(ol.race_traits(one.position) for one in longer)
    tell("RACE", _climbed(seen, numbers(one.won for one in longer), np.zeros(len(longer))))
    for name, within in (("LEFT", True), ("LEFT_IN_RACES", False)):
        plain = [one for one in usual if one.kind is Kind.SINGLE and ol.in_contact(one.position) is within]
        traits = numbers(ol.left_traits(one.loser) for one in plain)
        tell(name, np.linalg.lstsq(traits, numbers(one.left for one in plain), rcond=None)[0])


def contact(told: list[Sample]) -> tuple[Numbers, Numbers]:
    """Traits and wins of those who have just played."""
    some = [one for one in told if ol.in_contact(one.position)]
    traits = numbers(ol.contact_traits(one.position.mirrored()) for one in some)
    return traits, numbers(not one.won for one in some)


def gammons(told: list[Sample], *, in_contact: bool = True) -> tuple[Numbers, Numbers]:
    """Of losers who have none off yet."""
    some = [one for one in told if not one.loser.own[OFF] and ol.in_contact(one.position) is in_contact]
    return numbers(ol.high_traits(one.loser)[0] for one in some), numbers(one.kind > 1 for one in some)


def backgammons(told: list[Sample]) -> tuple[Numbers, Numbers]:
    """Of those who lost a gammon or more."""
    some = [one for one in told if one.kind > 1]
    return numbers(ol.high_traits(one.loser)[1] for one in some), numbers(one.kind > 2 for one in some)


def numbers(values: Iterable[object]) -> Numbers:
    """A column, or a table."""
    return np.array(list(values), float)


def calibration(games: int) -> None:
    """Estimates beside what happened, by tenths; other games than ``fit`` has seen."""
    for name, rules in {"usual": USUAL, "pin": PIN, "bar": BAR}.items():
        told = played(rules, games, 1_000_000)
        seen = [ol.outlook(one.position, on_roll=True) for one in told]
        chances = [one.chance for one in seen]
        for part, within in {"in contact": True, "in races": False}.items():
            pairs = [
                (chance, one.won)
                for chance, one in zip(chances, told, strict=True)
                if ol.in_contact(one.position) is within
            ]
            compare(f"{name}, {part}: wins", pairs)
        gammons = [
            ((view.own_loss if not one.won else view.their_loss).gammons, one.kind > Kind.SINGLE)
            for view, one in zip(seen, told, strict=True)
        ]
        compare(f"{name}: gammons among losses", gammons)


def compare(name: str, pairs: Sequence[tuple[float, bool]]) -> None:
    """One line for each tenth."""
    print(f"{name}, {len(pairs)} positions")
    for tenth in range(10):
        of = [(chance, happened) for chance, happened in pairs if min(int(chance * 10), 9) == tenth]
        if of:
            promised, happened = (100 * sum(column) / len(of) for column in zip(*of, strict=True))
            print(f"  {10 * tenth:2}-{10 * tenth + 10:3} %: {promised:5.1f} → {happened:5.1f} %  ({len(of)})")


Chooser = Callable[[Match, str, str], act.MatchAction]


def money_game(seed: int, choosers: dict[Side, Chooser], rules: Rules = MONEY) -> Driver:
    """One game of a session for money."""
    driver = Driver(rules, FreshDice(seed))
    driver.do(Side.X, act.StartGame())
    for _ in range(MOST_ACTIONS):
        if driver.match.running is None:
            break
        side = awaited(driver.match)
        assert side is not None
        driver.do(side, choosers[side](driver.match, side.value, player.MEDIUM))
    return driver


def cubes(games: int) -> None:
    """What becomes of doubles between two computers."""
    counts, values = Counter[str](), list[int]()
    for seed in range(games):
        driver = money_game(seed, dict.fromkeys(Side, player.choose))
        ended = driver.match.game
        assert ended is not None
        assert isinstance(ended.phase, Ended)
        answers = [
            type(event).__name__ for event in driver.log if type(event).__name__ in ("Taken", "Dropped")
        ]
        counts.update(f"initial {answer}" for answer in answers[:1])
        counts.update(f"later {answer}" for answer in answers[1:])
        result = ended.phase.result
        counts[f"ended {result.how.value if result.how is How.DROP else result.kind.name}"] += 1
        values.append(ended.stake.value)
    for what, count in sorted(counts.items()):
        print(f"{what:<24} {count:5}  {100 * count / games:5.1f} % of the games")
    print(f"mean cube at the end {sum(values) / games:.2f}")


def other_player(folder: Path) -> ModuleType:
    """``bot.computer.player`` of another version; ours stays in place."""
    package = importlib.import_module("bot.computer")
    mine = {name: module for name, module in sys.modules.items() if name.startswith("bot.computer.")}
    path = list(package.__path__)
    try:
        for name in mine:
            del sys.modules[name]
        package.__path__ = [str(folder)]
        return importlib.import_module("bot.computer.player")
    finally:
        package.__path__ = path
        for name in [name for name in sys.modules if name.startswith("bot.computer.")]:
            del sys.modules[name]
        sys.modules.update(mine)


def pair(seed: int, folder: Path) -> tuple[int, int]:
    """Our points of two games with the same dice, sides changed."""
    other: Chooser = other_player(folder).choose
    points = []
    for ours in Side:
        driver = money_game(seed, {ours: player.choose, ours.other: other}, DUEL)
        score = driver.match.points
        points.append(score.of(ours) - score.of(ours.other))
    return points[0], points[1]


def duel(pairs: int, folder: Path) -> None:
    """Points a game against the other version."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        told = np.array(list(pool.map(pair, range(pairs), repeat(folder), chunksize=8)), float)
    means, games = told.mean(axis=1), told.ravel()
    error = 1.96 * means.std(ddof=1) / np.sqrt(len(means))
    won = 100 * (games > 0).mean()
    print(f"{games.mean():+.3f} ± {error:.3f} points a game (95 %), {won:.1f} % won, {len(games)} games")


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("fit", "calibration", "cubes", "duel"))
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--other", type=Path)
    asked = parser.parse_args()
    if asked.what == "duel":
        duel(asked.games, asked.other)
    else:
        {"fit": fit, "calibration": calibration, "cubes": cubes}[asked.what](asked.games)


if __name__ == "__main__":
    main()
