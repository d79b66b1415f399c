"""The board picture: cached cells put together.

A picture is the cached empty board with some thirty opaque cells copied onto it, already in palette colours;
only what lies across cells (dice, an offered cube, arrows) is blended. Equal cells are drawn once.
Thread safety: painters and cells are shared between threads and only read after they are made; the picture
and its encoding belong to the caller's thread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TypeVar

from PIL import Image

from bot.render import sprites
from bot.render.arrows import draw_arrow
from bot.render.cells import Bar, Well, bar_of, draw_bar, draw_centre, draw_well, well_of
from bot.render.column import Column, columns, draw_column
from bot.render.geometry import CHECKER, DIE, OFFERED_CUBE, Geometry
from bot.render.namebar import NameBar, draw_name_bar
from bot.render.palette import Finish, encode_png, indexed
from bot.render.scenery import empty_board
from bot.render.strip import Strip, draw_strip
from bot.render.theme import THEMES, Theme
from bot.render.view import BAR, OFF, BoardView, CubeView, Side, ThemeName

_COLUMNS_KEPT, _OTHERS_KEPT = 400, 48
_ARROW_STOP = 0.34  # in checker diameters, before the centre of the place an arrow points to
_WHITE = (255, 255, 255)
_COVERED = [0] * 3 + [255] * 253

Key = TypeVar("Key", bound=Hashable)


def draw_board(view: BoardView, width: int = 1200) -> bytes:
    """The picture of a board as PNG; `width` in pixels, the height follows."""
    return encode_png(board_image(view, width))


def board_image(view: BoardView, width: int = 1200) -> Image.Image:
    """The picture in the theme's palette, a fresh image that belongs to the caller."""
    strip_side = view.strip.team if view.strip is not None else None
    return _painter(view.theme, Geometry(width, view.home, strip_side)).draw(view)


