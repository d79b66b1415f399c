"""Antialiased shapes on a small canvas, by signed distance.

A shape says how far each pixel centre is from its outline (negative inside); coverage is that distance
clipped to one pixel, so edges are smooth without drawing anything larger and scaling down.
Must not know what the shapes stand for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bot.render.theme import Colour

_REACH = 12.0  # how far from a line its distance is exact, in px: more than any outline or soft edge

Floats = NDArray[np.float32]
Bounds = tuple[float, float, float, float]


class Shape(Protocol):
    """Something with an outline. `x` and `y` broadcast against each other."""

    def bounds(self) -> Bounds: ...

    def distance(self, x: Floats, y: Floats) -> Floats: ...


@dataclass(frozen=True, slots=True)
class Disc:
    x: float
    y: float
    radius: float

    def bounds(self) -> Bounds:
        return self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius

    def distance(self, x: Floats, y: Floats) -> Floats:
        reached: Floats = np.hypot(x - self.x, y - self.y) - np.float32(self.radius)
        return reached


@dataclass(frozen=True, slots=True)
class Ring:
    """Between two radii; `dashes` > 0 cuts it into so many dashes with gaps of `gap` of a period."""

    x: float
    y: float
    inner: float
    outer: float
    dashes: int = 0
    gap: float = 0.4

    def bounds(self) -> Bounds:
        return self.x - self.outer, self.y - self.outer, self.x + self.outer, self.y + self.outer

    def distance(self, x: Floats, y: Floats) -> Floats:
        middle, half = (self.inner + self.outer) / 2, (self.outer - self.inner) / 2
        across: Floats = np.abs(np.hypot(x - self.x, y - self.y) - np.float32(middle)) - np.float32(half)
        if not self.dashes:
            return across
        turn = np.arctan2(y - self.y, x - self.x) * (self.dashes / (2 * math.pi))
        from_dash = np.abs(turn - np.round(turn)) - (1 - self.gap) / 2
        along = from_dash * (2 * math.pi * middle / self.dashes)
        dashed: Floats = np.maximum(across, along.astype(np.float32))
        return dashed


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with rounded corners."""

    left: float
    top: float
    right: float
    bottom: float
    radius: float = 0.0

    def bounds(self) -> Bounds:
        return self.left, self.top, self.right, self.bottom

    def distance(self, x: Floats, y: Floats) -> Floats:
        half_width, half_height = (self.right - self.left) / 2, (self.bottom - self.top) / 2
        radius = min(self.radius, half_width, half_height)
        dx = np.abs(x - (self.left + self.right) / 2) - (half_width - radius)
        dy = np.abs(y - (self.top + self.bottom) / 2) - (half_height - radius)
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
        inside = np.minimum(np.maximum(dx, dy), 0)
        rounded: Floats = (outside + inside - radius).astype(np.float32)
        return rounded

    def grown(self, by: float) -> Box:
        """The same box with `by` pixels more (or less) on each side."""
        radius = max(0.0, self.radius + by)
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by, radius)


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed polygon, convex or not, without crossing edges."""

    corners: tuple[tuple[float, float], ...]

    def bounds(self) -> Bounds:
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def distance(self, x: Floats, y: Floats) -> Floats:
        nearest = np.full(np.broadcast(x, y).shape, np.inf, np.float32)
        inside = np.zeros(nearest.shape, bool)
        for (x0, y0), (x1, y1) in zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True):
            nearest = np.minimum(nearest, _to_segment(x, y, x0, y0, x1, y1))
            if y0 != y1:
                crosses = (y0 > y) != (y1 > y)
                inside ^= crosses & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
        return np.where(inside, -nearest, nearest)


@dataclass(frozen=True, slots=True)
class Line:
    """A polyline with round ends and joints."""

    points: tuple[tuple[float, float], ...]
    width: float

    def bounds(self) -> Bounds:
        xs, ys = zip(*self.points, strict=True)
        half = self.width / 2
        return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half

    def distance(self, x: Floats, y: Floats) -> Floats:
        """Exact up to `_REACH` px from the outline, cut off beyond; a piece looks only around itself."""
        reach = self.width / 2 + _REACH
        nearest = np.full(np.broadcast(x, y).shape, reach, np.float32)
        for (x0, y0), (x1, y1) in pairwise(self.points):
            columns = _between(x[0], min(x0, x1) - reach, max(x0, x1) + reach)
            rows = _between(y[:, 0], min(y0, y1) - reach, max(y0, y1) + reach)
            part = nearest[rows, columns]
            np.minimum(part, _to_segment(x[:, columns], y[rows], x0, y0, x1, y1), out=part)
        return nearest - np.float32(self.width / 2)


@dataclass(frozen=True, slots=True)
class Joined:
    """Several shapes as one, grown by `margin` pixels all around; far from them distances are cut off."""

    parts: tuple[Shape, ...]
    margin: float = 0.0

    def bounds(self) -> Bounds:
        lefts, tops, rights, bottoms = zip(*(part.bounds() for part in self.parts), strict=True)
        grown = self.margin
        return min(lefts) - grown, min(tops) - grown, max(rights) + grown, max(bottoms) + grown

    def distance(self, x: Floats, y: Floats) -> Floats:
        nearest = np.full(np.broadcast(x, y).shape, _REACH, np.float32)
        for part in self.parts:
            left, top, right, bottom = part.bounds()
            columns = _between(x[0], left - _REACH, right + _REACH)
            rows = _between(y[:, 0], top - _REACH, bottom + _REACH)
            around = nearest[rows, columns]
            np.minimum(around, part.distance(x[:, columns], y[rows]), out=around)
        return nearest - np.float32(self.margin)


class Canvas:
    """A float picture with premultiplied alpha that shapes are painted on, one over the other."""

    def __init__(self, width: int, height: int, ground: Colour | None = None) -> None:
        self._width, self._height = width, height
        self._pixels = np.zeros((height, width, 4), np.float32)
        if ground is not None:
            self._pixels[:] = (*ground, 255)

    def paint(
        self,
        shape: Shape,
        colour: Colour,
        alpha: float = 1.0,
        *,
        below: Colour | None = None,
        soft: float = 1.0,
    ) -> None:
        """Fill `shape`: flat, or a vertical gradient ending in `below`; `soft` is the edge's width in px."""
        left, top, right, bottom = shape.bounds()
        margin = soft + 1
        x0, y0 = max(0, math.floor(left - margin)), max(0, math.floor(top - margin))
        x1 = min(self._width, math.ceil(right + margin))
        y1 = min(self._height, math.ceil(bottom + margin))
        if x0 >= x1 or y0 >= y1:
            return
        x, y = _pixel_centres(x0, x1)[None, :], _pixel_centres(y0, y1)[:, None]
        cover = np.clip(0.5 - shape.distance(x, y) / soft, 0, 1)
        if soft > 1:
            cover = cover * cover * (3 - 2 * cover)
        self._blend(x0, y0, cover * alpha, _ink(colour, below, y, top, bottom))

    def _blend(self, x0: int, y0: int, cover: Floats, ink: Floats) -> None:
        height, width = cover.shape
        under = self._pixels[y0 : y0 + height, x0 : x0 + width]
        weight = cover[..., None]
        under *= 1 - weight
        under += weight * ink

    def image(self) -> Image.Image:
        """The picture as RGBA with straight alpha."""
        alpha = self._pixels[..., 3:4]
        colours = np.divide(
            self._pixels[..., :3] * 255, alpha, out=np.zeros_like(self._pixels[..., :3]), where=alpha > 0
        )
        straight = np.concatenate([colours, alpha], axis=2)
        return Image.fromarray(np.clip(straight + 0.5, 0, 255).astype(np.uint8), "RGBA")


