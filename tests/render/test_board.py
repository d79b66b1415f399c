from dataclasses import replace
from io import BytesIO
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.render.board import board_image, draw_board
from bot.render.column import columns
from bot.render.geometry import DIE, OFFERED_CUBE, Geometry
from bot.render.make_palettes import plain_picture
from bot.render.specimens import (
    all_boards,
    chouette_board,
    crawford_board,
    crowded_board,
    doubled_board,
    match_board,
)
from bot.render.theme import THEMES
from bot.render.view import (
    EMPTY,
    OFF,
    BoardView,
    Choices,
    CubeView,
    DiceView,
    HomeSide,
    LastPlay,
    PointView,
    SeatView,
    Shade,
    Side,
    ThemeName,
)
from tests.support.board_reader import BoardReader, expected

WIDTH = 600
TOP, BOTTOM = SeatView("top", Shade.DARK), SeatView("bottom", Shade.LIGHT)
themes = pytest.mark.parametrize("theme", ThemeName)
homes = pytest.mark.parametrize("home", HomeSide)


def reader(view: BoardView, width: int = WIDTH) -> BoardReader:
    return BoardReader(board_image(view, width), view)


def reads_back(view: BoardView, width: int = WIDTH) -> None:
    assert reader(view, width).read() == expected(view)


def bare(view: BoardView) -> BoardView:
    """The same position without marks, dice and cube."""
    return replace(view, choices=None, last=None, dice=None, cube=None)


def upside_down(view: BoardView) -> BoardView:
    """The same position from the other player's chair."""
    return replace(view, top=view.bottom, bottom=view.top, points=view.points[::-1])


@st.composite
def boards(draw: st.DrawFn) -> BoardView:
    """Positions with up to fifteen checkers a side, on points, bars, trays and under pins."""
    left = {Shade.LIGHT: 15, Shade.DARK: 15}
    points = []
    for _ in range(24):
        shade = draw(st.sampled_from(Shade))
        count = draw(st.integers(0, min(7, left[shade])))
        pinned = count > 0 and left[shade.other] > 0 and draw(st.booleans())
        left[shade] -= count
        left[shade.other] -= pinned
        points.append(PointView(shade, count, pinned) if count else EMPTY)
    bars = {shade: draw(st.integers(0, left[shade])) for shade in Shade}
    off = {shade: draw(st.integers(0, left[shade] - bars[shade])) for shade in Shade}
    shade = draw(st.sampled_from(Shade))
    seats = [SeatView("x", s, bar=bars[s], off=off[s]) for s in (shade, shade.other)]
    return BoardView(
        seats[0],
        seats[1],
        tuple(points),
        home=draw(st.sampled_from(HomeSide)),
        theme=draw(st.sampled_from(ThemeName)),
    )


@settings(max_examples=20, deadline=None)
@given(boards())
def test_every_position_can_be_read_from_its_picture(view: BoardView) -> None:
    reads_back(view)


@settings(max_examples=8, deadline=None)
@given(boards())
def test_the_other_players_chair_shows_the_same_position(view: BoardView) -> None:
    seen, turned = reader(view).read(), reader(upside_down(view)).read()
    assert turned.points == seen.points[::-1]
    assert {side.other: stack for side, stack in turned.bar.items()} == seen.bar
    assert {side.other: count for side, count in turned.off.items()} == seen.off


@themes
def test_every_specimen_can_be_read_back_without_its_marks(theme: ThemeName) -> None:
    for view in all_boards(theme):
        reads_back(bare(view))


@themes
@pytest.mark.parametrize("shade", Shade)
@pytest.mark.parametrize("count", range(1, 16))
def test_a_point_holds_one_to_fifteen_checkers(theme: ThemeName, shade: Shade, count: int) -> None:
    points = [EMPTY] * 24
    points[7] = PointView(shade, count)
    reads_back(BoardView(TOP, BOTTOM, tuple(points), theme=theme))


@pytest.mark.parametrize("count", range(16))
def test_bar_and_tray_hold_zero_to_fifteen_checkers(count: int) -> None:
    reads_back(BoardView(replace(TOP, bar=count), replace(BOTTOM, off=count)), 1200)
    reads_back(BoardView(replace(TOP, off=count), replace(BOTTOM, bar=count)), 1200)


def test_more_than_five_checkers_are_counted_in_figures() -> None:
    def stack(count: int) -> Image.Image:
        points = (PointView(Shade.LIGHT, count), *(EMPTY,) * 23)
        return board_image(BoardView(TOP, BOTTOM, points), WIDTH)

    pictures = {count: stack(count).tobytes() for count in range(5, 16)}
    assert len(set(pictures.values())) == len(pictures)


@themes
@homes
@pytest.mark.parametrize("owner", [None, *Side])
def test_a_cube_takes_its_owners_colour_and_is_gold_in_the_centre(
    theme: ThemeName, home: HomeSide, owner: Side | None
) -> None:
    for value in (1, 16, 1024):
        view = BoardView(TOP, BOTTOM, cube=CubeView(value, owner), theme=theme, home=home)
        x, y = Geometry(WIDTH, home).cube_centre(owner)
        assert reader(view).cube(x, y) == (view.seat(owner).shade if owner else "gold")


