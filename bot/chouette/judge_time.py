"""What follows when somebody's time is up (chouette.md §9); the service says that it is.

Nothing is rolled or moved for a person: others decide, or a side that nobody speaks for loses its stakes.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette.conclude import Events, concluded, fold, game_finished
from bot.chouette.deciders import Decision, Question, decisions, to_act
from bot.chouette.ending import Ending, When
from bot.chouette.game import OnTurn
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.chouette.settlement import final_payments
from bot.game.dice import Dice
from bot.game.result import How
from bot.game.rules import Timeout
from bot.game.scoring import forfeit_height
from bot.game.violations import RuleViolation

ActionType = type[act.Action]


def allowed_to_service(session: Session) -> set[ActionType]:
    """What the service itself may say now."""
    mine: set[ActionType] = {act.Abort}
    game = session.running
    if game and isinstance(game.phase, OnTurn) and game.phase.asked and not game.phase.grace_over:
        mine.add(act.GraceOver)
    if can_be_late(session):
        mine.add(act.Late)
    if session.ending and session.ending.when is When.AT_TIME:
        mine.add(act.TimeIsUp)
    return mine


def can_be_late(session: Session) -> frozenset[Seat]:
    """Persons whose deadline runs now; under *claim* not those against whom one may claim already."""
    return to_act(session) - set(session.late)


def claimable(session: Session, by: Seat) -> tuple[Seat, ...]:
    """Late persons against whom ``by`` may claim."""
    if session.is_absent(by) or by not in session.everyone:
        return ()
    return tuple(seat for seat in session.late if seat != by and seat in to_act(session))


def _grace_over(session: Session, by: None, action: act.GraceOver, dice: Dice) -> Events:
    return (ev.GraceEnded(),)


def _time_is_up(session: Session, by: None, action: act.TimeIsUp, dice: Dice) -> Events:
    if session.game is None:
        return (ev.ChouetteEnded(()),)
    return (ev.EndingSet(Ending(When.AFTER_THIS_GAME)),)


def _abort(session: Session, by: None, action: act.Abort, dice: Dice) -> Events:
    return (ev.ChouetteEnded(final_payments(session.sheet.balances), action.reason),)


def _late(session: Session, by: None, action: act.Late, dice: Dice) -> Events:
    if action.seat not in can_be_late(session):
        raise RuleViolation("chouette.not_late", {"seat": action.seat})
    mine = [decision for decision in decisions(session) if decision.by == action.seat]
    small = tuple(event for decision in mine for event in _let_go(decision))
    if small:
        return small
    if session.rules.timeout is Timeout.CLAIM:
        return (ev.LateNoted(action.seat),)
    return passed_on(session, action.seat, dice)


def _let_go(decision: Decision) -> Events:
    """What a late person loses at once: his place at a table that gathers, a wait, giving an extra."""
    match decision.question:
        case Question.CARD:
            return (ev.Departed(decision.seat),)
        case Question.WAIT:
            return (ev.WaitEnded(decision.seat, expired=True),)
        case Question.EXTRA:
            return (ev.ExtraKept(decision.seat),)
        case _:
            return ()


def _claim(session: Session, by: Seat, action: act.Claim, dice: Dice) -> Events:
    if action.seat not in claimable(session, by):
        raise RuleViolation("chouette.not_late", {"seat": action.seat})
    return passed_on(session, action.seat, dice)


def passed_on(session: Session, late: Seat, dice: Dice) -> Events:
    """As chouette.md §9: another decides; else one more deadline; else the side loses each cube still in, and
    dodges no gammon (rules.md §4).
    """
    away = concluded(session, (ev.WentAway(late, late=True),), dice)
    if late not in to_act(fold(session, away)):
        return away[:1]
    if late not in session.extended:
        return (ev.DeadlineExtended(late),)
    game = session.running
    assert game is not None
    side = game.side_of(late)
    assert side is not None
    height = forfeit_height(game.turn, side)
    return (game_finished(session, game, game, side.other, height, How.TIMEOUT),)


DECIDERS: dict[ActionType, Callable[..., Events]] = {
    act.GraceOver: _grace_over,
    act.TimeIsUp: _time_is_up,
    act.Abort: _abort,
    act.Late: _late,
    act.Claim: _claim,
}
