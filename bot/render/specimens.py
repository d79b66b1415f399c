"""Made-up boards that together show everything a picture can show.

The palettes are made from them, the benchmark times them, the tests look at them. Must not know how to draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.render.view import (
    BAR,
    EMPTY,
    OFF,
    BoardView,
    Choices,
    ChouetteStrip,
    CubeLabel,
    CubeOwner,
    CubeView,
    DiceView,
    HomeSide,
    LastPlay,
    MemberCube,
    PointView,
    SeatView,
    Shade,
    Side,
    ThemeName,
)

L, D = Shade.LIGHT, Shade.DARK


def points(stacks: Mapping[int, tuple[Shade, int]]) -> tuple[PointView, ...]:
    """24 points from `{point: (shade, count)}`."""
    return tuple(PointView(*stacks[p]) if p in stacks else EMPTY for p in range(1, 25))


def match_board(theme: ThemeName = ThemeName.LIGHT) -> BoardView:
    """A match to 7: bottom to play 64, with a hit, a checker of the other side on the bar."""
    return BoardView(
        top=SeatView("Борис Гребенщиков", D, 141, "2", bar=1),
        bottom=SeatView("Anna Kowalska", L, 152, "4", acting=True),
        points=points(
            {1: (D, 2), 5: (L, 1), 6: (L, 4), 8: (L, 3), 12: (D, 3), 13: (L, 4), 15: (D, 1)}
            | {17: (D, 4), 19: (D, 4), 20: (L, 2), 24: (L, 1)}
        ),
        dice=DiceView((6, 4), Side.BOTTOM),
        cube=CubeView(2, Side.BOTTOM),
        choices=Choices(
            Side.BOTTOM,
            movable=frozenset({6, 8, 13, 20, 24}),
            landings=frozenset({2, 4, 7, 9, 14, 15, 16, 18}),
            hits=frozenset({15}),
        ),
        last=LastPlay(Side.TOP, origins=(12, 12), arrivals=(15, 17)),
        centre=("7", "points"),
        pips_label="pips",
        theme=theme,
    )


def doubled_board(theme: ThemeName = ThemeName.DARK) -> BoardView:
    """The same match: the bottom player offers a double; the play before it is shown with arrows."""
    board = match_board(theme)
    return replace(
        board,
        top=replace(board.top, acting=True, tag="take or drop?"),
        bottom=replace(board.bottom, acting=False, tag="doubles to 4"),
        dice=None,
        cube=CubeView(4, None, offered_to=Side.TOP),
        choices=None,
        last=LastPlay(Side.TOP, (12, 12), (15, 17), arrows=((12, 15), (12, 17))),
    )


def crawford_board(theme: ThemeName = ThemeName.CB) -> BoardView:
    """The Crawford game, bearing off, home side left, full stacks, bar, trays and an arrow."""
    return BoardView(
        top=SeatView("محمد علي", D, 38, "6", bar=2, off=1),
        bottom=SeatView("김철수", L, 71, "4", acting=True, off=1),
        points=points(
            {1: (L, 2), 2: (L, 1), 4: (L, 2), 5: (L, 2), 6: (L, 7), 20: (D, 9), 22: (D, 2), 23: (D, 1)}
        ),
        dice=DiceView((5, 2), Side.BOTTOM),
        cube=CubeLabel(("CRAW", "FORD")),
        choices=Choices(Side.BOTTOM, movable=frozenset({5, 6}), landings=frozenset({OFF, 1, 4})),
        last=LastPlay(Side.TOP, (18,), (20,), arrows=((18, 20),)),
        home=HomeSide.LEFT,
        centre=("7", "points"),
        pips_label="pips",
        theme=theme,
    )


_MEMBERS = (
    MemberCube("Мария", 2, CubeOwner.MEMBER, "owns", captain=True),
    MemberCube("Jürgen", 4, CubeOwner.BOX, "box has"),
    MemberCube("田中", 1, CubeOwner.CENTRE, "centre"),
    MemberCube("علي", 2, CubeOwner.MEMBER, "owns"),
    MemberCube("Bob", 1, CubeOwner.CENTRE, "dropped", out=True),
    MemberCube("Zoë", 8, CubeOwner.MEMBER, "owns"),
    MemberCube("Alexandra", 16, CubeOwner.BOX, "box has"),
    MemberCube("KLM", 1, CubeOwner.CENTRE, "take?", must_answer=True),
    MemberCube("Pip", 64, CubeOwner.MEMBER, "owns"),
    MemberCube("Ξένια", 128, CubeOwner.BOX, "box has"),
)


def chouette_board(members: int = 5, theme: ThemeName = ThemeName.DARK) -> BoardView:
    """A chouette of money play: the box, at the top, plays 33 with one die used."""
    return BoardView(
        top=SeatView("Pieter de Groot", D, 138, "+6", "box", acting=True, off=2),
        bottom=SeatView("Мария", L, 119, "−2", "captain · 4 cubes", bar=1),
        points=points(
            {2: (D, 2), 3: (L, 2), 6: (L, 4), 8: (L, 2), 12: (D, 4), 13: (L, 3), 16: (D, 2), 17: (D, 2)}
            | {19: (D, 3), 22: (L, 2), 24: (L, 1)}
        ),
        dice=DiceView((3, 3, 3, 3), Side.TOP, (True, False, False, False)),
        choices=Choices(Side.TOP, movable=frozenset({12, 16, 17}), landings=frozenset({15, 19, 20})),
        last=LastPlay(Side.BOTTOM, (8,), (3,)),
        numbers_for=Side.TOP,
        centre=("money",),
        pips_label="pips",
        strip=ChouetteStrip(Side.BOTTOM, _MEMBERS[:members]),
        theme=theme,
    )


def crowded_board(theme: ThemeName = ThemeName.LIGHT) -> BoardView:
    """Counted stacks on points and bar, checkers off, pinned checkers, a centred cube, play from the bar."""
    stacks = dict(enumerate(points({6: (L, 7), 18: (D, 6)}), start=1))
    stacks[4] = PointView(L, 2, pinned=True)
    stacks[21] = PointView(D, 5, pinned=True)
    return BoardView(
        top=SeatView("Deniz", D, 90, "0", bar=1, off=2),
        bottom=SeatView("Ελένη", L, 64, "0", "to play", acting=True, bar=4, off=1),
        points=tuple(stacks[p] for p in range(1, 25)),
        dice=DiceView((4, 1), Side.BOTTOM, (False, True)),
        cube=CubeView(1),
        choices=Choices(Side.BOTTOM, movable=frozenset({BAR}), landings=frozenset({21, 24})),
        last=LastPlay(Side.TOP, (3, BAR), (OFF, 18)),
        centre=("1/4", "stake"),
        pips_label="pips",
        theme=theme,
    )


def all_boards(theme: ThemeName) -> Iterator[BoardView]:
    """Every specimen in one theme, with all dice values, cubes of both owners and both strips."""
    yield from (match_board(theme), doubled_board(theme), crawford_board(theme), crowded_board(theme))
    for members in (4, 5, 9):
        yield chouette_board(members, theme)
    match = match_board(theme)
    for values, by, owner in (((1, 2), Side.TOP, Side.TOP), ((3, 5), Side.BOTTOM, None)):
        yield replace(match, dice=DiceView(values, by, (False, True)), cube=CubeView(2, owner), choices=None)
    yield replace(chouette_board(6, theme), strip=ChouetteStrip(Side.TOP, _MEMBERS[3:9]), home=HomeSide.LEFT)
