"""Checkers, dice, cubes and marks as small pictures with alpha, made once per theme and size.

A sprite is square, its subject in the middle. Sizes are given in pixels by the caller.
Must not know where on a board it will lie.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.render.label import fitted_label
from bot.render.shapes import Box, Canvas, Disc, Joined, Line, Polygon, Ring, star
from bot.render.theme import THEMES, Body, Colour, Theme, mix
from bot.render.typeface import Weight
from bot.render.view import Shade, ThemeName

_BLACK: Colour = (0, 0, 0)
_WHITE: Colour = (255, 255, 255)
_USED_ALPHA = 0.35

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def place(image: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    """Lay a sprite on an RGB picture with its middle at (x, y)."""
    left, top = round(x) - sprite.width // 2, round(y) - sprite.height // 2
    image.paste(sprite, (left, top), sprite)


@lru_cache(maxsize=64)
def checker(theme: ThemeName, shade: Shade, diameter: int) -> Image.Image:
    """A checker: outline, one vertical gradient, an engraved ring, a highlight above, a soft shadow."""
    body = THEMES[theme].body(shade)
    radius = diameter / 2
    canvas, middle = _square(diameter * 1.2)
    rim = max(1.0, diameter * 0.038)
    shadow = Disc(middle, middle + 0.045 * diameter, radius * 0.98)
    canvas.paint(shadow, _BLACK, 0.42, soft=0.11 * diameter)
    canvas.paint(Disc(middle, middle, radius), body.rim)
    inside = radius - rim
    canvas.paint(Disc(middle, middle, inside), mix(body.top, _WHITE, 0.22), below=body.bottom)
    lowered = Disc(middle, middle + 0.012 * diameter, inside - 0.012 * diameter)
    canvas.paint(lowered, body.top, below=body.bottom)
    if body.ring is not None:
        canvas.paint(Ring(middle, middle, radius * 0.60, radius * 0.74), body.ring)
    else:
        _engrave(canvas, middle, radius, body)
    return canvas.image()


def _engrave(canvas: Canvas, middle: float, radius: float, body: Body) -> None:
    groove = Ring(middle, middle, radius * 0.635, radius * 0.685)
    lip = Ring(middle, middle + radius * 0.03, radius * 0.635, radius * 0.685)
    canvas.paint(lip, mix(body.top, _WHITE, 0.6), 0.35 if body.ink == _WHITE else 0.9)
    canvas.paint(groove, mix(body.bottom, body.rim, 0.42), 0.75)


@lru_cache(maxsize=32)
def slab(theme: ThemeName, shade: Shade, width: int, height: int) -> Image.Image:
    """A checker in the tray, seen from its edge."""
    body = THEMES[theme].body(shade)
    canvas = Canvas(width + 6, height + 6)
    middle_x, middle_y = (width + 6) // 2, (height + 6) // 2
    box = _centred(middle_x, middle_y, width, height, height * 0.26)
    canvas.paint(_shifted(box, height * 0.1), _BLACK, 0.35, soft=4)
    line = max(1.0, height * 0.1)
    canvas.paint(box, body.rim)
    canvas.paint(box.grown(-line), body.top, below=body.bottom)
    if body.ring is not None:
        stripe = _centred(middle_x, middle_y, width * 0.72, height * 0.2, height * 0.1)
        canvas.paint(stripe, body.ring)
    return canvas.image()


@lru_cache(maxsize=64)
def die(theme: ThemeName, shade: Shade, value: int, size: int, used: bool) -> Image.Image:
    """A die in a player's colours; a used one is faint."""
    body = THEMES[theme].body(shade)
    canvas, middle = _square(size * 1.2)
    _tile(canvas, middle, size, size * 0.195, body, size * 0.035)
    step, radius = size * 0.265, size * 0.098
    for column, row in _PIPS[value]:
        canvas.paint(Disc(middle + column * step, middle + row * step, radius), body.ink)
    return faded(canvas.image(), _USED_ALPHA) if used else canvas.image()


@lru_cache(maxsize=128)
def cube(theme: ThemeName, shade: Shade | None, value: int, size: int, offered: bool = False) -> Image.Image:
    """The doubling cube in its owner's colours, gold when centred; `offered` adds the accent rim."""
    colours = THEMES[theme]
    body = colours.gold if shade is None else colours.body(shade)
    canvas, middle = _square(size * 1.34)
    if offered:
        rim = _centred(middle, middle, size * 1.17, size * 1.17, size * 0.24)
        canvas.paint(_shifted(rim, size * 0.05), _BLACK, 0.4, soft=size * 0.12)
        canvas.paint(rim, colours.edge)
        canvas.paint(rim.grown(-size * 0.02), colours.accent)
        canvas.paint(rim.grown(-size * 0.075), colours.edge)
    _tile(canvas, middle, size, size * 0.165, body, size * 0.04)
    image = canvas.image()
    text = fitted_label(str(value), size * 0.58, Weight.BOLD, size * 0.8)
    text.paste(image, middle, middle, body.ink, "middle")
    return image


@lru_cache(maxsize=16)
def movable_ring(theme: ThemeName, diameter: int) -> Image.Image:
    """Round a checker that may move."""
    colours = THEMES[theme]
    radius = diameter / 2
    canvas, middle = _square(diameter * 1.16)
    edge = max(1.0, diameter * 0.022)
    canvas.paint(Ring(middle, middle, radius * 0.83 - edge, radius * 1.03 + edge), colours.edge)
    canvas.paint(Ring(middle, middle, radius * 0.83, radius * 1.03), colours.accent)
    return canvas.image()


