"""How much the rules of a chouette cost: milliseconds of the process itself, and ratios to a match.

Run ``python -m benchmarks.chouette [--games N] [--players P]``. Goals: a whole game of five whose members
decide at random ≤ 100 ms, the rules of a chouette ≤ 3 times those of a match for each play, what is allowed
to everyone at the table ≤ 1 ms.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from bot.chouette import actions as act
from bot.chouette.deciders import to_act
from bot.chouette.judge import allowed, decide
from bot.chouette.rules import SEED_RULES
from bot.chouette.session import evolve, replay
from bot.game import actions as match_act
from bot.game.judge import decide as decide_match
from bot.game.match import Match
from bot.game.match import evolve as evolve_match
from bot.game.match import replay as replay_match
from bot.game.match import start as start_match
from bot.game.rules import MONEY
from bot.game.side import Side
from bot.game.turn import ToPlay, legal_plays
from tests.support.chouettes import Table, gathered, play_out, seats
from tests.support.dice import FreshDice


def chouette_game(players: int, seed: int) -> tuple[float, Table]:
    """Milliseconds of one whole game at random, choosing included."""
    chance = random.Random(seed)
    table = gathered(seats("ABCDEFGHIJ"[:players]), SEED_RULES, FreshDice(seed))
    table.do("A", act.DrawSeats())
    table.do("A", act.StartGame())
    begun = time.process_time()
    play_out(table, chance)
    return (time.process_time() - begun) * 1000, table


def plays_of_a_chouette(players: int, seed: int, plays: int = 60) -> float:
    """Milliseconds to decide and apply a roll and a play, without cubes."""
    chance, dice = random.Random(seed), FreshDice(seed)
    table = gathered(seats("ABCDEFGHIJ"[:players]), SEED_RULES, dice)
    table.do("A", act.DrawSeats())
    table.do("A", act.StartGame())
    session, spent = table.session, 0.0
    for _ in range(plays):
        game = session.running
        if game is None:
            break
        action: act.Action = act.Roll()
        if isinstance(game.turn.phase, ToPlay):
            options = list(legal_plays(game.turn, session.rules.board))
            action = act.Play(chance.choice(options).moves if options else ())
        by = next(iter(to_act(session)), None)
        begun = time.process_time()
        events = decide(session, by, act.GraceOver() if by is None else action, dice)
        for event in events:
            session = evolve(session, event)
        spent += time.process_time() - begun
    return spent * 1000 / plays


def plays_of_a_match(seed: int, plays: int = 60) -> float:
    """The same for two sides."""
    chance, dice = random.Random(seed), FreshDice(seed)
    match: Match = replay_match(start_match(MONEY))
    for event in decide_match(match, Side.X, match_act.StartGame(), dice):
        match = evolve_match(match, event)
    spent = 0.0
    for _ in range(plays):
        game = match.running
        if game is None:
            break
        action: match_act.MatchAction = match_act.Roll()
        if isinstance(game.turn.phase, ToPlay):
            options = list(legal_plays(game.turn, match.rules))
            action = match_act.Play(chance.choice(options).moves if options else ())
        begun = time.process_time()
        for event in decide_match(match, game.turn.on_roll, action, dice):
            match = evolve_match(match, event)
        spent += time.process_time() - begun
    return spent * 1000 / plays


def asking(table: Table) -> float:
    """Milliseconds to ask what everyone may do."""
    session = table.session
    begun = time.process_time()
    for _ in range(100):
        for seat in session.everyone:
            allowed(session, seat)
    return (time.process_time() - begun) * 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--players", type=int, default=5)
    asked = parser.parse_args()
    games = [chouette_game(asked.players, seed) for seed in range(asked.games)]
    milliseconds = [spent for spent, _ in games]
    print(
        f"a whole game of {asked.players}: median {statistics.median(milliseconds):.0f} ms, "
        f"worst {max(milliseconds):.0f} ms"
    )
    begun = time.process_time()
    for _, table in games:
        replay(table.log)
    events = sum(len(table.log) for _, table in games)
    print(f"replay: {events / (time.process_time() - begun):,.0f} events a second")
    here = statistics.median(plays_of_a_chouette(asked.players, seed) for seed in range(asked.games))
    there = statistics.median(plays_of_a_match(seed) for seed in range(asked.games))
    print(f"roll or play: {here:.2f} ms, in a match {there:.2f} ms: {here / there:.1f} times")
    running = gathered(seats("ABCDEFGHIJ"[: asked.players]), SEED_RULES, FreshDice(1))
    running.do("A", act.DrawSeats())
    running.do("A", act.StartGame())
    print(f"what everyone may do: {asking(running):.2f} ms")


if __name__ == "__main__":
    main()
