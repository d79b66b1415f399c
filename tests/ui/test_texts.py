from __future__ import annotations

import re
from functools import cache
from string import Formatter
from zoneinfo import ZoneInfo

import pytest
from babel.messages.catalog import Message

from bot.ui.texts import (
    FIRST_STRONG_ISOLATE,
    LANGUAGES,
    POP_ISOLATE,
    MissingText,
    Texts,
    catalogue,
    texts_for,
)
from tests.support.text_keys import FAMILIES, Asked, Prefix, asked, strings

HOW_TO = "see the docstring of bot/ui/texts.py"
NO_TEXTS = frozenset({"violation", "refused"})
"""Prefixes of codes: their members are found by themselves, where the codes are raised."""


@cache
def messages(language: str) -> dict[str, Message]:
    return {str(key_of(message)): message for message in catalogue(language) if message.id}


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def needed() -> dict[str, str]:
    """Every key that the code needs, with where."""
    found = {one.key: one.where for one in asked() if isinstance(one, Asked)}
    for prefix, members in FAMILIES.items():
        found |= {prefix + member: f"FAMILIES[{prefix!r}]" for member in members}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_the_code_asks_for_is_there(language: str) -> None:
    there = messages(language)
    missing = [f"{key} (asked for in {where})" for key, where in sorted(needed().items()) if key not in there]
    assert not missing, f"add to bot/ui/locale/{language}.po ({HOW_TO}):\n" + "\n".join(missing)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_used(language: str) -> None:
    used = needed().keys() | strings()
    unused = sorted(key for key in messages(language) if key not in used)
    assert not unused, f"take out of bot/ui/locale/{language}.po, nothing asks for:\n" + "\n".join(unused)


def test_every_key_that_is_put_together_belongs_to_a_family() -> None:
    known = tuple(FAMILIES)
    unknown = [
        f"{one.prefix}… in {one.where}"
        for one in asked()
        if isinstance(one, Prefix) and one.prefix not in known and one.prefix.split(".")[0] not in NO_TEXTS
    ]
    assert not unknown, "say in FAMILIES of tests/support/text_keys.py what can follow:\n" + "\n".join(
        unknown
    )


def test_both_languages_have_the_same_keys_in_the_same_order() -> None:
    english, german = (list(messages(language)) for language in LANGUAGES)
    assert set(english) ^ set(german) == set(), "each text stands in both files"
    assert english == german, "keep the order of both files the same"


def test_a_text_has_the_same_placeholders_in_both_languages_and_all_its_forms() -> None:
    wrong = []
    for key in messages("en"):
        texts = [form for language in LANGUAGES for form in forms(messages(language)[key])]
        names = {frozenset(placeholders(text) - {"n"}) for text in texts}
        if len(names) > 1:
            wrong.append(f"{key}: {texts}")
    assert not wrong, "\n".join(wrong)


def test_the_placeholders_of_a_text_are_given_where_it_is_asked_for() -> None:
    wrong = []
    for one in asked():
        if not isinstance(one, Asked) or one.facts is None or one.key not in messages("en"):
            continue
        wanted = {name for form in forms(messages("en")[one.key]) for name in placeholders(form)}
        given = one.facts | ({"n"} if one.plural else set())
        if not wanted <= given:
            wrong.append(f"{one.key} in {one.where}: no {', '.join(sorted(wanted - given))}")
    assert not wrong, "\n".join(wrong)


