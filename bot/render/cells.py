"""The cells of a board that are not points: the bar with the cube, the wells and the text between them.

Must not know the points, the dice or the names.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from bot.render import sprites
from bot.render.geometry import CHECKER, CUBE, SLAB, VISIBLE_ON_BAR, Geometry, PictureBox
from bot.render.label import fitted_label, label
from bot.render.theme import Theme
from bot.render.typeface import Weight
from bot.render.view import BAR, OFF, BoardView, CubeLabel, CubeView, Shade, Side

_COUNT_SIZE = 40
_LABEL_BOX = (76, 62, 9)


@dataclass(frozen=True, slots=True)
class BarSeat:
    """One player's checkers on the bar and their marks."""

    shade: Shade
    count: int
    movable: bool
    ghosts: int


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar as a cell. The offered cube is not here: it lies on the receiver's half."""

    top: BarSeat
    bottom: BarSeat
    cube: CubeView | CubeLabel | None


@dataclass(frozen=True, slots=True)
class Well:
    """One player's tray. `open_dot`: he may bear off; `arrivals`: checkers of the last play."""

    side: Side
    shade: Shade
    count: int
    open_dot: bool
    arrivals: int


def bar_of(view: BoardView) -> Bar:
    cube = view.cube
    if isinstance(cube, CubeView) and cube.offered_to is not None:
        cube = None
    return Bar(_bar_seat(view, Side.TOP), _bar_seat(view, Side.BOTTOM), cube)


def well_of(view: BoardView, side: Side) -> Well:
    seat, choices, last = view.seat(side), view.choices, view.last
    return Well(
        side=side,
        shade=seat.shade,
        count=seat.off,
        open_dot=choices is not None and choices.by is side and OFF in choices.landings,
        arrivals=last.arrivals.count(OFF) if last is not None and last.by is side else 0,
    )


def draw_bar(theme: Theme, geometry: Geometry, background: Image.Image, bar: Bar) -> Image.Image:
    """The bar as RGB, of the size of `geometry.bar_box`."""
    box = geometry.bar_box()
    cell = background.crop(box)
    for side, seat in ((Side.TOP, bar.top), (Side.BOTTOM, bar.bottom)):
        _bar_checkers(theme, geometry, cell, side, seat)
    if isinstance(bar.cube, CubeLabel):
        _cube_label(theme, geometry, cell, bar, bar.cube)
    elif bar.cube is not None:
        owner = bar.cube.owner
        shade = None if owner is None else (bar.top.shade if owner is Side.TOP else bar.bottom.shade)
        sprite = sprites.cube(theme.name, shade, bar.cube.value, geometry.px(CUBE))
        sprites.place(cell, sprite, *_local(geometry, box, geometry.cube_centre(owner)))
    return cell


def draw_well(theme: Theme, geometry: Geometry, background: Image.Image, well: Well) -> Image.Image:
    """The tray as RGB, of the size of `geometry.well_box`."""
    box, px = geometry.well_box(well.side), geometry.px
    cell = background.crop(box)
    sprite = sprites.slab(theme.name, well.shade, px(SLAB[0]), px(SLAB[1]))
    for index in range(well.count):
        sprites.place(cell, sprite, *_local(geometry, box, geometry.slab(well.side, index)))
    for index in range(max(0, well.count - well.arrivals), well.count):
        dot = sprites.arrival_dot(theme.name, px(CHECKER * 0.75))
        sprites.place(cell, dot, *_local(geometry, box, geometry.slab(well.side, index)))
    if well.open_dot:
        dot = sprites.landing_dot(theme.name, px(CHECKER))
        sprites.place(cell, dot, *_local(geometry, box, geometry.bear_off_dot(well.side)))
    return cell


def draw_centre(
    theme: Theme, geometry: Geometry, background: Image.Image, lines: tuple[str, ...]
) -> Image.Image:
    """The text between the wells as RGB: a large first line over a small one, or one word."""
    box, scale = geometry.tray_text_box(), geometry.scale
    cell = background.crop(box)
    x, y, room = cell.width / 2, cell.height / 2, cell.width - 4 * scale
    if len(lines) == 1:
        fitted_label(lines[0], 28 * scale, Weight.SEMIBOLD, room).paste(cell, x, y, theme.number, "middle")
    elif lines:
        first = fitted_label(lines[0], 48 * scale, Weight.BOLD, room)
        first.paste(cell, x, y - 14 * scale, theme.number, "middle")
        second = fitted_label(lines[1], 26 * scale, Weight.SEMIBOLD, room)
        second.paste(cell, x, y + 33 * scale, theme.number, "middle")
    return cell


def _bar_seat(view: BoardView, side: Side) -> BarSeat:
    seat, choices, last = view.seat(side), view.choices, view.last
    return BarSeat(
        shade=seat.shade,
        count=seat.bar,
        movable=choices is not None and choices.by is side and BAR in choices.movable,
        ghosts=last.origins.count(BAR) if last is not None and last.by is side else 0,
    )


def _bar_checkers(theme: Theme, geometry: Geometry, cell: Image.Image, side: Side, seat: BarSeat) -> None:
    box, diameter = geometry.bar_box(), geometry.px(CHECKER)
    shown = min(seat.count, VISIBLE_ON_BAR)
    for index in range(shown, min(shown + seat.ghosts, VISIBLE_ON_BAR)):
        place = _local(geometry, box, geometry.bar_slot(side, index))
        sprites.place(cell, sprites.ghost(theme.name, diameter), *place)
    for index in range(shown):
        place = _local(geometry, box, geometry.bar_slot(side, index))
        sprites.place(cell, sprites.checker(theme.name, seat.shade, diameter), *place)
    if not shown:
        return
    x, y = _local(geometry, box, geometry.bar_slot(side, shown - 1))
    if seat.count > VISIBLE_ON_BAR:
        text = label(str(seat.count), _COUNT_SIZE * geometry.scale, Weight.BOLD)
        text.paste(cell, x, y, theme.body(seat.shade).ink, "middle")
    if seat.movable:
        sprites.place(cell, sprites.movable_ring(theme.name, diameter), x, y)


def _cube_label(theme: Theme, geometry: Geometry, cell: Image.Image, bar: Bar, text: CubeLabel) -> None:
    width, height, radius = (geometry.px(length) for length in _LABEL_BOX)
    x, y = _local(geometry, geometry.bar_box(), geometry.cube_centre(None))
    frame = sprites.card(width, height, radius, theme.frame, theme.number, 2 * geometry.scale)
    sprites.place(cell, frame, x, y)
    step = 26 * geometry.scale
    for index, line in enumerate(text.lines):
        row = y + (index - (len(text.lines) - 1) / 2) * step
        words = fitted_label(line, 23 * geometry.scale, Weight.BOLD, width - 8 * geometry.scale)
        words.paste(cell, x, row, theme.number, "middle")


def _local(geometry: Geometry, box: PictureBox, place: tuple[float, float]) -> tuple[int, int]:
    return geometry.px(place[0]) - box[0], geometry.px(place[1]) - box[1]
