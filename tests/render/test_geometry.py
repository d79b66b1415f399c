from itertools import combinations, pairwise

import pytest

from bot.render.geometry import SLAB, Geometry, PictureBox
from bot.render.strip import card_boxes
from bot.render.view import HomeSide, Side

layouts = pytest.mark.parametrize(
    "geometry",
    [
        Geometry(width, home, strip)
        for width in (600, 900, 1200)
        for home in HomeSide
        for strip in (None, *Side)
    ],
    ids=lambda g: f"{g.width}-{g.home}-{g.strip}",
)


def overlaps(first: PictureBox, second: PictureBox) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def inside(inner: PictureBox, outer: PictureBox) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


@layouts
def test_all_cells_are_disjoint_and_inside_the_picture(geometry: Geometry) -> None:
    cells = [geometry.column_box(point) for point in range(1, 25)]
    cells += [geometry.bar_box(), geometry.tray_text_box()]
    cells += [geometry.well_box(side) for side in Side] + [geometry.name_bar(side) for side in Side]
    if geometry.strip is not None:
        cells.append(geometry.strip_band())
    for first, second in combinations(cells, 2):
        assert not overlaps(first, second)
    for cell in cells:
        assert inside(cell, (0, 0, geometry.width, geometry.height))


@layouts
def test_each_column_lies_in_its_half(geometry: Geometry) -> None:
    outer, home = geometry.half_boxes()
    for point in range(1, 25):
        half = home if point <= 6 or point >= 19 else outer
        left, _, right, _ = geometry.column_box(point)
        assert half[0] <= left
        assert right <= half[2]


@layouts
def test_fifteen_checkers_fit_in_a_well(geometry: Geometry) -> None:
    for side in Side:
        _, top, _, bottom = geometry.well_box(side)
        for index in range(15):
            _, y = geometry.slab(side, index)
            assert top <= geometry.px(y - SLAB[1] / 2)
            assert geometry.px(y + SLAB[1] / 2) <= bottom


def test_a_picture_stays_under_the_size_that_telegram_scales_down() -> None:
    assert max(Geometry(1200, HomeSide.RIGHT).height, Geometry(1200, HomeSide.RIGHT, Side.TOP).height) == 1098


@pytest.mark.parametrize("point", range(1, 25))
def test_the_home_side_mirrors_every_place(point: int) -> None:
    right, left = Geometry(1200, HomeSide.RIGHT), Geometry(1200, HomeSide.LEFT)
    assert left.column_x(point) == 1200 - right.column_x(point)
    assert left.slot(point, 2)[1] == right.slot(point, 2)[1]
    assert left.bar_x == 1200 - right.bar_x
    assert left.tray_x == 1200 - right.tray_x
    assert left.dice_half_x(Side.TOP) == 1200 - right.dice_half_x(Side.TOP)


@pytest.mark.parametrize("point", range(1, 25))
def test_the_two_players_see_the_same_board_upside_down(point: int) -> None:
    geometry = Geometry(1200, HomeSide.RIGHT)
    x, y = geometry.slot(point, 1)
    other_x, other_y = geometry.slot(25 - point, 1)
    assert x == other_x
    assert y - geometry.field_top == geometry.field_bottom - other_y


@pytest.mark.parametrize("members", range(1, 13))
def test_the_cards_of_a_strip_stand_apart_inside_the_picture(members: int) -> None:
    boxes = card_boxes(members)
    assert boxes[0][0] >= 10
    assert boxes[-1][1] <= 1190 + 1e-6
    for (_, right), (left, _) in pairwise(boxes):
        assert left - right == pytest.approx(8)
