"""The picture of whatever view it is. Must not know more of a view than its type."""

from __future__ import annotations

from bot.render.board import draw_board
from bot.render.profile import draw_profile
from bot.render.sheet import draw_sheet
from bot.render.table import draw_table
from bot.render.view import BoardView, ProfileView, SheetView, TableView


def draw_picture(view: object) -> bytes:
    """The PNG of a view."""
    match view:
        case BoardView():
            return draw_board(view)
        case SheetView():
            return draw_sheet(view)
        case TableView():
            return draw_table(view)
        case ProfileView():
            return draw_profile(view)
        case _:
            raise TypeError(f"nothing draws a {type(view).__name__}")
