"""The empty board: everything in a picture that does not depend on the game.

Must not know checkers or players.
"""

from __future__ import annotations

from PIL import Image

from bot.render.geometry import TRIANGLE, TRIANGLE_BASE, TRIANGLE_TIP, Geometry, PictureBox
from bot.render.shapes import Box, Canvas, Polygon
from bot.render.theme import Theme, mix
from bot.render.view import Side

_BLACK = (0, 0, 0)


def empty_board(theme: Theme, geometry: Geometry) -> Image.Image:
    """The background as RGB: canvas, frame, field, points, bar and wells, without numbers and names."""
    canvas = Canvas(geometry.width, geometry.height, theme.canvas)
    _frame(canvas, theme, geometry)
    for half in geometry.half_boxes():
        _recess(canvas, theme, geometry, half, theme.field)
    for point in range(1, 25):
        canvas.paint(_triangle(geometry, point), theme.odd if point % 2 else theme.even)
    _bar(canvas, theme, geometry)
    for side in Side:
        _recess(canvas, theme, geometry, geometry.well_box(side), theme.tray, radius=9)
    return canvas.image().convert("RGB")


def _frame(canvas: Canvas, theme: Theme, geometry: Geometry) -> None:
    left, top, right, bottom = geometry.frame_box()
    frame = Box(left, top, right, bottom, geometry.px(18))
    scale = geometry.scale
    shadow = Box(left, top + 2 * scale, right, bottom + 3 * scale, frame.radius)
    canvas.paint(shadow, _BLACK, 0.5, soft=9 * scale)
    canvas.paint(frame, theme.frame_edge)
    inner = frame.grown(-2 * scale)
    canvas.paint(inner, mix(theme.frame, theme.frame_edge, 0.10), below=mix(theme.frame, _BLACK, 0.07))


def _recess(
    canvas: Canvas,
    theme: Theme,
    geometry: Geometry,
    box: PictureBox,
    fill: tuple[int, int, int],
    radius: float = 6,
) -> None:
    """A flat surface sunk into the frame, with a dark line around it."""
    surface = Box(*box, radius * geometry.scale)
    canvas.paint(surface.grown(3 * geometry.scale), theme.line)
    canvas.paint(surface, fill)


def _bar(canvas: Canvas, theme: Theme, geometry: Geometry) -> None:
    left, top, right, bottom = geometry.bar_box()
    inset = 3 * geometry.scale
    canvas.paint(Box(left, top - inset, right, bottom + inset), theme.line)
    canvas.paint(Box(left + inset, top, right - inset, bottom), theme.bar)


def _triangle(geometry: Geometry, point: int) -> Polygon:
    scale = geometry.scale
    centre, side = geometry.column_x(point) * scale, geometry.side_of(point)
    base, tip = geometry.end(side) * scale, geometry.inward(side, TRIANGLE) * scale
    half_base, half_tip = TRIANGLE_BASE / 2 * scale, TRIANGLE_TIP / 2 * scale
    return Polygon(
        (
            (centre - half_base, base),
            (centre + half_base, base),
            (centre + half_tip, tip),
            (centre - half_tip, tip),
        )
    )
