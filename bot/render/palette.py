"""Fixed palettes: 255 colours per theme, so that a picture needs no colour search and packs small.

The palettes are data (`palettes.json`), made by `python -m bot.render.make_palettes` when a theme changes.
Must not know what is drawn.
"""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable
from functools import lru_cache
from importlib import resources

from PIL import Image

from bot.render.view import ThemeName

Finish = Callable[[Image.Image], Image.Image]
"""Turns a finished RGB cell into what is kept: palette indices, or the same RGB."""

COLOURS = 255
_PNG_LEVEL = 2  # for palette pictures: as fast as level 1 and smaller

_own = threading.local()  # a palette image carries Pillow's colour cache; each thread keeps its own


@lru_cache(maxsize=1)
def palettes() -> dict[ThemeName, bytes]:
    """Theme to 765 bytes: red, green, blue of 255 colours."""
    text = resources.files(__package__).joinpath("palettes.json").read_text("utf-8")
    return {ThemeName(name): bytes.fromhex("".join(rows)) for name, rows in json.loads(text).items()}


def indexed(theme: ThemeName) -> Finish:
    """A function from RGB pictures to pictures in this theme's palette."""

    def finish(image: Image.Image) -> Image.Image:
        return image.quantize(palette=_palette_image(theme), dither=Image.Dither.NONE)

    return finish


def unchanged(image: Image.Image) -> Image.Image:
    """Keeps RGB: for making palettes and for comparing."""
    return image


def encode_png(image: Image.Image) -> bytes:
    """A palette picture as PNG.

    `Image.save` leaves its options on the picture, so the caller must not share it with another thread.
    """
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=_PNG_LEVEL)
    return buffer.getvalue()


def _palette_image(theme: ThemeName) -> Image.Image:
    kept: dict[ThemeName, Image.Image] | None = getattr(_own, "images", None)
    if kept is None:
        kept = _own.images = {}
    if theme not in kept:
        image = Image.new("P", (1, 1))
        image.putpalette(palettes()[theme])
        kept[theme] = image
    return kept[theme]
