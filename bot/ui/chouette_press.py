"""What the buttons of a chouette mean: an action of the core, another look, or something for one person.

Buttons are stamped with the situation they belong to, not with the revision: five people press at the same
moment, and a word that changes nothing for the others must not spoil their buttons. The core judges. Must not
know texts, platforms or storage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from zlib import crc32

from bot.app.chouette_kind import Asked, InTurn
from bot.app.chouette_seats import session_of
from bot.app.table import Table
from bot.app.table_time import Agree, Decline, EndUnscored, Pause, Resume, TimeAction
from bot.chouette import actions as act
from bot.chouette.deciders import decider
from bot.chouette.ending import Ending, When
from bot.chouette.game import ChouetteGame, Offered, OnTurn
from bot.chouette.judge import allowed
from bot.chouette.judge_board import asking_to_wait, can_be_quiet, may_suggest
from bot.chouette.judge_cubes import asked_to_double, doubling, extras, raccoons, replies
from bot.chouette.rules import AnswerOrder
from bot.chouette.seats import PARTNER_FROM, Seat
from bot.chouette.session import Session
from bot.game.plays import LegalPlays, Move
from bot.game.result import Kind
from bot.game.turn import ToPlay, legal_plays
from bot.game.violations import RuleViolation
from bot.ui.chouette_rules import changed_card
from bot.ui.kinds import Aside, Look, Then
from bot.ui.press import decode_draft, decode_place, encode_draft, encode_place

STAMPS = 36**5


class Op(StrEnum):
    """The operations of a chouette's buttons."""

    ROLL = "roll"
    DRAFT = "draft"
    PLAY = "play"
    SUGGEST = "suggest"
    DOUBLE = "double"
    KEEP = "keep"
    DOUBLE_ALL = "all"
    DOUBLE_INITIAL = "initial"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    TAKE_ALL = "take_all"
    DROP_ALL = "drop_all"
    RACCOON = "raccoon"
    LET = "let"
    EXTRA = "extra"
    OUT = "out"
    WAIT = "wait"
    NOT_NOW = "later"
    QUIET = "quiet"
    RELEASE = "release"
    OFFER = "offer"
    ACCEPT = "accept"
    REFUSE = "refuse"
    WITHDRAW = "withdraw"
    CARD = "card"
    NO_CARD = "nocard"
    RULE = "rule"
    BEGIN = "begin"
    NEXT = "next"
    PARTNER = "partner"
    ALONE = "alone"
    AWAY = "away"
    HERE = "here"
    LEAVE = "leave"
    GO = "go"
    END = "end"
    YES = "yes"
    NO = "no"
    CLAIM = "claim"
    PAUSE = "pause"
    RESUME = "resume"
    UNSCORED = "unscored"
    AGREE = "agree"
    DECLINE = "decline"
    MENU = "menu"
    MINE = "mine"
    BACK = "back"


