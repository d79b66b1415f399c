"""The sheet in a picture, in text and in a file, also when more people came than columns fit."""

from __future__ import annotations

import csv
import io

import pytest

from bot.chouette.seats import Seat
from bot.chouette.settlement import Payment
from bot.chouette.sheet import GameRow, SettlementRow, Sheet
from bot.chouette.stakes import Share
from bot.ui.chouette_sheet import Shown, sheet_csv, sheet_screen, sheet_text, sheet_view
from bot.ui.texts import Texts

A, B, C = Seat("a"), Seat("b"), Seat("c")
NAMES = {A: "Anna", B: "=Bea", C: "Carl, Dr."}


def shown(language: str = "en", sheet: Sheet | None = None) -> Shown:
    sheet = sheet or Sheet((A, B, C)).with_row(
        GameRow(1, B, None, (Share(A, 1), Share(B, -2), Share(C, 1)))
    ).with_row(SettlementRow(A, (Payment(B, A, 1),)))
    return Shown(sheet, lambda seat: NAMES.get(seat, str(seat)), (B, C), Texts(language, strict=True))


def test_the_file_has_plain_numbers_and_no_formulas() -> None:
    rows = list(csv.reader(io.StringIO(sheet_csv(shown()))))
    assert rows == [
        ["game", "box", "Anna", "'=Bea", "Carl, Dr."],
        ["1", "'=Bea", "1", "-2", "1"],
        ["cash", "", "-1", "1", ""],
        ["total", "", "0", "-1", "1"],
    ]


def test_the_picture_marks_the_box_and_settlements() -> None:
    view = sheet_view(shown())
    assert [cell.box for cell in view.rows[0].cells] == [False, True, False]
    assert view.rows[1].settlement
    assert [cell.points for cell in view.rows[1].cells] == [-1, 1, None]
    assert view.totals == (0, -1, 1)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_text_has_equal_columns(language: str) -> None:
    lines = list(sheet_text(shown(language)))
    assert len({len(line) for line in lines}) == 1
    assert len(lines) == 4


def number(cell: str) -> int:
    return int(cell.strip("*").replace("·", "0").replace("−", "-"))


@pytest.mark.parametrize("language, earlier", [("en", "earlier"), ("de", "vorher")])
@pytest.mark.parametrize("rows", [1, 12, 13])
def test_the_text_of_a_long_sheet_sums_to_its_totals(language: str, earlier: str, rows: int) -> None:
    long = Sheet((A, B, C))
    for game in range(1, 12):
        long = long.with_row(GameRow(game, B, None, (Share(A, game), Share(B, -game))))
    long = long.with_row(SettlementRow(A, (Payment(B, A, 66),)))
    long = long.with_row(GameRow(12, C, None, (Share(B, 4), Share(C, -4))))
    _, *lines, total = (line.split() for line in sheet_text(shown(language, long), rows))
    assert (lines[0][0] == earlier) is (rows < 13)
    columns = [[number(cell) for cell in column] for column in list(zip(*lines, strict=True))[1:]]
    assert [sum(column) for column in columns] == [number(cell) for cell in total[1:]] == [0, 4, -4]
    assert "\n".join(sheet_text(shown(language, long))) == sheet_screen(shown(language, long), "").alt


def test_of_more_people_than_columns_those_who_left_first_are_left_out_of_the_picture() -> None:
    many = tuple(Seat(f"p{number}") for number in range(15))
    sheet = Sheet(many).with_row(GameRow(1, many[14], None, (Share(many[14], 0),)))
    few = Shown(sheet, str, many[5:], Texts("en", strict=True))
    assert sheet_view(few).players == many[3:]
    assert sheet_csv(few).splitlines()[0].endswith("p13,p14")


def test_an_empty_sheet_says_so() -> None:
    screen = sheet_screen(shown(sheet=Sheet((A, B, C))), "Sheet")
    assert screen.picture is None
    assert screen.files == ()
    assert "Nothing" in screen.text


def test_a_long_name_is_cut_where_one_sees_it() -> None:
    sheet = Sheet((A, B)).with_row(GameRow(1, B, None, (Share(A, 1), Share(B, -1))))
    names = {A: "Maximiliane", B: "Bernhard"}
    header, *_ = sheet_text(Shown(sheet, lambda seat: names[seat], (A, B), Texts("en", strict=True)))
    assert header.split() == ["game", "Maximil…", "Bernhard"]
