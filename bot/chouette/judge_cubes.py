"""Who may double, answer, beaver and give extras now (Ch. 3), for himself or for whom he decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette.conclude import Events
from bot.chouette.deciders import can_double_now, decider, is_represented
from bot.chouette.game import ChouetteGame, DoublingRound, ExtrasOpen, Offered, OnTurn, RaccoonsOpen
from bot.chouette.rules import AnswerOrder, Extras
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.chouette.stakes import (
    BOX,
    TEAM,
    Answer,
    Reply,
    compelled_beaver,
    keeps_captain_rule,
    lone_taker,
)
from bot.game.dice import Dice
from bot.game.turn import ToPlay
from bot.game.violations import RuleViolation

ActionType = type[act.Action]


def doubling(session: Session, by: Seat) -> tuple[Seat, ...]:
    """Members with whose cubes ``by`` may double now."""
    game = session.running
    if game is None:
        return ()
    opens = can_double_now(game)
    seats = game.stakes.open_to_team(session.rules) if opens else asked_to_double(session)
    return tuple(seat for seat in seats if decider(session, seat) == by)


def asked_to_double(session: Session) -> tuple[Seat, ...]:
    """The member who has to say now whether he doubles too, in the open round."""
    game = session.running
    if game is None or not isinstance(game.phase, DoublingRound):
        return ()
    return game.phase.asked[:1]


def box_doubles(session: Session, by: Seat, initial: bool) -> tuple[Seat, ...]:
    """The cubes that a double of the box would turn now, if ``by`` may give it."""
    game = session.running
    if game is None or game.turn.on_roll is not BOX or isinstance(game.turn.phase, ToPlay):
        return ()
    if not isinstance(game.phase, OnTurn) or game.phase.cubes_done or decider(session, game.box) != by:
        return ()
    return game.stakes.open_to_box(session.rules, initial)


def replies(session: Session, by: Seat) -> dict[Seat, tuple[Reply, ...]]:
    """The cubes that ``by`` may answer now, with the replies that the rules leave him."""
    game = session.running
    if game is None or not isinstance(game.phase, Offered):
        return {}
    offered = game.phase
    if offered.by is TEAM:
        if decider(session, game.box) != by:
            return {}
        return {seat: _box_replies(session, game, offered, seat) for seat in offered.open}
    seats = offered.open if session.rules.order is AnswerOrder.SEALED else offered.open[:1]
    return {s: _member_replies(session, game, offered, s) for s in seats if decider(session, s) == by}


def _box_replies(session: Session, game: ChouetteGame, offered: Offered, seat: Seat) -> tuple[Reply, ...]:
    possible = [Reply.TAKE, Reply.DROP]
    if session.rules.beavers and game.stakes.beaver_fits(session.rules, seat, BOX):
        possible.append(Reply.BEAVER)
    return tuple(r for r in possible if _fits(session, game, offered, (Answer(seat, r),)))


def _fits(session: Session, game: ChouetteGame, offered: Offered, more: tuple[Answer, ...]) -> bool:
    return keeps_captain_rule(session.rules, game.acting_captain, (*offered.answers, *more))


def _member_replies(session: Session, game: ChouetteGame, offered: Offered, seat: Seat) -> tuple[Reply, ...]:
    rules = session.rules
    if rules.order is not AnswerOrder.SEALED and len(offered.open) == 1:
        complete = (*offered.answers, Answer(seat, Reply.TAKE))
        if compelled_beaver(rules, game.stakes, complete) == seat:
            return (Reply.DROP, Reply.BEAVER)
    if rules.beavers and game.stakes.beaver_fits(rules, seat, TEAM):
        return (Reply.TAKE, Reply.DROP, Reply.BEAVER)
    return (Reply.TAKE, Reply.DROP)


def takes_or_drops_all(session: Session, by: Seat, reply: Reply) -> tuple[Answer, ...]:
    """The answers that *take all* or *drop all* would give, none where it is not possible."""
    game = session.running
    if game is None or not isinstance(game.phase, Offered) or game.phase.by is not TEAM:
        return ()
    answers = tuple(Answer(seat, reply) for seat in game.phase.open)
    may = decider(session, game.box) == by and _fits(session, game, game.phase, answers)
    return answers if may else ()


def raccoons(session: Session, by: Seat) -> tuple[Seat, ...]:
    """The beavered cube about which ``by`` has to say whether he redoubles."""
    game = session.running
    if game is None or not isinstance(game.phase, RaccoonsOpen):
        return ()
    seat = game.phase.seats[0]
    doubler = game.box if game.phase.by is BOX else seat
    return (seat,) if decider(session, doubler) == by else ()


def extras(session: Session, by: Seat) -> tuple[Seat, ...]:
    """The member who dropped and has to say whether he gives an extra."""
    game = session.running
    if game is None or not isinstance(game.phase, ExtrasOpen):
        return ()
    seat = game.phase.asked[0]
    return (seat,) if decider(session, seat) == by else ()


def allowed_with_cubes(session: Session, by: Seat) -> set[ActionType]:
    """The kinds of cube actions that ``by`` may take now."""
    mine: set[ActionType] = set()
    if doubling(session, by):
        mine.add(act.Double)
    if any(decider(session, seat) == by for seat in asked_to_double(session)):
        mine.add(act.KeepCube)
    if box_doubles(session, by, initial=False):
        mine.add(act.DoubleAll)
    if box_doubles(session, by, initial=True):
        mine.add(act.DoubleInitial)
    possible = {reply for several in replies(session, by).values() for reply in several}
    mine |= {kind for kind, reply in _REPLY.items() if reply in possible}
    mine |= {kind for kind, reply in _REPLY_ALL.items() if takes_or_drops_all(session, by, reply)}
    if raccoons(session, by):
        mine |= {act.Raccoon, act.LeaveBeaver}
    if extras(session, by):
        mine |= {act.GiveExtra, act.KeepOut}
    return mine


_REPLY: dict[ActionType, Reply] = {
    act.Take: Reply.TAKE,
    act.Drop: Reply.DROP,
    act.Beaver: Reply.BEAVER,
}
_REPLY_ALL: dict[ActionType, Reply] = {act.TakeAll: Reply.TAKE, act.DropAll: Reply.DROP}


def _game(session: Session) -> ChouetteGame:
    assert session.running is not None
    return session.running


def _double(session: Session, by: Seat, action: act.Double, dice: Dice) -> Events:
    game = _game(session)
    if action.seat not in doubling(session, by):
        raise RuleViolation(why_no_double(session, by, action.seat), {"seat": action.seat})
    if isinstance(game.phase, DoublingRound):
        return _round_goes_on(game, game.phase, ev.MemberDoubled(action.seat))
    others = (seat for seat in game.stakes.open_to_team(session.rules) if seat != action.seat)
    asked = tuple(_captain_first(game, others))
    opened = ev.RoundOpened(action.seat, asked)
    return (opened,) if asked else (opened, ev.CubesOffered(TEAM, (action.seat,)))


def _captain_first(game: ChouetteGame, seats: Iterable[Seat]) -> list[Seat]:
    return sorted(seats, key=lambda seat: seat != game.acting_captain)


def why_no_double(session: Session, by: Seat, seat: Seat) -> str:
    """The code of what keeps this member from doubling."""
    game = _game(session)
    member = game.stakes.member(seat)
    if not member.is_in:
        return "chouette.member_out"
    if decider(session, seat) != by:
        return "chouette.not_your_cube"
    if not member.cube.accessible_to(TEAM):
        return "cube.not_yours"
    return "cube.cap" if not member.cube.can_grow(session.rules.cap) else "chouette.not_asked"


def _keep_cube(session: Session, by: Seat, action: act.KeepCube, dice: Dice) -> Events:
    game = _game(session)
    if action.seat not in asked_to_double(session):
        raise RuleViolation("chouette.not_asked", {"seat": action.seat})
    assert isinstance(game.phase, DoublingRound)
    return _round_goes_on(game, game.phase, ev.MemberKept(action.seat))


def _round_goes_on(
    game: ChouetteGame, phase: DoublingRound, said: ev.MemberDoubled | ev.MemberKept
) -> Events:
    if len(phase.asked) > 1:
        return (said,)
    doubled = {*phase.doubled, *((said.seat,) if isinstance(said, ev.MemberDoubled) else ())}
    return (said, ev.CubesOffered(TEAM, tuple(seat for seat in game.stakes.seats if seat in doubled)))


def _double_all(session: Session, by: Seat, action: act.DoubleAll, dice: Dice) -> Events:
    return _box_double(session, by, initial=False)


def _double_initial(session: Session, by: Seat, action: act.DoubleInitial, dice: Dice) -> Events:
    return _box_double(session, by, initial=True)


def _box_double(session: Session, by: Seat, initial: bool) -> Events:
    seats = _captain_first(_game(session), box_doubles(session, by, initial))
    in_order = seats[::-1] if session.rules.order is AnswerOrder.REVERSE else seats
    return (ev.CubesOffered(BOX, tuple(in_order), initial),)


def _reply(session: Session, by: Seat, action: act.Take | act.Drop | act.Beaver, dice: Dice) -> Events:
    reply = _REPLY[type(action)]
    possible = replies(session, by)
    if action.seat not in possible:
        raise RuleViolation("chouette.not_asked", {"seat": action.seat})
    if reply not in possible[action.seat]:
        code = why_no_reply(session, _offered(session), type(action)) or "chouette.not_asked"
        raise RuleViolation(code, {"seat": action.seat})
    return _with_answers(session, (Answer(action.seat, reply),))


def why_no_reply(session: Session, offered: Offered, kind: ActionType) -> str | None:
    """The code of what forbids a reply that is not among those left; None for an action that is no reply."""
    if kind is act.Beaver:
        return "cube.cap" if session.rules.beavers else "chouette.no_beavers"
    if kind in _REPLY or kind in _REPLY_ALL:
        return "chouette.captain_must_be_taken" if offered.by is TEAM else "chouette.must_beaver"
    return None


def _offered(session: Session) -> Offered:
    phase = _game(session).phase
    assert isinstance(phase, Offered)
    return phase


def _take_all(session: Session, by: Seat, action: act.TakeAll, dice: Dice) -> Events:
    return _with_answers(session, takes_or_drops_all(session, by, Reply.TAKE))


def _drop_all(session: Session, by: Seat, action: act.DropAll, dice: Dice) -> Events:
    return _with_answers(session, takes_or_drops_all(session, by, Reply.DROP))


def _with_answers(session: Session, answers: tuple[Answer, ...]) -> Events:
    game, offered = _game(session), _offered(session)
    said = tuple(ev.Answered(answer.seat, answer.reply) for answer in answers)
    complete = (*offered.answers, *answers)
    if len(complete) < len(offered.seats):
        return said
    return (*said, *_settled(session, game, offered, complete))


def _settled(session: Session, game: ChouetteGame, offered: Offered, answers: tuple[Answer, ...]) -> Events:
    """The round as it counts, and what it opens: extras for a lone taker, raccoons against beavers."""
    rules = session.rules
    if offered.by is BOX and (seat := compelled_beaver(rules, game.stakes, answers)):
        answers = tuple(Answer(seat, Reply.BEAVER) if a.seat == seat else a for a in answers)
    after = game.stakes.answered(offered.by, answers)
    settled = ev.CubesSettled(answers)
    beavered = tuple(a.seat for a in answers if a.reply is Reply.BEAVER)
    may_raccoon = tuple(
        s for s in beavered if rules.beavers == 2 and after.member(s).cube.can_grow(rules.cap)
    )
    taker = lone_taker(answers)
    if offered.by is BOX and taker and rules.extras is not Extras.OFF:
        droppers = tuple(s for s in after.seats if Answer(s, Reply.DROP) in answers)
        if rules.extras is Extras.MANDATORY:
            given = tuple(ev.ExtraGiven(seat, taker) for seat in droppers)
            return (settled, *given, *_raccoons_offered(offered, may_raccoon))
        asked = tuple(seat for seat in droppers if is_represented(session, seat))
        if asked:
            return (settled, ev.ExtrasOffered(taker, asked, may_raccoon))
    return (settled, *_raccoons_offered(offered, may_raccoon))


def _raccoons_offered(offered: Offered, seats: tuple[Seat, ...]) -> Events:
    return (ev.RaccoonsOffered(offered.by, seats),) if seats else ()


def _raccoon(session: Session, by: Seat, action: act.Raccoon | act.LeaveBeaver, dice: Dice) -> Events:
    if action.seat not in raccoons(session, by):
        raise RuleViolation("chouette.not_asked", {"seat": action.seat})
    return (ev.RaccoonDecided(action.seat, isinstance(action, act.Raccoon)),)


def _extra(session: Session, by: Seat, action: act.GiveExtra | act.KeepOut, dice: Dice) -> Events:
    phase = _game(session).phase
    if action.seat not in extras(session, by) or not isinstance(phase, ExtrasOpen):
        raise RuleViolation("chouette.not_asked", {"seat": action.seat})
    if isinstance(action, act.GiveExtra):
        return (ev.ExtraGiven(action.seat, phase.taker),)
    return (ev.ExtraKept(action.seat),)


DECIDERS: dict[ActionType, Callable[..., Events]] = {
    act.Double: _double,
    act.KeepCube: _keep_cube,
    act.DoubleAll: _double_all,
    act.DoubleInitial: _double_initial,
    act.Take: _reply,
    act.Drop: _reply,
    act.Beaver: _reply,
    act.TakeAll: _take_all,
    act.DropAll: _drop_all,
    act.Raccoon: _raccoon,
    act.LeaveBeaver: _raccoon,
    act.GiveExtra: _extra,
    act.KeepOut: _extra,
}
