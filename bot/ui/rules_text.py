"""Rule sets in words, and words as rule sets: what is agreed before a game, and what a command asks for.

Both languages are understood at once (rules come from typed commands, whatever the client's language). Must
not know the rules' effects: ``bot.game.rules`` judges what can be combined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

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
"""Fields of ``Rules`` and what a word makes of them; of a clock its two fields and whether there is one."""

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

_AUTOMATIC = (
    *("automatic", "automatics", "automatic doubles", "automatic double"),
    *("automatisch", "automatik", "automatische verdopplung", "automatische verdopplungen"),
)
_SAID: Mapping[tuple[str, ...], Change] = {
    ("jacoby",): {"jacoby": True},
    ("no jacoby", "ohne jacoby"): {"jacoby": False},
    ("beaver", "beavers", "biber"): {"beavers": 1},
    ("raccoon", "raccoons", "racoon", "racoons", "waschbär", "waschbären"): {"beavers": 2},
    ("no beaver", "no beavers", "ohne beaver", "ohne biber"): {"beavers": 0},
    _AUTOMATIC: {"automatic_doubles": 1},
    ("no automatic", "no automatics", "no automatic doubles"): {"automatic_doubles": 0},
    ("ohne automatik", "ohne automatische verdopplungen"): {"automatic_doubles": 0},
    ("crawford",): {"crawford": True},
    ("no crawford", "ohne crawford"): {"crawford": False},
    ("cube", "mit dopplerwürfel", "dopplerwürfel"): {"cube": True},
    ("no cube", "cubeless", "ohne dopplerwürfel", "ohne verdoppeln", "ohne doppler"): {"cube": False},
    ("no cap", "ohne grenze", "ohne obergrenze"): {"cap": None},
    ("pin", "pinning", "blocken", "blots pinned"): {"contact": Contact.PIN},
    ("hit", "hitting", "schlagen"): {"contact": Contact.HIT},
    ("bar", "bar start", "start on the bar", "bank", "von der bar", "von der bank"): {"start": Start.BAR},
    ("standard start", "klassisch"): {"start": Start.STANDARD},
    ("free", "free bearoff", "free bear-off", "free bear off", "ohne aufrücken"): {"bear_off": BearOff.FREE},
    ("strict", "mit aufrücken"): {"bear_off": BearOff.STRICT},
    ("checkers", "by checkers", "steine", "partiepunkte"): {"scoring": Scoring.CHECKERS},
    ("standard scoring", "standardzählung", "normale zählung"): {"scoring": Scoring.STANDARD},
    ("alternate", "alternating", "abwechselnd"): {"opening": Opening.ALTERNATE},
    ("opening roll", "startwurf"): {"opening": Opening.ROLL},
    ("unrated", "casual", "ungewertet", "ohne wertung"): {"rated": False},
    ("rated", "gewertet"): {"rated": True},
    ("timeout", "lose on time", "zeitablauf"): {"timeout": Timeout.AUTOMATIC},
    ("claim", "reklamieren"): {"timeout": Timeout.CLAIM},
    ("clock", "live clock", "uhr", "mit uhr", "schachuhr"): {"clock": True},
    ("no clock", "ohne uhr"): {"clock": False},
    ("wins", "win", "games", "siege", "sieg", "partien"): {"count": Count.WINS},
    ("points", "point", "punkte", "punkt", "pts"): {"count": Count.POINTS},
    ("to", "bis", "up to", "bis zu", "and", "with", "und", "mit", "rules", "regeln", ","): {},
}
_NUMBERED: Mapping[tuple[str, ...], str] = {
    _AUTOMATIC: "automatic_doubles",
    ("cap", "grenze", "obergrenze"): "cap",
}
"""What a number follows: ``cap 64``, ``automatic3``."""

_TIMED: Mapping[tuple[str, ...], str] = {
    ("first", "first move", "erster", "erster zug"): "first_move_s",
    ("delay", "frei"): "delay_s",
    ("bank", "guthaben"): "bank_s",
}
"""What a time follows: ``first 15min``, ``delay 12s bank 2m``."""

_Meant = TypeVar("_Meant")


def _by_phrase(said: Mapping[tuple[str, ...], _Meant]) -> Mapping[str, _Meant]:
    return {phrase: meant for phrases, meant in said.items() for phrase in phrases}


_NUMBER_AFTER, _TIME_AFTER = _by_phrase(_NUMBERED), _by_phrase(_TIMED)
_PHRASES = _by_phrase(_SAID)
_ALL = (*_PHRASES, *_NUMBER_AFTER, *_TIME_AFTER)
_FIRST_WORDS = frozenset(phrase.split()[0] for phrase in _ALL)
_LONGEST = max(len(phrase.split()) for phrase in _ALL)
_SESSION_ONLY = frozenset({"jacoby", "beavers", "automatic_doubles"})

_SECONDS = {"s": 1, "sek": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "std": 3600, "d": 86400, "t": 86400}
_SPAN = re.compile(rf"(\d{{1,7}})({'|'.join(_SECONDS)})", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_LENGTH = re.compile(r"(\d{1,4})(?:p|pt|pts)?", re.ASCII)
_GLUED = re.compile(rf"({'|'.join((*_NUMBER_AFTER, *_TIME_AFTER))})(\d\w*)", re.ASCII)


def parse_rules(text: str) -> Rules:
    """The rule set that a command asks for; without a word the usual match.

    ``5``, ``7 points pin``, ``money jacoby beavers``, ``speedgamez``, ``3 Siege ohne Dopplerwürfel 10min``,
    ``money automatic3 cap64``, ``7 delay 12s bank 14min``.
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
    return _changed(preset or _usual(changes), changes)