class Page(StrEnum):
    """Menus that a look can open; their letters begin the look's argument."""

    MENU = "M"
    RESIGN = "R"
    AWAY = "A"
    LEAVE = "L"
    END = "E"
    CARD = "C"
    PARTNER = "P"
    CUBES = "Q"
    ADVICE = "G"
    ADVISED = "S"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a look adds to the screen: an open menu, a half-made play (or advice), an origin picked for its
    next step.
    """

    page: Page | None = None
    draft: tuple[Move, ...] = ()
    origin: int | None = None

    def __str__(self) -> str:
        picked = "" if self.origin is None else encode_place(self.origin)
        return (self.page or "") + encode_draft(self.draft) + picked


def stamp(session: Session) -> int:
    """A number for the situation that buttons belong to; it changes when they lose their meaning."""
    game = session.running
    row = (session.drawn, len(session.sheet.rows), session.line, session.over is not None)
    card = session.card.rules if session.card else None
    return crc32(repr((row, card, game and _situation(session, game))).encode()) % STAMPS


def _situation(session: Session, game: ChouetteGame) -> object:
    phase: object = game.phase
    if isinstance(game.phase, OnTurn):
        phase = (game.phase.cubes_done, game.phase.asked)
    elif isinstance(game.phase, Offered) and session.rules.order is AnswerOrder.SEALED:
        phase = (game.phase.by, game.phase.seats)
    return (game.number, game.turn.plays, game.turn.phase, game.stakes, phase)


def plays_now(session: Session) -> LegalPlays | None:
    """The legal plays of a roll that is to be played now."""
    game = session.running
    if game is None or not isinstance(game.phase, OnTurn) or not isinstance(game.turn.phase, ToPlay):
        return None
    return legal_plays(game.turn, session.rules.board)


def read_look(session: Session, arg: str) -> Shown:
    """The look behind ``arg``. Raises ``RuleViolation`` (``press.stale``) where it does not fit."""
    page = next((page for page in Page if arg[:1] == page), None)
    letters = arg[1:] if page else arg
    if not letters:
        return Shown(page)
    if page not in (None, Page.ADVICE, Page.ADVISED):
        raise RuleViolation("press.stale")
    plays = plays_now(session)
    pairs = decode_draft(letters[: len(letters) // 2 * 2])
    if plays is None or pairs is None:
        raise RuleViolation("press.stale")
    draft = tuple(Move(*pair) for pair in pairs)
    try:
        steps = plays.steps(draft)
    except RuleViolation:
        raise RuleViolation("press.stale") from None
    origin = decode_place(letters[-1]) if len(letters) % 2 else None
    if origin is not None and all(step.origin != origin for step in steps):
        raise RuleViolation("press.stale")
    return Shown(page, draft, origin)


PLAIN: Mapping[Op, act.Action | TimeAction] = {
    Op.ROLL: act.Roll(),
    Op.DOUBLE_ALL: act.DoubleAll(),
    Op.DOUBLE_INITIAL: act.DoubleInitial(),
    Op.TAKE_ALL: act.TakeAll(),
    Op.DROP_ALL: act.DropAll(),
    Op.ACCEPT: act.AcceptResignation(),
    Op.REFUSE: act.RefuseResignation(),
    Op.WITHDRAW: act.WithdrawResignation(),
    Op.CARD: act.AcceptRules(),
    Op.NO_CARD: act.RefuseRules(),
    Op.NEXT: act.StartGame(),
    Op.ALONE: act.PlayAlone(),
    Op.HERE: act.ComeBack(),
    Op.LEAVE: act.Leave(),
    Op.GO: act.Leave(now=True),
    Op.PAUSE: Pause(),
    Op.RESUME: Resume(),
    Op.UNSCORED: EndUnscored(),
}
"""Buttons that say everything by their name."""


def waiting(session: Session, by: Seat) -> tuple[Seat, ...]:
    """Members who hold the roll and for whom ``by`` decides."""
    game = session.running
    if game is None or not isinstance(game.phase, OnTurn):
        return ()
    return tuple(seat for seat in game.phase.waits if decider(session, seat) == by)


_Candidates = Callable[[Session, Seat], Iterable[Seat]]


def _asked_too(session: Session, by: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in asked_to_double(session) if decider(session, seat) == by)


ON_CUBES: Mapping[Op, tuple[Callable[[Seat], act.Action], _Candidates]] = {
    Op.DOUBLE: (act.Double, doubling),
    Op.KEEP: (act.KeepCube, _asked_too),
    Op.TAKE: (act.Take, replies),
    Op.DROP: (act.Drop, replies),
    Op.BEAVER: (act.Beaver, replies),
    Op.RACCOON: (act.Raccoon, raccoons),
    Op.LET: (act.LeaveBeaver, raccoons),
    Op.EXTRA: (act.GiveExtra, extras),
    Op.OUT: (act.KeepOut, extras),
    Op.WAIT: (act.AskToWait, asking_to_wait),
    Op.NOT_NOW: (act.NotNow, asking_to_wait),
    Op.QUIET: (lambda seat: act.NotNow(seat, for_game=True), can_be_quiet),
    Op.RELEASE: (act.Release, waiting),
}
"""Buttons about one member's cube: whose, is in the argument, or it is the presser's own."""

_LOOKS: Mapping[Op, Look] = {Op.MENU: Look(Page.MENU), Op.BACK: Look()}


def press(table: Table, key: str, op: str, arg: str) -> Asked | TimeAction | Look | Aside | Then:
    """What the button ``op`` with ``arg`` asks for when ``key`` presses it. Raises ``RuleViolation``."""
    session, by = session_of(table), Seat(key)
    known = next((known for known in Op if known == op), None)
    if known is None:
        raise RuleViolation("press.stale")
    if known in PLAIN:
        return PLAIN[known]
    if known in ON_CUBES:
        make, candidates = ON_CUBES[known]
        return make(Seat(arg) if arg else own(candidates(session, by), by))
    if known in _LOOKS:
        return _LOOKS[known]
    match known:
        case Op.DRAFT:
            return _draft(session, by, arg)
        case Op.PLAY:
            return act.Play(_full_play(session, arg))
        case Op.SUGGEST:
            return act.Suggest(_full_play(session, arg))
        case Op.RULE:
            card = session.card.rules if session.card else session.rules
            return Then(act.ProposeRules(changed_card(card, arg)), Look(Page.CARD))
        case Op.MINE:
            return Aside(str(read_look(session, arg or Page.MENU)))
        case _:
            return _at_the_table(session, by, known, arg)


def _at_the_table(session: Session, by: Seat, op: Op, arg: str) -> Asked | TimeAction:
    match op:
        case Op.BEGIN:
            return begin(session)
        case Op.OFFER if arg in ("1", "2", "3"):
            return act.OfferResignation(Kind(int(arg)))
        case Op.PARTNER:
            return act.NamePartner(Seat(arg) if arg else None)
        case Op.AWAY:
            return act.GoAway(Seat(arg) if arg else None)
        case Op.END if not arg or arg.isdecimal():
            return act.ProposeEnd(Ending(When.AFTER_GAME, int(arg)) if arg else Ending())
        case Op.YES | Op.NO:
            if session.end_vote and arg != vote_code(session.end_vote.ending):
                raise RuleViolation("press.stale")
            return act.ConfirmEnd() if op is Op.YES else act.RefuseEnd()
        case Op.CLAIM:
            return act.Claim(Seat(arg))
        case Op.AGREE | Op.DECLINE if arg.isalnum() and len(arg) < 8:
            offer = int(arg, 36)
            return Agree(offer) if op is Op.AGREE else Decline(offer)
        case _:
            raise RuleViolation("press.stale")


def begin(session: Session) -> Asked:
    """Draw the seats; the first game starts at once, unless the box may name a partner first."""
    if len(session.line) >= PARTNER_FROM:
        return act.DrawSeats()
    return InTurn((act.DrawSeats(), act.StartGame()))


def vote_code(ending: Ending) -> str:
    """A proposed end in a button's argument."""
    return f"{_WHEN[ending.when]}{ending.number}"


