"""What the sheet, the table and the profile share: a titled page that grows downward, in one theme.

Lengths are given for a width of 1200 and scaled here. Must not know what the rows mean.
"""

from __future__ import annotations

from PIL import Image

from bot.render import sprites
from bot.render.label import Anchor, Label, fitted_label, label, name_label
from bot.render.palette import encode_png, indexed
from bot.render.theme import THEMES, Colour
from bot.render.typeface import Weight
from bot.render.view import ThemeName

WIDTH = 1200
MARGIN = 30
ROOM = WIDTH - 2 * MARGIN
_TITLE, _SUBTITLE, _FOOTER = 46, 30, 28
_HEAD_ONE_LINE, _HEAD_TWO_LINES, _FOOT = 96, 138, 62
MINUS = "−"


class Page:
    """An RGB picture of `body` reference pixels between its head and its foot."""

    def __init__(
        self, theme: ThemeName, width: int, title: str, subtitle: str, footer: str, body: float
    ) -> None:
        self.theme = THEMES[theme]
        self.scale = width / WIDTH
        self.top = _HEAD_TWO_LINES if subtitle else _HEAD_ONE_LINE
        self._height = self.top + body + (_FOOT if footer else MARGIN)
        self.image = Image.new("RGB", (width, self.px(self._height)), self.theme.canvas)
        self.name(title, MARGIN, 52, _TITLE, self.theme.text, ROOM)
        self.text(subtitle, MARGIN, 104, _SUBTITLE, self.theme.dim, room=ROOM)
        self.text(footer, MARGIN, self._height - _FOOT / 2, _FOOTER, self.theme.dim, room=ROOM)

    def px(self, length: float) -> int:
        return round(length * self.scale)

    def png(self) -> bytes:
        return encode_png(indexed(self.theme.name)(self.image))

    def block(
        self, left: float, top: float, right: float, bottom: float, fill: Colour, radius: float = 0
    ) -> None:
        """A filled rectangle with rounded corners."""
        x0, y0, x1, y1 = (self.px(edge) for edge in (left, top, right, bottom))
        if not radius:
            self.image.paste(fill, (x0, y0, x1, y1))
            return
        sprite = sprites.card(x1 - x0, y1 - y0, self.px(radius), fill, fill, 1)
        self.image.paste(sprite, (x0, y0), sprite)

    def width_of(self, text: str, size: float) -> float:
        """How wide a line of the presenter's is."""
        return label(text, size * self.scale).width / self.scale

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        ink: Colour,
        anchor: Anchor = "left",
        weight: Weight = Weight.SEMIBOLD,
        room: float | None = None,
    ) -> None:
        """A line of the presenter's, ended by an ellipsis where `room` ends."""
        limit = None if room is None else room * self.scale
        self._write(label(text, size * self.scale, weight, limit), x, y, ink, anchor)

    def name(self, name: str, x: float, y: float, size: float, ink: Colour, room: float) -> None:
        """A person's name or a title with one in it, in bold, from `x` on."""
        self._write(name_label(name, size * self.scale, Weight.BOLD, room * self.scale), x, y, ink, "left")

    def figure(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        ink: Colour,
        anchor: Anchor,
        room: float,
        weight: Weight = Weight.BOLD,
        *,
        tabular: bool = False,
    ) -> None:
        """A number, made smaller where it does not fit; `tabular` for columns of digits of one width."""
        words = fitted_label(text, size * self.scale, weight, room * self.scale, tabular=tabular)
        self._write(words, x, y, ink, anchor)

    def _write(self, words: Label, x: float, y: float, ink: Colour, anchor: Anchor) -> None:
        words.paste(self.image, x * self.scale, y * self.scale, ink, anchor)


def signed(amount: int) -> str:
    """`+6`, `−2` (with U+2212) or `0`."""
    if amount == 0:
        return "0"
    return f"{'+' if amount > 0 else MINUS}{abs(amount)}"
