"""A series between two sides as the service sees it: who is awaited, how long, and what lateness does."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from bot.app.table import Status, Table
from bot.game import actions as act
from bot.game.dice import Dice
from bot.game.events import MatchEvent
from bot.game.game import CubeOffered, OnTurn, Resigning
from bot.game.judge import decide
from bot.game.match import Match, evolve
from bot.game.result import How
from bot.game.rules import Timeout
from bot.game.side import Side


class MatchKind:
    """The kind ``match``."""

    name = "match"

    def decide(
        self, state: Match, by: str | None, action: act.MatchAction, dice: Dice
    ) -> tuple[MatchEvent, ...]:
        """As ``bot.game.judge.decide``."""
        return decide(state, None if by is None else Side(by), action, dice)

    def evolve(self, state: Match | None, event: MatchEvent) -> Match:
        """As ``bot.game.match.evolve``."""
        return evolve(state, event)

    def to_act(self, state: Match) -> frozenset[str]:
        """The side whose decision is awaited; nobody between two games, where either may go on."""
        side = awaited(state)
        return frozenset() if side is None else frozenset({side.value})

    def may_speak(self, state: Match) -> frozenset[str]:
        """Nobody: in a match one side decides, the other waits."""
        return frozenset()

    def status(self, state: Match) -> Status:
        """Open until the series is over."""
        if state.over is None:
            return Status.OPEN
        return Status.ABORTED if state.over.aborted else Status.OVER

    def time_allowed(self, state: Match) -> int | None:
        """Seed rules: so much for a move, more for the first of a game; none between games."""
        game = state.running
        if game is None:
            return None
        return 1000 * (state.rules.move_s if game.turn.plays else state.rules.first_move_s)

    def deadline_of(self, state: Match) -> Hashable:
        """Every action begins a new deadline."""
        return None

    def results(self, before: Table, events: Sequence[MatchEvent], at: int) -> tuple[object, ...]:
        """None yet."""
        return ()

    def on_time_up(self, state: Match) -> act.MatchAction | None:
        """A game in which nobody has moved is aborted; later the late side loses, or may be claimed from."""
        game, late = state.running, awaited(state)
        if game is None or late is None:
            return None
        if not game.turn.plays:
            return act.Abort("time.nobody_moved")
        if state.rules.timeout is Timeout.AUTOMATIC:
            return act.Forfeit(late, How.TIMEOUT)
        return None


def awaited(match: Match) -> Side | None:
    """The side that has to decide now."""
    game = match.running
    if game is None:
        return None
    match game.phase:
        case Resigning(by):
            return by.other
        case CubeOffered():
            return game.turn.on_roll.other
        case OnTurn():
            return game.turn.on_roll
        case _:
            return None
