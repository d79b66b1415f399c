"""The bar with a player's disc, name, tag, pips and score.

Must not know the board; it gets one seat and draws its 72-pixel band.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from bot.render import sprites
from bot.render.geometry import REFERENCE_WIDTH, Geometry
from bot.render.label import fitted_label, label, name_label
from bot.render.theme import Colour, Theme
from bot.render.typeface import Weight
from bot.render.view import HomeSide, Shade, Side

_DISC, _NAME, _TAG, _PIPS, _SCORE = 42, 38, 26, 38, 44
_PILL = (1180, 56, 14)
_MARGIN, _DISC_X, _NAME_X, _PIPS_END = 10, 44, 81, 1058  # from the left, home on the right
_TRAY_LEFT = 1080
_SCORE_WIDTH = 106


@dataclass(frozen=True, slots=True)
class NameBar:
    """What one bar shows; equal bars are drawn once."""

    side: Side
    name: str
    shade: Shade
    pips: int | None
    pips_label: str
    score: str
    tag: str
    acting: bool


def draw_name_bar(theme: Theme, geometry: Geometry, background: Image.Image, bar: NameBar) -> Image.Image:
    """The band as RGB, as wide as the picture."""
    px, scale = geometry.px, geometry.scale
    image = background.crop(geometry.name_bar(bar.side))
    middle = image.height / 2
    ink, dim = theme.text, theme.dim
    if bar.acting:
        _highlight(image, theme, geometry)
        ink = dim = theme.accent_ink
    shift = 0 if geometry.home is HomeSide.RIGHT else REFERENCE_WIDTH - _TRAY_LEFT - _MARGIN
    end = px(_PIPS_END + shift)
    if geometry.home is HomeSide.LEFT:
        end = px(REFERENCE_WIDTH - _MARGIN - 24)
    pips_left = _pips(image, bar, end, middle, scale, ink, dim)
    score = fitted_label(bar.score, _SCORE * scale, Weight.BOLD, _SCORE_WIDTH * scale)
    score.paste(image, geometry.tray_x * scale, middle, ink, "middle")
    sprites.place(
        image, sprites.checker(theme.name, bar.shade, px(_DISC)), px(_DISC_X + shift), round(middle)
    )
    name_x = px(_NAME_X + shift)
    _name_and_tag(image, bar, name_x, pips_left - 24 * scale, middle, scale, ink, dim)
    return image


def _highlight(image: Image.Image, theme: Theme, geometry: Geometry) -> None:
    px = geometry.px
    width, height, radius = _PILL
    pill = sprites.card(px(width), px(height), px(radius), theme.accent, theme.accent, 1)
    sprites.place(image, pill, image.width / 2, image.height / 2)


def _pips(
    image: Image.Image,
    bar: NameBar,
    end: float,
    middle: float,
    scale: float,
    ink: Colour,
    dim: Colour,
) -> float:
    """Write the pips ending at `end`; returns where they begin."""
    if bar.pips is None:
        return end
    word = label(bar.pips_label, _TAG * scale)
    baseline_drop = (_PIPS - _TAG) * scale * 0.727 / 2
    word.paste(image, end, middle + baseline_drop, dim, "right")
    number_end = end - word.width - (12 * scale if bar.pips_label else 0)
    number = label(str(bar.pips), _PIPS * scale, Weight.BOLD)
    number.paste(image, number_end, middle, ink, "right")
    return number_end - number.width


def _name_and_tag(
    image: Image.Image,
    bar: NameBar,
    left: float,
    right: float,
    middle: float,
    scale: float,
    ink: Colour,
    dim: Colour,
) -> None:
    room = right - left
    gap = 17 * scale if bar.tag else 0
    tag = label(bar.tag, _TAG * scale, Weight.SEMIBOLD, room * 0.5)
    weight = Weight.BOLD if bar.acting else Weight.SEMIBOLD
    name = name_label(bar.name, _NAME * scale, weight, room - tag.width - gap)
    name.paste(image, left, middle, ink)
    drop = (_NAME - _TAG) * scale * 0.727 / 2
    tag.paste(image, left + name.width + gap, middle + drop, dim)
