"""Rolling, playing, advising and resigning: what a side's speaker does, and what members may ask him."""

from __future__ import annotations

from collections.abc import Callable

from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette.conclude import Events, game_finished, is_free_to_roll
from bot.chouette.deciders import decider, may_ask_to_wait
from bot.chouette.game import ChouetteGame, OnTurn, Resigning
from bot.chouette.rules import Consulting
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.chouette.stakes import BOX, TEAM
from bot.game.dice import Dice
from bot.game.result import How, Kind
from bot.game.side import Side
from bot.game.turn import ToPlay, judge_play, throw
from bot.game.violations import RuleViolation

ActionType = type[act.Action]


def spoken_for(session: Session, by: Seat) -> frozenset[Side]:
    """The sides that ``by`` rolls, plays and resigns for now."""
    game = session.running
    if game is None:
        return frozenset()
    return frozenset(side for side in Side if decider(session, game.speaker(side)) == by)


def allowed_on_board(session: Session, by: Seat) -> set[ActionType]:
    """What ``by`` may do with the board, the dice and the result."""
    game = session.running
    if game is None:
        return set()
    sides = spoken_for(session, by)
    if isinstance(game.phase, Resigning):
        return _while_resigning(game.phase, sides) | _not_now_at_all(session, by)
    mine = _not_now_at_all(session, by)
    if not isinstance(game.phase, OnTurn):
        return mine
    if sides:
        mine.add(act.OfferResignation)
    if isinstance(game.turn.phase, ToPlay):
        if game.turn.on_roll in sides:
            mine.add(act.Play)
        if may_suggest(session, by):
            mine.add(act.Suggest)
    elif game.turn.on_roll in sides and not game.phase.asked:
        mine.add(act.Roll)
    return mine | _before_roll(session, game.phase, by)


def _while_resigning(phase: Resigning, sides: frozenset[Side]) -> set[ActionType]:
    mine: set[ActionType] = {act.WithdrawResignation} if phase.by in sides else set()
    if phase.by.other in sides:
        mine |= {act.AcceptResignation, act.RefuseResignation}
    return mine


def _not_now_at_all(session: Session, by: Seat) -> set[ActionType]:
    return {act.NotNow} if can_be_quiet(session, by) else set()


def _before_roll(session: Session, phase: OnTurn, by: Seat) -> set[ActionType]:
    mine: set[ActionType] = set()
    if asking_to_wait(session, by):
        mine |= {act.AskToWait, act.NotNow}
    if any(decider(session, seat) == by for seat in phase.waits):
        mine.add(act.Release)
    return mine


def asking_to_wait(session: Session, by: Seat) -> tuple[Seat, ...]:
    """Members for whom ``by`` may ask the captain to wait."""
    return tuple(seat for seat in may_ask_to_wait(session) if decider(session, seat) == by)


def can_be_quiet(session: Session, by: Seat) -> tuple[Seat, ...]:
    """Members for whom ``by`` may say *not now* for the rest of the game."""
    game = session.running
    if game is None:
        return ()
    waits = game.phase.waits if isinstance(game.phase, OnTurn) else ()
    others = (m.seat for m in game.stakes.playing if m.seat not in (*game.quiet, *waits))
    return tuple(s for s in others if s != game.acting_captain and decider(session, s) == by)


def may_suggest(session: Session, by: Seat) -> bool:
    """Whether ``by`` may advise the side on roll (Ch. 4.1; the box's partner always may)."""
    game = session.running
    if game is None or session.is_absent(by) or by in (game.box, game.acting_captain):
        return False
    if game.turn.on_roll is BOX:
        return by == game.partner
    if by not in game.stakes.seats:
        return False
    member = game.stakes.member(by)
    match session.rules.consulting:
        case Consulting.ALWAYS:
            return member.is_in
        case Consulting.AFTER_DOUBLE:
            return member.is_in and member.cube.turned
        case Consulting.NEVER:
            return False


def _game(session: Session) -> ChouetteGame:
    assert session.running is not None
    return session.running


def _roll(session: Session, by: Seat, action: act.Roll, dice: Dice) -> Events:
    game = _game(session)
    assert isinstance(game.phase, OnTurn)
    if game.turn.on_roll is TEAM and not is_free_to_roll(session, game.phase):
        return (ev.RollAsked(),)
    return (throw(game.turn, dice),)


def _play(session: Session, by: Seat, action: act.Play, dice: Dice) -> Events:
    return (judge_play(_game(session).turn, session.rules.board, action.moves),)


def _suggest(session: Session, by: Seat, action: act.Suggest, dice: Dice) -> Events:
    played = judge_play(_game(session).turn, session.rules.board, action.moves)
    return (ev.Suggested(by, played.moves),)


def _not_now(session: Session, by: Seat, action: act.NotNow, dice: Dice) -> Events:
    possible = can_be_quiet(session, by) if action.for_game else asking_to_wait(session, by)
    if action.seat not in possible:
        raise RuleViolation("chouette.not_asked", {"seat": action.seat})
    return (ev.NotNowSaid(action.seat, action.for_game),)


def _ask_to_wait(session: Session, by: Seat, action: act.AskToWait, dice: Dice) -> Events:
    if action.seat not in asking_to_wait(session, by):
        raise RuleViolation("chouette.not_asked", {"seat": action.seat})
    return (ev.WaitAsked(action.seat),)


def _release(session: Session, by: Seat, action: act.Release, dice: Dice) -> Events:
    phase = _game(session).phase
    assert isinstance(phase, OnTurn)
    if action.seat not in phase.waits or decider(session, action.seat) != by:
        raise RuleViolation("chouette.not_waiting", {"seat": action.seat})
    return (ev.WaitEnded(action.seat),)


def resignation_kinds(game: ChouetteGame, by: Side) -> tuple[Kind, ...]:
    """The heights that a side may offer: no gammon once it has borne off a checker."""
    return (Kind.SINGLE,) if game.turn.off(by) else tuple(Kind)


def _offer_resignation(session: Session, by: Seat, action: act.OfferResignation, dice: Dice) -> Events:
    (side,) = spoken_for(session, by)
    if action.kind not in resignation_kinds(_game(session), side):
        raise RuleViolation("resignation.kind")
    return (ev.ResignationOffered(side, action.kind),)


def _withdraw(session: Session, by: Seat, action: act.WithdrawResignation, dice: Dice) -> Events:
    return (ev.ResignationWithdrawn(),)


def _refuse(session: Session, by: Seat, action: act.RefuseResignation, dice: Dice) -> Events:
    return (ev.ResignationRefused(),)


def _accept(session: Session, by: Seat, action: act.AcceptResignation, dice: Dice) -> Events:
    game = _game(session)
    assert isinstance(game.phase, Resigning)
    winner = game.phase.by.other
    return (game_finished(session, game, game, winner, game.phase.kind, How.RESIGNATION),)


DECIDERS: dict[ActionType, Callable[..., Events]] = {
    act.Roll: _roll,
    act.Play: _play,
    act.Suggest: _suggest,
    act.NotNow: _not_now,
    act.AskToWait: _ask_to_wait,
    act.Release: _release,
    act.OfferResignation: _offer_resignation,
    act.WithdrawResignation: _withdraw,
    act.AcceptResignation: _accept,
    act.RefuseResignation: _refuse,
}
