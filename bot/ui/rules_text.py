"""Rule sets in words, and words as rule sets: what is agreed before a game, and what a command asks for.

Both languages are understood at once (rules come from typed commands, whatever the client's language). Must
not know the rules' effects: ``bot.game.rules`` judges what can be combined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.game.rules import (
    MAX_MOVE_S,
    MONEY,
    SPEEDGAMEZ,
    TOURNAMENT,
    BearOff,
    Clock,
    Contact,
    Count,
    Opening,
    Rules,
    Scoring,
    Start,
    Timeout,
)
from bot.game.violations import BadInput
from bot.ui.texts import Texts

MOST_WORDS = 40
BANK_A_POINT_S = 120


def describe(rules: Rules, texts: Texts) -> list[str]:
    """The rule set in sentences: what it is for, whatever is not usual, and the time for a move."""
    return [_series(rules, texts), *_house_rules(rules, texts), *_cube(rules, texts), *_time(rules, texts)]


def _series(rules: Rules, texts: Texts) -> str:
    wins = rules.count is Count.WINS
    if rules.length is None:
        return texts("rules.session_wins" if wins else "rules.session")
    return texts.n("rules.wins" if wins else "rules.match", rules.length)


def _house_rules(rules: Rules, texts: Texts) -> Iterator[str]:
    """How checkers start, meet, leave and count, where it is not as in a tournament."""
    if rules.opening is Opening.ALTERNATE:
        yield texts("rules.opening")
    if rules.start is Start.BAR:
        yield texts("rules.start")
    if rules.contact is Contact.PIN:
        yield texts("rules.contact")
    if rules.bear_off is BearOff.FREE:
        yield texts("rules.bear_off")
    if rules.scoring is Scoring.CHECKERS:
        yield texts("rules.scoring")


def _cube(rules: Rules, texts: Texts) -> Iterator[str]:
    if not rules.cube:
        yield texts("rules.no_cube")
        return
    if rules.cap is not None:
        yield texts("rules.cap", value=rules.cap)
    if rules.is_match and not rules.has_crawford and rules.scoring is Scoring.STANDARD and rules.length != 1:
        yield texts("rules.no_crawford")
    if rules.jacoby:
        yield texts("rules.jacoby")
    if rules.beavers:
        yield texts("rules.raccoons" if rules.beavers == 2 else "rules.beavers")
    if rules.automatic_doubles:
        yield texts.n("rules.automatic_doubles", rules.automatic_doubles)


def _time(rules: Rules, texts: Texts) -> Iterator[str]:
    span = texts.duration
    yield texts("rules.time", move=span(rules.move_s), first=span(rules.first_move_s))
    if rules.clock:
        yield texts("rules.clock", delay=span(rules.clock.delay_s), bank=span(rules.clock.bank_s))
    yield texts("rules.timeout" if rules.timeout is Timeout.AUTOMATIC else "rules.claim")
    if not rules.rated:
        yield texts("rules.unrated")


Change = Mapping[str, Any]
"""Fields of ``Rules`` and what a word makes of them."""

_PRESETS: Mapping[str, Rules] = {
    "tournament": TOURNAMENT,
    "turnier": TOURNAMENT,
    "match": TOURNAMENT,
    "money": MONEY,
    "geld": MONEY,
    "session": MONEY,
    "unlimited": MONEY,
    "unbegrenzt": MONEY,
    "serie": MONEY,
    "speedgamez": SPEEDGAMEZ,
}

_SAID: Mapping[tuple[str, ...], Change] = {
    ("jacoby",): {"jacoby": True},
    ("no jacoby", "ohne jacoby"): {"jacoby": False},
    ("beaver", "beavers", "biber"): {"beavers": 1},
    ("raccoon", "raccoons", "racoon", "racoons", "waschbär", "waschbären"): {"beavers": 2},
    ("automatic", "automatic doubles", "automatics", "automatische verdopplung", "automatisch"): {
        "automatic_doubles": 1
    },
    ("crawford",): {"crawford": True},
    ("no crawford", "ohne crawford"): {"crawford": False},
    ("cube", "mit dopplerwürfel", "dopplerwürfel"): {"cube": True},
    ("no cube", "cubeless", "ohne dopplerwürfel", "ohne verdoppeln", "ohne doppler"): {"cube": False},
    ("pin", "pinning", "blocken", "blots pinned"): {"contact": Contact.PIN},
    ("hit", "hitting", "schlagen"): {"contact": Contact.HIT},
    ("bar", "bar start", "start on the bar", "bank", "von der bar", "von der bank"): {"start": Start.BAR},
    ("standard start", "klassisch"): {"start": Start.STANDARD},
    ("free", "free bearoff", "free bear-off", "ohne aufrücken"): {"bear_off": BearOff.FREE},
    ("strict", "mit aufrücken"): {"bear_off": BearOff.STRICT},
    ("checkers", "by checkers", "steine", "partiepunkte"): {"scoring": Scoring.CHECKERS},
    ("alternate", "alternating", "abwechselnd"): {"opening": Opening.ALTERNATE},
    ("opening roll", "startwurf"): {"opening": Opening.ROLL},
    ("unrated", "casual", "ungewertet", "ohne wertung"): {"rated": False},
    ("rated", "gewertet"): {"rated": True},
    ("timeout", "lose on time", "zeitablauf"): {"timeout": Timeout.AUTOMATIC},
    ("claim", "reklamieren"): {"timeout": Timeout.CLAIM},
    ("clock", "live clock", "uhr", "mit uhr", "schachuhr"): {"clock": Clock()},
    ("no clock", "ohne uhr"): {"clock": None},
    ("wins", "win", "games", "siege", "sieg", "partien"): {"count": Count.WINS},
    ("points", "point", "punkte", "punkt", "pts", "to", "bis", "up to", "bis zu"): {},
    ("and", "with", "und", "mit", "rules", "regeln"): {},
}
_PHRASES: Mapping[str, Change] = {phrase: change for phrases, change in _SAID.items() for phrase in phrases}
_FIRST_WORDS = frozenset(phrase.split()[0] for phrase in _PHRASES)
_LONGEST = max(len(phrase.split()) for phrase in _PHRASES)
_SESSION_ONLY = frozenset({"jacoby", "beavers", "automatic_doubles"})

_SPAN = re.compile(r"(\d{1,5})(s|sek|sec|m|min|h|std|d|t)")
_SECONDS = {"s": 1, "sek": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "std": 3600, "d": 86400, "t": 86400}
_LENGTH = re.compile(r"(\d{1,4})(?:p|pt|pts)?", re.ASCII)


def parse_rules(text: str) -> Rules:
    """The rule set that a command asks for; without a word the usual match.

    ``5``, ``7 points pin``, ``money jacoby beavers``, ``speedgamez``, ``3 Siege ohne Dopplerwürfel 10min``.
    Raises ``BadInput``: ``rules.word`` for a word that is no rule, else what ``Rules`` says.
    """
    words = _words(text)
    preset, changes, at = None, dict[str, Any](), 0
    while at < len(words):
        if words[at] in _PRESETS:
            preset, taken = _PRESETS[words[at]], 1
        else:
            change, taken = _change(words, at)
            changes |= change
        at += taken
    return _with_bank(replace(preset or _usual(changes), **changes))


def _with_bank(rules: Rules) -> Rules:
    """Tournament practice: a bank of two minutes a point of the match."""
    if rules.clock is None or rules.length is None:
        return rules
    bank_s = min(BANK_A_POINT_S * rules.length, MAX_MOVE_S)
    return replace(rules, clock=replace(rules.clock, bank_s=bank_s))


def split_rules(text: str) -> tuple[str, Rules]:
    """A name in front and the rules after it: ``Bea 5`` or ``the quiet one money jacoby``.

    The name is what comes before the first word that is a rule.
    """
    words = text.split()
    named = 0
    while named < len(words) and not is_rule(words[named]):
        named += 1
    return " ".join(words[:named]), parse_rules(" ".join(words[named:]))


def is_rule(word: str) -> bool:
    """Whether a single word says something about rules, or begins to."""
    plain = "".join(_words(word))
    known = plain in _PRESETS or plain in _FIRST_WORDS
    return known or bool(_SPAN.fullmatch(plain) or _LENGTH.fullmatch(plain))


def _words(text: str) -> list[str]:
    words = [word.strip(",;.+()") for word in text.casefold().split()]
    return [word for word in words if word][:MOST_WORDS]


def _usual(changes: Change) -> Rules:
    """A session where something was asked for that only sessions have, else a match."""
    asks_session = any(changes.get(field) for field in _SESSION_ONLY)
    return MONEY if asks_session and "length" not in changes else TOURNAMENT


def _change(words: Sequence[str], at: int) -> tuple[Change, int]:
    """What the words from ``at`` on say, and how many of them; the longest phrase wins."""
    for taken in range(min(_LONGEST, len(words) - at), 0, -1):
        phrase = " ".join(words[at : at + taken])
        if phrase in _PHRASES:
            return _PHRASES[phrase], taken
    if span := _SPAN.fullmatch(words[at]):
        seconds = int(span[1]) * _SECONDS[span[2]]
        return {"move_s": seconds, "first_move_s": max(min(seconds * 3, MAX_MOVE_S), seconds)}, 1
    if length := _LENGTH.fullmatch(words[at]):
        return {"length": int(length[1])}, 1
    raise BadInput("rules.word", {"word": words[at][:30]})
