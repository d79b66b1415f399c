"""Driving a series of games in tests: apply actions, walk random ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.game import actions as act
from bot.game.dice import Dice
from bot.game.events import MatchEvent
from bot.game.judge import allowed, decide, resignation_kinds
from bot.game.match import Match, evolve, start
from bot.game.rules import Rules
from bot.game.side import Side
from bot.game.turn import legal_plays
from tests.support.dice import FreshDice


@dataclass
class Driver:
    """A running series with its log."""

    rules: Rules
    dice: Dice
    log: list[MatchEvent] = field(default_factory=list)
    match: Match = field(init=False)

    def __post_init__(self) -> None:
        state: Match | None = None
        for event in start(self.rules):
            state = evolve(state, event)
            self.log.append(event)
        assert state is not None
        self.match = state

    def do(self, by: Side | None, action: act.MatchAction) -> tuple[MatchEvent, ...]:
        events = decide(self.match, by, action, self.dice)
        for event in events:
            self.match = evolve(self.match, event)
        self.log.extend(events)
        return events


def some_action(match: Match, by: Side, kind: type, chance: random.Random) -> act.MatchAction:
    """A concrete action of an allowed kind."""
    game = match.running
    if kind is act.Play:
        assert game is not None
        plays = list(legal_plays(game.turn, match.rules))
        return act.Play(chance.choice(plays).moves if plays else ())
    if kind is act.OfferResignation:
        assert game is not None
        return act.OfferResignation(chance.choice(resignation_kinds(game, by)))
    action: act.MatchAction = kind()
    return action


RARE = (act.OfferResignation, act.EndSession, act.Drop)


def random_walk(rules: Rules, seed: int, steps: int = 2000) -> Iterator[Driver]:
    """Random allowed actions until the series is over; resignations and drops are rare."""
    chance = random.Random(seed)
    driver = Driver(rules, FreshDice(seed))
    yield driver
    for _ in range(steps):
        choices = [
            (side, kind)
            for side in Side
            for kind in sorted(allowed(driver.match, side), key=lambda kind: kind.__name__)
            if kind not in RARE or chance.random() < 0.04
        ]
        if driver.match.over:
            return
        if not choices:
            continue
        side, kind = chance.choice(choices)
        driver.do(side, some_action(driver.match, side, kind, chance))
        yield driver
