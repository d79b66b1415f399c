"""The scorekeeper's sheet as a picture, as text and as CSV.

Serves played chouettes and those at a real board alike: a sheet and names come in.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.app.screen import Attachment, Screen
from bot.chouette.seats import Seat
from bot.chouette.sheet import GameRow, Row, Sheet
from bot.render import view
from bot.ui.captions import CAPTION, units
from bot.ui.texts import Texts

MOST_COLUMNS = 12
IN_TEXT = 12
"""Rows that the text shows at most; the file has all."""
LONGEST_NAME = 8


@dataclass(frozen=True, slots=True)
class Shown:
    """A sheet for a reader: ``name`` says who a column belongs to, ``present`` are at the table now."""

    sheet: Sheet
    name: Callable[[Seat], str]
    present: tuple[Seat, ...]
    texts: Texts
    theme: str = "light"

    @property
    def columns(self) -> tuple[Seat, ...]:
        """The columns that fit the picture: who is here, and of those who left the last ones."""
        columns = self.sheet.columns
        gone = [seat for seat in columns if seat not in self.present]
        hidden = set(gone[: max(len(columns) - MOST_COLUMNS, 0)])
        return tuple(seat for seat in columns if seat not in hidden)


def sheet_screen(shown: Shown, headline: str, lines: tuple[str, ...] = ()) -> Screen:
    """The sheet with its picture, its text and its file."""
    has_rows = bool(shown.sheet.rows)
    return Screen(
        headline,
        (*lines, *(() if has_rows else (shown.texts("sheet.empty"),))),
        picture=sheet_view(shown) if has_rows else None,
        alt=_described(shown) if has_rows else "",
        files=(Attachment("chouette.csv", sheet_csv(shown).encode("utf-8-sig"), "text/csv"),)
        if has_rows
        else (),
        quiet=True,
    )


def sheet_view(shown: Shown) -> view.SheetView:
    """The picture: a column a player, a row a game or a settlement, the totals below."""
    texts, columns = shown.texts, shown.columns
    balances = shown.sheet.balances
    return view.SheetView(
        title=texts("sheet.title"),
        corner=texts("sheet.game"),
        players=tuple(shown.name(seat) for seat in columns),
        rows=tuple(_row(row, columns, texts) for row in shown.sheet.rows),
        totals=tuple(balances[seat] for seat in columns),
        total_label=texts("sheet.total"),
        earlier_label=texts("sheet.earlier"),
        box_legend=texts("sheet.box_legend"),
        theme=view.ThemeName(shown.theme),
    )


def _row(row: Row, columns: tuple[Seat, ...], texts: Texts) -> view.SheetRow:
    points = {share.seat: share.points for share in row.shares}
    in_box = (row.box, row.partner) if isinstance(row, GameRow) else ()
    cells = tuple(view.SheetCell(points.get(seat), seat in in_box) for seat in columns)
    label = texts.number(row.number) if isinstance(row, GameRow) else texts("sheet.settlement")
    return view.SheetRow(label, cells, settlement=not isinstance(row, GameRow))


def _described(shown: Shown) -> str:
    """The sheet in words, with as many of its last rows as the description of a picture holds."""
    texts = ("\n".join(sheet_text(shown, rows)) for rows in range(IN_TEXT, 0, -1))
    return next((text for text in texts if units(text) <= CAPTION), shown.texts("sheet.title"))


def sheet_text(shown: Shown, rows: int = IN_TEXT) -> Iterator[str]:
    """The last rows, under one for all that is earlier, and the totals in lines of equal columns."""
    texts, columns = shown.texts, shown.columns
    balances = shown.sheet.balances
    earlier = [_row(row, columns, texts) for row in shown.sheet.rows[:-rows]]
    drawn = [_row(row, columns, texts) for row in shown.sheet.rows[-rows:]]
    lines = [
        [texts("sheet.game"), *(_short(shown.name(seat)) for seat in columns)],
        *([[texts("sheet.earlier"), *_sums(earlier, texts)]] if earlier else ()),
        *([row.label, *(_cell(cell, texts) for cell in row.cells)] for row in drawn),
        [texts("sheet.total"), *(texts.signed(balances[seat]) for seat in columns)],
    ]
    label, *widths = (max(len(line[at]) for line in lines) for at in range(len(columns) + 1))
    for first, *cells in lines:
        yield " ".join(
            (f"{first:<{label}}", *(f"{cell:>{size}}" for cell, size in zip(cells, widths, strict=True)))
        )


def _sums(rows: Sequence[view.SheetRow], texts: Texts) -> Iterator[str]:
    """What the rows together bring each column."""
    for cells in zip(*(row.cells for row in rows), strict=True):
        yield texts.signed(sum(cell.points or 0 for cell in cells))


def _short(name: str) -> str:
    """A name that does not make its column wide."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


def _cell(cell: view.SheetCell, texts: Texts) -> str:
    """Points, with a star for the box; a dot for one who did not play."""
    if cell.points is None:
        return "·"
    return f"{'*' if cell.box else ''}{texts.signed(cell.points)}"


def sheet_csv(shown: Shown) -> str:
    """All rows and all columns; plain minus signs, so that a spreadsheet reads numbers."""
    texts, columns = shown.texts, shown.sheet.columns
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([texts("sheet.game"), texts("sheet.box"), *(_safe(shown.name(seat)) for seat in columns)])
    for row in shown.sheet.rows:
        points = {share.seat: share.points for share in row.shares}
        label = row.number if isinstance(row, GameRow) else texts("sheet.settlement")
        box = _safe(shown.name(row.box)) if isinstance(row, GameRow) else ""
        writer.writerow([label, box, *(points.get(seat, "") for seat in columns)])
    balances = shown.sheet.balances
    writer.writerow([texts("sheet.total"), "", *(balances[seat] for seat in columns)])
    return out.getvalue()


def _safe(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t" else name
