from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.render.page import signed
from bot.render.sheet import draw_sheet, earlier_sums, shown_rows
from bot.render.theme import THEMES
from bot.render.view import SheetCell, SheetRow, SheetView, ThemeName

PLAYERS = ("Anna", "Борис", "Konstantinos", "田中")


def sheet(games: int, players: int = 3, theme: ThemeName = ThemeName.LIGHT, carried: int = 0) -> SheetView:
    """Each game costs the box two points for each of the others."""
    rows = []
    for game in range(games):
        cells = [SheetCell(2) for _ in range(players)]
        cells[game % players] = SheetCell(-2 * (players - 1), box=True)
        rows.append(SheetRow(str(game + 1), tuple(cells)))
    totals = [carried + sum(row.cells[column].points or 0 for row in rows) for column in range(players)]
    names = (PLAYERS * 3)[:players]
    return SheetView("Chouette", "game", names, tuple(rows), tuple(totals), "total", "earlier", theme=theme)


def size(view: SheetView, width: int = 1200) -> tuple[int, int]:
    with Image.open(BytesIO(draw_sheet(view, width))) as image:
        return image.size


@pytest.mark.parametrize("amount, text", [(6, "+6"), (-2, "−2"), (0, "0"), (-128, "−128")])
def test_amounts_have_signs(amount: int, text: str) -> None:
    assert signed(amount) == text


def test_a_short_sheet_shows_every_row() -> None:
    view = sheet(12)
    assert shown_rows(view.rows) == view.rows
    assert earlier_sums(view, view.rows) == (0, 0, 0)


def test_a_long_sheet_shows_the_last_twelve_games_and_sums_the_others() -> None:
    view = sheet(40)
    shown = shown_rows(view.rows)
    assert [row.label for row in shown] == [str(game) for game in range(29, 41)]
    earlier = earlier_sums(view, shown)
    for column, total in enumerate(view.totals):
        assert earlier[column] + sum(row.cells[column].points or 0 for row in shown) == total


def test_settlements_stand_among_the_games_without_being_counted_as_such() -> None:
    cash = SheetRow("cash", (SheetCell(5), SheetCell(-5), SheetCell()), settlement=True)
    view = sheet(20)
    rows = (*view.rows[:15], cash, *view.rows[15:])
    shown = shown_rows(rows)
    assert cash in shown
    assert sum(not row.settlement for row in shown) == 12


def test_points_carried_over_are_shown_as_earlier() -> None:
    assert size(sheet(3, carried=4))[1] > size(sheet(3))[1]


def test_a_sheet_grows_by_a_row_per_game_until_it_is_long() -> None:
    heights = [size(sheet(games))[1] for games in (1, 2, 12, 13, 40)]
    assert heights[1] - heights[0] == 58
    assert heights[3] - heights[2] == 58
    assert heights[4] == heights[3]


@pytest.mark.parametrize("theme", ThemeName)
@pytest.mark.parametrize("players", range(1, 13))
def test_a_sheet_is_drawn_for_one_to_twelve_players(theme: ThemeName, players: int) -> None:
    assert size(sheet(5, players, theme), 600)[0] == 600


@pytest.mark.parametrize("theme", ThemeName)
def test_the_box_of_a_game_is_marked_in_gold(theme: ThemeName) -> None:
    def gold(view: SheetView) -> int:
        with Image.open(BytesIO(draw_sheet(view))) as image:
            wanted = THEMES[theme].gold.top
            counted = image.convert("RGB").getcolors(1 << 24) or []
        return sum(count for count, colour in counted if colour == wanted)

    marked = sheet(1, theme=theme)
    row = marked.rows[0]
    unmarked = replace(row, cells=tuple(replace(cell, box=False) for cell in row.cells))
    assert gold(marked) > 2000
    assert gold(replace(marked, rows=(unmarked,))) == 0
