"""Make `palettes.json`: `python -m bot.render.make_palettes`, to be run after every change of a theme.

A palette holds the theme's own colours exactly; the rest of its 255 colours are a median cut with k-means of
everything else that the specimens show, each colour weighted by the square root of its area, so that small
marks and the edges of letters get their share.

Pillow finds the nearest palette colour not for a colour itself but for the corner of its 4×4×4 cell. So no
colour may be nearer to that corner of an exact colour than the exact colour is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bot.render.board import BoardPainter
from bot.render.geometry import Geometry
from bot.render.palette import COLOURS, unchanged
from bot.render.specimens import all_boards
from bot.render.theme import THEMES, Body, Colour, Theme
from bot.render.view import BoardView, ThemeName

_FREQUENT = 16
_WIDTHS = (1200, 900)


def make_palette(theme: ThemeName) -> bytes:
    """765 bytes: 255 colours, the exact ones first."""
    colours, counts = _histogram(theme)
    frequent = colours[np.argsort(-counts)[:_FREQUENT]]
    own = np.array(sorted(_own_colours(theme)))
    palette: list[NDArray[np.int64]] = []
    for candidates in (own, frequent, _cut(colours, counts)):
        for colour in candidates:
            if len(palette) < COLOURS and _leaves_others_exact(colour, palette):
                palette.append(colour)
    _fill(palette, colours, counts)
    return np.array(palette).astype(np.uint8).tobytes().ljust(3 * COLOURS, b"\0")


def _fill(palette: list[NDArray[np.int64]], colours: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
    """Use what is left of the palette for the colours that it serves worst."""
    kept = np.array(palette)
    errors = np.min([((colours - colour) ** 2).sum(axis=1) for colour in kept], axis=0) * np.sqrt(counts)
    while len(palette) < COLOURS and errors.max() > 0:
        worst = int(errors.argmax())
        errors[worst] = 0
        if _leaves_others_exact(colours[worst], palette):
            palette.append(colours[worst])
            distance = ((colours - colours[worst]) ** 2).sum(axis=1)
            errors = np.minimum(errors, distance * np.sqrt(counts))


def _leaves_others_exact(colour: NDArray[np.int64], palette: list[NDArray[np.int64]]) -> bool:
    """Whether every colour already in the palette is still found as itself when `colour` joins."""
    if not palette:
        return True
    kept = np.array(palette)
    corners = kept & ~3
    own_distance = ((kept - corners) ** 2).sum(axis=1)
    return bool(np.all(((colour - corners) ** 2).sum(axis=1) > own_distance))


def _own_colours(theme: ThemeName) -> set[Colour]:
    """Every colour that the theme names."""
    found: set[Colour] = set()
    for field in fields(Theme):
        value = getattr(THEMES[theme], field.name)
        if isinstance(value, Body):
            found.update((value.top, value.bottom, value.rim, value.ink))
        elif isinstance(value, tuple):
            found.add(value)
    return found | {(255, 255, 255), THEMES[theme].line, THEMES[theme].panel, THEMES[theme].rule}


def _cut(colours: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The colours that serve all the others best, more than are needed."""
    repeats = np.ceil(np.sqrt(counts)).astype(int)
    pixels = np.repeat(colours, repeats, axis=0)
    sample = Image.fromarray(pixels[None, :, :].astype(np.uint8), "RGB")
    cut = sample.quantize(256, Image.Quantize.MEDIANCUT, kmeans=4)
    return np.array(cut.getpalette("RGB")).reshape(-1, 3)


def main() -> None:
    rows = {theme.value: _rows(make_palette(theme)) for theme in ThemeName}
    path = Path(__file__).with_name("palettes.json")
    path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def _rows(palette: bytes) -> list[str]:
    """Hexadecimal, 15 colours a line."""
    return [palette[start : start + 45].hex() for start in range(0, len(palette), 45)]


def _histogram(theme: ThemeName) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All colours of the specimens as rows of (red, green, blue), and the area of each."""
    packed = np.concatenate([_packed(picture) for picture in _pictures(theme)])
    values, counts = np.unique(packed, return_counts=True)
    return np.stack([values >> 16, (values >> 8) & 255, values & 255], axis=1), counts.astype(np.int64)


def _pictures(theme: ThemeName) -> Iterator[Image.Image]:
    for view in all_boards(theme):
        for width in _WIDTHS:
            yield plain_picture(view, width)


def plain_picture(view: BoardView, width: int) -> Image.Image:
    """The same picture in RGB, before any palette."""
    geometry = Geometry(width, view.home, view.strip.team if view.strip is not None else None)
    return BoardPainter(THEMES[view.theme], geometry, unchanged).draw(view)


def _packed(picture: Image.Image) -> NDArray[np.int64]:
    pixels = np.asarray(picture).reshape(-1, 3).astype(np.int64)
    return (pixels[:, 0] << 16) | (pixels[:, 1] << 8) | pixels[:, 2]


if __name__ == "__main__":
    main()
