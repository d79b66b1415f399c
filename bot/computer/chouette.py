"""What the computer does in a seat of a chouette: as box, captain, adviser, deputy, and as one who is asked.

Each cube is weighed by itself, so that answers can differ by its value, by who has it and by Jacoby; and by
who decides: seats have their tempers, so that computers do not all see a game alike. It answers for whomever
it decides, keeps no roll waiting that it does not want to double before, and agrees to cards and endings: a
table never waits for it long.
"""

from __future__ import annotations

from bot.chouette import actions as act
from bot.chouette.deciders import Decision, Question, can_double_now, decisions, may_ask_to_wait
from bot.chouette.game import ChouetteGame, Resigning
from bot.chouette.judge import allowed
from bot.chouette.judge_board import asking_to_wait, can_be_quiet
from bot.chouette.judge_cubes import box_doubles, doubling, raccoons, replies
from bot.chouette.offers import REPLIES
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.chouette.stakes import BOX, EXTRA_CUBE, EXTRA_PRICE, TEAM, Reply
from bot.computer.cube import Bet, facing
from bot.computer.player import GAIN, LEVELS, best_play
from bot.computer.stakes import bet, money
from bot.game.cube import Cube
from bot.game.scoring import points_for_win
from bot.game.side import Side
from bot.game.turn import legal_plays

TEMPERS = (0.0, 0.2, -0.2, 0.1, -0.1)
"""What seats add to the log-odds of their own side, in turn by the last letter of the seat: 0.2 are 5 games
in a hundred where the chance is even, 3.5 at the edge of a take.
"""


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
            return act.Double(seat) if _doubles(session, by, seat) else act.KeepCube(seat)
        case Question.ANSWER:
            return _answer(session, by)
        case Question.RACCOON:
            (beavered,) = raccoons(session, by)
            gain = _bet(session, by, beavered, _game(session).turn.on_roll).gain_by_raccoon()
            return act.Raccoon(beavered) if gain > GAIN else act.LeaveBeaver(beavered)
        case Question.EXTRA:
            return act.GiveExtra(seat) if _gains_by_extra(session, by) else act.KeepOut(seat)
        case Question.RESIGNATION:
            return _resignation(session, by)


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
        if _doubles(session, by, seat):
            return act.Double(seat)
    quiet = can_be_quiet(session, by)
    if quiet:
        return act.NotNow(quiet[0], for_game=True)
    held = asking_to_wait(session, by)
    return act.NotNow(held[0]) if held and may_ask_to_wait(session) else None


def _game(session: Session) -> ChouetteGame:
    assert session.running is not None
    return session.running


def _temper(by: Seat) -> float:
    return TEMPERS[ord(by[-1]) % len(TEMPERS)]


def _bet(session: Session, by: Seat, seat: Seat, side: Side, cube: Cube | None = None) -> Bet:
    """The cube of this member, or ``cube`` instead, as ``by`` sees it for ``side``."""
    game = _game(session)
    return bet(
        session.rules.board,
        cube or game.stakes.member(seat).cube,
        game.turn.seen_by(side),
        money,
        on_roll=side is game.turn.on_roll,
        temper=_temper(by),
    )


def _before_roll(session: Session, by: Seat) -> act.Action:
    """Turn a cube, or roll."""
    if _game(session).turn.on_roll is TEAM:
        for seat in doubling(session, by):
            if _doubles(session, by, seat):
                return act.Double(seat)
        return act.Roll()
    every, initial = (_gain_of_box(session, by, initial=initial) for initial in (False, True))
    if every > GAIN and every >= initial:
        return act.DoubleAll()
    return act.DoubleInitial() if initial > GAIN else act.Roll()


def _gain_of_box(session: Session, by: Seat, *, initial: bool) -> float:
    """What the box gains by a double of all cubes that this kind turns; 0 where there are none."""
    seats = box_doubles(session, by, initial)
    return sum(_bet(session, by, seat, BOX).gain_by_doubling() for seat in seats)


def _doubles(session: Session, by: Seat, seat: Seat) -> bool:
    """Whether it is time to turn this member's cube."""
    return _bet(session, by, seat, TEAM).gain_by_doubling() > GAIN


def _answer(session: Session, by: Seat) -> act.Action:
    side = _game(session).turn.on_roll.other
    wanted = {
        seat: _reply(_bet(session, by, seat, side), possible)
        for seat, possible in replies(session, by).items()
    }
    kinds = allowed(session, by)
    if act.TakeAll in kinds and set(wanted.values()) == {Reply.TAKE}:
        return act.TakeAll()
    if act.DropAll in kinds and set(wanted.values()) == {Reply.DROP}:
        return act.DropAll()
    seat, reply = next(iter(wanted.items()))
    return REPLIES[reply](seat)


def _reply(seen: Bet, possible: tuple[Reply, ...]) -> Reply:
    """The best of the replies that the rules leave."""
    gains = {
        Reply.DROP: 0.0,
        Reply.TAKE: seen.gain_by_taking(),
        Reply.BEAVER: seen.gain_by_taking(beavered=True),
    }
    return max(possible, key=lambda reply: gains[reply])


def _gains_by_extra(session: Session, by: Seat) -> bool:
    """Whether a cube at 2 against the lone taker, who holds it, is worth its price to one who dropped."""
    seen = _bet(session, by, by, BOX, EXTRA_CUBE)
    return facing(seen.ends, seen.value, seen.chance) > EXTRA_PRICE


def _resignation(session: Session, by: Seat) -> act.Action:
    """Accepts what is as good as playing on, all cubes together."""
    game = _game(session)
    assert isinstance(game.phase, Resigning)
    side, rules = game.phase.by.other, session.rules.board
    bets = [_bet(session, by, member.seat, side) for member in game.stakes.playing]
    offered = (points_for_win(rules, m.cube, game.phase.kind, 0) for m in game.stakes.playing)
    enough = sum(offered) >= sum(seen.least_to_settle() for seen in bets)
    return act.AcceptResignation() if enough else act.RefuseResignation()
