"""A series between two sides as the service sees it: who is awaited, how long, and what lateness does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.app.match_results import finished_games
from bot.app.ratings import Finished
from bot.app.table import Status, Table
from bot.app.timekeeping import Decision, Progress
from bot.game import actions as act
from bot.game.dice import Dice
from bot.game.events import MatchEvent
from bot.game.game import CubeOffered, Game, Resigning
from bot.game.judge import decide
from bot.game.match import Match, evolve
from bot.game.result import How, Kind
from bot.game.rules import Timeout
from bot.game.scoring import forfeit_height
from bot.game.side import Side
from bot.game.turn import ToPlay, Turn

Height = Callable[[Turn, Side], Kind]
"""How high a game with this turn counts that this side has forfeited."""


class MatchKind:
    """The kind ``match``. ``height`` says how high a game that is left counts: an engine's estimate can stand
    there in place of the rule of thumb.
    """

    name = "match"

    def __init__(self, height: Height = forfeit_height) -> None:
        self._height = height

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

    def time_allowed(self, state: Match) -> int:
        """Seed rules: so much for a move, more for the first of a game and between two games."""
        game, rules = state.running, state.rules
        first = game is None or not game.turn.plays
        return 1000 * (rules.first_move_s if first else rules.move_s)

    def deadline_of(self, state: Match) -> tuple[str | int, ...]:
        """The decision of the side on the clock; a resignation that is offered stops nobody's clock."""
        game = state.running
        if game is None:
            return ("between", state.game.number if state.game else 0)
        return (game.number, game.turn.plays, *_step(game))

    def decision(self, state: Match) -> Decision:
        """What the clock runs for; a bank runs from the second play of a game on."""
        game = state.running
        key = ".".join(str(part) for part in self.deadline_of(state))
        allowed = self.time_allowed(state)
        if game is None:
            return Decision(key, None, allowed)
        side = on_clock(game)
        banked = state.rules.clock is not None and game.turn.plays > 0
        return Decision(key, side, allowed, f"{game.number}.{game.turn.plays}.{side}", banked)

    def progress(self, state: Match) -> Progress:
        """The newest game and its plays; the clock's figures in milliseconds."""
        game, clock = state.game, state.rules.clock
        return Progress(
            game.number if game else 0,
            game.turn.plays if game else 0,
            1000 * clock.delay_s if clock else 0,
            1000 * clock.bank_s if clock else 0,
        )

    def as_series(self, state: Match) -> bool:
        """A match is lost as a whole."""
        return state.rules.is_match

    def forfeit(self, state: Match, seat: str, *, leaving: bool) -> act.MatchAction:
        """The side loses by time, or by leaving."""
        return self._forfeit(state, Side(seat), How.LEAVING if leaving else How.TIMEOUT)

    def _forfeit(self, state: Match, loser: Side, how: How) -> act.Forfeit:
        game = state.running
        return act.Forfeit(loser, how, None if game is None else self._height(game.turn, loser))

    def abort(self, state: Match, reason: str) -> act.MatchAction:
        """No result."""
        return act.Abort(reason)

    def close(self, state: Match) -> act.MatchAction | None:
        """A session between two games ends by its score; before its first game there is none."""
        if state.running is not None or state.rules.is_match:
            return None
        return act.EndSession() if state.game else act.Abort("time.left")

    def results(self, before: Table, events: Sequence[MatchEvent], at: int) -> tuple[Finished, ...]:
        """The game that these events finish."""
        return finished_games(before, events, at)

    def on_time_up(self, state: Match) -> act.MatchAction | None:
        """A first game in which nobody has moved is aborted; later the late side loses, or (None) may be
        claimed from. Between two games the next one begins, or a session ends.
        """
        game = state.running
        if game is None:
            return self.close(state) or act.StartGame()
        if not game.turn.plays and (game.number == 1 or not state.rules.is_match):
            return act.Abort("time.nobody_moved")
        if state.rules.timeout is Timeout.AUTOMATIC:
            return self._forfeit(state, on_clock(game), How.TIMEOUT)
        return None


def awaited(match: Match) -> Side | None:
    """The side that has to decide now."""
    game = match.running
    if game is None:
        return None
    if isinstance(game.phase, Resigning):
        return game.phase.by.other
    return on_clock(game)


def on_clock(game: Game) -> Side:
    """The side whose time runs: whose turn it is, or who must answer a double. Offering to resign stops no
    clock, or it would be a way to gain time.
    """
    phase = game.phase.under if isinstance(game.phase, Resigning) else game.phase
    return game.turn.on_roll.other if isinstance(phase, CubeOffered) else game.turn.on_roll


def _step(game: Game) -> tuple[str, int]:
    """What is to be decided within a turn."""
    phase = game.phase.under if isinstance(game.phase, Resigning) else game.phase
    if isinstance(phase, CubeOffered):
        return "answer", game.stake.value
    return "play" if isinstance(game.turn.phase, ToPlay) else "roll", game.stake.value
