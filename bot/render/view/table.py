"""A ranked table, such as the standings of a room: rank, name, columns of numbers.

Numbers come as texts, so that signs, decimals and percent follow the reader's language.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.render.view.shared import ThemeName, require

MAX_ROWS = 25
MAX_NUMBERS = 7


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line; `own` lights it as the reader's own row."""

    rank: str
    name: str
    numbers: tuple[str, ...]
    own: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """A page of a ranking. `headings` names the number columns; `main` is the one in bold (-1: none).

    `empty` is the sentence shown when there are no rows.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[TableRow, ...]
    name_heading: str = ""
    rank_heading: str = "#"
    subtitle: str = ""
    footer: str = ""
    empty: str = ""
    main: int = 0
    theme: ThemeName = ThemeName.LIGHT

    def __post_init__(self) -> None:
        columns = len(self.headings)
        require(columns <= MAX_NUMBERS, f"at most {MAX_NUMBERS} number columns, not {columns}")
        require(len(self.rows) <= MAX_ROWS, f"at most {MAX_ROWS} rows on a page, not {len(self.rows)}")
        require(-1 <= self.main < max(columns, 1), f"no column {self.main}")
        for row in self.rows:
            require(len(row.numbers) == columns, f"row {row.name!r} has {len(row.numbers)} numbers")
