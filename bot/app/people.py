"""Persons as the use cases know them: met through a platform, with a language and settings of their own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.app.archive import Archive, Identity, Person, ShowIn
from bot.app.ports import Chat, Clock, Mention, PersonId, Visitor

CACHED = 5000


@dataclass(frozen=True, slots=True)
class Known:
    """A visitor who was recognised."""

    person: Person
    identity: Identity
    admin: bool = False

    @property
    def language(self) -> str | None:
        """The chosen language, else the client's."""
        return self.person.language or self.identity.locale


@dataclass(frozen=True, slots=True)
class Audience:
    """For whom a screen is made: a room (``person`` None) or one person; ``settings`` are theirs."""

    language: str | None
    person: PersonId | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


class People:
    """Recognises visitors and knows audiences. ``clean`` makes a raw platform name presentable."""

    def __init__(self, archive: Archive, clock: Clock, clean: Callable[[str], str]) -> None:
        self._archive, self._clock, self._clean = archive, clock, clean
        self._met: OrderedDict[tuple[Visitor, str | None], Known] = OrderedDict()
        self._persons: OrderedDict[PersonId, tuple[Person, tuple[Identity, ...]]] = OrderedDict()
        self._forgotten = 0
        """How often something was dropped: what was read before that is not remembered after it."""

    async def meet(self, visitor: Visitor, chat: Chat | None = None) -> Known:
        """The person behind a visitor; new ones are made. ``chat``: where this was said."""
        direct = chat if chat is not None and chat.private else None
        key = (visitor, direct.chat if direct else None)
        known = self._met.get(key)
        if known is None:
            name, forgotten = self._clean(visitor.name), self._forgotten
            person, identity = await self._archive.meet(visitor, name, direct, self._clock.now_ms())
            self._persons.pop(person.id, None)
            known = Known(person, identity, visitor.admin)
            if forgotten == self._forgotten:
                self._met[key] = known
                _bound(self._met)
        return known

    async def person(self, person: PersonId) -> Person:
        """A person by id."""
        return (await self._load(person))[0]

    async def identities(self, person: PersonId) -> tuple[Identity, ...]:
        """How the platforms know this person."""
        return (await self._load(person))[1]

    async def any_own_chat(self, person: PersonId, preferred: str) -> Chat | None:
        """A direct chat with this person: on the preferred platform, else on any."""
        reached = [one for one in await self.identities(person) if one.direct_chat]
        for identity in sorted(reached, key=lambda one: one.platform != preferred):
            return Chat(identity.platform, str(identity.direct_chat), private=True)
        return None

    async def audience(self, show_in: ShowIn, first: PersonId | None) -> Audience:
        """Who reads what is shown there: one person, or a room in its language; where it has set none, in
        that of the ``first`` whom it is about.
        """
        if show_in.person is not None:
            return await self.reader(show_in.person, show_in.chat.platform)
        settings = await self._archive.room_settings(show_in.chat)
        language = settings.get("language")
        if language is None and first is not None:
            language = (await self.reader(first, show_in.chat.platform)).language
        return Audience(language, None, settings)

    async def reader(self, person_id: PersonId, platform: str) -> Audience:
        """One person as a reader on a platform."""
        person, identities = await self._load(person_id)
        locale = next((one.locale for one in identities if one.platform == platform), None)
        return Audience(person.language or locale, person_id, person.settings)

    async def mentions(self, persons: tuple[PersonId, ...], platform: str) -> tuple[Mention, ...]:
        """These persons as the platform can notify them; who is not there is left out."""
        found: list[Mention] = []
        for person_id in persons:
            person, identities = await self._load(person_id)
            found += [
                Mention(one.external_id, person.name) for one in identities if one.platform == platform
            ][:1]
        return tuple(found)

    async def change_settings(self, person: PersonId, changes: Mapping[str, Any]) -> Person:
        """Set a person's own settings; in effect at once."""
        changed = await self._archive.change_settings(person, changes)
        self.forget(person)
        return changed

    async def accept_rules(self, person: PersonId) -> None:
        """A guest becomes a registered player."""
        await self._archive.accept_rules(person, self._clock.now_ms())
        self.forget(person)

    def forget(self, person: PersonId) -> None:
        """Drop what is remembered of a person who has changed."""
        self._forgotten += 1
        self._persons.pop(person, None)
        for key in [key for key, known in self._met.items() if known.person.id == person]:
            del self._met[key]

    async def _load(self, person_id: PersonId) -> tuple[Person, tuple[Identity, ...]]:
        held = self._persons.get(person_id)
        if held is None:
            forgotten = self._forgotten
            person = await self._archive.person(person_id)
            held = (person, tuple(await self._archive.identities(person_id)))
            if forgotten == self._forgotten:
                self._persons[person_id] = held
                _bound(self._persons)
        return held


def _bound(cache: OrderedDict[Any, Any]) -> None:
    while len(cache) > CACHED:
        cache.popitem(last=False)
