"""The words of the game that can be typed at any table, in both languages at once, and what they answer.

"Yes", "annehmen" or "aufgeben" mean what is asked at the moment; so one list serves every kind of table. Must
not know what a table does about a word, nor the sentences in which words are told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum, auto

_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "roll": ("roll", "r", "würfeln", "wuerfeln", "würfle", "w"),
    "double": ("double", "d", "redouble", "verdoppeln", "verdopple", "doppeln"),
    "double_all": ("double all", "alle verdoppeln"),
    "double_initial": (
        *("initial doubles only", "initial doubles", "initial", "nur mitte"),
        *("nur erstverdopplungen", "nur erstverdopplung", "erstverdopplungen"),
    ),
    "keep": ("don't double", "dont double", "keep", "keep cube", "nicht verdoppeln", "behalten"),
    "take": ("take", "t", "accept", "annehmen", "nehmen", "nehme an", "nehme", "akzeptieren"),
    "drop": ("drop", "pass", "ablehnen", "lehne ab", "passen", "passe"),
    "take_all": ("take all", "alle annehmen"),
    "drop_all": ("drop all", "alle ablehnen"),
    "yes": ("yes", "ja"),
    "no": ("no", "nein"),
    "give_up": ("aufgeben",),
    "beaver": ("beaver", "biber"),
    "raccoon": ("raccoon", "racoon", "waschbär", "waschbaer"),
    "let": ("let it stand", "stehen lassen"),
    "extra": ("give an extra", "extra", "extrawürfel geben"),
    "out": ("no extra", "kein extrawürfel", "kein extra"),
    "wait": ("wait", "warten", "warte"),
    "not_now": ("not now", "jetzt nicht"),
    "quiet": ("not this game", "diese partie nicht", "no doubles this game", "diese partie nicht verdoppeln"),
    "release": ("roll after all", "doch würfeln"),
    "resign": ("resign", "resign single", "partie aufgeben", "einfach aufgeben", "aufgeben einfach"),
    "resign_gammon": ("resign gammon", "aufgeben gammon", "gammon aufgeben"),
    "resign_backgammon": ("resign backgammon", "aufgeben backgammon", "backgammon aufgeben"),
    "withdraw": ("withdraw", "zurückziehen", "zurueckziehen"),
    "refuse": ("refuse", "play on", "weiterspielen"),
    "next": ("next", "next game", "start", "weiter", "nächstes spiel", "nächste partie"),
    "end": ("end", "end session", "beenden", "schluss"),
}
_MEANINGS = {spelled: word for word, spellings in _SPELLINGS.items() for spelled in spellings}

_PASSES = frozenset({"pass", "passen", "passe", "aussetzen", "cannot move", "kein zug"})

TOLD_WORDS = (
    *("play", "pass", "roll", "double", "double_all", "double_initial", "keep", "take", "drop", "take_all"),
    *("drop_all", "beaver", "raccoon", "let", "extra", "out", "wait", "not_now", "release", "accept"),
    *("refuse", "resign", "withdraw", "next", "end"),
)
"""What a message may list as what can be typed now; the catalogue has ``typed.<word>`` for each."""

NAMED = "+"
"""Behind a told word: it needs somebody's name, for there are several cubes that it could mean."""


class Asked(Enum):
    """The question that is open at a table, as far as a bare yes or no can answer it."""

    NOTHING = auto()
    DOUBLE = auto()
    RESIGNATION = auto()
    DOUBLE_TOO = auto()
    RACCOON = auto()
    EXTRA = auto()


_ANSWERS: Mapping[Asked, Mapping[str, str]] = {
    Asked.NOTHING: {"yes": "take", "no": "drop", "give_up": "resign"},
    Asked.DOUBLE: {"yes": "take", "no": "drop", "give_up": "drop"},
    Asked.RESIGNATION: {
        **dict.fromkeys(("yes", "take"), "accept"),
        **dict.fromkeys(("no", "drop"), "refuse"),
        "give_up": "resign",
    },
    Asked.DOUBLE_TOO: {"yes": "double", "no": "keep", "give_up": "resign"},
    Asked.RACCOON: {"yes": "raccoon", "no": "let", "give_up": "resign"},
    Asked.EXTRA: {"yes": "extra", "no": "out", "give_up": "resign"},
}


def plain(text: str) -> str:
    """A text as words are compared: without case, spare spaces, closing marks or typographic apostrophes."""
    return " ".join(re.sub("[’‘`´]", "'", text).casefold().split()).strip(" .!/…")


def in_context(spelled: str, asked: Asked) -> str | None:
    """The word that ``spelled`` (plain) stands for where this is asked; None for one that is none."""
    word = _MEANINGS.get(spelled)
    return None if word is None else _ANSWERS[asked].get(word, word)


def is_word(spelled: str) -> bool:
    """Whether ``spelled`` (plain) is a word of the game, whatever it means now."""
    return spelled in _MEANINGS or spelled in _PASSES


def is_pass(spelled: str, asked: Asked) -> bool:
    """Whether who says ``spelled`` (plain) means to play nothing: it answers no question that is open."""
    return spelled in _PASSES and (asked is Asked.NOTHING or spelled not in _MEANINGS)
