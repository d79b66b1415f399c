"""The language of a person's pages and the time zone they show: as the person has set it, else the browser's.

A page is told when that changes, and draws itself anew. Knows no settings: what a person has set is asked of
a callable.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass

from bot.adapters.web.chats import PLATFORM
from bot.adapters.web.connection import Connection
from bot.adapters.web.hints import CommandHint
from bot.adapters.web.hub import Hub
from bot.adapters.web.page import PageFiles
from bot.adapters.web.visitors import Names
from bot.app.ports import Visitor


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person has set for all that it reads; what is None is left to the browser."""

    language: str | None = None
    time_zone: str | None = None


Wished = Callable[[Visitor], Awaitable[Wishes]]


async def no_wishes(_visitor: Visitor) -> Wishes:
    """For a page behind which nobody can set anything."""
    return Wishes()


class Speech:
    """The words of every page. ``commands`` gives what is suggested after a slash, in a language."""

    def __init__(
        self,
        page: PageFiles,
        hub: Hub,
        names: Names,
        commands: Callable[[str], Sequence[CommandHint]],
        wished: Wished,
    ) -> None:
        self._page = page
        self._hub = hub
        self._names = names
        self._commands = commands
        self._wished = wished

    def locale(self, accepted: str | None) -> tuple[str | None, str]:
        """What the service is told of an Accept-Language header, and which of our languages it means."""
        return self._page.locale(accepted), self._page.language(accepted)

    def say(self, page: Connection, key: str) -> str:
        """One of the page's texts, as it is to be told now."""
        return self._page.texts(page.language)[key]

    def names_person(self, page: Connection, command: str) -> bool:
        """Whether a command's arguments may begin with somebody's name."""
        return any(hint.name == command and hint.names_person for hint in self._commands(page.language))

    async def language(self, person: str, accepted: str | None) -> str:
        """The language in which to draw a page that is asked for with this Accept-Language header."""
        locale = self._page.locale(accepted)
        return self._spoken(await self._wishes(person, locale), locale)

    async def begin(self, page: Connection, drawn_in: str) -> dict[str, object]:
        """What a page that says hello needs; its texts only if it is drawn in another language."""
        wishes = await self._wishes(page.person, page.locale)
        page.language, page.time_zone = self._spoken(wishes, page.locale), wishes.time_zone
        return self._words(page) | ({"texts": None} if drawn_in == page.language else {})

    async def follow(self, person: str) -> None:
        """A person has done something, perhaps set another language: its pages follow."""
        for page in self._hub.pages_of(person):
            wishes = await self._wishes(person, page.locale)
            wanted = self._spoken(wishes, page.locale), wishes.time_zone
            if page.session and wanted != (page.language, page.time_zone):
                page.language, page.time_zone = wanted
                page.tell({"type": "words", **self._words(page)})

    async def _wishes(self, person: str, locale: str | None) -> Wishes:
        name = await self._names.of(person)
        return Wishes() if name is None else await self._wished(Visitor(PLATFORM, person, name, locale))

    def _spoken(self, wishes: Wishes, locale: str | None) -> str:
        return self._page.language(wishes.language or locale)

    def _words(self, page: Connection) -> dict[str, object]:
        return {
            "language": page.language,
            "zone": page.time_zone,
            "texts": dict(self._page.texts(page.language)),
            "commands": [asdict(hint) for hint in self._commands(page.language)],
        }