@lru_cache(maxsize=16)
def landing_dot(theme: ThemeName, diameter: int, share: float = 0.43) -> Image.Image:
    """Where a checker may land; `share` is the dot's radius in checker radii."""
    colours = THEMES[theme]
    radius = diameter / 2
    canvas, middle = _square(diameter * 0.62)
    canvas.paint(Disc(middle, middle, radius * (share + 0.075)), colours.edge)
    canvas.paint(Disc(middle, middle, radius * share), colours.accent)
    return canvas.image()


@lru_cache(maxsize=16)
def hit_mark(theme: ThemeName, diameter: int) -> Image.Image:
    """Over a blot that may be hit: the ring and an X."""
    colours = THEMES[theme]
    image = movable_ring(theme, diameter).copy()
    canvas = Canvas(image.width, image.height)
    middle, arm, width = image.width / 2, diameter * 0.155, diameter * 0.085
    strokes = (
        Line(((middle - arm, middle - arm), (middle + arm, middle + arm)), width),
        Line(((middle - arm, middle + arm), (middle + arm, middle - arm)), width),
    )
    canvas.paint(Joined(strokes, margin=max(1.0, diameter * 0.032)), colours.edge)
    canvas.paint(Joined(strokes), colours.accent)
    return Image.alpha_composite(image, canvas.image())


@lru_cache(maxsize=16)
def ghost(theme: ThemeName, diameter: int) -> Image.Image:
    """Where a checker of the last play stood."""
    colours = THEMES[theme]
    radius = diameter / 2 * 0.92
    canvas, middle = _square(diameter * 1.04)
    canvas.paint(Disc(middle, middle, radius), colours.ghost, 0.22)
    line = max(1.5, diameter * 0.042)
    canvas.paint(Ring(middle, middle, radius - line, radius, dashes=16, gap=0.36), colours.ghost)
    return canvas.image()


@lru_cache(maxsize=16)
def arrival_dot(theme: ThemeName, diameter: int) -> Image.Image:
    """On a checker that has just come."""
    colours = THEMES[theme]
    canvas, middle = _square(diameter * 0.4)
    radius = diameter / 2
    canvas.paint(Disc(middle, middle, radius * 0.285), colours.edge if _is_pale(colours) else _WHITE)
    canvas.paint(Disc(middle, middle, radius * 0.20), colours.ghost)
    return canvas.image()


@lru_cache(maxsize=16)
def pin_mark(theme: ThemeName, diameter: int) -> Image.Image:
    """A push pin, on a pinned checker."""
    body = THEMES[theme].gold
    canvas, middle = _square(diameter * 0.8)
    unit = diameter / 2
    needle = Polygon(
        ((middle - 0.07 * unit, middle), (middle + 0.07 * unit, middle), (middle, middle + 0.55 * unit))
    )
    collar = Box(
        middle - 0.32 * unit, middle - 0.05 * unit, middle + 0.32 * unit, middle + 0.11 * unit, 0.07 * unit
    )
    head = Box(
        middle - 0.2 * unit, middle - 0.48 * unit, middle + 0.2 * unit, middle + 0.02 * unit, 0.09 * unit
    )
    canvas.paint(Joined((needle, collar, head), margin=max(1.0, 0.075 * unit)), body.rim)
    canvas.paint(needle, _WHITE)
    canvas.paint(Joined((head, collar)), body.top, below=body.bottom)
    return canvas.image()


@lru_cache(maxsize=16)
def pill(width: int, height: int, fill: Colour, line: Colour | None = None) -> Image.Image:
    """A lozenge behind a point number, with an outline if `line` is given."""
    canvas = Canvas(width + 2, height + 2)
    box = Box(1, 1, width + 1, height + 1, height / 2)
    if line is not None:
        canvas.paint(box, line)
        box = box.grown(-max(1.0, height * 0.055))
    canvas.paint(box, fill)
    return canvas.image()


@lru_cache(maxsize=64)
def card(width: int, height: int, radius: int, fill: Colour, line: Colour, thickness: float) -> Image.Image:
    """A rounded rectangle with an outline inside its edge."""
    canvas = Canvas(width, height)
    box = Box(0, 0, width, height, radius)
    canvas.paint(box, line)
    canvas.paint(box.grown(-max(1.0, thickness)), fill)
    return canvas.image()


@lru_cache(maxsize=16)
def captain_star(size: int, colour: Colour) -> Image.Image:
    canvas = Canvas(size, size)
    canvas.paint(star(size / 2, size / 2 + size * 0.03, size * 0.48), colour)
    return canvas.image()


def faded(image: Image.Image, alpha: float) -> Image.Image:
    """The same sprite with its alpha multiplied."""
    faint = image.copy()
    faint.putalpha(image.getchannel("A").point([round(value * alpha) for value in range(256)]))
    return faint


def _is_pale(theme: Theme) -> bool:
    return sum(theme.edge) > 3 * 128


def _square(side: float) -> tuple[Canvas, float]:
    """A square canvas of even side and its middle."""
    size = 2 * round(side / 2 + 0.5)
    return Canvas(size, size), size / 2


def _centred(x: float, y: float, width: float, height: float, radius: float) -> Box:
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2, radius)


def _shifted(box: Box, down: float) -> Box:
    return Box(box.left, box.top + down, box.right, box.bottom + down, box.radius)


def _tile(canvas: Canvas, middle: float, size: float, radius: float, body: Body, line: float) -> None:
    box = _centred(middle, middle, size, size, radius)
    canvas.paint(_shifted(box, size * 0.05), _BLACK, 0.4, soft=size * 0.1)
    canvas.paint(box, body.rim)
    canvas.paint(box.grown(-line), mix(body.top, _WHITE, 0.25), below=body.bottom)
    inner = box.grown(-line)
    lowered = Box(inner.left, inner.top + size * 0.016, inner.right, inner.bottom, inner.radius)
    canvas.paint(lowered, body.top, below=body.bottom)
