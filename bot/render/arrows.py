"""Curved arrows for the path of a play: outlined, bent, ending before the checker's centre.

Must not know the board: an arrow gets two places in pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image

from bot.render.shapes import Joined, Line, Polygon, curve, masks

Place = tuple[float, float]

_LINE, _OUTLINE, _BEND = 8, 3, 0.07
_HEAD_LENGTH, _HEAD_WIDTH = 30, 32


@dataclass(frozen=True, slots=True)
class Arrow:
    """Two masks of one size, to be filled one after the other, and the pixel of their top left corner."""

    outline: Image.Image
    fill: Image.Image
    corner: tuple[int, int]


def draw_arrow(start: Place, end: Place, stop: float, scale: float) -> Arrow:
    """An arrow that ends `stop` px before `end`."""
    control = _control(start, end)
    margin = _HEAD_LENGTH * scale
    xs, ys = zip(start, control, end, strict=True)
    left, top = math.floor(min(xs) - margin), math.floor(min(ys) - margin)
    width, height = math.ceil(max(xs) + margin) - left, math.ceil(max(ys) + margin) - top
    moved = [(x - left, y - top) for x, y in (start, control, end)]
    arrow = _arrow(moved[0], moved[1], moved[2], stop, scale)
    outline, fill = masks(arrow, width, height, (_OUTLINE * scale, 0))
    return Arrow(outline, fill, (left, top))


def _arrow(start: Place, control: Place, end: Place, stop: float, scale: float) -> Joined:
    tip = _before(end, control, stop)
    neck = _before(tip, control, _HEAD_LENGTH * scale * 0.8)
    return Joined((Line(curve(start, control, neck), _LINE * scale), _head(tip, control, scale)))


def _control(start: Place, end: Place) -> Place:
    """The point that bends the curve, always to the same hand of its way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (start[0] + end[0]) / 2 - 2 * _BEND * dy, (start[1] + end[1]) / 2 + 2 * _BEND * dx


def _before(end: Place, towards: Place, distance: float) -> Place:
    dx, dy = towards[0] - end[0], towards[1] - end[1]
    length = math.hypot(dx, dy) or 1.0
    return end[0] + dx / length * distance, end[1] + dy / length * distance


def _head(tip: Place, control: Place, scale: float) -> Polygon:
    base = _before(tip, control, _HEAD_LENGTH * scale)
    length = math.hypot(tip[0] - base[0], tip[1] - base[1]) or 1.0
    across_x = -(tip[1] - base[1]) / length * _HEAD_WIDTH / 2 * scale
    across_y = (tip[0] - base[0]) / length * _HEAD_WIDTH / 2 * scale
    return Polygon((tip, (base[0] + across_x, base[1] + across_y), (base[0] - across_x, base[1] - across_y)))
