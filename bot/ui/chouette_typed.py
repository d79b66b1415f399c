"""What can be typed at a chouette: plays in notation, and words of the game in either language.

A play typed by who does not play himself is advice. Where several cubes can be meant, a word needs a name:
"take Bea", or all of them. The core judges. Must not know texts or platforms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.app.chouette_kind import Asked as Action
from bot.app.chouette_seats import session_of
from bot.app.table import Table
from bot.app.table_time import TimeAction
from bot.chouette import actions as act
from bot.chouette.deciders import decider
from bot.chouette.game import DoublingRound, ExtrasOpen, Offered, RaccoonsOpen, Resigning
from bot.chouette.judge import allowed
from bot.chouette.judge_board import may_suggest
from bot.chouette.judge_cubes import box_doubles
from bot.chouette.offers import offers
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.chouette.stakes import BOX
from bot.game.notation import completions, parse_play
from bot.game.result import Kind
from bot.game.violations import BadInput, RuleViolation
from bot.ui.chouette_press import ON_CUBES, PLAIN, Op, own, plays_now
from bot.ui.chouette_scene import names_of
from bot.ui.naming import AMONG, meant
from bot.ui.typed_words import NAMED, TOLD_WORDS, Asked, in_context, is_pass, plain

_OPS: Mapping[str, Op] = {
    "roll": Op.ROLL,
    "double": Op.DOUBLE,
    "double_all": Op.DOUBLE_ALL,
    "double_initial": Op.DOUBLE_INITIAL,
    "keep": Op.KEEP,
    "take": Op.TAKE,
    "drop": Op.DROP,
    "take_all": Op.TAKE_ALL,
    "drop_all": Op.DROP_ALL,
    "beaver": Op.BEAVER,
    "raccoon": Op.RACCOON,
    "let": Op.LET,
    "extra": Op.EXTRA,
    "out": Op.OUT,
    "wait": Op.WAIT,
    "not_now": Op.NOT_NOW,
    "quiet": Op.QUIET,
    "release": Op.RELEASE,
    "accept": Op.ACCEPT,
    "refuse": Op.REFUSE,
    "withdraw": Op.WITHDRAW,
    "next": Op.NEXT,
}
_RESIGN = {
    "resign": Kind.SINGLE,
    "resign_gammon": Kind.GAMMON,
    "resign_backgammon": Kind.BACKGAMMON,
}


def typed(table: Table, key: str, text: str) -> Action | TimeAction:
    """The action behind typed words. Raises ``BadInput`` (``typed.unknown``, with what can be typed now;
    ``typed.which_cube`` and ``typed.whom`` where it is not clear whose cube) or another ``RuleViolation``.
    """
    session, by, spelled = session_of(table), Seat(key), plain(text)
    plays, asked = plays_now(session), _asked(session)
    if is_pass(spelled, asked):
        return act.Play(())
    word = in_context(spelled, asked)
    action = _said(table, by, word, text) if word else _said_with_a_name(table, by, spelled)
    if action is not None:
        return action
    if word or not any(character.isdigit() for character in spelled):
        raise BadInput("typed.unknown", {"input": text[:40], "now": _now(table, by)})
    if plays is None:
        raise RuleViolation("turn.not_rolled")
    moves = parse_play(text, plays).moves
    return act.Suggest(moves) if _advises(session, by) else act.Play(moves)


def _asked(session: Session) -> Asked:
    game = session.running
    match game.phase if game else None:
        case Resigning():
            return Asked.RESIGNATION
        case Offered():
            return Asked.DOUBLE
        case DoublingRound():
            return Asked.DOUBLE_TOO
        case RaccoonsOpen():
            return Asked.RACCOON
        case ExtrasOpen():
            return Asked.EXTRA
        case _:
            return Asked.NOTHING


def _said(table: Table, by: Seat, word: str, text: str) -> Action | TimeAction | None:
    """What a word alone asks for; None for one that means nothing at a chouette."""
    session = session_of(table)
    several = _could_mean(session, by, word)
    if len(several) > 1:
        names = AMONG.join(shown for shown, _ in names_of(table, several).values())
        raise BadInput("typed.which_cube", {"input": text[:40], "names": names, "now": _now(table, by)})
    return _action(session, by, word)


def _could_mean(session: Session, by: Seat, word: str) -> tuple[Seat, ...]:
    """The cubes that a word about one cube could mean; the speaker's own goes before."""
    op = _op(session, by, word)
    several = tuple(ON_CUBES[op][1](session, by)) if op and op in ON_CUBES else ()
    return (by,) if by in several else several


def _action(session: Session, by: Seat, word: str) -> Action | TimeAction | None:
    op = _op(session, by, word)
    if word in _RESIGN:
        return act.OfferResignation(_RESIGN[word])
    if op and op in ON_CUBES:
        make, candidates = ON_CUBES[op]
        return make(own(candidates(session, by), by))
    return PLAIN[op] if op else None


def _op(session: Session, by: Seat, word: str) -> Op | None:
    """The button that a word stands for; the box doubles all cubes or none."""
    op = _OPS.get(word)
    return Op.DOUBLE_ALL if op is Op.DOUBLE and _is_box_on_roll(session, by) else op


def _is_box_on_roll(session: Session, by: Seat) -> bool:
    game = session.running
    return game is not None and game.turn.on_roll is BOX and decider(session, game.box) == by


def _said_with_a_name(table: Table, by: Seat, spelled: str) -> act.Action | None:
    """What a word asks for that somebody's name stands before or behind: "take Bea", "Bea annehmen". Before
    it only a whole one is a name: "ja, nehme an" is said to nobody called Jan.
    """
    session = session_of(table)
    for said, name, whole in _split(spelled):
        op = _OPS.get(in_context(said, _asked(session)) or "")
        if op and op in ON_CUBES:
            make, candidates = ON_CUBES[op]
            seat = meant(name, names_of(table, candidates(session, by)), whole=whole)
            if seat is not None:
                return make(seat)
    return None


def _split(spelled: str) -> Iterator[tuple[str, str, bool]]:
    """Each word with each name that could stand beside it, and whether the name stands before."""
    words = spelled.split()
    for cut in range(1, len(words)):
        before, after = " ".join(words[:cut]), " ".join(words[cut:])
        yield before.rstrip(":,"), after, False
        yield after, before.rstrip(":,"), True


def _advises(session: Session, by: Seat) -> bool:
    return act.Play not in allowed(session, by) and may_suggest(session, by)


def _now(table: Table, by: Seat) -> str:
    """The words that would do something now if ``by`` typed them, each thing once."""
    session = session_of(table)
    possible, plays = set(offers(session, by)), plays_now(session)
    told: dict[object, str] = {}
    if act.Play in allowed(session, by) or _advises(session, by):
        told[act.Play] = "play" if plays else "pass"
    if box_doubles(session, by, initial=True) == box_doubles(session, by, initial=False):
        possible.discard(act.DoubleInitial())
    for word in TOLD_WORDS:
        op, several = _op(session, by, word), _could_mean(session, by, word)
        if op and len(several) > 1:
            make, _ = ON_CUBES[op]
            if not possible.isdisjoint(map(make, several)):
                told[word] = word + NAMED
        elif (action := _action(session, by, word)) in possible:
            told.setdefault(action, word)
    return ",".join(told.values())


def complete(table: Table, key: str, prefix: str) -> list[str]:
    """Plays that the seat could type now, as its own or as advice, at most 25."""
    session, by = session_of(table), Seat(key)
    plays = plays_now(session)
    if plays is None or not (act.Play in allowed(session, by) or may_suggest(session, by)):
        return []
    return completions(prefix, plays)
