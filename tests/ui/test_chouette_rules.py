"""The rules card: words in either language, a button for each field, a sentence for each value."""

from __future__ import annotations

import pytest

from bot.chouette.rules import SEED_RULES, AnswerOrder, ChouetteRules, Consulting, Extras, Retention
from bot.game.rules import Contact, Start, Timeout
from bot.game.violations import BadInput, RuleViolation
from bot.ui.chouette_rules import OPTIONS, card_in_brief, card_lines, changed_card, menu_choices, parse_card
from bot.ui.texts import LANGUAGES, Texts


@pytest.mark.parametrize(
    "text, fields",
    [
        ("", {}),
        ("no jacoby, beavers", {"jacoby": False, "beavers": 1}),
        ("ohne Jacoby und Waschbären", {"jacoby": False, "beavers": 2}),
        ("mandatory extras sealed", {"extras": Extras.MANDATORY, "order": AnswerOrder.SEALED}),
        (
            "verdeckt, Duell, beraten",
            {
                "order": AnswerOrder.SEALED,
                "retention": Retention.DUEL,
                "consulting": Consulting.ALWAYS,
            },
        ),
        ("1min claim pin", {"move_s": 60, "timeout": Timeout.CLAIM, "contact": Contact.PIN}),
        ("cap64", {"cap": 64}),
        ("2d", {"move_s": 172_800, "first_move_s": 172_800}),
    ],
)
def test_words_of_both_languages_make_a_card(text: str, fields: dict[str, object]) -> None:
    card = parse_card(text)
    assert {name: getattr(card, name) for name in fields} == fields
    if not fields:
        assert card == SEED_RULES


@pytest.mark.parametrize("text", ["quickly", "5", "cap3", "99999999d", "-1min"])
def test_what_is_no_rule_or_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_card(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_press_goes_through_every_value_of_a_field_and_round_again(language: str) -> None:
    texts = Texts(language, strict=True)
    for number, option in enumerate(OPTIONS):
        card, seen = SEED_RULES, []
        for _ in option.choices:
            _, arg = list(menu_choices(card, texts))[number]
            card = changed_card(card, arg)
            seen.append(getattr(card, option.field))
            assert len(card_lines(card, texts)) == len(OPTIONS)
            assert card_in_brief(card, texts)
        assert set(seen) == set(option.choices)
        assert getattr(card, option.field) == getattr(SEED_RULES, option.field)


@pytest.mark.parametrize(
    "language, told",
    [
        ("en", "somebody else of that side decides, or it loses after a last deadline."),
        ("de", "Dann entscheidet ein anderer dieser Seite, oder sie verliert nach einer letzten Frist."),
    ],
)
def test_a_claim_is_told_as_what_it_brings_at_a_chouette(language: str, told: str) -> None:
    texts = Texts(language, strict=True)
    assert card_lines(parse_card("claim"), texts)[-1].endswith(told)
    assert told.rstrip(".") in card_in_brief(parse_card("claim"), texts)


@pytest.mark.parametrize("arg", ["", "x", "99.0", "0.9", "0.-1", "1"])
def test_a_forged_button_changes_no_card(arg: str) -> None:
    with pytest.raises(RuleViolation):
        changed_card(SEED_RULES, arg)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_that_no_button_has_is_told_all_the_same(language: str) -> None:
    texts = Texts(language, strict=True)
    card = ChouetteRules(cap=32, move_s=7200, first_move_s=7200, grace_s=45, automatic_doubles=2)
    told = card_in_brief(card, texts)
    assert "32" in told
    assert "2" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_in_brief_is_one_sentence(language: str) -> None:
    said = card_in_brief(ChouetteRules(start=Start.BAR, contact=Contact.PIN), Texts(language, strict=True))
    assert said.endswith(".")
    assert not said.endswith("..")
    assert ".;" not in said