def masks(shape: Shape, width: int, height: int, margins: tuple[float, ...]) -> list[Image.Image]:
    """The coverage of a shape as "L" pictures, once for each margin by which it is grown."""
    x, y = _pixel_centres(0, width)[None, :], _pixel_centres(0, height)[:, None]
    inside = 0.5 - shape.distance(x, y)
    return [
        Image.fromarray((np.clip(inside + margin, 0, 1) * 255).astype(np.uint8), "L") for margin in margins
    ]


def curve(
    start: tuple[float, float], control: tuple[float, float], end: tuple[float, float], pieces: int = 16
) -> tuple[tuple[float, float], ...]:
    """A quadratic Bézier curve as a polyline."""
    along = [index / pieces for index in range(pieces + 1)]
    return tuple(
        (_bezier(t, start[0], control[0], end[0]), _bezier(t, start[1], control[1], end[1])) for t in along
    )


def star(x: float, y: float, radius: float) -> Polygon:
    """A five-pointed star, one point up."""
    radii = [radius if index % 2 == 0 else radius * 0.42 for index in range(10)]
    angles = [math.pi * (index / 5 - 0.5) for index in range(10)]
    return Polygon(
        tuple((x + r * math.cos(a), y + r * math.sin(a)) for r, a in zip(radii, angles, strict=True))
    )


def _bezier(t: float, start: float, control: float, end: float) -> float:
    return (1 - t) * (1 - t) * start + 2 * t * (1 - t) * control + t * t * end


def _ink(colour: Colour, below: Colour | None, y: Floats, top: float, bottom: float) -> Floats:
    first = np.array((*colour, 255), np.float32)
    if below is None:
        return first
    last = np.array((*below, 255), np.float32)
    share = np.clip((y - top) / (bottom - top), 0, 1)[..., None]
    ink: Floats = (first + (last - first) * share).astype(np.float32)
    return ink


def _pixel_centres(first: int, end: int) -> Floats:
    return np.arange(first, end, dtype=np.float32) + np.float32(0.5)


def _between(grid: Floats, low: float, high: float) -> slice:
    """The part of a rising grid that lies in this range."""
    return slice(int(np.searchsorted(grid, low)), int(np.searchsorted(grid, high)))


def _to_segment(x: Floats, y: Floats, x0: float, y0: float, x1: float, y1: float) -> Floats:
    dx, dy = x1 - x0, y1 - y0
    length = dx * dx + dy * dy
    along = np.clip(((x - x0) * dx + (y - y0) * dy) / length, 0, 1) if length else np.float32(0)
    distance: Floats = np.hypot(x - x0 - along * dx, y - y0 - along * dy).astype(np.float32)
    return distance
