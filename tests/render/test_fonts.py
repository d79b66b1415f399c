from importlib import resources

import pytest
from fontTools.ttLib import TTFont
from PIL import features

from bot.render.typeface import MISSING, Weight, coverages, font_of

FONTS = resources.files("bot.render").joinpath("fonts")


def test_pillow_can_shape_complex_scripts() -> None:
    assert features.check("raqm")


def test_the_licence_lies_beside_the_fonts() -> None:
    assert "SIL OPEN FONT LICENSE" in FONTS.joinpath("OFL.txt").read_text("utf-8")


def test_every_font_file_is_listed() -> None:
    files = {entry.name for entry in FONTS.iterdir() if entry.name.endswith((".otf", ".ttf"))}
    assert set(coverages()) == files


@pytest.mark.parametrize("file", sorted(coverages()))
def test_the_listed_coverage_is_what_the_font_has(file: str) -> None:
    with resources.as_file(FONTS.joinpath(file)) as path, TTFont(path, lazy=True) as font:
        characters = set(font.getBestCmap())
    around = {code + step for code in characters for step in (-1, 0, 1) if code + step >= 0}
    assert {code for code in around if chr(code) in coverages()[file]} == characters


@pytest.mark.parametrize(
    "sign, file",
    [
        ("A", "Inter-Bold.otf"),
        ("Ж", "Inter-Bold.otf"),
        ("Ω", "Inter-Bold.otf"),
        ("−", "Inter-Bold.otf"),
        ("…", "Inter-Bold.otf"),
        ("ع", "NotoSansArabic-Bold.ttf"),
        ("ש", "NotoSansHebrew-Bold.ttf"),
        ("ส", "NotoSansThai-Bold.ttf"),
        ("हि", "NotoSansDevanagari-Bold.ttf"),
        ("Ա", "NotoSansArmenian-Bold.ttf"),
        ("ა", "NotoSansGeorgian-Bold.ttf"),
        ("田", "NotoSansCJK-Bold-subset.otf"),
        ("김", "NotoSansCJK-Bold-subset.otf"),
        ("ア", "NotoSansCJK-Bold-subset.otf"),
        ("★", "NotoSansSymbols2-Regular.ttf"),
        ("🎲", "NotoEmoji-Bold.ttf"),
        ("🇵🇱", "NotoEmoji-Bold.ttf"),
    ],
)
def test_each_script_has_a_font(sign: str, file: str) -> None:
    assert font_of(sign, Weight.BOLD) == (file, sign)


def test_an_unknown_sign_is_a_dot_and_an_unknown_emoji_nothing() -> None:
    assert font_of("ꙮ\u0488", Weight.BOLD)[1] != ""
    assert font_of("𒀀", Weight.BOLD) == (Weight.BOLD.value, MISSING)
    assert font_of("🂡", Weight.BOLD) == (Weight.BOLD.value, "")
