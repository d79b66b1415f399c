"""A line chart: the rating curve of a profile.

Must not know whose rating it is. Lengths at a width of 1200.
"""

from __future__ import annotations

import math

from bot.render.page import MARGIN, ROOM, Page
from bot.render.shapes import Disc, Joined, Line, masks
from bot.render.typeface import Weight
from bot.render.view import Curve

HEIGHT = 400
_TITLE, _AXIS = 80, 56
_LEFT, _RIGHT = 118, 40
_LINE, _DOT = 5, 9
_MOST_POINTS = 500


def draw_curve(page: Page, curve: Curve, empty: str, top: float) -> None:
    """A panel of `HEIGHT` with the curve, or with the sentence `empty` if there is none yet."""
    theme = page.theme
    page.block(MARGIN, top, MARGIN + ROOM, top + HEIGHT, theme.panel, 16)
    page.text(curve.title, MARGIN + 22, top + 36, 30, theme.text, weight=Weight.BOLD, room=ROOM - 44)
    if len(curve.points) < 2:
        page.text(empty, MARGIN + ROOM / 2, top + HEIGHT / 2 + 10, 32, theme.dim, "middle", room=ROOM - 60)
        return
    _Plot(page, curve, top).draw()


def ticks(low: float, high: float, wanted: int = 4) -> list[float]:
    """Round values that span `low`..`high` with steps of 1, 2 or 5 times a power of ten."""
    span = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(span / wanted))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= wanted)
    first, last = math.floor(low / step), math.ceil(high / step)
    if first == last:
        last += 1
    return [index * step for index in range(first, last + 1)]


class _Plot:
    """The axes and the line inside one panel."""

    def __init__(self, page: Page, curve: Curve, top: float) -> None:
        self.page, self.curve = page, curve
        self.left, self.right = MARGIN + _LEFT, MARGIN + ROOM - _RIGHT
        self.top, self.bottom = top + _TITLE + 10, top + HEIGHT - _AXIS
        ratings = [rating for _, rating in curve.points]
        self.ticks = ticks(min(ratings), max(ratings))

    def draw(self) -> None:
        page, theme = self.page, self.page.theme
        for tick in self.ticks:
            y = self.y(tick)
            page.block(self.left, y - 1, self.right, y + 1, theme.rule)
            page.figure(
                _plain(tick),
                self.left - 16,
                y,
                28,
                theme.dim,
                "right",
                _LEFT - 24,
                Weight.SEMIBOLD,
                tabular=True,
            )
        middle = self.bottom + _AXIS / 2 + 4
        page.text(self.curve.start, self.left, middle, 28, theme.dim)
        page.text(self.curve.end, self.right, middle, 28, theme.dim, "right")
        self.line()

    def line(self) -> None:
        page, scale = self.page, self.page.scale
        corner = page.px(self.left - 20), page.px(self.top - 20)
        size = page.px(self.right + 20) - corner[0], page.px(self.bottom + 20) - corner[1]
        places = tuple(
            (self.x(position) * scale - corner[0], self.y(rating) * scale - corner[1])
            for position, rating in _thinned(self.curve.points)
        )
        drawn = Joined((Line(places, _LINE * scale), Disc(*places[-1], _DOT * scale)))
        halo, line = masks(drawn, *size, (3 * scale, 0))
        page.image.paste(page.theme.panel, corner, halo)
        page.image.paste(page.theme.plot, corner, line)

    def x(self, position: float) -> float:
        first, last = self.curve.points[0][0], self.curve.points[-1][0]
        return self.left + (self.right - self.left) * (position - first) / (last - first)

    def y(self, rating: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return self.bottom - (self.bottom - self.top) * (rating - low) / (high - low)


def _thinned(points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """At most some 500 points, always with the last one: more than the picture has pixels show nothing."""
    step = math.ceil(len(points) / _MOST_POINTS)
    return (*points[:-1:step], points[-1])


def _plain(tick: float) -> str:
    return f"{tick:g}".replace("-", "−")
