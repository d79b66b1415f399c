"""A ranked table as a picture: standings of a room, one page.

Must not know what is ranked; numbers come as texts.
"""

from __future__ import annotations

from bot.render.page import MARGIN, ROOM, Page
from bot.render.typeface import Weight
from bot.render.view import TableRow, TableView

_ROW, _HEADER, _EMPTY = 62, 62, 160
_TEXT, _HEADING = 34, 28
_RANK, _LONG_RANK = 84, 124
"""Up to three signs, and more."""
_NAME_AT_LEAST = 330
_WIDEST_NUMBER = 176


def draw_table(view: TableView, width: int = 1200) -> bytes:
    """The page as PNG."""
    body = _HEADER + (len(view.rows) * _ROW if view.rows else _EMPTY)
    page = Page(view.theme, width, view.title, view.subtitle, view.footer, body)
    _header(page, view)
    for index, row in enumerate(view.rows):
        _row(page, view, row, page.top + _HEADER + index * _ROW, striped=index % 2 == 1)
    if not view.rows:
        middle = page.top + _HEADER + _EMPTY / 2
        page.text(view.empty, MARGIN + ROOM / 2, middle, _TEXT, page.theme.dim, "middle", room=ROOM)
    return page.png()


def number_width(columns: int) -> float:
    """Width of one number column."""
    return min(_WIDEST_NUMBER, (ROOM - _RANK - _NAME_AT_LEAST) / max(columns, 1))


def _number_end(view: TableView, column: int) -> float:
    """The right edge of a number column's text."""
    return MARGIN + ROOM - 18 - number_width(len(view.headings)) * (len(view.headings) - 1 - column)


def _rank_room(view: TableView) -> float:
    return _LONG_RANK if any(len(row.rank) > 3 for row in view.rows) else _RANK


def _name_room(view: TableView) -> float:
    return ROOM - _rank_room(view) - number_width(len(view.headings)) * len(view.headings) - 24


def _header(page: Page, view: TableView) -> None:
    theme, middle = page.theme, page.top + _HEADER / 2
    page.block(MARGIN, page.top, MARGIN + ROOM, page.top + _HEADER, theme.frame, 14)
    page.text(view.rank_heading, MARGIN + _rank_room(view) / 2, middle, _HEADING, theme.number, "middle")
    page.text(
        view.name_heading,
        MARGIN + _rank_room(view),
        middle,
        _HEADING,
        theme.number,
        room=_name_room(view),
    )
    width = number_width(len(view.headings))
    for column, heading in enumerate(view.headings):
        page.figure(heading, _number_end(view, column), middle, _HEADING, theme.number, "right", width - 10)


def _row(page: Page, view: TableView, row: TableRow, top: float, striped: bool) -> None:
    theme, middle = page.theme, top + _ROW / 2
    ink, dim = theme.text, theme.dim
    if row.own:
        page.block(MARGIN, top + 2, MARGIN + ROOM, top + _ROW - 2, theme.accent, 14)
        ink = dim = theme.accent_ink
    elif striped:
        page.block(MARGIN, top, MARGIN + ROOM, top + _ROW, theme.panel)
    rank = _rank_room(view)
    page.figure(row.rank, MARGIN + rank / 2, middle, _TEXT, dim, "middle", rank - 18)
    page.name(row.name, MARGIN + rank, middle, _TEXT, ink, _name_room(view))
    width = number_width(len(view.headings))
    for column, number in enumerate(row.numbers):
        weight = Weight.BOLD if column == view.main else Weight.SEMIBOLD
        page.figure(
            number, _number_end(view, column), middle, _TEXT, ink, "right", width - 14, weight, tabular=True
        )
