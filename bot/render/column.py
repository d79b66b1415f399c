"""One point of the board as a cell: its triangle, checkers, marks and number.

A `Column` holds all that a cell shows, so equal columns are drawn once and then only copied.
Must not know the rest of the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from bot.render import sprites
from bot.render.geometry import CHECKER, PITCH, VISIBLE, Geometry
from bot.render.label import label
from bot.render.theme import Theme
from bot.render.typeface import Weight
from bot.render.view import BoardView, PointView, Shade, Side

_DOT_ON_STACK = 34  # from the centre of the fifth checker to a landing dot at the end of a full stack
_SMALL_DOT = 0.30  # radius of that dot, in checker radii; the usual one is 0.43
_NUMBER_SIZE, _COUNT_SIZE = 30, 40
_PILL = (56, 36)


@dataclass(frozen=True, slots=True)
class Column:
    """What one cell shows. `number` is the text on the rail; `ghosts`, `arrivals` count checkers."""

    point: int
    content: PointView
    number: int
    movable: bool = False
    landing: bool = False
    hit: bool = False
    ghosts: int = 0
    arrivals: int = 0


def columns(view: BoardView) -> Iterator[Column]:
    """The 24 cells of a view."""
    choices, last = view.choices, view.last
    origins = Counter(last.origins if last else ())
    arrivals = Counter(last.arrivals if last else ())
    for point, content in enumerate(view.points, start=1):
        yield Column(
            point=point,
            content=content,
            number=point if view.numbers_for is Side.BOTTOM else 25 - point,
            movable=choices is not None and point in choices.movable,
            landing=choices is not None and point in choices.landings,
            hit=choices is not None and point in choices.hits,
            ghosts=origins[point],
            arrivals=arrivals[point],
        )


def draw_column(theme: Theme, geometry: Geometry, background: Image.Image, column: Column) -> Image.Image:
    """The cell as RGB, of the size of `geometry.column_box`."""
    box = geometry.column_box(column.point)
    cell = background.crop(box)
    _Pencil(theme, geometry, cell, (box[0], box[1]), column).draw()
    return cell


@dataclass(frozen=True, slots=True)
class _Pencil:
    """Draws one column on its cell, whose corner lies at `origin` of the picture."""

    theme: Theme
    geometry: Geometry
    cell: Image.Image
    origin: tuple[int, int]
    column: Column

    @property
    def diameter(self) -> int:
        return self.geometry.px(CHECKER)

    def draw(self) -> None:
        self.number()
        self.ghosts()
        self.checkers()
        self.count()
        self.arrivals()
        self.choices()

    def number(self) -> None:
        theme, column, px = self.theme, self.column, self.geometry.px
        x, y = self.local(*self.geometry.number(column.point))
        ink = theme.number
        if column.movable:
            pill = sprites.pill(px(_PILL[0]), px(_PILL[1]), theme.accent, theme.edge)
            sprites.place(self.cell, pill, x, y)
            ink = theme.accent_ink
        elif column.landing:
            sprites.place(self.cell, sprites.pill(px(_PILL[0]), px(_PILL[1]), theme.number), x, y)
            ink = theme.frame
        text = label(str(column.number), _NUMBER_SIZE * self.geometry.scale, Weight.BOLD)
        text.paste(self.cell, x, y, ink, "middle")

    def ghosts(self) -> None:
        sprite = sprites.ghost(self.theme.name, self.diameter)
        standing = len(self.visible_shades())
        for index in range(standing, min(standing + self.column.ghosts, VISIBLE)):
            self.place(sprite, index)

    def checkers(self) -> None:
        for index, shade in enumerate(self.visible_shades()):
            self.place(sprites.checker(self.theme.name, shade, self.diameter), index)
        if self.column.content.pinned:
            self.place(sprites.pin_mark(self.theme.name, self.diameter), 0)

    def visible_shades(self) -> list[Shade]:
        """The checkers drawn, from the end of the board inward; a pinned one lies first."""
        content = self.column.content
        if content.shade is None:
            return []
        pinned = [content.shade.other] if content.pinned else []
        return (pinned + [content.shade] * content.count)[:VISIBLE]

    def count(self) -> None:
        content = self.column.content
        if content.shade is None or content.count + content.pinned <= VISIBLE:
            return
        x, y = self.local(*self.geometry.slot(self.column.point, VISIBLE - 1))
        text = label(str(content.count), _COUNT_SIZE * self.geometry.scale, Weight.BOLD)
        body = self.theme.body(content.shade)
        if body.ring is not None:
            text = label(str(content.count), _COUNT_SIZE * 0.85 * self.geometry.scale, Weight.BOLD)
        text.paste(self.cell, x, y, body.ink, "middle")

    def arrivals(self) -> None:
        """Dots on the checkers that came, unless the top one carries a count."""
        content, column = self.column.content, self.column
        if content.count + content.pinned > VISIBLE:
            self.ring_of_arrival()
            return
        standing = len(self.visible_shades())
        for index in range(max(standing - column.arrivals, int(content.pinned)), standing):
            self.place(sprites.arrival_dot(self.theme.name, self.diameter), index)

    def ring_of_arrival(self) -> None:
        """On a counted stack the dot would hide the number: it moves to the stack's open end."""
        if self.column.arrivals:
            x, y = self.stack_end()
            sprites.place(self.cell, sprites.arrival_dot(self.theme.name, self.diameter), x, y)

    def choices(self) -> None:
        theme, column = self.theme.name, self.column
        standing = len(self.visible_shades())
        if column.movable and standing:
            self.place(sprites.movable_ring(theme, self.diameter), standing - 1)
        if column.hit and standing:
            self.place(sprites.hit_mark(theme, self.diameter), standing - 1)
        elif column.landing and standing < VISIBLE:
            self.place(sprites.landing_dot(theme, self.diameter), standing)
        elif column.landing:
            x, y = self.stack_end()
            sprites.place(self.cell, sprites.landing_dot(theme, self.diameter, _SMALL_DOT), x, y)

    def stack_end(self) -> tuple[float, float]:
        geometry, point = self.geometry, self.column.point
        distance = 40.5 + PITCH * (VISIBLE - 1) + _DOT_ON_STACK
        return self.local(geometry.column_x(point), geometry.inward(geometry.side_of(point), distance))

    def place(self, sprite: Image.Image, slot: int) -> None:
        x, y = self.local(*self.geometry.slot(self.column.point, slot))
        sprites.place(self.cell, sprite, x, y)

    def local(self, x: float, y: float) -> tuple[float, float]:
        """Pixels in the cell of a place given in reference units."""
        px = self.geometry.px
        return px(x) - self.origin[0], px(y) - self.origin[1]
