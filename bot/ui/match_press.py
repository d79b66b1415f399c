"""What the buttons and the typed words of a match table mean: an action of the core, or another look.

The core decides whether an action is allowed; here only what never reaches it is judged: drafts, menus and
words. Must not know screens' texts, platforms or storage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.app.table import Table
from bot.app.table_time import Claim, GiveTime, Resume, TimeAction
from bot.game import actions as act
from bot.game.game import CubeOffered, Resigning
from bot.game.judge import allowed
from bot.game.match import Match
from bot.game.notation import completions, parse_play
from bot.game.plays import LegalPlays, Move
from bot.game.result import Kind
from bot.game.side import Side
from bot.game.turn import ToPlay, legal_plays
from bot.game.violations import BadInput, RuleViolation
from bot.ui.kinds import Look
from bot.ui.press import decode_draft, decode_place, encode_draft, encode_place
from bot.ui.typed_words import TOLD_WORDS, Asked, in_context, is_pass, plain


class Op(StrEnum):
    """The operations of a match table's buttons."""

    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    DRAFT = "draft"
    PLAY = "play"
    RESIGN = "resign"
    OFFER = "offer"
    ACCEPT = "accept"
    REFUSE = "refuse"
    WITHDRAW = "withdraw"
    NEXT = "next"
    END = "end"
    BACK = "back"
    CLAIM = "claim"
    GIVE = "give"
    RESUME = "resume"


_SIMPLE: Mapping[Op, act.MatchAction | TimeAction] = {
    Op.ROLL: act.Roll(),
    Op.DOUBLE: act.Double(),
    Op.TAKE: act.Take(),
    Op.DROP: act.Drop(),
    Op.BEAVER: act.Beaver(),
    Op.RACCOON: act.Raccoon(),
    Op.ACCEPT: act.AcceptResignation(),
    Op.REFUSE: act.RefuseResignation(),
    Op.WITHDRAW: act.WithdrawResignation(),
    Op.NEXT: act.StartGame(),
    Op.END: act.EndSession(),
    Op.CLAIM: Claim(),
    Op.GIVE: GiveTime(),
    Op.RESUME: Resume(),
}