def _changed(rules: Rules, changes: dict[str, Any]) -> Rules:
    """The rules with what was asked for; what only follows from it is as usual."""
    clock = {name: changes.pop(name) for name in ("delay_s", "bank_s") if name in changes}
    with_clock = changes.pop("clock", bool(clock))
    if "move_s" in changes:
        move_s = changes["move_s"]
        changes.setdefault("first_move_s", max(min(move_s * 3, MAX_MOVE_S), move_s))
    rules = replace(rules, **changes)
    return replace(rules, clock=Clock(**(_usual_bank(rules) | clock))) if with_clock else rules


def _usual_bank(rules: Rules) -> dict[str, int]:
    """Tournament practice: a bank of two minutes a point of the match."""
    return {} if rules.length is None else {"bank_s": BANK_A_POINT_S * rules.length}


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
    plain = next(iter(_words(word)), ",")
    known = plain in _PRESETS or plain in _FIRST_WORDS - {","}
    return known or bool(_SPAN.fullmatch(plain) or _LENGTH.fullmatch(plain))


def _words(text: str) -> list[str]:
    """The words without marks, a comma by itself, since no phrase goes over one; ``cap64`` as two."""
    found: list[str] = []
    for word in re.findall(r"[,;]|[^\s,;]+", text.casefold()):
        plain = "," if word in ",;" else word.strip(".+()")
        glued = _GLUED.fullmatch(plain)
        found += glued.groups() if glued else [plain] * bool(plain)
    return found


def _usual(changes: Change) -> Rules:
    """A session where something was asked for that only sessions have, else a match."""
    asks_session = any(changes.get(field) for field in _SESSION_ONLY)
    return MONEY if asks_session and "length" not in changes else TOURNAMENT


def _change(words: Sequence[str], at: int) -> tuple[Change, int]:
    """What the words from ``at`` on say, and how many of them; the longest phrase wins."""
    for phrase, taken in _phrases(words, at):
        after = _word(words, at + taken)
        if phrase in _NUMBER_AFTER and _NUMBER.fullmatch(after):
            return {_NUMBER_AFTER[phrase]: int(after)}, taken + 1
        if phrase in _TIME_AFTER and (span := _SPAN.fullmatch(after)):
            return {_TIME_AFTER[phrase]: _seconds(span)}, taken + 1
        if phrase in _PHRASES:
            return _PHRASES[phrase], taken
    if _NUMBER.fullmatch(words[at]):
        for phrase, taken in _phrases(words, at + 1):
            if phrase in _AUTOMATIC and not _NUMBER.fullmatch(_word(words, at + 1 + taken)):
                return {"automatic_doubles": int(words[at])}, taken + 1
    if span := _SPAN.fullmatch(words[at]):
        return {"move_s": _seconds(span)}, 1
    if length := _LENGTH.fullmatch(words[at]):
        return {"length": int(length[1])}, 1
    raise BadInput("rules.word", {"word": words[at][:30]})


def _phrases(words: Sequence[str], at: int) -> Iterator[tuple[str, int]]:
    """What may be phrases from ``at`` on, the longest first, and of how many words."""
    for taken in range(min(_LONGEST, len(words) - at), 0, -1):
        yield " ".join(words[at : at + taken]), taken


def _word(words: Sequence[str], at: int) -> str:
    return words[at] if at < len(words) else ""


def _seconds(span: re.Match[str]) -> int:
    return int(span[1]) * _SECONDS[span[2]]
