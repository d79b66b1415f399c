"""Where *Join* stands: on a room's board for those who are not at the table, never on one's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.chouette.rules import SEED_RULES
from bot.chouette.seats import Seat
from bot.ui.kinds import Look
from bot.ui.press import MenuPress, parse_press
from tests.support.chouette_tables import UI, table_of, viewer
from tests.support.chouettes import AnyDice, Table, gathered, table_between_games, table_in_play

KEYS = ("B", "C", "X", "Y")


def gathering() -> Table:
    return gathered([Seat(key) for key in KEYS], SEED_RULES, AnyDice())


def joins(table: Table, reader: str | None) -> bool:
    """Whether this reader is offered to join."""
    screen = UI.screen(table_of(table.session, KEYS), viewer("en", reader), Look())
    pressed = [parse_press(button.press) for row in screen.rows for button in row]
    return any(isinstance(press, MenuPress) and press.op == "sit" for press in pressed)


@pytest.mark.parametrize("made", [gathering, table_between_games, table_in_play])
def test_a_room_is_offered_to_join_and_who_sits_at_the_table_is_not_in_his_own_chat(
    made: Callable[[], Table],
) -> None:
    table = made()
    assert joins(table, None)
    assert not any(joins(table, key) for key in KEYS)


def test_a_full_table_offers_nobody_to_join_once_play_has_begun() -> None:
    table = table_in_play("BCXYDEFGHI")
    screen = UI.screen(table_of(table.session, tuple("BCXYDEFGHI")), viewer("en"), Look())
    assert all(button.label != "Join" for row in screen.rows for button in row)
