from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.render.page import MARGIN, ROOM
from bot.render.table import draw_table, number_width
from bot.render.theme import THEMES
from bot.render.view import TableRow, TableView, ThemeName

ROWS = tuple(TableRow(str(rank), f"player {rank}", ("1500.0", "12")) for rank in range(1, 6))
TABLE = TableView("Standings", ("rating", "games"), ROWS, footer="page 1 of 1", empty="nobody yet")


def picture(view: TableView, width: int = 1200) -> Image.Image:
    with Image.open(BytesIO(draw_table(view, width))) as image:
        return image.convert("RGB")


@pytest.mark.parametrize("columns", range(1, 8))
def test_number_columns_leave_room_for_the_name(columns: int) -> None:
    assert number_width(columns) * columns <= ROOM - 330


@pytest.mark.parametrize("theme", ThemeName)
@pytest.mark.parametrize("own", range(5))
def test_the_readers_own_row_is_lit_and_no_other(theme: ThemeName, own: int) -> None:
    rows = tuple(replace(row, own=index == own) for index, row in enumerate(ROWS))
    image = picture(replace(TABLE, rows=rows, theme=theme))
    first = 96 + 62 + 31
    lit = [image.getpixel((MARGIN + 8, first + 62 * index)) == THEMES[theme].accent for index in range(5)]
    assert lit == [index == own for index in range(5)]


def test_each_row_adds_to_the_height() -> None:
    assert picture(TABLE).height - picture(replace(TABLE, rows=ROWS[:4])).height == 62


def test_an_empty_table_says_so() -> None:
    said, silent = picture(replace(TABLE, rows=())), picture(replace(TABLE, rows=(), empty=""))
    assert said.tobytes() != silent.tobytes()


def test_long_names_stay_out_of_the_numbers() -> None:
    short, long = (picture(replace(TABLE, rows=(replace(ROWS[0], name=n),))) for n in ("", "W" * 60))
    numbers = (1200 - MARGIN - 18 - 2 * round(number_width(2)), 158, 1200, 220)
    assert short.crop(numbers).tobytes() == long.crop(numbers).tobytes()


def test_a_table_is_drawn_at_the_width_asked_for() -> None:
    assert picture(TABLE, 600).width == 600
