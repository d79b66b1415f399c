"""A scorekeeper's paper for a real board as a kind of table: its entries are the events, one person writes.

Names stand for seats here, since nobody at the real board needs an account. The rules are the core's.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from bot.app.codec import Codec
from bot.app.table import Status, Table
from bot.chouette import score_entries as entry
from bot.chouette.scorekeeper import Scorekeeper, check, evolve
from bot.game.dice import Dice
from bot.game.violations import RuleViolation


@dataclass(frozen=True, slots=True)
class ScoreClosed:
    """The evening is over; the paper is kept."""


Written = entry.Entry | ScoreClosed
"""What can be written down."""


@dataclass(frozen=True, slots=True)
class Paper:
    """The scorekeeper's paper, and whether it is closed."""

    score: Scorekeeper
    closed: bool = False


SCORE_EVENTS: dict[type, str] = {
    entry.ScoreOpened: "opened",
    entry.ScorePartner: "partner",
    entry.ScoreAutomatic: "automatic",
    entry.ScoreDoubled: "doubled",
    entry.ScoreAnswered: "answered",
    entry.ScoreRaccooned: "raccooned",
    entry.ScoreExtra: "extra",
    entry.ScoreGameEnded: "game_ended",
    entry.ScoreJoined: "joined",
    entry.ScoreLeft: "left",
    entry.ScoreUndone: "undone",
    ScoreClosed: "closed",
}


def score_codec() -> Codec:
    """The codec of papers."""
    codec = Codec("score.")
    for event, name in SCORE_EVENTS.items():
        codec.register(event, name)
    return codec


def paper_of(table: Table) -> Paper:
    """The state of a table of this kind."""
    assert isinstance(table.state, Paper)
    return table.state


class ScoreKind:
    """The kind ``score``."""

    name = "score"

    def decide(self, state: Paper, by: str | None, action: Written, dice: Dice) -> tuple[Written, ...]:
        """The entry itself, if it can have happened. Raises ``RuleViolation``."""
        if state.closed:
            raise RuleViolation("chouette.over")
        if not isinstance(action, ScoreClosed):
            check(state.score, action)
        return (action,)

    def evolve(self, state: Paper | None, event: Written) -> Paper:
        """The paper with one more entry."""
        if isinstance(event, ScoreClosed):
            assert state is not None
            return replace(state, closed=True)
        return Paper(evolve(state.score if state else None, event))

    def to_act(self, state: Paper) -> frozenset[str]:
        """Nobody is waited for: the game is elsewhere."""
        return frozenset()

    def may_speak(self, state: Paper) -> frozenset[str]:
        """Nobody."""
        return frozenset()

    def status(self, state: Paper) -> Status:
        """Open until it is closed; a paper without a game leaves no result."""
        if not state.closed:
            return Status.OPEN
        return Status.OVER if state.score.sheet.games else Status.ABORTED

    def time_allowed(self, state: Paper) -> int | None:
        """No deadline."""
        return None

    def deadline_of(self, state: Paper) -> Hashable:
        """No deadline."""
        return None

    def on_time_up(self, state: Paper) -> None:
        """No deadline."""
        return

    def results(self, before: Table, events: Sequence[Written], at: int) -> tuple[object, ...]:
        """None: names on a paper are no persons."""
        return ()
