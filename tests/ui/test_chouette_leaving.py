"""What the page about leaving says and offers: what it costs this reader, no less."""

from __future__ import annotations

import pytest

from bot.chouette import actions as act
from bot.chouette.seats import Seat
from bot.ui.chouette_press import Page
from bot.ui.kinds import Look
from tests.support.chouette_tables import UI, table_of, viewer
from tests.support.chouettes import Table, table_in_play
from tests.support.plain import plain

KEYS = ("B", "C", "X", "Y")
B, C, X, Y = (Seat(name) for name in KEYS)


def leaving(table: Table, reader: Seat) -> tuple[str, list[str]]:
    """The page's text and the labels of its buttons."""
    look = Look(Page.LEAVE)
    shown = UI.screen(table_of(table.session, KEYS), viewer("en", reader), look)
    return plain(shown.text), [button.label for row in shown.rows for button in row]


@pytest.fixture
def taken() -> Table:
    """The box has doubled all; the captain alone plays on."""
    table = table_in_play()
    table.box_rolls()
    table.do(B, act.DoubleAll())
    table.do(C, act.Take(C))
    table.do(X, act.Drop(X))
    table.do(Y, act.Drop(Y))
    return table


def test_a_box_is_told_that_it_dodges_no_gammon(taken: Table) -> None:
    text, labels = leaving(taken, B)
    assert "loses the game at once, as a gammon if it has borne off nothing" in text
    assert "Leave and lose the game" in labels


def test_the_last_of_a_team_is_told_that_it_loses_the_game_and_not_just_his_cube(taken: Table) -> None:
    text, labels = leaving(taken, C)
    assert "nobody else of the team is still in" in text
    assert "Now: lose the game" in labels
    assert "Now: drop my cube" not in labels


def test_a_member_whom_others_outlast_drops_his_cube() -> None:
    table = table_in_play()
    table.box_rolls()
    text, labels = leaving(table, X)
    assert "your cube is dropped at its present value" in text
    assert "Now: drop my cube" in labels
