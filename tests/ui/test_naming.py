"""Whom a typed name means: exactly before by its beginning, and nobody where it can be several."""

from __future__ import annotations

import pytest

from bot.game.violations import BadInput
from bot.ui.naming import meant
from bot.ui.refusals import refusal_text
from bot.ui.texts import Texts
from tests.support.plain import plain

NAMES = {
    "a": ("Annabel", "Annabel"),
    "b": ("Anna", "Anna"),
    "c": ("Anna 2", "Anna"),
    "d": ("Maximili…", "Maximiliane Meier"),
    "e": ("Ann Lee", "Ann Lee"),
}


@pytest.mark.parametrize(
    "typed, who",
    [
        ("Anna", "b"),
        ("@anna", "b"),
        ("ANNA 2", "c"),
        ("annab", "a"),
        ("max", "d"),
        ("maximiliane meier", "d"),
        ("ann  lee", "e"),
        ("Bea", None),
        ("", None),
        ("@", None),
    ],
)
def test_a_name_means(typed: str, who: str | None) -> None:
    assert meant(typed, NAMES) == who


@pytest.mark.parametrize(
    "language, told",
    [
        ("en", "“ann” can mean Annabel, Anna, Anna 2 or Ann Lee: type more of the name."),
        ("de", "„ann“ kann Annabel, Anna, Anna 2 oder Ann Lee heißen: Schreib mehr vom Namen."),
    ],
)
def test_a_beginning_that_can_be_several_is_asked_about(language: str, told: str) -> None:
    with pytest.raises(BadInput) as caught:
        meant("ann", NAMES)
    assert plain(refusal_text(Texts(language, strict=True), caught.value)) == told
