"""The scorekeeper's sheet of a chouette as a picture.

A column per player, a row per game; a long sheet shows the last games under one row for the earlier ones. The
box of each game is marked in the gold of the cube. Must not know how a game is scored.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.render.label import fitted_name
from bot.render.page import MARGIN, ROOM, Page, signed
from bot.render.theme import Colour
from bot.render.typeface import Weight
from bot.render.view import SheetCell, SheetRow, SheetView

GAMES_SHOWN = 12
ROWS_SHOWN = 18
_LABEL_COLUMN = 132
_ROW, _HEADER, _TOTAL, _LEGEND = 58, 66, 74, 56
_NUMBER, _NAME, _LABEL = 34, 30, 28
_ABSENT = "·"


def draw_sheet(view: SheetView, width: int = 1200) -> bytes:
    """The sheet as PNG."""
    return _Sheet(view, width).draw()


def shown_rows(rows: Sequence[SheetRow]) -> Sequence[SheetRow]:
    """The last twelve games with the settlements among them, at most eighteen rows."""
    games = 0
    for index in range(len(rows) - 1, -1, -1):
        games += not rows[index].settlement
        if games > GAMES_SHOWN or len(rows) - index > ROWS_SHOWN:
            return rows[index + 1 :]
    return rows


def earlier_sums(view: SheetView, shown: Sequence[SheetRow]) -> tuple[int, ...]:
    """What each player had before the rows that are shown."""
    return tuple(
        total - sum(row.cells[column].points or 0 for row in shown)
        for column, total in enumerate(view.totals)
    )


class _Sheet:
    """One picture in the making; `y` moves down row by row."""

    def __init__(self, view: SheetView, width: int) -> None:
        self.view = view
        self.shown = shown_rows(view.rows)
        self.earlier = earlier_sums(view, self.shown)
        self.with_earlier = len(self.shown) < len(view.rows) or any(self.earlier)
        rows = len(self.shown) + self.with_earlier
        body = _HEADER + rows * _ROW + _TOTAL + (_LEGEND if view.box_legend else 0)
        self.page = Page(view.theme, width, view.title, "", view.footer, body)
        self.y = float(self.page.top)

    def draw(self) -> bytes:
        self.header()
        if self.with_earlier:
            cells = tuple(SheetCell(points) for points in self.earlier)
            self.row(SheetRow(self.view.earlier_label, cells, settlement=True))
        for index, row in enumerate(self.shown):
            self.row(row, striped=index % 2 == 1)
        self.totals()
        self.legend()
        return self.page.png()

    @property
    def column(self) -> float:
        return (ROOM - _LABEL_COLUMN) / len(self.view.players)

    def centre(self, column: int) -> float:
        return MARGIN + _LABEL_COLUMN + self.column * (column + 0.5)

    def header(self) -> None:
        page, theme = self.page, self.page.theme
        middle = self.y + _HEADER / 2
        page.block(MARGIN, self.y, MARGIN + ROOM, self.y + _HEADER, theme.frame, 14)
        page.text(self.view.corner, MARGIN + 14, middle, _LABEL, theme.number, room=_LABEL_COLUMN - 20)
        for column, player in enumerate(self.view.players):
            words = fitted_name(player, _NAME * page.scale, Weight.BOLD, (self.column - 6) * page.scale)
            words.paste(
                page.image, self.centre(column) * page.scale, middle * page.scale, theme.number, "middle"
            )
        self.y += _HEADER

    def row(self, row: SheetRow, striped: bool = False) -> None:
        page, theme = self.page, self.page.theme
        if row.settlement or striped:
            fill = theme.rule if row.settlement else theme.panel
            page.block(MARGIN, self.y, MARGIN + ROOM, self.y + _ROW, fill)
        middle = self.y + _ROW / 2
        ink = theme.text if row.settlement else theme.dim
        page.text(row.label, MARGIN + 14, middle, _LABEL, ink, room=_LABEL_COLUMN - 20)
        for column, cell in enumerate(row.cells):
            self.cell(cell, self.centre(column), middle)
        self.y += _ROW

    def cell(self, cell: SheetCell, x: float, y: float) -> None:
        page, theme = self.page, self.page.theme
        ink: Colour = theme.text
        if cell.box:
            half = min(self.column / 2 - 4, 58)
            page.block(x - half, y - 22, x + half, y + 22, theme.gold.rim, 12)
            page.block(x - half + 2, y - 20, x + half - 2, y + 20, theme.gold.top, 10)
            ink = theme.gold.ink
        if cell.points is None:
            page.figure(_ABSENT, x, y, _NUMBER, ink if cell.box else theme.dim, "middle", self.column)
        else:
            page.figure(signed(cell.points), x, y, _NUMBER, ink, "middle", self.column - 14, Weight.SEMIBOLD)

    def totals(self) -> None:
        page, theme = self.page, self.page.theme
        page.block(MARGIN, self.y, MARGIN + ROOM, self.y + 3, theme.text)
        middle = self.y + _TOTAL / 2 + 2
        page.text(
            self.view.total_label,
            MARGIN + 14,
            middle,
            _NAME,
            theme.text,
            weight=Weight.BOLD,
            room=_LABEL_COLUMN - 20,
        )
        for column, total in enumerate(self.view.totals):
            ink = theme.good if total > 0 else theme.bad if total < 0 else theme.text
            page.figure(signed(total), self.centre(column), middle, 40, ink, "middle", self.column - 6)
        self.y += _TOTAL

    def legend(self) -> None:
        if not self.view.box_legend:
            return
        page, theme = self.page, self.page.theme
        middle = self.y + _LEGEND / 2
        page.block(MARGIN + 14, middle - 16, MARGIN + 62, middle + 16, theme.gold.rim, 10)
        page.block(MARGIN + 16, middle - 14, MARGIN + 60, middle + 14, theme.gold.top, 8)
        page.text(self.view.box_legend, MARGIN + 78, middle, _LABEL, theme.dim, room=ROOM - 100)
