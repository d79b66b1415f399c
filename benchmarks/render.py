"""What a board picture costs, in units of U: `zlib.compress(level 1)` of its palette bytes in the same run.

Run ``python -m benchmarks.render [--rounds N]``. Goals: drawing ≤ 0.5 U and drawing with encoding ≤ 3 U, once
warm; the naive reference (everything at double size, each time, default PNG) at least 10 times slower; bytes
≤ 110,000 for a match and ≤ 120,000 for a chouette. Times are of this thread alone, medians of interleaved
rounds.
"""

from __future__ import annotations

import argparse
import io
import statistics
import time
import zlib
from collections.abc import Callable
from dataclasses import replace

from PIL import Image, ImageDraw, ImageFont

from bot.render.board import board_image, draw_board
from bot.render.geometry import CHECKER, DIE, Geometry
from bot.render.specimens import chouette_board, doubled_board, match_board
from bot.render.theme import THEMES, Colour
from bot.render.typeface import Weight, load
from bot.render.view import BoardView, DiceView, Side

DRAW_GOAL, WHOLE_GOAL, NAIVE_GOAL = 0.5, 3.0, 10.0
MATCH_BYTES, CHOUETTE_BYTES = 110_000, 120_000
WIDTHS = (1200, 900)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    rounds = parser.parse_args().rounds
    kept = [measure(width, rounds) for width in WIDTHS]
    kept.append(measure_bytes())
    print("all goals kept" if all(kept) else "a goal is missed")


def measure(width: int, rounds: int) -> bool:
    """Print the ratios at one width; whether the goals are kept."""
    view, turn = match_board(), Turn(match_board())
    unit_bytes = board_image(view, width).tobytes()
    times = interleaved(
        rounds,
        {
            "U": lambda: zlib.compress(unit_bytes, 1),
            "draw": lambda: board_image(view, width),
            "whole": lambda: draw_board(view, width),
            "next turn": lambda: draw_board(turn.next(), width),
            "with two arrows": lambda: draw_board(doubled_board(), width),
            "naive": lambda: naive_board(view, width),
        },
    )
    unit = times["U"]
    print(f"{width} px: U = {unit * 1e3:.2f} ms")
    for name, seconds in times.items():
        print(f"  {name:16} {seconds * 1e3:8.2f} ms {seconds / unit:7.2f} U")
    print(f"  naive / whole    {times['naive'] / times['whole']:8.1f}")
    return (
        times["draw"] <= DRAW_GOAL * unit
        and times["whole"] <= WHOLE_GOAL * unit
        and times["naive"] >= NAIVE_GOAL * times["whole"]
    )


def measure_bytes() -> bool:
    match, chouette = len(draw_board(match_board())), len(draw_board(chouette_board(9)))
    print(f"bytes at 1200 px: match {match}, chouette {chouette}")
    return match <= MATCH_BYTES and chouette <= CHOUETTE_BYTES


class Turn:
    """A game that goes on: each view has other dice, pips and name bars than the one before."""

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._number = 0

    def next(self) -> BoardView:
        self._number += 1
        by = Side.TOP if self._number % 2 else Side.BOTTOM
        dice = DiceView((self._number % 6 + 1, self._number // 6 % 6 + 1), by)
        top = replace(self._view.top, pips=167 - self._number % 160, acting=by is Side.TOP)
        bottom = replace(self._view.bottom, acting=by is Side.BOTTOM)
        return replace(self._view, dice=dice, top=top, bottom=bottom, numbers_for=by, choices=None)


def interleaved(rounds: int, works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Median seconds of each work; a first round of all is not counted."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            start = time.thread_time()
            work()
            if number:
                times[name].append(time.thread_time() - start)
    return {name: statistics.median(seconds) for name, seconds in times.items()}


# -- the reference: what one writes first -------------------------------------------------------------------


def naive_board(view: BoardView, width: int) -> bytes:
    """The same position from scratch: drawn at double size with Pillow's own shapes, then scaled down."""
    geometry, theme = Geometry(width * 2, view.home), THEMES[view.theme]
    image = Image.new("RGB", (geometry.width, geometry.height), theme.canvas)
    pencil = ImageDraw.Draw(image)
    pencil.rounded_rectangle(geometry.frame_box(), geometry.px(18), theme.frame)
    for half in geometry.half_boxes():
        pencil.rectangle(half, theme.field)
    pencil.rectangle(geometry.bar_box(), theme.bar)
    font = load(Weight.BOLD.value, 30 * geometry.scale)
    for point in range(1, 25):
        naive_point(pencil, geometry, view, point, font)
    for side in Side:
        pencil.rectangle(geometry.well_box(side), theme.tray)
        left, top, _, bottom = geometry.name_bar(side)
        words = f"{view.seat(side).name}   {view.seat(side).pips}   {view.seat(side).score}"
        pencil.text((left + geometry.px(80), (top + bottom) // 2), words, theme.text, font, "lm")
    naive_dice(pencil, geometry, view)
    buffer = io.BytesIO()
    image.resize((width, geometry.height // 2), Image.Resampling.LANCZOS).save(buffer, "PNG")
    return buffer.getvalue()


def naive_point(
    pencil: ImageDraw.ImageDraw, geometry: Geometry, view: BoardView, point: int, font: ImageFont.FreeTypeFont
) -> None:
    theme, px = THEMES[view.theme], geometry.px
    side, x = geometry.side_of(point), geometry.column_x(point)
    base, tip = geometry.end(side), geometry.inward(side, 304)
    corners = [(px(x - 38), px(base)), (px(x + 38), px(base)), (px(x), px(tip))]
    pencil.polygon(corners, theme.odd if point % 2 else theme.even)
    number_x, number_y = geometry.number(point)
    pencil.text((px(number_x), px(number_y)), str(point), theme.number, font, "mm")
    content = view.point(point)
    if content.shade is None:
        return
    body = theme.body(content.shade)
    for index in range(min(content.count, 5)):
        disc(pencil, geometry, geometry.slot(point, index), body.mean, body.rim)


def naive_dice(pencil: ImageDraw.ImageDraw, geometry: Geometry, view: BoardView) -> None:
    if view.dice is None:
        return
    body, px = THEMES[view.theme].body(view.seat(view.dice.by).shade), geometry.px
    for index in range(len(view.dice.values)):
        x, y = geometry.die_centre(view.dice.by, index, len(view.dice.values))
        box = (px(x - DIE / 2), px(y - DIE / 2), px(x + DIE / 2), px(y + DIE / 2))
        pencil.rounded_rectangle(box, px(14), body.mean, body.rim, px(2))


def disc(
    pencil: ImageDraw.ImageDraw, geometry: Geometry, place: tuple[float, float], fill: Colour, rim: Colour
) -> None:
    (x, y), half, px = place, CHECKER / 2, geometry.px
    pencil.ellipse((px(x - half), px(y - half), px(x + half), px(y + half)), fill, rim, px(3))


if __name__ == "__main__":
    main()
