"""What the computer does in a seat of a chouette: as box, captain, adviser, deputy, and as one who is asked.

Each cube is weighed like the cube of a money game. It answers for whomever it decides, keeps no roll waiting
that it does not want to double before, and agrees to cards and endings: a table never waits for it long.
"""

from __future__ import annotations

from bot.chouette import actions as act
from bot.chouette.deciders import Decision, Question, can_double_now, decisions, may_ask_to_wait
from bot.chouette.game import ChouetteGame, Resigning
from bot.chouette.judge import allowed
from bot.chouette.judge_board import asking_to_wait, can_be_quiet
from bot.chouette.judge_cubes import doubling, raccoons, replies
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.chouette.stakes import BOX, TEAM, Reply
from bot.computer.evaluation import equity, in_contact, win_chance
from bot.computer.player import (
    DOUBLE_FROM,
    LEVELS,
    TAKE_FROM,
    TOO_GOOD,
    best_play,
    chance_before_roll,
    height_in_sight,
)
from bot.game.position import Position
from bot.game.side import Side
from bot.game.turn import legal_plays

REDOUBLE_FROM = 0.79
BEAVER_FROM, MUST_BEAVER_FROM, RACCOON_FROM = 0.52, 0.35, 0.6
EXTRA_FROM = 0.86
"""The box's chance from which one who dropped pays for a place on its side."""


def choose_chouette(session: Session, seat: str, level: str) -> act.Action | None:
    """The action of the computer at ``seat``: about the decision that is awaited of it, else about what it
    may say; None where it has nothing to say. Raises ``ValueError`` for a level that does not exist.
    """
    if level not in LEVELS:
        raise ValueError(f"no level {level!r}, only {', '.join(LEVELS)}")
    by = Seat(seat)
    mine = [decision for decision in decisions(session) if decision.by == by]
    if mine:
        return _decided(session, mine[0])
    return _said(session, by)


def _decided(session: Session, decision: Decision) -> act.Action:
    seat, by = decision.seat, decision.by
    match decision.question:
        case Question.CARD:
            return act.AcceptRules()
        case Question.ROLL:
            return _before_roll(session, by)
        case Question.PLAY:
            play = best_play(legal_plays(_game(session).turn, session.rules.board))
            return act.Play(play.moves if play else ())
        case Question.WAIT:
            return act.Release(seat)
        case Question.DOUBLE:
            return act.Double(seat) if _doubles(session, seat) else act.KeepCube(seat)
        case Question.ANSWER:
            return _answer(session, by)
        case Question.RACCOON:
            (beavered,) = raccoons(session, by)
            chance = chance_before_roll(_seen(session, _game(session).turn.on_roll))
            return act.Raccoon(beavered) if chance >= RACCOON_FROM else act.LeaveBeaver(beavered)
        case Question.EXTRA:
            chance = chance_before_roll(_seen(session, BOX))
            return act.GiveExtra(seat) if chance >= EXTRA_FROM else act.KeepOut(seat)
        case Question.RESIGNATION:
            return _resignation(_game(session))


def _said(session: Session, by: Seat) -> act.Action | None:
    """What nobody waits for: a vote, a double, or that no roll has to wait for this seat."""
    kinds = allowed(session, by)
    for kind in (act.AcceptRules, act.ConfirmEnd):
        if kind in kinds:
            return kind()
    game = session.running
    if game is None:
        return None
    for seat in doubling(session, by) if can_double_now(game) else ():
        if _doubles(session, seat):
            return act.Double(seat)
    quiet = can_be_quiet(session, by)
    if quiet:
        return act.NotNow(quiet[0], for_game=True)
    held = asking_to_wait(session, by)
    return act.NotNow(held[0]) if held and may_ask_to_wait(session) else None


def _game(session: Session) -> ChouetteGame:
    assert session.running is not None
    return session.running


def _seen(session: Session, side: Side) -> Position:
    return _game(session).turn.seen_by(side)


def _before_roll(session: Session, by: Seat) -> act.Action:
    """Turn a cube, or roll."""
    if _game(session).turn.on_roll is TEAM:
        for seat in doubling(session, by):
            if _doubles(session, seat):
                return act.Double(seat)
        return act.Roll()
    kinds = allowed(session, by)
    chance = chance_before_roll(_seen(session, BOX))
    owned = any(m.cube.owner is BOX for m in _game(session).stakes.playing)
    if act.DoubleAll in kinds and _is_time(session, BOX, REDOUBLE_FROM if owned else DOUBLE_FROM):
        return act.DoubleAll()
    if act.DoubleInitial in kinds and chance < REDOUBLE_FROM and _is_time(session, BOX, DOUBLE_FROM):
        return act.DoubleInitial()
    return act.Roll()


def _doubles(session: Session, seat: Seat) -> bool:
    """Whether it is time to turn this member's cube."""
    cube = _game(session).stakes.member(seat).cube
    return _is_time(session, TEAM, REDOUBLE_FROM if cube.owner else DOUBLE_FROM, turned=cube.turned)


def _is_time(session: Session, side: Side, chance_from: float, *, turned: bool = False) -> bool:
    """Ahead far enough to double, and not so far that playing on for a gammon is worth more."""
    position = _seen(session, side)
    chance = chance_before_roll(position)
    gammons_count = turned or not session.rules.jacoby
    too_good = gammons_count and in_contact(position) and equity(position) > 1.05 and chance > TOO_GOOD
    return chance >= chance_from and not too_good


def _answer(session: Session, by: Seat) -> act.Action:
    game = _game(session)
    side = game.turn.on_roll.other
    position = _seen(session, side)
    chance = win_chance(position)
    takes = chance >= TAKE_FROM and equity(position) > -1.15
    kinds = allowed(session, by)
    beavers = chance >= BEAVER_FROM and act.Beaver in kinds
    if act.TakeAll in kinds and takes and not beavers:
        return act.TakeAll()
    if act.DropAll in kinds and not takes:
        return act.DropAll()
    seat, possible = next(iter(replies(session, by).items()))
    if Reply.TAKE not in possible:  # a lone taker who must beaver, or a cube that may only be dropped
        takes = beavers = chance >= MUST_BEAVER_FROM and Reply.BEAVER in possible
    if beavers and Reply.BEAVER in possible:
        return act.Beaver(seat)
    return act.Take(seat) if (takes or Reply.DROP not in possible) else act.Drop(seat)


def _resignation(game: ChouetteGame) -> act.Action:
    assert isinstance(game.phase, Resigning)
    fair = height_in_sight(game.turn.seen_by(game.phase.by.other))
    return act.AcceptResignation() if game.phase.kind >= fair else act.RefuseResignation()
