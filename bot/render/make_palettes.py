"""Make `palettes.json`: `python -m bot.render.make_palettes`, to be run after every change of a theme.

A palette holds the most frequent flat colours exactly; the rest of its 255 colours are a median cut with k-means of
everything else that the specimens show, each colour weighted by the square root of its area, so that small marks
and the edges of letters get their share.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bot.render.board import BoardPainter
from bot.render.geometry import Geometry
from bot.render.palette import COLOURS, unchanged
from bot.render.specimens import all_boards
from bot.render.theme import THEMES
from bot.render.view import BoardView, ThemeName

_EXACT = 40
_WIDTHS = (1200, 900)


def make_palette(theme: ThemeName) -> bytes:
    """765 bytes: 255 colours, the exact ones first."""
    colours, counts = _histogram(theme)
    order = np.argsort(-counts)
    exact, rest = order[:_EXACT], order[_EXACT:]
    repeats = np.ceil(np.sqrt(counts[rest])).astype(int)
    pixels = np.repeat(colours[rest], repeats, axis=0)
    sample = Image.fromarray(pixels[None, :, :].astype(np.uint8), "RGB")
    cut = sample.quantize(COLOURS - _EXACT, Image.Quantize.MEDIANCUT, kmeans=4)
    made = bytes(cut.getpalette("RGB") or [])[: 3 * (COLOURS - _EXACT)]
    return (colours[exact].astype(np.uint8).tobytes() + made).ljust(3 * COLOURS, b"\0")


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
