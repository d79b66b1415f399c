from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from bot.ui.refusals import refusal_text
from bot.ui.rules_text import describe, is_rule, parse_rules, split_rules
from tests.support.match_tables import DE, EN, any_rules


@pytest.mark.parametrize(
    "text, rules",
    [
        ("", TOURNAMENT),
        ("5", TOURNAMENT),
        ("7 points", replace(TOURNAMENT, length=7)),
        ("7pt", replace(TOURNAMENT, length=7)),
        ("bis 7 Punkte", replace(TOURNAMENT, length=7)),
        ("7 points pin", replace(TOURNAMENT, length=7, contact=Contact.PIN)),
        ("3 wins", replace(TOURNAMENT, length=3, count=Count.WINS)),
        ("3 Siege", replace(TOURNAMENT, length=3, count=Count.WINS)),
        ("money", MONEY),
        ("Geld", MONEY),
        ("unbegrenzt", MONEY),
        ("money jacoby beavers", replace(MONEY, beavers=1)),
        ("money, no jacoby, raccoons", replace(MONEY, jacoby=False, beavers=2)),
        ("beavers", replace(MONEY, beavers=1)),
        ("jacoby", MONEY),
        ("money automatic doubles", replace(MONEY, automatic_doubles=1)),
        ("speedgamez", SPEEDGAMEZ),
        ("Speedgamez 200", replace(SPEEDGAMEZ, length=200)),
        ("3 no crawford", replace(TOURNAMENT, length=3, crawford=False)),
        ("3 ohne Crawford", replace(TOURNAMENT, length=3, crawford=False)),
        ("no cube 3", replace(TOURNAMENT, length=3, cube=False)),
        ("3 ohne Dopplerwürfel", replace(TOURNAMENT, length=3, cube=False)),
        ("bar start, free bear-off", replace(TOURNAMENT, start=Start.BAR, bear_off=BearOff.FREE)),
        (
            "ohne Aufrücken, abwechselnd",
            replace(TOURNAMENT, bear_off=BearOff.FREE, opening=Opening.ALTERNATE),
        ),
        ("checkers 100", replace(TOURNAMENT, length=100, scoring=Scoring.CHECKERS)),
        ("5 unrated", replace(TOURNAMENT, rated=False)),
        ("5 lose on time", replace(TOURNAMENT, timeout=Timeout.AUTOMATIC)),
        ("5 2min", replace(TOURNAMENT, move_s=120, first_move_s=360)),
        ("5 14d", replace(TOURNAMENT, move_s=MAX_MOVE_S, first_move_s=MAX_MOVE_S)),
    ],
)
def test_rules_are_understood_in_both_languages(text: str, rules: Rules) -> None:
    assert parse_rules(text) == rules


@pytest.mark.parametrize(
    "text, code, told",
    [
        ("5 hopscotch", "rules.word", "“hopscotch” is no rule that I know."),
        ("99", "rules.length", "A length can be 1 to 25, not 99."),
        ("0", "rules.length", "A length can be 1 to 25, not 0."),
        ("5 jacoby", "rules.unlimited_only", "not for a match to 5"),
        ("money automatic alternate", "rules.automatic_opening", "need an opening throw"),
        ("5 1s", "rules.seconds", "30 seconds to 14 days, not 1 seconds"),
    ],
)
def test_what_is_no_rule_or_cannot_be_combined_is_said(text: str, code: str, told: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_rules(text)
    assert caught.value.code == code
    assert told in refusal_text(EN, caught.value)
    assert refusal_text(DE, caught.value)


@given(st.text(max_size=80))
def test_any_text_is_rules_or_a_refusal(text: str) -> None:
    refused = None
    try:
        parse_rules(text)
    except BadInput as caught:
        refused = caught
    assert refused is None or refusal_text(EN, refused)


@pytest.mark.parametrize(
    "text, name, rules",
    [
        ("Bea 5", "Bea", TOURNAMENT),
        ("the quiet one money jacoby", "the quiet one", MONEY),
        ("Bea", "Bea", TOURNAMENT),
        ("5", "", TOURNAMENT),
        ("", "", TOURNAMENT),
    ],
)
def test_a_name_in_front_is_told_from_the_rules(text: str, name: str, rules: Rules) -> None:
    assert split_rules(text) == (name, rules)


@pytest.mark.parametrize(
    "word, known", [("5", True), ("Jacoby", True), ("2min", True), ("Bea", False), ("", False)]
)
def test_a_word_is_known_as_a_rule(word: str, known: bool) -> None:
    assert is_rule(word) is known


@given(any_rules())
def test_any_rule_set_can_be_said_in_both_languages(rules: Rules) -> None:
    english, german = describe(rules, EN), describe(rules, DE)
    assert len(english) == len(german)
    assert all(sentence.endswith(".") for sentence in (*english, *german))
    assert len(" ".join(german)) < 2500


def test_the_usual_match_is_said_in_three_sentences() -> None:
    assert describe(TOURNAMENT, EN) == [
        "A match to 5 points.",
        "Time for a move: 5 minutes; for the first of a game: 15 minutes.",
        "When time runs out, the other side may claim the win or wait.",
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"opening": Opening.ALTERNATE},
        {"start": Start.BAR},
        {"contact": Contact.PIN},
        {"bear_off": BearOff.FREE},
        {"scoring": Scoring.CHECKERS},
        {"cube": False},
        {"cap": 64},
        {"crawford": False},
        {"clock": Clock()},
        {"timeout": Timeout.AUTOMATIC},
        {"rated": False},
        {"count": Count.WINS},
        {"move_s": 60},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_differs_from_the_usual_is_said(change: dict[str, object]) -> None:
    assert describe(replace(TOURNAMENT, **change), EN) != describe(TOURNAMENT, EN)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change", [{"jacoby": False}, {"beavers": 1}, {"beavers": 2}, {"automatic_doubles": 2}]
)
def test_whatever_differs_from_the_usual_session_is_said(change: dict[str, object]) -> None:
    assert describe(replace(MONEY, **change), EN) != describe(MONEY, EN)  # type: ignore[arg-type]
