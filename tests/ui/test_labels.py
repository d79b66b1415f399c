"""Typed labels: each button of a board is found by what stands on it, in both languages at once."""

from __future__ import annotations

import random

import pytest

from bot.app.screen import Button, Screen
from bot.app.table import Table as Shown
from bot.chouette import actions as act
from bot.chouette.seats import Seat
from bot.game.rules import MONEY
from bot.ui.kinds import Look, Viewer
from bot.ui.labels import STEPS, labelled
from bot.ui.press import TablePress, parse_press
from bot.ui.texts import LANGUAGES
from tests.support import chouette_tables, match_tables
from tests.support.chouettes import random_rules, random_step, table_in_play
from tests.support.matches import random_walk

KEYS = ("B", "C", "X", "Y")


def boards(table: Shown, key: str | None) -> list[Screen]:
    return [
        chouette_tables.UI.screen(table, chouette_tables.viewer(language, key), Look())
        for language in LANGUAGES
    ]


def buttons(screens: list[Screen]) -> list[Button]:
    return [button for screen in screens for row in screen.rows for button in row]


def is_step(button: Button) -> bool:
    press = parse_press(button.press)
    return isinstance(press, TablePress) and press.op in STEPS


def each_label_is_its_button(screens: list[Screen]) -> int:
    for button in buttons(screens):
        wanted = None if is_step(button) else button.press
        assert labelled(screens, button.label) == wanted, button
    return len(buttons(screens))


@pytest.mark.parametrize("seed", range(15))
def test_every_label_of_a_chouette_is_its_button(seed: int) -> None:
    chance, seen = random.Random(seed), 0
    table = table_in_play(rules=random_rules(chance))
    for _ in range(40):
        there = chouette_tables.table_of(table.session, KEYS)
        for key in (None, *table.session.everyone):
            seen += each_label_is_its_button(boards(there, key))
        if table.session.over or not random_step(table, chance):
            break
    assert seen > 100


@pytest.mark.parametrize("seed", range(5))
def test_every_label_of_a_match_is_its_button(seed: int) -> None:
    for at in random_walk(MONEY, seed, 40):
        table = match_tables.match_table(at.match)
        for person in (None, match_tables.ANN):
            viewers = [Viewer(texts, person) for texts in (match_tables.EN, match_tables.DE)]
            each_label_is_its_button([match_tables.UI.screen(table, one, Look()) for one in viewers])


SCREEN = Screen(
    "",
    rows=(
        (Button("Box doubles (2 cubes)", "c:box:"), Button("Double (to 4)", "c:double:")),
        (Button("Resign…", "c:resign:"), Button("More…", "c:more:"), Button("Cannot move – pass", "c:play:")),
    ),
)


@pytest.mark.parametrize(
    "text, data",
    [
        ("Box doubles (2 cubes)", "c:box:"),
        ("BOX DOUBLES!", "c:box:"),
        ("double (to 4)", "c:double:"),
        ("double", None),
        ("Resign…", "c:resign:"),
        ("resign...", "c:resign:"),
        ("resign", None),
        ("more", "c:more:"),
        ("cannot move - pass", "c:play:"),
        ("box", None),
        ("", None),
    ],
)
def test_a_label_is_shortened_only_where_no_word_of_the_game_is_meant(text: str, data: str | None) -> None:
    assert labelled([SCREEN], text) == data


def test_what_stands_on_two_buttons_is_neither() -> None:
    twice = Screen("", rows=((Button("More", "c:one:"), Button("More", "c:two:")),))
    assert labelled([twice], "more") is None
    assert labelled([twice, SCREEN], "more") is None


def test_a_name_in_a_label_is_typed_plainly() -> None:
    table = table_in_play()
    table.team_rolls()
    table.do(Seat("X"), act.GoAway(Seat("C")))
    screens = boards(chouette_tables.table_of(table.session, KEYS), "C")
    (button,) = (b for b in buttons(screens[:1]) if b.label.startswith("Double for "))
    assert labelled(screens, "double for carl") == labelled(screens, "Für Carl verdoppeln") == button.press
