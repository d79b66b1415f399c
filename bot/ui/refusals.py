"""Refusals in words: the sentence behind a code and its facts, and what can be done instead.

Must not know which rule was judged where.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.app.archive import Unknown
from bot.app.refused import Refused
from bot.game.notation import BadNotation, format_moves, format_play
from bot.game.violations import RuleViolation
from bot.ui.board_text import words
from bot.ui.naming import AMONG
from bot.ui.texts import Texts, isolated
from bot.ui.typed_words import NAMED

_PLACES = frozenset({"origin", "target", "point"})
_COUNTS = frozenset({"missing"})
"""Facts whose number chooses the plural form."""


def sentence(refused: RuleViolation | Refused | Unknown, texts: Texts) -> str:
    """What the one who was refused is told, whoever has refused."""
    match refused:
        case RuleViolation():
            return refusal_text(texts, refused)
        case Refused():
            return texts("refused." + refused.code, **refused.facts)
        case Unknown():
            return texts("refused.unknown")


def refusal_text(texts: Texts, violation: RuleViolation) -> str:
    """One or two sentences for the one who was refused."""
    key, facts = f"violation.{violation.code}", _spoken(texts, violation.facts)
    if isinstance(violation, BadNotation) and violation.step:
        facts["part"] = format_moves(violation.step, whole=True, words=words(texts))
    count = next((fact for name, fact in violation.facts.items() if name in _COUNTS), None)
    sentence = texts(key, **facts) if count is None else texts.n(key, int(count), **facts)
    if isinstance(violation, BadNotation) and violation.nearest:
        plays = [format_play(play, words=words(texts)) for play in violation.nearest]
        return f"{sentence} {texts('refusal.nearest', plays=texts.list(plays, 'or'))}"
    return sentence


def _spoken(texts: Texts, facts: Mapping[str, str | int]) -> dict[str, object]:
    return {name: _fact(texts, name, fact) for name, fact in facts.items()}


def _told(texts: Texts, word: str) -> str:
    """A word that can be typed, as it is typed."""
    told = texts(f"typed.{word.removesuffix(NAMED)}")
    return texts("typed.with_a_name", word=told) if word.endswith(NAMED) else told


def _fact(texts: Texts, name: str, fact: str | int) -> object:
    if name in _PLACES and isinstance(fact, int):
        return words(texts).point(fact)
    if name == "reason":
        return texts(f"reason.{fact}")
    if name == "now":
        known = [word for word in str(fact).split(",") if word]
        return texts.list([_told(texts, word) for word in known or ["nothing"]], "or")
    if name == "names":
        return texts.list([isolated(one) for one in str(fact).split(AMONG)], "or")
    return fact
