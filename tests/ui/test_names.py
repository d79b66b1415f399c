from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.app.ports import PersonId
from bot.app.table import Seat
from bot.ui.names import MAX_MARKS, MAX_NAME, clean_name, seat_name
from bot.ui.texts import Texts

MARKED = "é\u0301\u0300\u0327\u0308\u0344\u0958नि้가\u1100\u1161\u11a8"
HIDDEN = "\u202e\u2066\u200b\u200c\u200d\ufeff\u00ad\u034f\u3164\u115f\u2800\ufe0f\x00\ue000\ud800\u0378"
NASTY = st.text(st.sampled_from([*"aZß \n\t\u2028א👩💻🏽\U000e0067ⓐﬁ", *MARKED, *HIDDEN]), max_size=60)


@given(st.text(max_size=600) | NASTY)
@settings(max_examples=600)
@example("a\u200c\u200d\u200cb")
@example("\u0301" * 5)
@example("e" + "\u0301" * 4000)
def test_a_clean_name_is_short_normal_visible_and_stays_as_it_is(raw: str) -> None:
    name = clean_name(raw)
    assert clean_name(name) == name
    assert len(name) <= MAX_NAME
    assert unicodedata.is_normalized("NFC", name)
    assert name == name.strip()
    assert "  " not in name
    categories = [unicodedata.category(character) for character in name]
    assert not {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"} & set(categories)
    assert all(character in "\u200c\u200d" for character in name if unicodedata.category(character) == "Cf")
    runs = "".join("m" if category.startswith("M") else "." for category in categories)
    assert "m" * (MAX_MARKS + 1) not in runs
    assert not runs.startswith("m")


@pytest.mark.parametrize(
    "raw, cleaned",
    [
        ("Bea", "Bea"),
        ("  Bea \t Müller\n", "Bea Müller"),
        ("e\u0301te\u0301", "été"),
        ("Ann\u202eeb", "Anneb"),
        ("\u2067אבי\u2069", "אבי"),
        ("z\u0301\u0302\u0303\u0304\u0305algo", "ź\u0302\u0303algo"),
        ("a\u200bb\ufeffc\u00add", "abcd"),
        ("\u3164\u115f\u2800", ""),
        ("\u200d\u200c", ""),
        ("Ann\u200dBea", "AnnBea"),
        ("نمی\u200cدانم", "نمی\u200cدانم"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("👩\u200d", "👩"),
        ("x" * 600, "x" * 32),
        ("x" * 31 + " yz", "x" * 31),
        ("@everyone <b>", "@everyone <b>"),
        ("", ""),
    ],
)
def test_names_are_cleaned(raw: str, cleaned: str) -> None:
    assert clean_name(raw) == cleaned


def test_the_computer_is_called_by_its_level() -> None:
    computer = Seat("o", PersonId("ai:"), "", "medium")
    assert seat_name(computer, Texts("en")) == "Computer (medium)"
    assert seat_name(computer, Texts("de")) == "Computer (mittel)"
    assert seat_name(Seat("x", PersonId("p"), "Bea"), Texts("de")) == "Bea"
