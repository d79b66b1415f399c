"""Who may do what now at a chouette, and what it leads to.

``allowed`` drives refusals and buttons alike. A refusal raises ``RuleViolation`` and changes nothing. The
service acts as nobody (``by`` None): it says that time has passed, and may abort.
"""

from __future__ import annotations

from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette import judge_board, judge_cubes, judge_table, judge_time
from bot.chouette.conclude import concluded
from bot.chouette.deciders import decider
from bot.chouette.game import Offered, OnTurn, Resigning
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.chouette.stakes import BOX, TEAM
from bot.game.dice import Dice
from bot.game.turn import ToPlay
from bot.game.violations import RuleViolation

ActionType = type[act.Action]

DECIDERS = {**judge_table.DECIDERS, **judge_board.DECIDERS, **judge_cubes.DECIDERS, **judge_time.DECIDERS}
SERVICE_ACTIONS: frozenset[ActionType] = frozenset({act.GraceOver, act.Late, act.TimeIsUp, act.Abort})


def allowed(session: Session, by: Seat | None) -> frozenset[ActionType]:
    """The kinds of action that ``by`` may take now, each in at least one form."""
    if session.over:
        return frozenset()
    if by is None:
        return frozenset(judge_time.allowed_to_service(session))
    mine = judge_table.allowed_at_table(session, by)
    mine |= judge_board.allowed_on_board(session, by)
    mine |= judge_cubes.allowed_with_cubes(session, by)
    if judge_time.claimable(session, by):
        mine.add(act.Claim)
    return frozenset(mine)


def decide(session: Session, by: Seat | None, action: act.Action, dice: Dice) -> tuple[ev.Event, ...]:
    """The events of the action with all that follows from it, or ``RuleViolation`` with the rule broken."""
    kind = type(action)
    if kind not in allowed(session, by):
        raise _refusal(session, by, kind)
    return concluded(session, DECIDERS[kind](session, by, action, dice), dice)


def _refusal(session: Session, by: Seat | None, kind: ActionType) -> RuleViolation:
    if session.over:
        return RuleViolation("chouette.over")
    if by is None or kind in SERVICE_ACTIONS:
        return RuleViolation("chouette.service_only" if by else "chouette.nothing_due")
    if kind is act.Claim:
        return RuleViolation("chouette.not_late")
    if kind in judge_table.DECIDERS or by not in session.everyone:
        return judge_table.refusal_at_table(session, by, kind)
    if session.running is None:
        return RuleViolation("game.over" if session.drawn else "chouette.gathering")
    if session.is_absent(by) and not judge_board.spoken_for(session, by):
        return RuleViolation("chouette.away")
    return _refusal_in_game(session, by, kind)


_BOX_ONLY = frozenset({act.DoubleAll, act.DoubleInitial, act.TakeAll, act.DropAll})
_CUBE_ACTIONS = frozenset({act.Double, act.DoubleAll, act.DoubleInitial})
_RESIGNATION = frozenset({act.AcceptResignation, act.RefuseResignation, act.WithdrawResignation})


def _refusal_in_game(session: Session, by: Seat, kind: ActionType) -> RuleViolation:
    game = session.running
    assert game is not None
    if isinstance(game.phase, Resigning):
        return RuleViolation("resignation.open")
    if kind in _RESIGNATION:
        return RuleViolation("resignation.none")
    if kind in _BOX_ONLY and decider(session, game.box) != by:
        return RuleViolation("chouette.box_only")
    if not isinstance(game.phase, OnTurn):
        return _refusal_in_round(session, by, kind)
    if kind is act.Suggest:
        return _refusal_of_advice(session, by)
    if kind in (act.Roll, act.Play, act.OfferResignation):
        return _refusal_to_speaker(session, by, kind)
    if kind in _CUBE_ACTIONS:
        return _refusal_to_double(session, by, kind)
    return RuleViolation("chouette.not_asked")


def _refusal_in_round(session: Session, by: Seat, kind: ActionType) -> RuleViolation:
    game = session.running
    assert game is not None
    if not isinstance(game.phase, Offered):
        return RuleViolation("chouette.round_open")
    if not judge_cubes.replies(session, by):
        return RuleViolation("cube.wait_answer")
    return RuleViolation(judge_cubes.why_no_reply(session, game.phase, kind) or "cube.answer_first")


def _refusal_of_advice(session: Session, by: Seat) -> RuleViolation:
    game = session.running
    assert game is not None
    if not isinstance(game.turn.phase, ToPlay):
        return RuleViolation("turn.not_rolled")
    if game.side_of(by) is not game.turn.on_roll:
        return RuleViolation("chouette.not_your_side")
    if by == game.speaker(game.turn.on_roll):
        return RuleViolation("chouette.advise_yourself")
    return RuleViolation("chouette.no_consulting", {"rule": session.rules.consulting.value})


def _refusal_to_speaker(session: Session, by: Seat, kind: ActionType) -> RuleViolation:
    game = session.running
    assert game is not None
    assert isinstance(game.phase, OnTurn)
    sides = judge_board.spoken_for(session, by)
    if kind is act.OfferResignation or game.turn.on_roll not in sides:
        whose = game.side_of(by)
        captain_only = whose is TEAM and game.turn.on_roll is TEAM
        return RuleViolation("chouette.captain_only" if captain_only else "turn.not_yours")
    if kind is act.Play:
        return RuleViolation("turn.not_rolled")
    return RuleViolation("chouette.grace" if game.phase.asked else "turn.rolled_already")


def _refusal_to_double(session: Session, by: Seat, kind: ActionType) -> RuleViolation:
    game = session.running
    assert game is not None
    assert isinstance(game.phase, OnTurn)
    if isinstance(game.turn.phase, ToPlay):
        return RuleViolation("cube.after_roll")
    if (kind is act.Double) is (game.turn.on_roll is BOX):
        return RuleViolation("turn.not_yours")
    if game.phase.cubes_done:
        return RuleViolation("chouette.cubes_done")
    return RuleViolation("cube.not_yours")


__all__ = ["SERVICE_ACTIONS", "allowed", "decide"]
