"""All open pages: who watches which chat, who is there, and telling them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from bot.adapters.web.chats import on_the_wire
from bot.adapters.web.connection import Connection
from bot.adapters.web.limits import SOCKETS, SOCKETS_EACH, SOCKETS_FROM_SOURCE

SHOWN = 60  # names in the list of who is here


class Hub:
    """Open pages by person and by chat."""

    def __init__(self) -> None:
        self._pages: dict[str, set[Connection]] = {}
        self._watchers: dict[str, set[Connection]] = {}
        self._names: dict[str, str] = {}

    def has_room_for(self, person: str, source: str | None) -> bool:
        """Whether one more page of this person, and from there, may open."""
        pages = self.pages()
        near = 0 if source is None else sum(page.source == source for page in pages)
        each = len(self._pages.get(person, ()))
        return each < SOCKETS_EACH and near < SOCKETS_FROM_SOURCE and len(pages) < SOCKETS

    def arrive(self, page: Connection) -> None:
        """A page opens."""
        self._pages.setdefault(page.person, set()).add(page)

    def know(self, person: str, name: str | None) -> None:
        """A person who is here goes by this name."""
        if name is not None:
            self._names[person] = name

    def leave(self, page: Connection) -> None:
        """A page is gone."""
        pages = self._pages.get(page.person, set())
        pages.discard(page)
        if not pages:
            self._pages.pop(page.person, None)
            self._names.pop(page.person, None)
        for address in list(page.watching):
            self.unwatch(page, address)

    def watch(self, page: Connection, address: str) -> None:
        """A page looks at a chat."""
        page.watching.add(address)
        self._watchers.setdefault(address, set()).add(page)
        self._tell_presence(address)

    def unwatch(self, page: Connection, address: str) -> None:
        """A page looks away."""
        page.watching.discard(address)
        watchers = self._watchers.get(address, set())
        watchers.discard(page)
        if watchers:
            self._tell_presence(address)
        else:
            self._watchers.pop(address, None)

    def watched(self, address: str) -> bool:
        return address in self._watchers

    def watched_chats(self) -> list[str]:
        """All chats that somebody looks at."""
        return list(self._watchers)

    def pages_of(self, person: str) -> list[Connection]:
        """The open pages of a person."""
        return list(self._pages.get(person, ()))

    def rename(self, person: str, name: str) -> None:
        """A person goes by another name from now on; its pages and its rooms learn it."""
        self._names[person] = name
        pages = self._pages.get(person, set())
        self.tell_person(person, {"type": "named", "name": name})
        for address in {address for page in pages for address in page.watching}:
            self._tell_presence(address)

    def people(self, address: str) -> dict[str, str]:
        """Who is in a chat: names by external id."""
        persons = {page.person for page in self._watchers.get(address, ())}
        return {person: self._names[person] for person in persons if person in self._names}

    def tell_chat(self, address: str, message: Mapping[str, object]) -> None:
        """Tell everybody who watches a chat."""
        if watchers := self._watchers.get(address):
            text = json.dumps({**message, "chat": on_the_wire(address)}, ensure_ascii=False)
            for page in watchers:
                page.tell_text(text)

    def tell_person(self, person: str, message: Mapping[str, object]) -> None:
        """Tell all pages of a person."""
        for page in self._pages.get(person, ()):
            page.tell(message)

    def pages(self) -> list[Connection]:
        """All open pages."""
        return [page for pages in self._pages.values() for page in pages]

    def _tell_presence(self, address: str) -> None:
        if not address.startswith("room:"):
            return
        people = sorted(self.people(address).items(), key=lambda item: (item[1].casefold(), item[0]))
        shown = [{"id": person, "name": name} for person, name in people[:SHOWN]]
        self.tell_chat(address, {"type": "presence", "people": shown, "count": len(people)})
