"""Reads a board picture back: which checkers, dice and cubes its pixels show.

Probes look above the middle of a checker, where no number, dot or ring lies, for the nearest known colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PIL import Image

from bot.render.geometry import CHECKER, CUBE, VISIBLE, VISIBLE_ON_BAR, Geometry
from bot.render.theme import THEMES, Body, Colour, Theme, mix
from bot.render.view import BoardView, Shade, Side

POINTS = range(1, 25)


@dataclass(frozen=True)
class ReadBoard:
    """What was seen: at most five checkers of a point, three of a bar."""

    points: tuple[tuple[Shade, ...], ...]
    bar: Mapping[Side, tuple[Shade, ...]]
    off: Mapping[Side, int]


class BoardReader:
    """Reads pictures of one view's theme and layout."""

    def __init__(self, image: Image.Image, view: BoardView) -> None:
        self._image = image.convert("RGB")
        self._theme = THEMES[view.theme]
        strip = view.strip.team if view.strip is not None else None
        self._geometry = Geometry(image.width, view.home, strip)
        self._view = view

    def read(self) -> ReadBoard:
        return ReadBoard(
            points=tuple(self._stack(self._geometry.slot(p, i) for i in range(VISIBLE)) for p in POINTS),
            bar={
                side: self._stack(self._geometry.bar_slot(side, i) for i in range(VISIBLE_ON_BAR))
                for side in Side
            },
            off={side: self._slabs(side) for side in Side},
        )

    def checker(self, x: float, y: float) -> Shade | None:
        """The checker around a place in reference units."""
        known: dict[Shade | str, Colour] = {shade: _upper(self._theme.body(shade)) for shade in Shade}
        colour = self.pixel(x + CHECKER * 0.17, y - CHECKER * 0.22)
        seen = nearest(colour, known | _surfaces(self._theme))
        return seen if isinstance(seen, Shade) else None

    def cube(self, x: float, y: float) -> Shade | str | None:
        """`"gold"`, an owner's shade, or None: the cube around a place."""
        known = _bodies(self._theme) | {"gold": self._theme.gold.mean} | _surfaces(self._theme)
        seen = nearest(self.pixel(x - CUBE * 0.4, y), known)
        return seen if isinstance(seen, Shade) or seen == "gold" else None

    def pixel(self, x: float, y: float) -> Colour:
        px = self._geometry.px
        value = self._image.getpixel((px(x), px(y)))
        assert isinstance(value, tuple)
        return value[0], value[1], value[2]

    def _stack(self, places: Iterable[tuple[float, float]]) -> tuple[Shade, ...]:
        seen = [self.checker(x, y) for x, y in places]
        return tuple(shade for shade in seen if shade is not None)

    def _slabs(self, side: Side) -> int:
        shade = self._view.seat(side).shade
        places = [self._geometry.slab(side, index) for index in range(15)]
        known = {"slab": self._theme.body(shade).mean, "tray": self._theme.tray}
        return sum(nearest(self.pixel(x + 33, y), known) == "slab" for x, y in places)


def expected(view: BoardView) -> ReadBoard:
    """What a reader should see of a view."""

    def stack(number: int) -> tuple[Shade, ...]:
        point = view.point(number)
        if point.shade is None:
            return ()
        return (((point.shade.other,) if point.pinned else ()) + (point.shade,) * point.count)[:VISIBLE]

    return ReadBoard(
        points=tuple(stack(number) for number in POINTS),
        bar={side: (view.seat(side).shade,) * min(view.seat(side).bar, VISIBLE_ON_BAR) for side in Side},
        off={side: view.seat(side).off for side in Side},
    )


def nearest(colour: Colour, known: Mapping[Shade | str, Colour]) -> Shade | str:
    """The name of the known colour that is nearest."""
    return min(known, key=lambda name: sum((a - b) ** 2 for a, b in zip(colour, known[name], strict=True)))


def _upper(body: Body) -> Colour:
    """The colour of a checker somewhat above its middle."""
    return mix(body.top, body.bottom, 0.28)


def _bodies(theme: Theme) -> dict[Shade | str, Colour]:
    return {shade: theme.body(shade).mean for shade in Shade}


def _surfaces(theme: Theme) -> dict[Shade | str, Colour]:
    return {"field": theme.field, "odd": theme.odd, "even": theme.even, "bar": theme.bar}
