"""How fast legal plays are found: figures of this machine, and ratios to the slow second generator.

Run ``python -m benchmarks.plays [--pairs N]``. Goals: median ≤ 0.15 ms over 2,000 reachable pairs, p99
≤ 3 ms, the worst of N random reachable pairs ≤ 12 ms. Times are the process's own, so that a busy machine
does not count as slow code.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from bot.game.dice import Roll
from bot.game.notation import completions, format_play, parse_play
from bot.game.plays import LegalPlays
from bot.game.position import CHECKERS, OFF, STANDARD_START, Position
from bot.game.rules import BearOff, Contact
from tests.support.slow_plays import slow_finals

Pair = tuple[Position, Roll]
SAMPLE = 2_000
CROWDED = (4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 21, 22, 24)
"""Points of fifteen lone checkers with 2,139 plays of 1-1, the most that a hill climb has found."""


def reachable(seed: int) -> Iterator[Pair]:
    """Positions and rolls of random games."""
    rng = random.Random(seed)
    position = STANDARD_START
    while True:
        roll = (rng.randint(1, 6), rng.randint(1, 6))
        yield position, roll
        finals = list(LegalPlays(position, roll).positions())
        if finals:
            position = rng.choice(finals)
        position = STANDARD_START if position.own[OFF] == CHECKERS else position.mirrored()


def crowded() -> Pair:
    """The pair with the most plays known."""
    own = tuple(CROWDED.count(p) for p in range(26))
    opp = tuple({0: 13, 24: 2}.get(p, 0) for p in range(26))
    return Position(own, opp), (1, 1)


def times(pairs: Sequence[Pair], work: Callable[[Position, Roll], object]) -> list[float]:
    """Milliseconds of each."""
    taken = []
    gc.disable()
    for position, roll in pairs:
        begun = time.process_time()
        work(position, roll)
        taken.append((time.process_time() - begun) * 1000)
    gc.enable()
    return taken


def tell(name: str, taken: Sequence[float]) -> float:
    """Print one line; the median."""
    ordered = sorted(taken)
    median, p99 = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    print(f"{name:<44} median {median:8.3f} ms   p99 {p99:8.3f} ms   worst {ordered[-1]:8.3f} ms")
    return median


def count(position: Position, roll: Roll) -> int:
    """What the goals are about: generate and count."""
    return len(LegalPlays(position, roll))


def weigh(position: Position, roll: Roll) -> list[Position]:
    """All final positions, as an engine asks for them."""
    return list(LegalPlays(position, roll).positions())


def build(position: Position, roll: Roll) -> list[object]:
    """All plays with their moves."""
    return list(LegalPlays(position, roll))


def slow(position: Position, roll: Roll) -> set[Position]:
    """The second generator."""
    return slow_finals(position, roll, Contact.HIT, BearOff.STRICT)


def read_back(position: Position, roll: Roll) -> None:
    """Write the first play and read it again."""
    plays = LegalPlays(position, roll)
    for play in islice(plays, 1):
        parse_play(format_play(play, plays), plays)


def complete(position: Position, roll: Roll) -> list[str]:
    """What autocompletion asks for at the first key."""
    return completions("", LegalPlays(position, roll))


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000, help="pairs for the worst case")
    pairs = list(islice(reachable(1), SAMPLE))
    asked = parser.parse_args()
    found = tell(f"count the plays of {SAMPLE} pairs", times(pairs, count))
    positions = tell("… and their final positions", times(pairs, weigh))
    tell("… and plays with their moves", times(pairs, build))
    second = tell("the slow second generator", times(pairs, slow))
    tell("write a play and read it again", times(pairs[:500], read_back))
    tell("complete an empty prefix", times(pairs[:500], complete))
    tell(f"worst of {asked.pairs} pairs", times(list(islice(reachable(2), asked.pairs)), count))
    tell("the most crowded pair, 20 times", times([crowded()] * 20, count))
    tell("… completing an empty prefix", times([crowded()] * 3, complete))
    print(
        f"slow generator / count: {second / found:.1f}   slow generator / positions: {second / positions:.1f}"
    )


if __name__ == "__main__":
    main()
