"""What can be typed at a chouette: plays in notation, and words of the game in either language.

A play typed by who does not play himself is advice. The core judges. Must not know texts or platforms.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.app.chouette_kind import Asked
from bot.app.chouette_seats import session_of
from bot.app.table import Table
from bot.app.table_time import TimeAction
from bot.chouette import actions as act
from bot.chouette.judge import allowed
from bot.chouette.judge_board import may_suggest
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.game.notation import completions, parse_play
from bot.game.result import Kind
from bot.game.violations import BadInput, RuleViolation
from bot.ui.chouette_press import Op, plays_now, press
from bot.ui.kinds import Aside, Look, Then

_WORDS: Mapping[str, tuple[str, ...]] = {
    Op.ROLL: ("roll", "r", "würfeln", "wuerfeln", "würfle", "w"),
    Op.DOUBLE: ("double", "d", "redouble", "verdoppeln", "verdopple", "doppeln"),
    Op.DOUBLE_ALL: ("double all", "alle verdoppeln"),
    Op.DOUBLE_INITIAL: ("initial doubles", "initial", "nur mitte"),
    Op.KEEP: ("keep", "keep cube", "behalten"),
    Op.TAKE: ("take", "t", "annehmen", "nehmen"),
    Op.DROP: ("drop", "pass", "ablehnen", "passen"),
    Op.TAKE_ALL: ("take all", "alle annehmen"),
    Op.DROP_ALL: ("drop all", "alle ablehnen"),
    Op.BEAVER: ("beaver", "biber"),
    Op.WAIT: ("wait", "warten", "warte"),
    Op.NOT_NOW: ("not now", "jetzt nicht"),
    Op.QUIET: ("not this game", "diese partie nicht"),
    Op.ACCEPT: ("accept", "akzeptieren"),
    Op.REFUSE: ("refuse", "play on", "weiterspielen"),
    Op.WITHDRAW: ("withdraw", "zurückziehen", "zurueckziehen"),
    Op.NEXT: ("next", "next game", "start", "weiter", "nächste partie"),
}
_MEANINGS = {spelled: op for op, spellings in _WORDS.items() for spelled in spellings}

_RESIGN = {
    "resign": Kind.SINGLE,
    "resign single": Kind.SINGLE,
    "aufgeben": Kind.SINGLE,
    "resign gammon": Kind.GAMMON,
    "gammon aufgeben": Kind.GAMMON,
    "resign backgammon": Kind.BACKGAMMON,
    "backgammon aufgeben": Kind.BACKGAMMON,
}

_PASSES = frozenset({"pass", "passen", "aussetzen", "cannot move", "kein zug"})


def typed(table: Table, key: str, text: str) -> Asked | TimeAction | Look:
    """The action behind typed words. Raises ``BadInput`` (``typed.unknown``) or another ``RuleViolation``."""
    session, by = session_of(table), Seat(key)
    plain = " ".join(text.casefold().split()).strip(" .!/")
    plays = plays_now(session)
    if plays is not None and not plays and plain in _PASSES:
        return act.Play(())
    if plain in _RESIGN:
        return act.OfferResignation(_RESIGN[plain])
    if plain in _MEANINGS:
        meant = press(table, key, _MEANINGS[plain], "")
        if isinstance(meant, Aside | Then):
            raise RuleViolation("press.stale")
        return meant
    if not any(character.isdigit() for character in plain):
        raise BadInput("typed.unknown", {"input": text[:40], "now": _can_type(session, by)})
    if plays is None:
        raise RuleViolation("turn.not_rolled")
    moves = parse_play(text, plays).moves
    return act.Suggest(moves) if _advises(session, by) else act.Play(moves)


def _advises(session: Session, by: Seat) -> bool:
    return act.Play not in allowed(session, by) and may_suggest(session, by)


_TOLD: Mapping[str, type[act.Action]] = {
    "play": act.Play,
    "roll": act.Roll,
    "double": act.Double,
    "take": act.Take,
    "drop": act.Drop,
    "beaver": act.Beaver,
    "resign": act.OfferResignation,
    "accept": act.AcceptResignation,
    "refuse": act.RefuseResignation,
    "next": act.StartGame,
}


def _can_type(session: Session, by: Seat) -> str:
    kinds = allowed(session, by)
    return ",".join(word for word, kind in _TOLD.items() if kind in kinds)


def complete(table: Table, key: str, prefix: str) -> list[str]:
    """Plays that the seat could type now, as its own or as advice, at most 25."""
    session, by = session_of(table), Seat(key)
    plays = plays_now(session)
    if plays is None or not (act.Play in allowed(session, by) or may_suggest(session, by)):
        return []
    return completions(prefix, plays)
