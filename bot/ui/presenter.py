"""The presenter behind the broadcaster's port: picks the screens of a kind and the looks of an audience."""

from __future__ import annotations

from collections.abc import Mapping

from bot.app.people import Audience
from bot.app.screen import Screen
from bot.app.table import Table
from bot.ui.kinds import Look, TableUi, Viewer
from bot.ui.texts import texts_for

THEMES = ("light", "dark", "cb")


class Presenter:
    """``bot.app.broadcast.Presenter``: boards and notices for any audience."""

    def __init__(self, uis: Mapping[str, TableUi]) -> None:
        self.uis = uis

    def board(self, table: Table, audience: Audience, look: str) -> Screen:
        """The table as the audience sees it."""
        return self.uis[table.kind].screen(table, viewer_of(audience), Look(look))

    def notice(self, code: str, facts: Mapping[str, object], audience: Audience) -> Screen:
        """One line."""
        return Screen(texts_for(audience.language)(code, **facts))


def viewer_of(audience: Audience) -> Viewer:
    """An audience's language and looks."""
    settings = audience.settings
    theme = settings.get("theme")
    return Viewer(
        texts=texts_for(audience.language),
        person=audience.person,
        theme=theme if theme in THEMES else "light",
        home="left" if settings.get("home") == "left" else "right",
        own_side_down=audience.person is not None,
        confirm=settings.get("confirm", True) is not False,
    )
