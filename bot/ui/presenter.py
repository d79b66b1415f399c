"""The presenter behind the composer's port: picks the screens of a kind and the looks of an audience."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, tzinfo

from bot.app.archive import Invitation
from bot.app.composer import Names
from bot.app.people import Audience
from bot.app.screen import Screen
from bot.app.table import Table
from bot.app.time_policy import read_zone
from bot.ui.invite_screen import invitation_screen
from bot.ui.kinds import Look, TableUi, Viewer
from bot.ui.texts import texts_for
from bot.ui.time_words import TOLD, told

THEMES = ("light", "dark", "cb")


class Presenter:
    """``bot.app.composer.Presenter``: boards, challenges and notices for any audience."""

    def __init__(self, uis: Mapping[str, TableUi], tz: tzinfo = UTC) -> None:
        self.uis, self.tz = uis, tz

    def board(self, table: Table, audience: Audience, look: str) -> Screen:
        """The table as the audience sees it."""
        return self.uis[table.kind].screen(table, viewer_of(audience, self.tz), Look(look))

    def offer(self, invitation: Invitation, names: Names, audience: Audience, look: str) -> Screen:
        """A challenge as the audience reads it."""
        return invitation_screen(invitation, names, texts_for(audience.language), look)

    def notice(self, code: str, facts: Mapping[str, object], audience: Audience) -> Screen:
        """One line."""
        texts = texts_for(audience.language)
        return told(code, facts, texts) if code in TOLD else Screen(texts(code, **facts))


def viewer_of(audience: Audience, tz: tzinfo = UTC) -> Viewer:
    """An audience's language and looks; ``tz`` is for who has named no time zone."""
    settings = audience.settings
    theme = settings.get("theme")
    return Viewer(
        texts=texts_for(audience.language),
        person=audience.person,
        theme=theme if theme in THEMES else "light",
        home="left" if settings.get("home") == "left" else "right",
        own_side_down=audience.person is not None,
        confirm=settings.get("confirm", True) is not False,
        tz=read_zone(settings, tz),
    )