_RESIGN_MENU = "R"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a look adds to a match's screen: a half-made play, one origin picked for the next step, or the
    menu in which ``resigning`` chooses a height.
    """

    draft: tuple[Move, ...] = ()
    origin: int | None = None
    resigning: Side | None = None

    def __str__(self) -> str:
        if self.resigning:
            return _RESIGN_MENU + self.resigning
        picked = "" if self.origin is None else encode_place(self.origin)
        return encode_draft(self.draft) + picked


def read_look(match: Match, arg: str) -> Shown:
    """The look behind ``arg``. Raises ``RuleViolation`` (``press.stale``) where it does not fit the match."""
    if not arg:
        return Shown()
    if arg[0] == _RESIGN_MENU:
        return Shown(resigning=_resigner(match, arg[1:]))
    letters, picked = (arg[:-1], arg[-1]) if len(arg) % 2 else (arg, "")
    plays, pairs = plays_now(match), decode_draft(letters)
    if plays is None or pairs is None:
        raise RuleViolation("press.stale")
    draft = tuple(Move(*pair) for pair in pairs)
    steps = _steps(plays, draft)
    if not picked:
        return Shown(draft)
    origin = decode_place(picked)
    if all(step.origin != origin for step in steps):
        raise RuleViolation("press.stale")
    return Shown(draft, origin)


def _filled(match: Match, shown: Shown) -> Shown:
    """A step was chosen: those that alone can follow need no press."""
    plays = plays_now(match)
    if plays is None or not shown.draft or shown.origin is not None:
        return shown
    return replace(shown, draft=plays.filled(shown.draft))


def _steps(plays: LegalPlays, draft: tuple[Move, ...]) -> tuple[Move, ...]:
    try:
        return plays.steps(draft)
    except RuleViolation:
        raise RuleViolation("press.stale") from None


def _resigner(match: Match, key: str) -> Side:
    side = next((side for side in Side if side == key), None)
    if side is None or act.OfferResignation not in allowed(match, side):
        raise RuleViolation("press.stale")
    return side


def plays_now(match: Match) -> LegalPlays | None:
    """The legal plays of a roll that is to be played now; None in any other phase."""
    game = match.running
    if game is None or not isinstance(game.turn.phase, ToPlay):
        return None
    return legal_plays(game.turn, match.rules)


def match_of(table: Table) -> Match:
    """The state of a table of this kind."""
    assert isinstance(table.state, Match)
    return table.state


def press(table: Table, seat: str, op: str, arg: str) -> act.MatchAction | TimeAction | Look:
    """What the button ``op`` with ``arg`` asks for when ``seat`` presses it. Raises ``RuleViolation``."""
    match, by = match_of(table), Side(seat)
    known = next((known for known in Op if known == op), None)
    match known:
        case Op.DRAFT:
            _require_mover(match, by)
            return Look(str(_filled(match, read_look(match, arg))))
        case Op.PLAY:
            _require_mover(match, by)
            return act.Play(_full_play(match, arg))
        case Op.RESIGN:
            return Look(str(read_look(match, _RESIGN_MENU + by)))
        case Op.OFFER:
            return act.OfferResignation(_height(by, arg))
        case Op.BACK:
            return Look()
        case None:
            raise RuleViolation("press.stale")
        case _:
            return _SIMPLE[known]


def _require_mover(match: Match, by: Side) -> None:
    if match.over:
        raise RuleViolation("match.over")
    game = match.running
    if game is None or game.turn.on_roll is not by:
        raise RuleViolation("turn.not_yours" if game else "game.over")


def _full_play(match: Match, arg: str) -> tuple[Move, ...]:
    """The drafted moves; empty is a pass, which the core allows only where nothing can move."""
    shown = read_look(match, arg)
    if shown.origin is not None:
        raise RuleViolation("press.stale")
    return shown.draft


def _height(by: Side, arg: str) -> Kind:
    """The height in an offer's button, which names the side that opened the menu: nobody resigns by
    pressing in the menu of the other.
    """
    side, height = arg[:1], arg[1:]
    if height not in ("1", "2", "3"):
        raise RuleViolation("press.stale")
    if side != by:
        raise RuleViolation("resignation.not_your_menu")
    return Kind(int(height))


_TYPED: Mapping[str, act.MatchAction] = {
    "roll": act.Roll(),
    "double": act.Double(),
    "take": act.Take(),
    "drop": act.Drop(),
    "beaver": act.Beaver(),
    "raccoon": act.Raccoon(),
    "accept": act.AcceptResignation(),
    "refuse": act.RefuseResignation(),
    "resign": act.OfferResignation(Kind.SINGLE),
    "resign_gammon": act.OfferResignation(Kind.GAMMON),
    "resign_backgammon": act.OfferResignation(Kind.BACKGAMMON),
    "withdraw": act.WithdrawResignation(),
    "next": act.StartGame(),
    "end": act.EndSession(),
}

_TOLD = tuple(word for word in _TYPED if word in TOLD_WORDS)


def typed(table: Table, seat: str, text: str) -> act.MatchAction:
    """The action behind typed words: a play in notation, or one of the words of either language.

    Raises ``BadInput`` (``typed.unknown``, with what can be typed now), ``BadNotation`` or another
    ``RuleViolation``.
    """
    match, by, spelled = match_of(table), Side(seat), plain(text)
    plays, asked = plays_now(match), _asked(match)
    if is_pass(spelled, asked):
        return act.Play(())
    word = in_context(spelled, asked)
    if word and word in _TYPED:
        return _TYPED[word]
    if word is not None or not any(character.isdigit() for character in spelled):
        raise BadInput("typed.unknown", {"input": text[:40], "now": ",".join(can_type(match, by))})
    _require_mover(match, by)
    if plays is None:
        raise RuleViolation("turn.not_rolled")
    return act.Play(parse_play(text, plays).moves)


def _asked(match: Match) -> Asked:
    game = match.running
    match game.phase if game else None:
        case Resigning():
            return Asked.RESIGNATION
        case CubeOffered():
            return Asked.DOUBLE
        case _:
            return Asked.NOTHING


def can_type(match: Match, by: Side) -> tuple[str, ...]:
    """The words that would do something now if ``by`` typed them, "play" standing for notation."""
    may = allowed(match, by)
    words = tuple(word for word in _TOLD if type(_TYPED[word]) in may)
    if act.Play not in may:
        return words
    return ("play" if plays_now(match) else "pass", *words)


def complete(table: Table, seat: str, prefix: str) -> list[str]:
    """Plays that the seat could type now, at most 25."""
    match = match_of(table)
    plays, game = plays_now(match), match.running
    if plays is None or game is None or game.turn.on_roll != seat:
        return []
    return completions(prefix, plays)
