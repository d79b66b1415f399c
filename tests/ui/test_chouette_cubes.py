"""How each cube is told, in words and in the strip, while a double is being answered; and the draw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.app.screen import Screen
from bot.chouette import actions as act
from bot.chouette.rules import SEED_RULES, AnswerOrder, ChouetteRules
from bot.chouette.seats import Seat
from bot.chouette.stakes import BOX, TEAM
from bot.game.side import Side
from bot.render.label import fitted_label
from bot.render.strip import ROOMY_FROM, card_width
from bot.render.typeface import Weight
from bot.render.view import BoardView
from bot.ui.kinds import Look
from bot.ui.texts import Texts
from tests.support.chouette_tables import UI, table_of, viewer
from tests.support.chouettes import Table, gathered, table_in_play
from tests.support.dice import ScriptedDice
from tests.support.plain import plain

KEYS = ("B", "C", "X", "Y")
C, X, Y = Seat("C"), Seat("X"), Seat("Y")
STRIP = ("take", "taken", "beavered", "answered", "dropped", "won", "doubles", "centre", "box", "own")


def doubled(by: Side, rules: ChouetteRules = SEED_RULES) -> Table:
    """The box has doubled all, or all of the team have doubled."""
    table = table_in_play(rules=rules)
    table.side_rolls(by)
    if by is BOX:
        table.do("B", act.DoubleAll())
    else:
        table.do("C", act.Double(C))
        table.do("X", act.Double(X))
        table.do("Y", act.Double(Y))
    return table


def screen(table: Table, reader: str | None = None, keys: tuple[str, ...] = KEYS) -> Screen:
    return UI.screen(table_of(table.session, keys), viewer("en", reader), Look())


def told(shown: Screen) -> list[str]:
    """The lines of the cubes."""
    return [line[2:] for line in plain(shown.text).splitlines() if line.startswith(("★ ", "· "))]


def cards(shown: Screen) -> list[tuple[int, str, bool]]:
    """Value, state and whether faded, of each card of the strip."""
    assert isinstance(shown.picture, BoardView)
    assert shown.picture.strip is not None
    return [(cube.value, cube.state, cube.out) for cube in shown.picture.strip.cubes]


def test_an_open_answer_is_told_at_the_value_that_the_cube_has_by_it() -> None:
    table = doubled(BOX, replace(SEED_RULES, beavers=1))
    table.do("C", act.Drop(C))
    table.do("X", act.Beaver(X))
    shown = screen(table)
    assert told(shown) == ["Bernadette: 1, dropped", "Carl: 4, beaver", "Dora: 2, take?"]
    assert cards(shown) == [(1, "out", True), (4, "beaver", False), (2, "take?", False)]
    table.do("Y", act.Take(Y))
    assert told(screen(table))[2] == "Dora: 2, own"


def test_a_cube_that_the_box_drops_is_won_while_it_answers_the_others() -> None:
    table = doubled(TEAM)
    table.do("B", act.Drop(C))
    table.do("B", act.Take(X))
    shown = screen(table)
    assert told(shown) == ["Bernadette: 1, won", "Carl: 2, taken", "Dora: 2, take?"]
    assert [out for _, _, out in cards(shown)] == [True, False, False]


def test_a_sealed_answer_shows_only_that_it_was_given_but_to_its_giver() -> None:
    table = doubled(BOX, replace(SEED_RULES, order=AnswerOrder.SEALED))
    table.do("C", act.Drop(C))
    for reader in (None, "X", "B"):
        assert told(screen(table, reader))[0] == "Bernadette: 2, answered unseen"
        assert cards(screen(table, reader))[0] == (2, "done", False)
    assert told(screen(table, "C"))[0] == "Bernadette: 1, dropped"


def test_a_tie_in_the_draw_is_a_line_of_its_own() -> None:
    dice = ScriptedDice([(6,), (5,), (5,), (2,), (3,)])
    table = gathered([Seat(key) for key in KEYS[:3]], SEED_RULES, dice)
    table.do("B", act.DrawSeats())
    lines = plain(screen(table, keys=KEYS[:3]).text).splitlines()
    assert "The draw: Anna ⚅, Bernadette ⚄, Carl ⚄" in lines
    assert "Tied, again: Bernadette ⚁, Carl ⚂" in lines


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("state", STRIP)
def test_each_state_is_whole_in_a_card_of_six_beside_the_captains_star(language: str, state: str) -> None:
    words = Texts(language, strict=True)(f"strip.{state}")
    assert card_width(6) < ROOMY_FROM
    room = card_width(6) - 76 - 8 - 32
    beside_no_star = state in ("won", "dropped")
    assert "…" not in words
    assert fitted_label(words, 26, Weight.SEMIBOLD, 1000, least=1).width * 0.7 <= room + 32 * beside_no_star
