"""Who makes each open decision: the player himself, his deputy, his captain, the box's partner (Ch. 4.4).

Every open decision has exactly one person who can make it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.chouette.game import (
    ChouetteGame,
    DoublingRound,
    Ended,
    ExtrasOpen,
    Offered,
    OnTurn,
    RaccoonsOpen,
    Resigning,
)
from bot.chouette.rules import AnswerOrder
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.chouette.stakes import BOX, TEAM
from bot.game.turn import ToPlay


class Question(StrEnum):
    """What is to be decided."""

    CARD = "card"
    ROLL = "roll"
    PLAY = "play"
    WAIT = "wait"
    DOUBLE = "double"
    ANSWER = "answer"
    RACCOON = "raccoon"
    EXTRA = "extra"
    RESIGNATION = "resignation"


@dataclass(frozen=True, slots=True)
class Decision:
    """``by`` has to decide now, for himself or for whom he stands in: ``seat``, whose decision it is."""

    question: Question
    seat: Seat
    by: Seat


def decider(session: Session, seat: Seat) -> Seat:
    """Who decides for this player of the running game now."""
    game = session.running
    if game is None or not session.is_absent(seat):
        return seat
    deputy = deputy_of(session, seat)
    if deputy is not None:
        return deputy
    if seat == game.box:
        partner = game.partner
        return partner if partner and not session.is_absent(partner) else seat
    if seat == game.partner:
        return decider(session, game.box)
    if seat != game.acting_captain:
        return decider(session, game.acting_captain)
    there = [s for s in game.stakes.seats if not session.is_absent(s)]
    return there[0] if there else seat


def deputy_of(session: Session, seat: Seat) -> Seat | None:
    """The deputy whom an absent player has named, if he is at the table and on the same side."""
    game = session.running
    for entry in session.deputies:
        if entry.seat == seat and game and not session.is_absent(entry.deputy):
            side = game.side_of(seat)
            return entry.deputy if side and side is game.side_of(entry.deputy) else None
    return None


def is_represented(session: Session, seat: Seat) -> bool:
    """He is there, or a deputy is."""
    return not session.is_absent(seat) or deputy_of(session, seat) is not None


def decisions(session: Session) -> tuple[Decision, ...]:
    """All that somebody has to decide now. Between games nothing: whoever likes starts the next one."""
    if session.over:
        return ()
    if not session.drawn:
        card = session.card
        assert card is not None
        return tuple(Decision(Question.CARD, s, s) for s in session.line if s not in card.accepted)
    if session.running is None:
        return ()
    return tuple(
        Decision(question, seat, decider(session, seat))
        for question, seat in _open_questions(session, session.running)
    )


def to_act(session: Session) -> frozenset[Seat]:
    """Who must decide now."""
    return frozenset(decision.by for decision in decisions(session))


def to_be_asked(session: Session) -> frozenset[Seat]:
    """Who decides now or soon in a round in which one after the other is asked; nobody outside of such."""
    game = session.running
    match game.phase if game else None:
        case DoublingRound(_, asked) | ExtrasOpen(_, asked):
            seats = asked
        case Offered(by) as offered if by is BOX:
            seats = offered.open
        case _:
            return frozenset()
    return frozenset(decider(session, seat) for seat in seats)


_Open = tuple[tuple[Question, Seat], ...]


def _open_questions(session: Session, game: ChouetteGame) -> _Open:
    match game.phase:
        case OnTurn() as phase:
            return _on_turn(game, phase)
        case DoublingRound(_, asked):
            return tuple((Question.DOUBLE, seat) for seat in asked[:1])
        case Offered(by) as offered:
            if by is TEAM:
                return ((Question.ANSWER, game.box),)
            seats = offered.open if session.rules.order is AnswerOrder.SEALED else offered.open[:1]
            return tuple((Question.ANSWER, seat) for seat in seats)
        case ExtrasOpen(_, asked):
            return ((Question.EXTRA, asked[0]),)
        case RaccoonsOpen(by, seats):
            return ((Question.RACCOON, game.box if by is BOX else seats[0]),)
        case Resigning(by):
            return ((Question.RESIGNATION, game.speaker(by.other)),)
        case Ended():
            return ()


def _on_turn(game: ChouetteGame, phase: OnTurn) -> _Open:
    speaker = game.speaker(game.turn.on_roll)
    if isinstance(game.turn.phase, ToPlay):
        return ((Question.PLAY, speaker),)
    if phase.asked:
        return tuple((Question.WAIT, seat) for seat in phase.waits)
    return ((Question.ROLL, speaker),)


def may_ask_to_wait(session: Session) -> tuple[Seat, ...]:
    """Members for whom a roll of the captain waits: they could double, and have not said *not now*."""
    game = session.running
    if game is None or not can_double_now(game):
        return ()
    assert isinstance(game.phase, OnTurn)
    if game.phase.grace_over or not session.rules.grace_s:
        return ()
    captain = decider(session, game.acting_captain)
    silent = {game.acting_captain, *game.quiet, *game.phase.not_now, *game.phase.waits}
    could = (seat for seat in game.stakes.open_to_team(session.rules) if seat not in silent)
    return tuple(seat for seat in could if decider(session, seat) != captain)


def can_double_now(game: ChouetteGame) -> bool:
    """It is the team's turn, before the roll, and there was no round of doubles yet."""
    on_turn = isinstance(game.phase, OnTurn) and not game.phase.cubes_done
    return on_turn and game.turn.on_roll is TEAM and not isinstance(game.turn.phase, ToPlay)
