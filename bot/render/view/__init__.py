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
from bot.render.view.profile import Curve, Figure, Outcome, ProfileView, ResultView
from bot.render.view.shared import HomeSide, Shade, Side, ThemeName, ViewError
from bot.render.view.sheet import SheetCell, SheetRow, SheetView
from bot.render.view.table import TableRow, TableView

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
    "Curve",
    "DiceView",
    "Figure",
    "HomeSide",
    "LastPlay",
    "MemberCube",
    "Outcome",
    "PointView",
    "ProfileView",
    "ResultView",
    "SeatView",
    "Shade",
    "SheetCell",
    "SheetRow",
    "SheetView",
    "Side",
    "TableRow",
    "TableView",
    "ThemeName",
    "ViewError",
]
