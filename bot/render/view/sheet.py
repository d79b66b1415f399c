"""The scorekeeper's sheet of a chouette: a column per player, a row per game.

Amounts are numbers here and become signed texts in the picture; every word comes from the presenter.
Must not know how a game is scored.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.render.view.shared import ThemeName, require

MAX_COLUMNS = 12


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One player's share of a row: `points` won or lost, None when he was not in it; `box` marks him."""

    points: int | None = None
    box: bool = False


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line: a game (label "12") or, with `settlement`, a payment between games (label "cash")."""

    label: str
    cells: tuple[SheetCell, ...]
    settlement: bool = False


@dataclass(frozen=True, slots=True)
class SheetView:
    """The whole sheet. All rows are given; a long sheet shows the last ones under a subtotal row.

    `corner` heads the label column ("game"), `earlier_label` names the subtotal ("earlier"),
    `total_label` the last row; `box_legend` explains the box mark under the table, empty for none.
    `totals` are final sums of all rows, given because a sheet may start from carried-over scores.
    """

    title: str
    corner: str
    players: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[int, ...]
    total_label: str
    earlier_label: str
    box_legend: str = ""
    footer: str = ""
    theme: ThemeName = ThemeName.LIGHT

    def __post_init__(self) -> None:
        columns = len(self.players)
        require(1 <= columns <= MAX_COLUMNS, f"a sheet has 1 to {MAX_COLUMNS} players, not {columns}")
        require(len(self.totals) == columns, f"{len(self.totals)} totals for {columns} players")
        for row in self.rows:
            require(len(row.cells) == columns, f"row {row.label!r} has {len(row.cells)} cells, not {columns}")
