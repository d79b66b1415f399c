import pytest
from PIL import Image

from bot.render.palette import COLOURS, indexed, palettes
from bot.render.theme import THEMES
from bot.render.view import ThemeName

SURFACES = (
    "field",
    "odd",
    "even",
    "bar",
    "tray",
    "frame",
    "accent",
    "text",
    "edge",
    "ghost",
    "panel",
)


def test_each_theme_has_a_palette_of_255_colours() -> None:
    assert {name: len(data) for name, data in palettes().items()} == dict.fromkeys(ThemeName, 3 * COLOURS)


@pytest.mark.parametrize("theme", ThemeName)
@pytest.mark.parametrize("name", SURFACES)
def test_the_themes_own_colours_survive_the_palette(theme: ThemeName, name: str) -> None:
    colour = getattr(THEMES[theme], name)
    kept = indexed(theme)(Image.new("RGB", (4, 4), colour)).convert("RGB")
    assert kept.getpixel((1, 1)) == colour
