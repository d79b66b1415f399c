"""Deadlines as data: for whom one runs now, of which kind, and how long. The caller knows the clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.chouette.deciders import Decision, Question, decisions
from bot.chouette.game import OnTurn
from bot.chouette.rules import ChouetteRules
from bot.chouette.seats import Seat
from bot.chouette.session import Session


class DeadlineKind(StrEnum):
    """What runs: somebody's time to decide, or the grace before the captain's roll."""

    CARD = "card"
    FIRST_MOVE = "first_move"
    MOVE = "move"
    CUBE = "cube"
    WAIT = "wait"
    GRACE = "grace"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A deadline. ``by`` is late when it passes (action ``Late``), None: the grace is over (``GraceOver``).

    ``seat`` is the player whose decision it is. One with other fields, ``step`` among them, is a new one.
    """

    kind: DeadlineKind
    seat: Seat | None
    by: Seat | None
    step: int
    seconds: int


def seconds(rules: ChouetteRules, kind: DeadlineKind) -> int:
    """How long a deadline of this kind is; the card has the time of a first move."""
    match kind:
        case DeadlineKind.FIRST_MOVE | DeadlineKind.CARD:
            return rules.first_move_s
        case DeadlineKind.GRACE:
            return rules.grace_s
        case _:
            return rules.move_s


def deadline_kind(session: Session, decision: Decision) -> DeadlineKind:
    """The kind of the deadline that runs for a decision."""
    match decision.question:
        case Question.CARD:
            return DeadlineKind.CARD
        case Question.WAIT:
            return DeadlineKind.WAIT
        case Question.DOUBLE | Question.ANSWER | Question.RACCOON | Question.EXTRA:
            return DeadlineKind.CUBE
        case _:
            first = session.game is not None and session.game.turn.plays == 0
            return DeadlineKind.FIRST_MOVE if first else DeadlineKind.MOVE


def waiting_for(session: Session) -> tuple[Waiting, ...]:
    """Every deadline that runs now, except the time set for the end (``session.ending``)."""
    running = tuple(_waiting(session, decision) for decision in decisions(session))
    phase = session.running.phase if session.running else None
    if isinstance(phase, OnTurn) and phase.asked and not phase.grace_over:
        kind = DeadlineKind.GRACE
        return (*running, Waiting(kind, None, None, session.step, seconds(session.rules, kind)))
    return running


def _waiting(session: Session, decision: Decision) -> Waiting:
    kind = deadline_kind(session, decision)
    return Waiting(kind, decision.seat, decision.by, session.step, seconds(session.rules, kind))
