"""The frozen views that the presenter fills and this package draws; the only part of it others import."""

from bot.render.view.board import (
    BAR,
    CHECKERS,
    EMPTY,
    OFF,
    POINTS,
    BoardView,
    Choices,
    CubeLabel,
    CubeView,
    DiceView,
    LastPlay,
    PointView,
    SeatView,
)
from bot.render.view.chouette import MAX_MEMBERS, ChouetteStrip, CubeOwner, MemberCube
from bot.render.view.shared import HomeSide, Shade, Side, ThemeName, ViewError

__all__ = [
    "BAR",
    "CHECKERS",
    "EMPTY",
    "MAX_MEMBERS",
    "OFF",
    "POINTS",
    "BoardView",
    "Choices",
    "ChouetteStrip",
    "CubeLabel",
    "CubeOwner",
    "CubeView",
    "DiceView",
    "HomeSide",
    "LastPlay",
    "MemberCube",
    "PointView",
    "SeatView",
    "Shade",
    "Side",
    "ThemeName",
    "ViewError",
]