class BoardPainter:
    """Draws boards of one theme and layout, keeping what it has drawn.

    `finish` turns RGB cells into what is kept; all cells of a painter have the same mode.
    """

    def __init__(self, theme: Theme, geometry: Geometry, finish: Finish) -> None:
        self._theme = theme
        self._geometry = geometry
        self._finish = finish
        self._scenery = empty_board(theme, geometry)
        self._background = finish(self._scenery)
        self._column = self._kept(self._new_column, _COLUMNS_KEPT)
        self._bar = self._kept(self._new_bar, _OTHERS_KEPT)
        self._well = self._kept(self._new_well, _OTHERS_KEPT)
        self._centre = self._kept(self._new_centre, _OTHERS_KEPT)
        self._name_bar = self._kept(self._new_name_bar, _OTHERS_KEPT)
        self._strip = self._kept(self._new_strip, _OTHERS_KEPT)

    def draw(self, view: BoardView) -> Image.Image:
        """A fresh picture of `view`, whose theme and layout must be the painter's."""
        geometry = self._geometry
        image = self._background.copy()
        for column in columns(view):
            image.paste(self._column(column), geometry.column_box(column.point)[:2])
        image.paste(self._bar(bar_of(view)), geometry.bar_box()[:2])
        for side in Side:
            image.paste(self._well(well_of(view, side)), geometry.well_box(side)[:2])
            image.paste(self._name_bar(_name_bar_of(view, side)), geometry.name_bar(side)[:2])
        if view.centre:
            image.paste(self._centre(view.centre), geometry.tray_text_box()[:2])
        if view.strip is not None:
            strip = Strip(view.strip.team, view.seat(view.strip.team).shade, view.strip.cubes)
            image.paste(self._strip(strip), geometry.strip_band()[:2])
        self._across(image, view)
        return image

    # -- what lies across cells -----------------------------------------------------------------------------

    def _across(self, image: Image.Image, view: BoardView) -> None:
        if view.last is not None:
            used: Counter[int] = Counter()
            for start, end in sorted(view.last.arrows, key=self._reach, reverse=True):
                self._arrow(image, view, view.last.by, (start, used[start]), (end, used[-end]))
                used.update((start, -end))
        if isinstance(view.cube, CubeView) and view.cube.offered_to is not None:
            self._offered_cube(image, view.cube, view.cube.offered_to)
        elif view.dice is not None:
            self._dice(image, view)

    def _dice(self, image: Image.Image, view: BoardView) -> None:
        geometry, dice = self._geometry, view.dice
        if dice is None:
            return
        shade, count = view.seat(dice.by).shade, len(dice.values)
        for index, value in enumerate(dice.values):
            sprite = sprites.die(self._theme.name, shade, value, geometry.px(DIE), dice.is_used(index))
            x, y = geometry.die_centre(dice.by, index, count)
            self._blend_centred(image, sprite, x, y)

    def _offered_cube(self, image: Image.Image, cube: CubeView, receiver: Side) -> None:
        geometry = self._geometry
        sprite = sprites.cube(self._theme.name, None, cube.value, geometry.px(OFFERED_CUBE), offered=True)
        self._blend_centred(image, sprite, geometry.dice_half_x(receiver), geometry.middle)

    def _arrow(
        self, image: Image.Image, view: BoardView, by: Side, start: tuple[int, int], end: tuple[int, int]
    ) -> None:
        """An arrow between two places, each with the number of arrows already drawn from or to it."""
        scale = self._geometry.scale
        (x0, y0), (x1, y1) = self._start_of(view, by, *start), self._end_of(view, by, *end)
        stop = _ARROW_STOP * CHECKER * scale
        arrow = draw_arrow((x0 * scale, y0 * scale), (x1 * scale, y1 * scale), stop, scale)

        def lay(region: Image.Image) -> None:
            region.paste(_WHITE, (0, 0), arrow.outline)
            region.paste(self._theme.ghost, (0, 0), arrow.fill)

        self._blend(image, arrow.outline, arrow.corner, lay)

    def _reach(self, arrow: tuple[int, int]) -> float:
        """How far an arrow goes sideways: from one stack the farthest starts lowest, so that none cross."""
        geometry, (start, end) = self._geometry, arrow
        first = geometry.bar_x if start == BAR else geometry.column_x(start)
        last = geometry.tray_x if end == OFF else geometry.column_x(end)
        return abs(last - first)

    def _start_of(self, view: BoardView, by: Side, place: int, nth: int) -> tuple[float, float]:
        if place == BAR:
            return self._geometry.bar_slot(by, view.seat(by).bar + nth)
        return self._geometry.slot(place, view.point(place).standing + nth)

    def _end_of(self, view: BoardView, by: Side, place: int, nth: int) -> tuple[float, float]:
        if place == OFF:
            return self._geometry.slab(by, max(0, view.seat(by).off - 1 - nth))
        return self._geometry.slot(place, max(0, view.point(place).standing - 1 - nth))

    def _blend_centred(self, image: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
        px = self._geometry.px
        corner = px(x) - sprite.width // 2, px(y) - sprite.height // 2
        self._blend(
            image, sprite.getchannel("A"), corner, lambda region: region.paste(sprite, (0, 0), sprite)
        )

    def _blend(
        self,
        image: Image.Image,
        cover: Image.Image,
        corner: tuple[int, int],
        lay: Callable[[Image.Image], None],
    ) -> None:
        """Let `lay` draw on the finished picture; only pixels under `cover` change, all others stay."""
        left, top = corner
        region = image.crop((left, top, left + cover.width, top + cover.height)).convert("RGB")
        lay(region)
        image.paste(self._finish(region), corner, cover.point(_COVERED, "1"))

    # -- cells -----------------------------------------------------------------------------------------------

    def _kept(self, draw: Callable[[Key], Image.Image], size: int) -> Callable[[Key], Image.Image]:
        return lru_cache(maxsize=size)(lambda key: self._finish(draw(key)))

    def _new_column(self, column: Column) -> Image.Image:
        return draw_column(self._theme, self._geometry, self._scenery, column)

    def _new_bar(self, bar: Bar) -> Image.Image:
        return draw_bar(self._theme, self._geometry, self._scenery, bar)

    def _new_well(self, well: Well) -> Image.Image:
        return draw_well(self._theme, self._geometry, self._scenery, well)

    def _new_centre(self, lines: tuple[str, ...]) -> Image.Image:
        return draw_centre(self._theme, self._geometry, self._scenery, lines)

    def _new_name_bar(self, bar: NameBar) -> Image.Image:
        return draw_name_bar(self._theme, self._geometry, self._scenery, bar)

    def _new_strip(self, strip: Strip) -> Image.Image:
        return draw_strip(self._theme, self._geometry, self._scenery, strip)


@lru_cache(maxsize=8)
def _painter(theme: ThemeName, geometry: Geometry) -> BoardPainter:
    return BoardPainter(THEMES[theme], geometry, indexed(theme))


def _name_bar_of(view: BoardView, side: Side) -> NameBar:
    seat = view.seat(side)
    return NameBar(side, seat.name, seat.shade, seat.pips, view.pips_label, seat.score, seat.tag, seat.acting)
