import pytest

from bot.render.view import (
    EMPTY,
    BoardView,
    Choices,
    ChouetteStrip,
    CubeLabel,
    CubeView,
    Curve,
    DiceView,
    LastPlay,
    MemberCube,
    PointView,
    SeatView,
    Shade,
    SheetCell,
    SheetRow,
    SheetView,
    Side,
    TableRow,
    TableView,
    ViewError,
)

TOP, BOTTOM = SeatView("a", Shade.DARK), SeatView("b", Shade.LIGHT)


def test_an_empty_board_is_a_view() -> None:
    view = BoardView(TOP, BOTTOM)
    assert view.seat(Side.TOP) is TOP
    assert view.point(24) is EMPTY


def test_a_pinned_checker_counts_for_its_own_shade() -> None:
    point = PointView(Shade.DARK, 2, pinned=True)
    assert (point.checkers(Shade.DARK), point.checkers(Shade.LIGHT), point.standing) == (2, 1, 3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: PointView(Shade.DARK, 0),
        lambda: PointView(None, 2),
        lambda: PointView(None, 0, pinned=True),
        lambda: PointView(Shade.DARK, 16),
        lambda: SeatView("a", Shade.DARK, bar=-1),
        lambda: SeatView("a", Shade.DARK, off=16),
        lambda: SeatView("a", Shade.DARK, pips=-3),
        lambda: DiceView((), Side.TOP),
        lambda: DiceView((7,), Side.TOP),
        lambda: DiceView((3, 3), Side.TOP, (True,)),
        lambda: CubeView(0),
        lambda: CubeLabel(()),
        lambda: Choices(Side.TOP, movable=frozenset({26})),
        lambda: Choices(Side.TOP, landings=frozenset({25})),
        lambda: Choices(Side.TOP, landings=frozenset({3}), hits=frozenset({4})),
        lambda: Choices(Side.TOP, landings=frozenset({0}), hits=frozenset({0})),
        lambda: LastPlay(Side.TOP, origins=(0,)),
        lambda: LastPlay(Side.TOP, arrows=((3, 26),)),
        lambda: BoardView(TOP, SeatView("b", Shade.DARK)),
        lambda: BoardView(TOP, BOTTOM, points=(EMPTY,) * 23),
        lambda: BoardView(TOP, BOTTOM, centre=("a", "b", "c")),
        lambda: BoardView(
            TOP, BOTTOM, points=(PointView(Shade.DARK, 9), PointView(Shade.DARK, 7), *(EMPTY,) * 22)
        ),
        lambda: ChouetteStrip(Side.TOP, ()),
        lambda: ChouetteStrip(Side.TOP, (MemberCube("a", 1),) * 13),
        lambda: ChouetteStrip(Side.TOP, (MemberCube("a", 1, captain=True),) * 2),
        lambda: MemberCube("a", 0),
        lambda: SheetView("t", "g", ("a", "b"), (), (1,), "total", "earlier"),
        lambda: SheetView("t", "g", ("a",), (SheetRow("1", (SheetCell(),) * 2),), (1,), "total", "earlier"),
        lambda: TableView("t", ("x",), (TableRow("1", "a", ()),)),
        lambda: TableView("t", ("x",), (), main=1),
        lambda: Curve(((1, 5), (1, 6))),
    ],
)
def test_a_view_that_contradicts_itself_is_refused(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ViewError):
        make()