def test_plural_texts_are_asked_for_with_a_number_and_others_without() -> None:
    there = messages("en")
    wrong = [
        f"{one.key} in {one.where}"
        for one in asked()
        if isinstance(one, Asked)
        and one.plural is not None
        and one.key in there
        and one.plural != (len(forms(there[one.key])) > 1)
    ]
    assert not wrong, "use texts(key) for plain texts and texts.n(key, n) for plural ones:\n" + "\n".join(
        wrong
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_text_has_as_many_forms_as_its_language(language: str) -> None:
    wrong = [
        key
        for key, message in messages(language).items()
        if isinstance(message.id, tuple | list) and len(forms(message)) != catalogue(language).num_plurals
    ]
    assert not wrong


BAD_FORMATS = {
    "empty": re.compile(r"\A\s*\Z"),
    "straight quotes": re.compile(r"[\"']"),
    "two spaces": re.compile(r"  "),
    "space at an end": re.compile(r"\A\s|\s\Z"),
    "three dots, not an ellipsis": re.compile(r"\.\.\."),
    "space before a sign": re.compile(r"\s[,.;:!?](\s|\Z)"),
}
QUOTES = {"en": ("“", "”", "„"), "de": ("„", "“", "”")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", BAD_FORMATS)
def test_texts_are_well_set(language: str, fault: str) -> None:
    wrong = [
        f"{key}: {form!r}"
        for key, message in messages(language).items()
        for form in forms(message)
        if BAD_FORMATS[fault].search(form)
    ]
    assert not wrong, f"{fault} in {language}.po:\n" + "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_those_of_the_language_and_in_pairs(language: str) -> None:
    opening, closing, foreign = QUOTES[language]
    wrong = [
        f"{key}: {form!r}"
        for key, message in messages(language).items()
        for form in forms(message)
        if form.count(opening) != form.count(closing) or foreign in form
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_marked_fuzzy_or_obsolete(language: str) -> None:
    assert not [key for key, message in messages(language).items() if message.fuzzy]
    assert not catalogue(language).obsolete


def test_german_speaks_to_a_person_with_du() -> None:
    formal = re.compile(r"\b(Sie|Ihr|Ihre|Ihnen|Ihren)\b")
    wrong = [
        key
        for key, message in messages("de").items()
        for form in forms(message)
        for match in formal.finditer(form)
        if match.start() > 0 and form[match.start() - 2] not in ".!?:“"
    ]
    assert not wrong


@pytest.mark.parametrize(
    "locale, language",
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("de_CH", "de"),
        ("DE", "de"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("", "en"),
        (None, "en"),
        ("den", "en"),
    ],
)
def test_german_locales_get_german_and_all_others_english(locale: str | None, language: str) -> None:
    assert texts_for(locale).language == language


def test_names_are_kept_apart_from_the_direction_of_the_sentence() -> None:
    text = Texts("en", strict=True)("headline.roll", who="אבי")
    assert f"{FIRST_STRONG_ISOLATE}אבי{POP_ISOLATE}" in text


def test_a_name_with_braces_is_only_a_name() -> None:
    assert "{dice} {0.__class__}" in Texts("en", strict=True)("headline.roll", who="{dice} {0.__class__}")


@pytest.mark.parametrize(
    "language, n, text",
    [
        ("en", 1, "point"),
        ("en", 2, "points"),
        ("en", 0, "points"),
        ("de", 1, "Punkt"),
        ("de", 5, "Punkte"),
        ("de", 0, "Punkte"),
    ],
)
def test_plural_forms_follow_the_number(language: str, n: int, text: str) -> None:
    assert Texts(language, strict=True).n("board.points", n) == text


def test_a_text_missing_in_tests_is_an_error_and_at_run_time_shows_its_key() -> None:
    with pytest.raises(MissingText, match=r"no\.such\.key"):
        Texts("de", strict=True)("no.such.key")
    assert Texts("de")("no.such.key", who="Ann") == "no.such.key"
    assert "no.such.key" not in Texts("de")
    assert "button.roll" in Texts("de")


def test_a_language_without_a_catalogue_is_refused() -> None:
    with pytest.raises(ValueError, match="'fr'"):
        Texts("fr")


@pytest.mark.parametrize(
    "language, zone, shown",
    [
        ("en", "Europe/Berlin", "09:05 CET"),
        ("de", "Europe/Berlin", "09:05 MEZ"),
        ("de", "Europe/London", "08:05 GMT"),
        ("de", "America/New_York", "03:05 EST"),
        ("de", "Asia/Tokyo", "17:05 JST"),
    ],
)
def test_a_time_names_its_zone_in_the_language_where_that_has_a_name(
    language: str, zone: str, shown: str
) -> None:
    assert Texts(language).time(1_800_000_300_000, ZoneInfo(zone)) == shown


def test_numbers_lists_spans_and_times_follow_the_language() -> None:
    english, german = Texts("en"), Texts("de")
    assert english.list(["13", "8", "6"]) == "13, 8 and 6"
    assert german.list(["13", "8", "6"], "or") == "13, 8 oder 6"
    assert (english.number(12345), german.number(12345)) == ("12,345", "12.345")
    assert [english.signed(n) for n in (3, 0, -3)] == ["+3", "0", "−3"]
    assert english.duration(5400) == "1 hour 30 minutes"
    assert german.duration(2 * 86400 + 3600 + 5) == "2 Tage 1 Stunde"
    assert (english.duration(1), english.duration(0), english.duration(-4)) == (
        "1 second",
        "0 seconds",
        "0 seconds",
    )
    assert english.time(1_800_000_300_000) == "08:05 UTC"
    assert german.datetime(1_800_000_300_000) == "15.01.2027, 08:05 UTC"


def test_a_number_of_any_length_can_be_written() -> None:
    assert [Texts("en").number(n) for n in (10**15, -(10**40), 10**5000)] == ["1e+15", "−1e+40", "∞"]