def test_each_cube_value_looks_different() -> None:
    def cube(value: int) -> Image.Image:
        return board_image(BoardView(TOP, BOTTOM, cube=CubeView(value)), WIDTH)

    values = [2**power for power in range(11)]
    assert len({cube(value).tobytes() for value in values}) == len(values)


@homes
@pytest.mark.parametrize("receiver", Side)
def test_an_offered_cube_lies_gold_in_the_receivers_half_in_place_of_dice(
    home: HomeSide, receiver: Side
) -> None:
    offered = BoardView(
        TOP,
        BOTTOM,
        cube=CubeView(2, receiver.other, offered_to=receiver),
        dice=DiceView((6, 5), receiver.other),
        home=home,
    )
    geometry = Geometry(1200, home)
    read = reader(offered, 1200)
    assert read.cube(geometry.dice_half_x(receiver), geometry.middle) == "gold"
    assert read.cube(*geometry.cube_centre(receiver.other)) is None
    x, y = geometry.die_centre(receiver.other, 0, 2)
    assert read.pixel(x - DIE * 0.4, y) == THEMES[offered.theme].field
    rim = read.pixel(geometry.dice_half_x(receiver) - OFFERED_CUBE * 0.545, geometry.middle)
    accent = THEMES[offered.theme].accent
    assert max(abs(a - b) for a, b in zip(rim, accent, strict=True)) <= 6


@themes
@homes
@pytest.mark.parametrize("by", Side)
def test_dice_lie_in_the_half_to_the_movers_right_in_his_colours(
    theme: ThemeName, home: HomeSide, by: Side
) -> None:
    view = BoardView(TOP, BOTTOM, dice=DiceView((2, 1), by), theme=theme, home=home)
    geometry = Geometry(WIDTH, home)
    for index in range(2):
        x, y = geometry.die_centre(by, index, 2)
        assert reader(view).checker(x, y) is view.seat(by).shade
    x, y = geometry.die_centre(by.other, 0, 2)
    assert reader(view).checker(x, y) is None


def test_a_used_die_is_faint() -> None:
    def die(used: bool) -> BoardReader:
        return reader(replace(match_board(), dice=DiceView((6, 4), Side.BOTTOM, (used, False))))

    x, y = Geometry(WIDTH, HomeSide.RIGHT).die_centre(Side.BOTTOM, 0, 2)
    fresh, faint = (die(used).pixel(x - DIE * 0.1, y) for used in (False, True))
    field = THEMES[ThemeName.LIGHT].field
    assert sum(abs(a - b) for a, b in zip(faint, field, strict=True)) < sum(
        abs(a - b) for a, b in zip(fresh, field, strict=True)
    )


@pytest.mark.parametrize("point", range(1, 25))
def test_numbers_are_those_of_the_player_who_counts(point: int) -> None:
    for side, number in ((Side.BOTTOM, point), (Side.TOP, 25 - point)):
        cells = {c.point: c.number for c in columns(BoardView(TOP, BOTTOM, numbers_for=side))}
        assert cells[point] == number


def test_the_rails_show_the_numbers() -> None:
    own, others = (board_image(BoardView(TOP, BOTTOM, numbers_for=side), WIDTH) for side in Side)
    rail = (0, 36, WIDTH, 57)
    assert ImageChops.difference(own.crop(rail), others.crop(rail)).getbbox() is not None


@themes
@homes
def test_marks_show_what_may_be_done(theme: ThemeName, home: HomeSide) -> None:
    colours = THEMES[theme]
    points = [EMPTY] * 24
    points[5], points[2] = PointView(Shade.LIGHT, 2), PointView(Shade.DARK, 1)
    choices = Choices(Side.BOTTOM, frozenset({6}), frozenset({OFF, 3, 4}), frozenset({3}))
    view = BoardView(TOP, BOTTOM, tuple(points), choices=choices, home=home, theme=theme)
    geometry, read = Geometry(1200, home), reader(view, 1200)
    x, y = geometry.slot(6, 1)
    assert read.pixel(x + 35, y) == colours.accent
    x, y = geometry.slot(3, 0)
    assert read.pixel(x + 35, y) == read.pixel(x, y) == colours.accent
    assert read.pixel(*geometry.slot(4, 0)) == colours.accent
    assert read.pixel(*geometry.bear_off_dot(Side.BOTTOM)) == colours.accent
    assert read.pixel(*geometry.bear_off_dot(Side.TOP)) == colours.tray
    x, y = geometry.number(6)
    assert read.pixel(x - 22, y) == colours.accent
    assert reader(replace(view, choices=None), 1200).pixel(*geometry.slot(4, 0)) != colours.accent


