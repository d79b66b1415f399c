"""What a board picture shows, in neutral terms.

All places are numbered as the **bottom** player counts them: 1..24, his bar is 25, his tray is 0.
`Choices` and `LastPlay` name the player they are about (`by`): in them `BAR` and `OFF` mean the bar and
the tray of *that* player, while 1..24 stay the bottom player's numbers.

Must not know rules or language: whatever is legal, and every word, was decided by the presenter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.render.view.chouette import ChouetteStrip
from bot.render.view.shared import HomeSide, Shade, Side, ThemeName, require

BAR = 25
OFF = 0
POINTS = 24
CHECKERS = 15


@dataclass(frozen=True, slots=True)
class PointView:
    """The checkers on one point: `count` of one shade, perhaps over one pinned checker of the other."""

    shade: Shade | None = None
    count: int = 0
    pinned: bool = False

    def __post_init__(self) -> None:
        require(0 <= self.count <= CHECKERS, f"a point holds 0 to {CHECKERS} checkers, not {self.count}")
        require((self.shade is None) == (self.count == 0), f"shade {self.shade} with {self.count} checkers")
        require(self.count > 0 or not self.pinned, "a checker is pinned only under another")

    @property
    def standing(self) -> int:
        """All checkers here, of both shades."""
        return self.count + self.pinned

    def checkers(self, shade: Shade) -> int:
        """How many checkers of `shade` stand here, a pinned one included."""
        if self.shade is None:
            return 0
        return self.count if shade is self.shade else int(self.pinned)


EMPTY = PointView()


@dataclass(frozen=True, slots=True)
class SeatView:
    """One name bar, with the checkers of that player that are not on a point.

    `score` is a text: a match score ("4") or a signed total with U+2212 ("−2"); empty shows nothing.
    `tag` stands small after the name ("to roll", "box", "captain · 4 cubes").
    `acting` lights the whole bar: the one whose decision is awaited.
    """

    name: str
    shade: Shade
    pips: int | None = None
    score: str = ""
    tag: str = ""
    acting: bool = False
    bar: int = 0
    off: int = 0

    def __post_init__(self) -> None:
        require(self.pips is None or self.pips >= 0, f"pips cannot be {self.pips}")
        require(0 <= self.bar <= CHECKERS, f"bar cannot hold {self.bar}")
        require(0 <= self.off <= CHECKERS, f"tray cannot hold {self.off}")


@dataclass(frozen=True, slots=True)
class DiceView:
    """The dice of one player, in the order shown; doubles are given as four. `used[i]` fades die i."""

    values: tuple[int, ...]
    by: Side
    used: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        require(1 <= len(self.values) <= 4, f"one to four dice, not {len(self.values)}")
        require(all(1 <= value <= 6 for value in self.values), f"dice show 1 to 6, not {self.values}")
        flags = len(self.used)
        require(flags in (0, len(self.values)), f"{flags} used flags for {len(self.values)} dice")

    def is_used(self, index: int) -> bool:
        return bool(self.used) and self.used[index]


@dataclass(frozen=True, slots=True)
class CubeView:
    """The doubling cube. `owner` None: centred. `offered_to`: drawn large in that player's half, no dice."""

    value: int = 1
    owner: Side | None = None
    offered_to: Side | None = None

    def __post_init__(self) -> None:
        require(self.value >= 1, f"a cube shows at least 1, not {self.value}")


@dataclass(frozen=True, slots=True)
class CubeLabel:
    """A framed text in the cube's place: the Crawford game, ("CRAW", "FORD")."""

    lines: tuple[str, ...]

    def __post_init__(self) -> None:
        require(1 <= len(self.lines) <= 2, f"one or two lines, not {self.lines}")


@dataclass(frozen=True, slots=True)
class Choices:
    """What `by` may do with his checkers now: every place numbered from the bottom, `BAR`/`OFF` are his.

    `landings` holds all places a checker may reach, the hits among them in `hits` too; `OFF` in it means
    a checker may be borne off.
    """

    by: Side
    movable: frozenset[int] = frozenset()
    landings: frozenset[int] = frozenset()
    hits: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        _require_places(self.movable, 1, BAR)
        _require_places(self.landings, OFF, POINTS)
        require(self.hits <= self.landings, f"hits {sorted(self.hits)} are not all landings")
        require(OFF not in self.hits, "nothing is hit in the tray")


@dataclass(frozen=True, slots=True)
class LastPlay:
    """Where the last play came from and went; one entry per checker, so places may repeat.

    `arrows` are (from, to) pairs, drawn only in the picture that reports a play.
    """

    by: Side
    origins: tuple[int, ...] = ()
    arrivals: tuple[int, ...] = ()
    arrows: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        _require_places(self.origins, 1, BAR)
        _require_places(self.arrivals, OFF, POINTS)
        _require_places((start for start, _ in self.arrows), 1, BAR)
        _require_places((end for _, end in self.arrows), OFF, POINTS)


@dataclass(frozen=True, slots=True)
class BoardView:
    """A whole board picture. `points[i]` is the bottom player's point i + 1.

    `numbers_for` is whose count the rails show. `centre` stands between the trays: ("7", "points") with
    the first line large, or a single word ("money",), or nothing. `pips_label` is the word after the pips.
    In a chouette `strip` shows the members' cubes and `cube` is usually None (or the one being offered).
    """

    top: SeatView
    bottom: SeatView
    points: tuple[PointView, ...] = (EMPTY,) * POINTS
    dice: DiceView | None = None
    cube: CubeView | CubeLabel | None = None
    choices: Choices | None = None
    last: LastPlay | None = None
    numbers_for: Side = Side.BOTTOM
    home: HomeSide = HomeSide.RIGHT
    centre: tuple[str, ...] = ()
    pips_label: str = ""
    strip: ChouetteStrip | None = None
    theme: ThemeName = ThemeName.LIGHT

    def __post_init__(self) -> None:
        require(len(self.points) == POINTS, f"a board has {POINTS} points, not {len(self.points)}")
        require(self.top.shade is not self.bottom.shade, f"both players have {self.top.shade} checkers")
        require(len(self.centre) <= 2, f"at most two lines between the trays, not {self.centre}")
        for seat in (self.top, self.bottom):
            total = seat.bar + seat.off + sum(point.checkers(seat.shade) for point in self.points)
            require(total <= CHECKERS, f"{seat.shade} has {total} checkers")

    def seat(self, side: Side) -> SeatView:
        return self.top if side is Side.TOP else self.bottom

    def point(self, number: int) -> PointView:
        """The point with this number (1..24, counted by the bottom player)."""
        require(1 <= number <= POINTS, f"no point {number}")
        return self.points[number - 1]


def _require_places(places: Iterable[int], low: int, high: int) -> None:
    for place in places:
        require(low <= place <= high, f"place {place} is not in {low}..{high}")
