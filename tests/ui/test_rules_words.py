"""Rules in words, read back: each field of a rule set has its word for every value, in both languages."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.rules import (
    MAX_LENGTH,
    MAX_LENGTH_CHECKERS,
    MAX_MOVE_S,
    MIN_MOVE_S,
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
from bot.ui.pages import help_page
from bot.ui.room_policy import with_usual_rules
from bot.ui.rules_text import is_rule, parse_rules, split_rules
from bot.ui.texts import Texts
from tests.support.match_tables import DE, EN, any_rules


@dataclass(frozen=True, slots=True)
class Language:
    """How a field's values are said: by a word each, or by what makes words of the value."""

    words: Mapping[str, Mapping[Any, str]]
    made: Mapping[str, Callable[[Any], str]]

    def say(self, rules: Rules) -> Iterator[str]:
        """Each field of the rule set, whatever is usual."""
        for field in fields(Rules):
            value, words = getattr(rules, field.name), self.words.get(field.name, {})
            yield words[value] if value in words else self.made[field.name](value)


ENGLISH = Language(
    words={
        "count": {Count.POINTS: "points", Count.WINS: "wins"},
        "opening": {Opening.ROLL: "opening roll", Opening.ALTERNATE: "alternate"},
        "start": {Start.STANDARD: "standard start", Start.BAR: "bar start"},
        "contact": {Contact.HIT: "hit", Contact.PIN: "pin"},
        "bear_off": {BearOff.STRICT: "strict", BearOff.FREE: "free bear-off"},
        "scoring": {Scoring.STANDARD: "standard scoring", Scoring.CHECKERS: "checkers"},
        "cube": {True: "cube", False: "no cube"},
        "cap": {None: "no cap"},
        "crawford": {True: "crawford", False: "no crawford"},
        "jacoby": {True: "jacoby", False: "no jacoby"},
        "beavers": {0: "no beavers", 1: "beavers", 2: "raccoons"},
        "automatic_doubles": {0: "no automatic"},
        "timeout": {Timeout.AUTOMATIC: "timeout", Timeout.CLAIM: "claim"},
        "rated": {True: "rated", False: "unrated"},
        "clock": {None: "no clock"},
        "length": {None: "unlimited"},
    },
    made={
        "cap": "cap {}".format,
        "automatic_doubles": "automatic{}".format,
        "move_s": "{}s".format,
        "first_move_s": "first {}s".format,
        "length": "match {}".format,
        "clock": lambda clock: f"delay {clock.delay_s}s bank {clock.bank_s}s",
    },
)
GERMAN = Language(
    words={
        "count": {Count.POINTS: "Punkte", Count.WINS: "Siege"},
        "opening": {Opening.ROLL: "Startwurf", Opening.ALTERNATE: "abwechselnd"},
        "start": {Start.STANDARD: "klassisch", Start.BAR: "von der Bar"},
        "contact": {Contact.HIT: "schlagen", Contact.PIN: "blocken"},
        "bear_off": {BearOff.STRICT: "mit Aufrücken", BearOff.FREE: "ohne Aufrücken"},
        "scoring": {Scoring.STANDARD: "normale Zählung", Scoring.CHECKERS: "Steine"},
        "cube": {True: "Dopplerwürfel", False: "ohne Dopplerwürfel"},
        "cap": {None: "ohne Grenze"},
        "crawford": {True: "Crawford", False: "ohne Crawford"},
        "jacoby": {True: "Jacoby", False: "ohne Jacoby"},
        "beavers": {0: "ohne Beaver", 1: "Beaver", 2: "Waschbären"},
        "automatic_doubles": {0: "ohne Automatik"},
        "timeout": {Timeout.AUTOMATIC: "Zeitablauf", Timeout.CLAIM: "reklamieren"},
        "rated": {True: "gewertet", False: "ungewertet"},
        "clock": {None: "ohne Uhr"},
        "length": {None: "unbegrenzt"},
    },
    made={
        "cap": "Grenze {}".format,
        "automatic_doubles": "Automatik {}".format,
        "move_s": "{}s".format,
        "first_move_s": "erster Zug {}s".format,
        "length": "Turnier {}".format,
        "clock": lambda clock: f"Uhr, frei {clock.delay_s}s, Guthaben {clock.bank_s}s",
    },
)


@st.composite
def all_rules(draw: st.DrawFn) -> Rules:
    """Any rule set, with any numbers too."""
    rules = draw(any_rules())
    highest = MAX_LENGTH_CHECKERS if rules.scoring is Scoring.CHECKERS else MAX_LENGTH
    seconds = st.integers(MIN_MOVE_S, MAX_MOVE_S)
    clocks = st.builds(Clock, st.integers(0, 3600), st.integers(1, MAX_MOVE_S))
    return replace(
        rules,
        length=None if rules.length is None else draw(st.integers(1, highest)),
        cap=draw(st.none() | st.integers(0, 20).map(lambda power: 1 << power)),
        move_s=draw(seconds),
        first_move_s=draw(seconds),
        clock=draw(st.none() | clocks),
    )


