"""The chouette strip: one card per member with his cube, name and state.

The cube's colour and height say who owns it: gold in the centre; the member's checker colour and slid towards
the team; the box's colour and slid towards the box. Must not know the board.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from bot.render import sprites
from bot.render.geometry import STRIP, Geometry
from bot.render.label import fitted_label, fitted_name
from bot.render.theme import Colour, Theme, mix
from bot.render.typeface import Weight
from bot.render.view import CubeOwner, MemberCube, Shade, Side

WIDEST_CARD, GAP, CARD_HEIGHT = 232, 8, 106
WIDE_FROM, ROOMY_FROM = 170, 210
_BAND = 1180
_WIDE_CUBE, _TIGHT_CUBE, _NARROW_CUBE = 64, 56, 58
_WIDE_SLIDE, _NARROW_SLIDE = 13, 7
_OUT_CUBE_ALPHA, _OUT_TEXT_SHARE = 0.27, 0.62


@dataclass(frozen=True, slots=True)
class Strip:
    """All the strip shows: the cards, the team's side and its checkers' shade."""

    team: Side
    shade: Shade
    cubes: tuple[MemberCube, ...]


def card_width(members: int) -> float:
    """Width of one card, at 1200."""
    return min(WIDEST_CARD, (_BAND - GAP * (members - 1)) / members)


def card_boxes(members: int) -> tuple[tuple[float, float], ...]:
    """Left and right edges of the cards, centred in the picture, at 1200."""
    width = card_width(members)
    first = (1200 - members * width - (members - 1) * GAP) / 2
    lefts = [first + index * (width + GAP) for index in range(members)]
    return tuple((left, left + width) for left in lefts)


def draw_strip(theme: Theme, geometry: Geometry, background: Image.Image, strip: Strip) -> Image.Image:
    """The band as RGB, as wide as the picture."""
    px = geometry.px
    image = background.crop(geometry.strip_band())
    top = px((STRIP - CARD_HEIGHT) / 2)
    for member, (left, right) in zip(strip.cubes, card_boxes(len(strip.cubes)), strict=True):
        card = draw_card(theme, geometry.scale, strip, member, px(right) - px(left))
        image.paste(card, (px(left), top))
    return image


def draw_card(theme: Theme, scale: float, strip: Strip, member: MemberCube, width: int) -> Image.Image:
    """One card as RGB of `width` pixels."""
    height = round(CARD_HEIGHT * scale)
    image = Image.new("RGB", (width, height), theme.canvas)
    line, thickness = (theme.accent, 5) if member.must_answer else (theme.frame_edge, 2)
    ground = sprites.card(width, height, round(12 * scale), theme.frame, line, thickness * scale)
    image.paste(ground, (0, 0), ground)
    if width >= WIDE_FROM * scale:
        _wide(image, theme, scale, strip, member)
    else:
        _narrow(image, theme, scale, strip, member)
    return image


def _wide(image: Image.Image, theme: Theme, scale: float, strip: Strip, member: MemberCube) -> None:
    middle = image.height / 2
    size, centre, begin = (_WIDE_CUBE, 46, 90) if image.width >= ROOMY_FROM * scale else (_TIGHT_CUBE, 38, 76)
    _cube(image, theme, strip, member, size * scale, centre * scale, middle, _WIDE_SLIDE * scale)
    left, room = begin * scale, image.width - (begin + 8) * scale
    ink, dim = _inks(theme, member)
    name = fitted_name(member.name, 30 * scale, Weight.BOLD, room)
    name.paste(image, left, middle - 18 * scale, ink)
    if member.captain:
        star = sprites.captain_star(round(26 * scale), dim)
        sprites.place(image, star, left + 12 * scale, middle + 18 * scale)
        left, room = left + 32 * scale, room - 32 * scale
    state = fitted_label(member.state, 26 * scale, Weight.SEMIBOLD, room, least=0.7)
    state.paste(image, left, middle + 18 * scale, dim)


def _narrow(image: Image.Image, theme: Theme, scale: float, strip: Strip, member: MemberCube) -> None:
    centre = image.width / 2
    _cube(image, theme, strip, member, _NARROW_CUBE * scale, centre, 36 * scale, _NARROW_SLIDE * scale)
    ink, _ = _inks(theme, member)
    name = fitted_name(member.name, 28 * scale, Weight.BOLD, image.width - 14 * scale)
    name.paste(image, centre, 83 * scale, ink, "middle")
    if member.captain:
        star = sprites.captain_star(round(26 * scale), ink)
        sprites.place(image, star, 18 * scale, 20 * scale)


def _cube(
    image: Image.Image,
    theme: Theme,
    strip: Strip,
    member: MemberCube,
    size: float,
    x: float,
    y: float,
    slide: float,
) -> None:
    towards_team = slide if strip.team is Side.BOTTOM else -slide
    shade, shift = {
        CubeOwner.CENTRE: (None, 0.0),
        CubeOwner.MEMBER: (strip.shade, towards_team),
        CubeOwner.BOX: (strip.shade.other, -towards_team),
    }[member.owner]
    sprite = sprites.cube(theme.name, shade, member.value, round(size))
    if member.out:
        sprite = sprites.faded(sprite, _OUT_CUBE_ALPHA)
    sprites.place(image, sprite, x, y + shift)


def _inks(theme: Theme, member: MemberCube) -> tuple[Colour, Colour]:
    """Colours of name and state."""
    if member.out:
        faint = mix(theme.number, theme.frame, _OUT_TEXT_SHARE)
        return faint, faint
    return theme.number, mix(theme.number, theme.frame, 0.1)