_WHEN = {When.AFTER_THIS_GAME: "n", When.AFTER_GAME: "g", When.AT_TIME: "t"}


def own(candidates: Iterable[Seat], by: Seat) -> Seat:
    """The presser's own cube, unless the one that it can be is somebody's for whom he decides."""
    several = tuple(candidates)
    return several[0] if len(several) == 1 else by


def _filled(session: Session, shown: Shown) -> Shown:
    """A step was chosen: those that alone can follow need no press."""
    plays = plays_now(session)
    if plays is None or not shown.draft or shown.origin is not None:
        return shown
    return replace(shown, draft=plays.filled(shown.draft))


def _draft(session: Session, by: Seat, arg: str) -> Look | Aside:
    """Only who plays changes the board that all see; who may advise drafts his advice for himself."""
    if act.Play in allowed(session, by):
        return Look(str(_filled(session, read_look(session, arg))))
    letters = arg.removeprefix(Page.ADVICE)
    if may_suggest(session, by) and plays_now(session) is not None:
        return Aside(str(_filled(session, read_look(session, Page.ADVICE + letters))))
    raise RuleViolation("chouette.captain_only" if session.running else "game.over")


def _full_play(session: Session, arg: str) -> tuple[Move, ...]:
    shown = read_look(session, arg.removeprefix(Page.ADVICE))
    if shown.page or shown.origin is not None:
        raise RuleViolation("press.stale")
    return shown.draft
