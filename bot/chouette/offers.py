"""Every press that a person can make now, in words of actions: what buttons and the computer choose from.

Left out is what needs more than a choice: plays and advice (moves), a new card, a proposed end.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.chouette import actions as act
from bot.chouette.conclude import leaves_nobody
from bot.chouette.deciders import decider
from bot.chouette.game import OnTurn
from bot.chouette.judge import allowed
from bot.chouette.judge_board import (
    asking_to_wait,
    can_be_quiet,
    resignation_kinds,
    spoken_for,
)
from bot.chouette.judge_cubes import asked_to_double, doubling, extras, raccoons, replies
from bot.chouette.judge_time import claimable
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.chouette.stakes import Reply

SIMPLE: tuple[act.Action, ...] = (
    act.Join(),
    act.AcceptRules(),
    act.RefuseRules(),
    act.DrawSeats(),
    act.PlayAlone(),
    act.StartGame(),
    act.Roll(),
    act.DoubleAll(),
    act.DoubleInitial(),
    act.TakeAll(),
    act.DropAll(),
    act.WithdrawResignation(),
    act.AcceptResignation(),
    act.RefuseResignation(),
    act.ComeBack(),
    act.ConfirmEnd(),
    act.RefuseEnd(),
)
"""Actions that say everything by their name."""

REPLIES: dict[Reply, Callable[[Seat], act.Action]] = {
    Reply.TAKE: act.Take,
    Reply.DROP: act.Drop,
    Reply.BEAVER: act.Beaver,
}


def offers(session: Session, by: Seat) -> tuple[act.Action, ...]:
    """All actions of ``by`` that can be taken by one press; each is accepted."""
    kinds = allowed(session, by)
    found: list[act.Action] = [action for action in SIMPLE if type(action) in kinds]
    found += _with_cubes(session, by)
    found += _before_roll(session, by)
    found += [act.Claim(seat) for seat in claimable(session, by)]
    if act.NamePartner in kinds:
        found += [act.NamePartner(seat) for seat in session.line[1:]]
    if act.GoAway in kinds:
        found += _ways_to_go(session, by)
    if act.Leave in kinds:
        found += _ways_to_leave(session, by)
    game = session.running
    if act.OfferResignation in kinds and game:
        (side,) = spoken_for(session, by)
        found += [act.OfferResignation(kind) for kind in resignation_kinds(game, side)]
    return tuple(found)


def _with_cubes(session: Session, by: Seat) -> list[act.Action]:
    if session.over:
        return []
    found: list[act.Action] = [act.Double(seat) for seat in doubling(session, by)]
    found += [act.KeepCube(seat) for seat in asked_to_double(session) if decider(session, seat) == by]
    for seat, several in replies(session, by).items():
        found += [REPLIES[reply](seat) for reply in several]
    for seat in raccoons(session, by):
        found += [act.Raccoon(seat), act.LeaveBeaver(seat)]
    for seat in extras(session, by):
        found += [act.GiveExtra(seat), act.KeepOut(seat)]
    return found


def _before_roll(session: Session, by: Seat) -> list[act.Action]:
    game = session.running
    if game is None:
        return []
    waiting = asking_to_wait(session, by)
    found: list[act.Action] = [act.AskToWait(seat) for seat in waiting]
    found += [act.NotNow(seat) for seat in waiting]
    found += [act.NotNow(seat, for_game=True) for seat in can_be_quiet(session, by)]
    if isinstance(game.phase, OnTurn):
        found += [act.Release(seat) for seat in game.phase.waits if decider(session, seat) == by]
    return found


def _ways_to_go(session: Session, by: Seat) -> list[act.Action]:
    game = session.running
    side = game.side_of(by) if game else None
    deputies = (
        seat
        for seat in session.present
        if seat != by and (game is None or by not in game.players or game.side_of(seat) is side)
    )
    return [act.GoAway(), *(act.GoAway(seat) for seat in deputies)]


def _ways_to_leave(session: Session, by: Seat) -> list[act.Action]:
    """At once only where that gives up a cube and others play on."""
    game = session.running
    if game is None or not isinstance(game.phase, OnTurn) or leaves_nobody(session, by):
        return [act.Leave()]
    has_cube = any(member.seat == by for member in game.stakes.playing)
    return [act.Leave(), act.Leave(now=True)] if has_cube else [act.Leave()]
