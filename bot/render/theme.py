"""The three colour themes.

Each checker and each mark has two tones, chosen so that one of them has a contrast of 3:1 on whatever lies
under it, for normal sight and simulated colour blindness; `tests/render/test_contrast.py` holds the rules.
Must not know sizes or shapes.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.render.view import Shade, ThemeName

Colour = tuple[int, int, int]


def hex_colour(text: str) -> Colour:
    """`"#RRGGBB"` as three bytes."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """`first` with `share` (0..1) of `second` in it."""
    return (
        round(first[0] + (second[0] - first[0]) * share),
        round(first[1] + (second[1] - first[1]) * share),
        round(first[2] + (second[2] - first[2]) * share),
    )


@dataclass(frozen=True, slots=True)
class Body:
    """A checker, die or cube: gradient from `top` to `bottom`, outline `rim`, what is written on it `ink`.

    `ring` is a bold ring that tells dark checkers apart without colour, None in most themes.
    """

    top: Colour
    bottom: Colour
    rim: Colour
    ink: Colour
    ring: Colour | None = None

    @property
    def mean(self) -> Colour:
        return mix(self.top, self.bottom, 0.5)


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of a picture.

    `edge` outlines marks, `ghost` is the colour of the last play; `good` and `bad` are the inks of gains and
    losses (which have signs too), `plot` is the line of a chart.
    """

    name: ThemeName
    canvas: Colour
    text: Colour
    dim: Colour
    frame: Colour
    frame_edge: Colour
    number: Colour
    field: Colour
    odd: Colour
    even: Colour
    bar: Colour
    tray: Colour
    light: Body
    dark: Body
    gold: Body
    accent: Colour
    accent_ink: Colour
    edge: Colour
    ghost: Colour
    good: Colour
    bad: Colour
    plot: Colour

    def body(self, shade: Shade) -> Body:
        return self.light if shade is Shade.LIGHT else self.dark

    @property
    def line(self) -> Colour:
        """The dark line around fields and wells."""
        return mix(self.frame, (0, 0, 0), 0.42)

    @property
    def panel(self) -> Colour:
        """The ground of cards and table rows in sheets."""
        return mix(self.canvas, self.text, 0.055)

    @property
    def rule(self) -> Colour:
        """Hairlines in sheets and charts."""
        return mix(self.canvas, self.text, 0.17)


def _body(top: str, bottom: str, rim: str, ink: str, ring: str | None = None) -> Body:
    return Body(
        hex_colour(top),
        hex_colour(bottom),
        hex_colour(rim),
        hex_colour(ink),
        None if ring is None else hex_colour(ring),
    )


_LIGHT = Theme(
    name=ThemeName.LIGHT,
    canvas=hex_colour("#F5F1E8"),
    text=hex_colour("#2A2520"),
    dim=hex_colour("#6B6157"),
    frame=hex_colour("#6A4A35"),
    frame_edge=hex_colour("#8A6549"),
    number=hex_colour("#F7EBDD"),
    field=hex_colour("#E9DCC3"),
    odd=hex_colour("#B07B57"),
    even=hex_colour("#CFB48C"),
    bar=hex_colour("#A98865"),
    tray=hex_colour("#A98865"),
    light=_body("#FFFFFF", "#F1EADC", "#4A3A2E", "#2A2520"),
    dark=_body("#383B42", "#1B1D21", "#8A909A", "#FFFFFF"),
    gold=_body("#F6C453", "#E0A526", "#6B4A08", "#3B2A05"),
    accent=hex_colour("#1459CC"),
    accent_ink=hex_colour("#FFFFFF"),
    edge=hex_colour("#FFFFFF"),
    ghost=hex_colour("#C93F08"),
    good=hex_colour("#1F6B3A"),
    bad=hex_colour("#A92B16"),
    plot=hex_colour("#1459CC"),
)

_DARK = Theme(
    name=ThemeName.DARK,
    canvas=hex_colour("#15191E"),
    text=hex_colour("#F2F4F7"),
    dim=hex_colour("#9AA5B1"),
    frame=hex_colour("#262D35"),
    frame_edge=hex_colour("#3A444F"),
    number=hex_colour("#D5DCE4"),
    field=hex_colour("#35605B"),
    odd=hex_colour("#24443F"),
    even=hex_colour("#7FA79C"),
    bar=hex_colour("#20262D"),
    tray=hex_colour("#1B2026"),
    light=_body("#FFFDF6", "#E6DDCB", "#2B2620", "#1D1A16"),
    dark=_body("#3A3F47", "#15171A", "#B4BDC7", "#FFFFFF"),
    gold=_body("#F3C04B", "#D99E22", "#4A3405", "#2E2103"),
    accent=hex_colour("#FFB224"),
    accent_ink=hex_colour("#231800"),
    edge=hex_colour("#14110A"),
    ghost=hex_colour("#FF7A45"),
    good=hex_colour("#6FD08C"),
    bad=hex_colour("#FF8A75"),
    plot=hex_colour("#FFB224"),
)

_CB = Theme(
    name=ThemeName.CB,
    canvas=hex_colour("#FFFFFF"),
    text=hex_colour("#1A1A1A"),
    dim=hex_colour("#565C63"),
    frame=hex_colour("#3C4650"),
    frame_edge=hex_colour("#5A6672"),
    number=hex_colour("#FFFFFF"),
    field=hex_colour("#EDF0F2"),
    odd=hex_colour("#8FA9BF"),
    even=hex_colour("#C9D4DD"),
    bar=hex_colour("#A7B3BE"),
    tray=hex_colour("#98A5B1"),
    light=_body("#FFFFFF", "#F3F3F3", "#20262C", "#111111"),
    dark=_body("#0B4F8A", "#083B68", "#04203A", "#FFFFFF", ring="#FFFFFF"),
    gold=_body("#F5D24A", "#E8BE21", "#4A3A00", "#2B2200"),
    accent=hex_colour("#FF8C1A"),
    accent_ink=hex_colour("#1A0F00"),
    edge=hex_colour("#1A1A1A"),
    ghost=hex_colour("#7A1F5C"),
    good=hex_colour("#0B4F8A"),
    bad=hex_colour("#8A3B00"),
    plot=hex_colour("#0B4F8A"),
)

THEMES: dict[ThemeName, Theme] = {theme.name: theme for theme in (_LIGHT, _DARK, _CB)}