@pytest.mark.parametrize("language", [ENGLISH, GERMAN], ids=["english", "german"])
@given(rules=all_rules(), chance=st.randoms(use_true_random=False))
def test_every_rule_set_can_be_said_and_is_read_back_in_any_order(
    language: Language, rules: Rules, chance: random.Random
) -> None:
    said = list(language.say(rules))
    chance.shuffle(said)
    assert parse_rules(" ".join(said)) == rules
    assert parse_rules(", ".join(said).upper()) == rules


@pytest.mark.parametrize("preset", [SPEEDGAMEZ, MONEY, TOURNAMENT], ids=["speedgamez", "money", "match"])
@pytest.mark.parametrize("language", [ENGLISH, GERMAN], ids=["english", "german"])
def test_every_field_of_a_preset_can_be_said_away_by_one_word(language: Language, preset: Rules) -> None:
    name = {SPEEDGAMEZ: "speedgamez", MONEY: "geld", TOURNAMENT: "turnier"}[preset]
    tried = 0
    for field, words in language.words.items():
        for value, word in words.items():
            try:
                wanted = replace(preset, **{field: value})
            except BadInput:
                continue
            if field != "length":
                assert parse_rules(f"{name} {word}") == wanted
                tried += 1
    assert tried >= 22


@pytest.mark.parametrize(
    "text, rules",
    [
        ("money automatic 3", replace(MONEY, automatic_doubles=3)),
        ("automatic3", replace(MONEY, automatic_doubles=3)),
        ("3 automatic", replace(MONEY, automatic_doubles=3)),
        ("2 automatische Verdopplungen", replace(MONEY, automatic_doubles=2)),
        ("automatic", replace(MONEY, automatic_doubles=1)),
        ("7 cap64", replace(TOURNAMENT, length=7, cap=64)),
        ("7 Grenze 8", replace(TOURNAMENT, length=7, cap=8)),
        ("speedgamez standard scoring", replace(SPEEDGAMEZ, scoring=Scoring.STANDARD)),
        ("speedgamez no cap", replace(SPEEDGAMEZ, cap=None)),
        ("7 clock", replace(TOURNAMENT, length=7, clock=Clock(12, 840))),
        ("7 delay12s bank2m", replace(TOURNAMENT, length=7, clock=Clock(12, 120))),
        ("7 delay 8s", replace(TOURNAMENT, length=7, clock=Clock(8, 840))),
        ("money Guthaben 2h", replace(MONEY, clock=Clock(12, 7200))),
        ("clock 7 no clock", replace(TOURNAMENT, length=7)),
        ("bank 2m", replace(TOURNAMENT, clock=Clock(12, 120))),
        ("bank, 2m", replace(TOURNAMENT, start=Start.BAR, move_s=120, first_move_s=360)),
        ("5 first 10min 2min", replace(TOURNAMENT, move_s=120, first_move_s=600)),
        ("free bear off", replace(TOURNAMENT, bear_off=BearOff.FREE)),
    ],
)
def test_numbers_and_times_belong_to_the_word_before(text: str, rules: Rules) -> None:
    assert parse_rules(text) == rules


@pytest.mark.parametrize(
    "text, code",
    [
        ("5 automatic3", "rules.unlimited_only"),
        ("automatic 4", "rules.range"),
        ("cap 48", "rules.cap"),
        ("cap", "rules.word"),
        ("delay 2h", "rules.clock"),
        ("bank 0s", "rules.clock"),
        ("first 1s", "rules.seconds"),
        (" ".join(["pin"] * 50) + " hopscotch", "rules.word"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(text: str, code: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_rules(text)
    assert refused.value.code == code


def test_what_a_room_usually_plays_does_not_run_into_what_is_asked_for() -> None:
    usual = {"rules": "money automatic bank", "move_time": "2min", "rated": False}
    said = with_usual_rules("Bea 8h", usual)
    assert split_rules(said) == (
        "Bea",
        replace(MONEY, automatic_doubles=1, start=Start.BAR, move_s=28800, first_move_s=86400, rated=False),
    )
    assert parse_rules(with_usual_rules("3 automatic", {"rules": "automatic"})).automatic_doubles == 3
    assert with_usual_rules("", {}) == ""


@pytest.mark.parametrize("word", ["cap64", "automatic3", "Grenze", "bank2m,", "first"])
def test_words_that_a_number_follows_are_known_as_rules(word: str) -> None:
    assert is_rule(word)
    assert not is_rule(",")


@pytest.mark.parametrize("texts, language", [(EN, ENGLISH), (DE, GERMAN)], ids=["english", "german"])
def test_the_help_has_a_word_for_every_value(texts: Texts, language: Language) -> None:
    told = " ".join(help_page(texts).lines).casefold()
    words = [word for words in language.words.values() for word in words.values()]
    assert [word for word in words if not re.search(rf"\b{word.casefold()}\b", told)] == []
