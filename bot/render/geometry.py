"""Where everything is: the one object that computes an x or a y of a board picture.

Lengths in the comments and constants are at a width of 1200; other widths scale linearly and every position
is rounded once. With the home side on the left, the whole board is mirrored here and nowhere else.
Must not know colours, checkers or rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.render.view import HomeSide, Side

PictureBox = tuple[int, int, int, int]

REFERENCE_WIDTH = 1200
NAME_BAR = 72
STRIP = 122
RAIL = 42
FIELD = 748
FRAME = 2 * RAIL + FIELD
COLUMN = 80
HALF = 6 * COLUMN + 8
CHECKER = 75
PITCH = 62
FIRST_SLOT = 40.5  # from the end of the field to the centre of the first checker
VISIBLE = 5
VISIBLE_ON_BAR = 3
BAR_FIRST = 81  # from the middle of the bar to the centre of the first checker on it
TRIANGLE = 304
TRIANGLE_BASE = 76
TRIANGLE_TIP = 3
DIE = 72
DIE_PITCH = 88
CUBE = 72
OFFERED_CUBE = 96
CUBE_FROM_END = 46
WELL = 318
WELL_WIDTH = 90
SLAB = (82, 17)
SLAB_PITCH = 19
SLAB_GROUP_GAP = 5
SLAB_FIRST = 16  # from the closed end of the well to the middle of the first slab
BEAR_OFF_DOT = 38  # from the open end of the well

_OUTER_HALF, _BAR_LEFT, _HOME_HALF, _TRAY = 20, 508, 592, 1090  # left edges, home on the right
_BAR_WIDTH = 84


@dataclass(frozen=True, slots=True)
class Geometry:
    """The layout of one picture size; `strip` is the side with the members' cubes, if any."""

    width: int
    home: HomeSide
    strip: Side | None = None

    # -- scale -------------------------------------------------------------------------------------------

    @property
    def scale(self) -> float:
        return self.width / REFERENCE_WIDTH

    def px(self, length: float) -> int:
        return round(length * self.scale)

    def x(self, reference: float) -> float:
        """A horizontal position of the board, mirrored if home is on the left."""
        return reference if self.home is HomeSide.RIGHT else REFERENCE_WIDTH - reference

    def box(self, left: float, top: float, right: float, bottom: float) -> PictureBox:
        """Pixels of a box given in mirrored reference positions."""
        first, last = sorted((self.x(left), self.x(right)))
        return self.px(first), self.px(top), self.px(last), self.px(bottom)

    # -- bands from top to bottom -------------------------------------------------------------------------

    @property
    def reference_height(self) -> int:
        return 2 * NAME_BAR + FRAME + (STRIP if self.strip else 0)

    @property
    def height(self) -> int:
        return self.px(self.reference_height)

    @property
    def frame_top(self) -> int:
        return NAME_BAR + (STRIP if self.strip is Side.TOP else 0)

    @property
    def frame_bottom(self) -> int:
        return self.frame_top + FRAME

    @property
    def field_top(self) -> int:
        return self.frame_top + RAIL

    @property
    def field_bottom(self) -> int:
        return self.field_top + FIELD

    @property
    def middle(self) -> float:
        return self.field_top + FIELD / 2

    def end(self, side: Side) -> int:
        """The edge of the field on this player's side."""
        return self.field_top if side is Side.TOP else self.field_bottom

    def inward(self, side: Side, distance: float) -> float:
        """A height `distance` from this player's end of the field towards the middle."""
        return self.end(side) + (distance if side is Side.TOP else -distance)

    def name_bar(self, side: Side) -> PictureBox:
        top = 0 if side is Side.TOP else self.reference_height - NAME_BAR
        return 0, self.px(top), self.width, self.px(top + NAME_BAR)

    def strip_band(self) -> PictureBox:
        top = NAME_BAR if self.strip is Side.TOP else self.frame_bottom
        return 0, self.px(top), self.width, self.px(top + STRIP)

    def frame_box(self) -> PictureBox:
        return self.px(10), self.px(self.frame_top), self.px(1190), self.px(self.frame_bottom)

    def half_boxes(self) -> tuple[PictureBox, PictureBox]:
        """The outer and the home half of the field."""
        return (
            self.box(_OUTER_HALF, self.field_top, _OUTER_HALF + HALF, self.field_bottom),
            self.box(_HOME_HALF, self.field_top, _HOME_HALF + HALF, self.field_bottom),
        )

    # -- points -------------------------------------------------------------------------------------------

    def side_of(self, point: int) -> Side:
        return Side.BOTTOM if point <= 12 else Side.TOP

    def column_x(self, point: int) -> float:
        """Centre of a point's column; points counted by the bottom player."""
        from_bar_side = point if point <= 12 else 25 - point
        home = from_bar_side <= 6
        left = _HOME_HALF if home else _OUTER_HALF
        index = (6 if home else 12) - from_bar_side
        return self.x(left + 4 + COLUMN * (index + 0.5))

    def column_box(self, point: int) -> PictureBox:
        """A column with its piece of the number rail, from the frame to the middle of the board."""
        centre = self.column_x(point)
        left, right = self.px(centre - COLUMN / 2), self.px(centre + COLUMN / 2)
        if self.side_of(point) is Side.TOP:
            return left, self.px(self.frame_top), right, self.px(self.middle)
        return left, self.px(self.middle), right, self.px(self.frame_bottom)

    def slot(self, point: int, index: int) -> tuple[float, float]:
        """Centre of the `index`-th checker (from 0) on a point; beyond the fifth all lie on the fifth."""
        height = FIRST_SLOT + PITCH * min(index, VISIBLE - 1)
        return self.column_x(point), self.inward(self.side_of(point), height)

    def number(self, point: int) -> tuple[float, float]:
        return self.column_x(point), self.inward(self.side_of(point), -RAIL / 2)

    # -- bar ------------------------------------------------------------------------------------------------

    def bar_box(self) -> PictureBox:
        return self.box(_BAR_LEFT, self.field_top, _BAR_LEFT + _BAR_WIDTH, self.field_bottom)

    @property
    def bar_x(self) -> float:
        return self.x(_BAR_LEFT + _BAR_WIDTH / 2)

    def bar_slot(self, side: Side, index: int) -> tuple[float, float]:
        """Centre of a checker of the player at `side` on the bar: in the half where it enters."""
        distance = BAR_FIRST + PITCH * min(index, VISIBLE_ON_BAR - 1)
        return self.bar_x, self.middle + (distance if side is Side.TOP else -distance)

    def cube_centre(self, owner: Side | None) -> tuple[float, float]:
        return self.bar_x, self.middle if owner is None else self.inward(owner, CUBE_FROM_END)

    # -- the half to a player's right ------------------------------------------------------------------------

    def dice_half_x(self, side: Side) -> float:
        left = _HOME_HALF if side is Side.BOTTOM else _OUTER_HALF
        return self.x(left + HALF / 2)

    def die_centre(self, side: Side, index: int, count: int) -> tuple[float, float]:
        offset = (index - (count - 1) / 2) * DIE_PITCH
        return self.dice_half_x(side) + offset, self.middle

    # -- tray -----------------------------------------------------------------------------------------------

    @property
    def tray_x(self) -> float:
        return self.x(_TRAY + WELL_WIDTH / 2)

    def well_box(self, side: Side) -> PictureBox:
        near, far = sorted((self.end(side), self.inward(side, WELL)))
        return self.box(_TRAY, near, _TRAY + WELL_WIDTH, far)

    def tray_text_box(self) -> PictureBox:
        return self.box(_TRAY, self.field_top + WELL, _TRAY + WELL_WIDTH, self.field_bottom - WELL)

    def slab(self, side: Side, index: int) -> tuple[float, float]:
        """Centre of the `index`-th checker borne off."""
        distance = SLAB_FIRST + SLAB_PITCH * index + SLAB_GROUP_GAP * (index // 5)
        return self.tray_x, self.inward(side, distance)

    def bear_off_dot(self, side: Side) -> tuple[float, float]:
        return self.tray_x, self.inward(side, WELL - BEAR_OFF_DOT)
