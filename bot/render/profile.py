"""A person's profile as a picture: cards with figures, the rating curve, the last results.

Must not know what the figures mean.
"""

from __future__ import annotations

from bot.render import chart
from bot.render.page import MARGIN, ROOM, Page
from bot.render.typeface import Weight
from bot.render.view import Figure, Outcome, ProfileView, ResultView

_CARDS_IN_ROW, _CARD, _GAP = 4, 134, 16
_RESULTS_LABEL, _TILE, _TILE_GAP = 56, 46, 10


def draw_profile(view: ProfileView, width: int = 1200) -> bytes:
    """The profile as PNG."""
    page = Page(view.theme, width, view.title, view.subtitle, view.footer, _body_height(view))
    top = float(page.top)
    for index, figure in enumerate(view.figures):
        _card(page, figure, *_card_place(len(view.figures), index, top))
    top += _figures_height(view)
    if view.curve is not None:
        chart.draw_curve(page, view.curve, view.curve_empty, top)
        top += chart.HEIGHT + _GAP
    if view.results:
        page.text(view.results_label, MARGIN, top + _RESULTS_LABEL / 2, 28, page.theme.dim, room=ROOM)
        for index, result in enumerate(view.results):
            _tile(page, result, MARGIN + index * (_TILE + _TILE_GAP), top + _RESULTS_LABEL)
    return page.png()


def _figures_height(view: ProfileView) -> float:
    rows = -(-len(view.figures) // _CARDS_IN_ROW)
    return rows * (_CARD + _GAP)


def _body_height(view: ProfileView) -> float:
    curve = chart.HEIGHT + _GAP if view.curve is not None else 0
    results = _RESULTS_LABEL + _TILE + _GAP if view.results else 0
    return _figures_height(view) + curve + results


def _card_place(count: int, index: int, top: float) -> tuple[float, float, float]:
    """Left edge, top edge and width of a card; an incomplete row is stretched."""
    row = index // _CARDS_IN_ROW
    in_row = min(_CARDS_IN_ROW, count - row * _CARDS_IN_ROW)
    width = (ROOM - (in_row - 1) * _GAP) / in_row
    left = MARGIN + (index % _CARDS_IN_ROW) * (width + _GAP)
    return left, top + row * (_CARD + _GAP), width


def _card(page: Page, figure: Figure, left: float, top: float, width: float) -> None:
    theme = page.theme
    page.block(left, top, left + width, top + _CARD, theme.panel, 16)
    room = width - 40
    note_room = min(room * 0.4, page.width_of(figure.note, 28)) if figure.note else 0
    page.figure(figure.value, left + 20, top + 50, 50, theme.text, "left", room - note_room - 14)
    page.text(figure.note, left + width - 20, top + 54, 28, theme.dim, "right", room=note_room + 1)
    page.text(figure.label, left + 20, top + 102, 28, theme.dim, room=room)


def _tile(page: Page, result: ResultView, left: float, top: float) -> None:
    theme = page.theme
    won = result.outcome is Outcome.WON
    rim = (theme.good if won else theme.bad) if result.counts else theme.dim
    page.block(left, top, left + _TILE, top + _TILE, rim, 10)
    if not won:
        page.block(left + 3, top + 3, left + _TILE - 3, top + _TILE - 3, theme.canvas, 8)
    ink = theme.canvas if won else rim
    page.text(result.letter, left + _TILE / 2, top + _TILE / 2, 28, ink, "middle", Weight.BOLD)
