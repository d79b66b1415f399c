"""A series of games between two sides: a match with a target, or a session without one.

``evolve`` applies an event and trusts it; ``bot.game.judge`` judges actions. Seats, persons and time are not
known here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.game.cube import Cube
from bot.game.events import (
    GameEnded,
    GameLocked,
    GameStarted,
    MatchAborted,
    MatchEnded,
    MatchEvent,
    MatchStarted,
)
from bot.game.game import Ended, Game, Locked, evolve_game
from bot.game.result import How
from bot.game.rules import Count, Opening, Rules, Scoring
from bot.game.side import Side
from bot.game.turn import set_up


@dataclass(frozen=True, slots=True)
class Score:
    """One number for each side."""

    x: int = 0
    o: int = 0

    def of(self, side: Side) -> int:
        """The number of ``side``."""
        return self.x if side is Side.X else self.o

    def plus(self, side: Side, amount: int) -> Score:
        """With ``amount`` more for ``side``."""
        if side is Side.X:
            return Score(self.x + amount, self.o)
        return Score(self.x, self.o + amount)


@dataclass(frozen=True, slots=True)
class Over:
    """The series is finished; ``winner`` None: drawn or without result. ``aborted`` names why it has none."""

    winner: Side | None
    how: How | None = None
    aborted: str | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a series. ``game`` is the running or the newest game; ``over`` is set at the end."""

    rules: Rules
    points: Score = Score()
    wins: Score = Score()
    crawford_played: bool = False
    game: Game | None = None
    over: Over | None = None

    @property
    def score(self) -> Score:
        """What counts towards the target: points or wins."""
        return self.points if self.rules.count is Count.POINTS else self.wins

    def away(self, side: Side) -> int | None:
        """How much ``side`` still needs; None in a session."""
        return None if self.rules.length is None else self.rules.length - self.score.of(side)

    @property
    def running(self) -> Game | None:
        """The game that is being played now, if any."""
        if self.over or self.game is None or isinstance(self.game.phase, Ended | Locked):
            return None
        return self.game


def start(rules: Rules) -> tuple[MatchEvent, ...]:
    """The first event of a series; ``StartGame`` sets up its first game."""
    return (MatchStarted(rules),)


def next_game(match: Match) -> GameStarted:
    """How the next game of the series begins: Crawford or not, and who starts where that alternates."""
    number = match.game.number + 1 if match.game else 1
    starter = None
    if match.rules.opening is Opening.ALTERNATE:
        starter = Side.X if number % 2 else Side.O
    return GameStarted(number, crawford=_is_crawford(match), starter=starter)


def _is_crawford(match: Match) -> bool:
    if not match.rules.has_crawford or match.crawford_played or match.rules.length == 1:
        return False
    return 1 in (match.away(Side.X), match.away(Side.O))


def has_cube(rules: Rules, crawford: bool) -> bool:
    """A cube lies at the board: not in a Crawford game, and never in a one-point match."""
    pointless = rules.length == 1 and rules.count is Count.POINTS and rules.scoring is Scoring.STANDARD
    return rules.cube and not crawford and not pointless


def replay(events: Iterable[MatchEvent]) -> Match:
    """The state that a log leads to; its first event must be ``MatchStarted``."""
    state: Match | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a log without events")
    return state


def evolve(match: Match | None, event: MatchEvent) -> Match:
    """The series after the event; trusts it."""
    if isinstance(event, MatchStarted):
        return Match(event.rules)
    assert match is not None, "a log starts with MatchStarted"
    match event:
        case GameStarted(number, crawford, starter):
            cube = Cube() if has_cube(match.rules, crawford) else None
            game = Game(number, set_up(match.rules, starter), cube, crawford, starter)
            return replace(match, game=game, crawford_played=match.crawford_played or crawford)
        case MatchEnded(winner, how):
            return replace(match, over=Over(winner, how))
        case MatchAborted(reason):
            return replace(match, over=Over(None, aborted=reason))
        case GameEnded(result):
            assert match.game is not None
            return replace(
                match,
                game=evolve_game(match.game, match.rules, event),
                points=match.points.plus(result.winner, result.points),
                wins=match.wins.plus(result.winner, 1),
            )
        case GameLocked():
            assert match.game is not None
            locked = evolve_game(match.game, match.rules, event)
            played = match.crawford_played and not match.game.crawford  # a Crawford game must be decided
            return replace(match, game=locked, crawford_played=played)
        case _:
            assert match.game is not None
            return replace(match, game=evolve_game(match.game, match.rules, event))


def over_with(match: Match) -> Side | None:
    """The side that has reached the target, if one has."""
    for side in Side:
        away = match.away(side)
        if away is not None and away <= 0:
            return side
    return None


__all__ = ["Match", "Over", "Score", "evolve", "has_cube", "next_game", "over_with", "replay", "start"]