@themes
def test_the_last_play_is_marked_where_it_began_and_ended(theme: ThemeName) -> None:
    points = [EMPTY] * 24
    points[3] = PointView(Shade.DARK, 1)
    last = LastPlay(Side.TOP, origins=(2,), arrivals=(4,))
    view = BoardView(TOP, BOTTOM, tuple(points), last=last, theme=theme)
    geometry, read = Geometry(1200, HomeSide.RIGHT), reader(view, 1200)
    assert read.pixel(*geometry.slot(4, 0)) == THEMES[theme].ghost
    plain = reader(replace(view, last=None), 1200)
    x, y = geometry.slot(2, 0)
    assert read.pixel(x, y) != plain.pixel(x, y)


def test_an_arrow_changes_only_its_own_surroundings() -> None:
    view = doubled_board(ThemeName.LIGHT)
    assert view.last is not None
    without = replace(view, last=replace(view.last, arrows=()))
    changed = ImageChops.difference(
        board_image(view).convert("RGB"), board_image(without).convert("RGB")
    ).getbbox()
    outer, _ = Geometry(1200, HomeSide.RIGHT).half_boxes()
    assert changed is not None
    assert outer[0] <= changed[0]
    assert changed[2] <= outer[2]


def test_a_pinned_checker_is_seen_at_the_foot_of_its_point() -> None:
    view = bare(crowded_board())
    geometry, read = Geometry(WIDTH, view.home), reader(view)
    assert read.checker(*geometry.slot(4, 0)) is Shade.DARK
    assert read.checker(*geometry.slot(4, 1)) is Shade.LIGHT
    free = replace(view, points=(*view.points[:3], PointView(Shade.LIGHT, 2), *view.points[4:]))
    x, y = geometry.slot(4, 0)
    assert read.pixel(x, y) != reader(free).pixel(x, y)


def test_the_acting_players_bar_is_lit() -> None:
    view = match_board()
    accent = THEMES[view.theme].accent
    geometry, read = Geometry(WIDTH, view.home), reader(view)
    assert read.pixel(600, geometry.reference_height - 14) == accent
    assert read.pixel(600, 14) == THEMES[view.theme].canvas


@themes
def test_flat_surfaces_have_exactly_the_themes_colours(theme: ThemeName) -> None:
    colours, read = THEMES[theme], reader(BoardView(TOP, BOTTOM, theme=theme), 1200)
    geometry = Geometry(1200, HomeSide.RIGHT)
    assert read.pixel(geometry.dice_half_x(Side.TOP), geometry.middle) == colours.field
    assert read.pixel(geometry.bar_x, geometry.middle) == colours.bar
    assert read.pixel(*geometry.slot(3, 0)) == colours.odd
    assert read.pixel(*geometry.slot(4, 0)) == colours.even
    assert read.pixel(*geometry.bear_off_dot(Side.TOP)) == colours.tray


@themes
def test_the_palette_changes_no_colour_that_an_eye_would_see(theme: ThemeName) -> None:
    for view in (match_board(theme), chouette_board(9, theme)):
        difference = ImageChops.difference(board_image(view).convert("RGB"), plain_picture(view, 1200))
        worst = np.asarray(difference).max(axis=2)
        assert (worst > 8).mean() < 0.01
        assert (worst > 24).mean() < 0.0005


@pytest.mark.parametrize("width, height", [(1200, 976), (900, 732), (600, 488)])
def test_the_picture_is_a_png_of_the_width_asked_for(width: int, height: int) -> None:
    with Image.open(BytesIO(draw_board(match_board(), width))) as image:
        assert (image.format, image.mode, image.size) == ("PNG", "P", (width, height))


@themes
def test_a_picture_is_small(theme: ThemeName) -> None:
    assert len(draw_board(match_board(theme))) <= 110_000
    assert len(draw_board(chouette_board(9, theme))) <= 120_000


def test_equal_views_give_equal_bytes() -> None:
    views = [match_board(), crawford_board(), chouette_board(5)]
    assert [draw_board(view) for view in views] == [draw_board(view) for view in views]


@pytest.mark.parametrize("members", range(1, 13))
@pytest.mark.parametrize("team", Side)
def test_a_strip_lies_on_the_teams_side(members: int, team: Side) -> None:
    view = chouette_board(5)
    assert view.strip is not None
    cubes = (view.strip.cubes * 3)[:members]
    cubes = tuple(replace(cube, captain=False) for cube in cubes)
    view = replace(view, strip=replace(view.strip, team=team, cubes=cubes))
    assert board_image(view, WIDTH).size == (600, 549)
    reads_back(bare(view))


def test_the_boxs_and_the_members_cubes_differ_by_colour_and_height() -> None:
    for owner_index, member_index in product((1,), (0, 3)):
        view = chouette_board(5)
        image = board_image(view).convert("RGB")
        cards = Geometry(1200, view.home, Side.BOTTOM).strip_band()
        assert view.strip is not None
        strip = view.strip
        only = [replace(strip, cubes=(strip.cubes[i],)) for i in (owner_index, member_index)]
        pictures = [board_image(replace(view, strip=s)).convert("RGB").crop(cards) for s in only]
        assert ImageChops.difference(*pictures).getbbox() is not None
        assert image.size == (1200, 1098)
