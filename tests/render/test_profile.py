from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from bot.render.chart import ticks
from bot.render.profile import draw_profile
from bot.render.theme import THEMES
from bot.render.view import Curve, Figure, Outcome, ProfileView, ResultView, ThemeName

PROFILE = ProfileView(
    "Anna Kowalska",
    "since March",
    tuple(Figure(str(1500 + i), "rating", "+12") for i in range(5)),
    Curve(tuple((i, 1500 + (i * 37) % 60) for i in range(50)), "rating", "March", "now"),
    "too few matches for a curve",
    "last results",
    (ResultView(Outcome.WON, "W"), ResultView(Outcome.LOST, "L"), ResultView(Outcome.WON, "W", counts=False)),
)


def picture(view: ProfileView, width: int = 1200) -> Image.Image:
    with Image.open(BytesIO(draw_profile(view, width))) as image:
        return image.convert("RGB")


@pytest.mark.parametrize("low, high", [(1500, 1500), (1483.2, 1521.7), (-4, 90), (0, 1), (900, 2100)])
def test_the_axis_spans_the_curve_in_round_steps(low: float, high: float) -> None:
    marks = ticks(low, high)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert 2 <= len(marks) <= 7
    steps = {round(b - a, 9) for a, b in pairwise(marks)}
    assert len(steps) == 1


@pytest.mark.parametrize("theme", ThemeName)
def test_the_curve_is_drawn_in_the_themes_colour(theme: ThemeName) -> None:
    counted = picture(replace(PROFILE, theme=theme)).getcolors(1 << 24) or []
    assert sum(count for count, colour in counted if colour == THEMES[theme].plot) > 1500


@pytest.mark.parametrize("points", [(), ((1.0, 1500.0),)])
def test_a_curve_of_fewer_than_two_points_is_a_sentence(points: tuple[tuple[float, float], ...]) -> None:
    short = replace(PROFILE, curve=Curve(points, "rating"))
    counted = picture(short).getcolors(1 << 24) or []
    assert sum(count for count, colour in counted if colour == THEMES[ThemeName.LIGHT].plot) == 0
    assert picture(short).tobytes() != picture(replace(short, curve_empty="")).tobytes()


def test_a_level_curve_and_a_very_long_one_are_drawn() -> None:
    level = Curve(((0, 1500), (1, 1500)), "rating")
    long = Curve(tuple((i, 1500 + i % 7) for i in range(20_000)), "rating")
    for curve in (level, long):
        assert picture(replace(PROFILE, curve=curve), 600).width == 600


def test_parts_that_are_not_there_take_no_room() -> None:
    bare = ProfileView("Anna")
    assert picture(bare).height < picture(replace(bare, figures=PROFILE.figures)).height
    assert picture(bare).height < picture(replace(bare, results=PROFILE.results)).height


def test_a_won_match_is_filled_and_a_lost_one_only_outlined() -> None:
    view = ProfileView("Anna", results=PROFILE.results)
    image = picture(view)
    top = 96 + 56
    theme = THEMES[ThemeName.LIGHT]
    assert image.getpixel((30 + 8, top + 8)) == theme.good
    assert image.getpixel((30 + 56 + 8, top + 8)) == theme.canvas
    assert image.getpixel((30 + 2 * 56 + 8, top + 8)) == theme.dim, "it does not count"
