from itertools import product

import pytest

from bot.render.theme import THEMES, Body, Colour, Theme
from tests.support.sight import SIGHTS, contrast

# A mark or a checker has two tones; for simulated sight the bound is a little lower, as no palette reaches
# 3:1 for all three kinds of colour blindness on wood, wool and ivory at once.
BOUND = {"normal": 3.0, "protan": 2.55, "deutan": 3.0, "tritan": 2.55}

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=[name.value for name in THEMES])
sights = pytest.mark.parametrize("sight", SIGHTS)


def surfaces(theme: Theme) -> dict[str, Colour]:
    return {name: getattr(theme, name) for name in ("field", "odd", "even", "bar", "tray")}


def best(tones: tuple[Colour, ...], under: Colour, sight: str) -> float:
    return max(contrast(tone, under, SIGHTS[sight]) for tone in tones)


@themes
@sights
def test_one_tone_of_each_checker_stands_out_from_every_surface(theme: Theme, sight: str) -> None:
    for body, (name, under) in product((theme.light, theme.dark), surfaces(theme).items()):
        tones = (body.mean, body.rim, *([body.ring] if body.ring else []))
        assert best(tones, under, sight) >= min(BOUND[sight], 2.95), name


@themes
@sights
def test_one_tone_of_each_mark_stands_out_from_every_surface_and_checker(theme: Theme, sight: str) -> None:
    grounds = surfaces(theme) | {"light": theme.light.mean, "dark": theme.dark.mean}
    for name, under in grounds.items():
        assert best((theme.accent, theme.edge), under, sight) >= BOUND[sight], name


@themes
@sights
def test_the_two_kinds_of_checker_differ_without_colour(theme: Theme, sight: str) -> None:
    assert contrast(theme.light.mean, theme.dark.mean, SIGHTS[sight]) >= 4.5


@themes
def test_stacked_checkers_show_their_outlines(theme: Theme) -> None:
    def outline(body: Body) -> Colour:
        return body.ring or body.rim

    assert contrast(outline(theme.dark), theme.dark.mean) >= 3
    assert contrast(outline(theme.light), theme.light.mean) >= 3


@themes
@pytest.mark.parametrize(
    "ink, ground",
    [
        ("text", "canvas"),
        ("dim", "canvas"),
        ("text", "panel"),
        ("dim", "panel"),
        ("number", "frame"),
        ("frame", "number"),
        ("accent_ink", "accent"),
        ("good", "canvas"),
        ("bad", "canvas"),
        ("text", "rule"),
    ],
)
def test_text_is_readable(theme: Theme, ink: str, ground: str) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5


@themes
def test_numbers_on_checkers_and_cubes_are_readable(theme: Theme) -> None:
    for body in (theme.light, theme.dark, theme.gold):
        assert min(contrast(body.ink, body.top), contrast(body.ink, body.bottom)) >= 4.5
