"""Where in a community (a server, a forum) games are played: the places that its admins have named.

As long as none is named, everywhere. Must not know platforms or how settings are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.app.ports import Chat
from bot.app.screen import Button, Rows, Tone
from bot.ui.names import clean_name
from bot.ui.press import MenuPress
from bot.ui.texts import Texts

PLACES = "played_in"
"""The setting of a community that holds the places."""

MOST_PLACES = 8
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Named:
    """A place of the list, with the name it had when it was put there; empty where nobody told one."""

    chat: str
    topic: str | None
    name: str

    @classmethod
    def of(cls, chat: Chat) -> Named:
        """The place of a chat."""
        told = "" if chat.around is None else chat.around.name
        return cls(chat.chat, chat.topic, clean_name(told)[:LONGEST_NAME] if told else "")

    def means(self, chat: Chat) -> bool:
        """Whether the chat is this place, or a thread of it."""
        parent = chat.around.parent if chat.around is not None else ""
        return (chat.chat, chat.topic) == (self.chat, self.topic) or parent == self.chat

    def in_words(self, texts: Texts) -> str:
        """The name, or what can be said of a place without one."""
        return self.name or texts("room.place.unnamed", number=self.topic or self.chat)


def community_of(chat: Chat) -> Chat | None:
    """Under which address the settings of the whole community are kept; None for a room without one."""
    return None if chat.around is None else Chat(chat.platform, chat.around.community)


def places_of(settings: Mapping[str, Any]) -> tuple[Named, ...]:
    """The places where games are played; none means everywhere."""
    return tuple(Named(chat, topic, name) for chat, topic, name in settings.get(PLACES) or ())


def is_place(places: Sequence[Named], chat: Chat) -> bool:
    """Whether games are played in this chat."""
    return not places or any(one.means(chat) for one in places)


def changed(places: Sequence[Named], here: Chat, said: str) -> Mapping[str, Any] | None:
    """The change behind a button: ``add`` this place, ``all`` places, ``drop=<number>`` one of the list.
    None for what is on no button.
    """
    word, _, number = said.partition("=")
    if word == "all":
        return {PLACES: None}
    if word == "add" and len(places) < MOST_PLACES:
        kept = [one for one in places if not one.means(here)]
        return _setting([*kept, Named.of(here)])
    if word == "drop":
        kept = [one for one in places if _key(one) != number]
        return _setting(kept) if len(kept) < len(places) else None
    return None


def _setting(places: Sequence[Named]) -> Mapping[str, Any]:
    return {PLACES: [[one.chat, one.topic, one.name] for one in places] or None}


def _key(one: Named) -> str:
    return one.chat if one.topic is None else f"{one.chat}.{one.topic}"


def in_words(places: Sequence[Named], texts: Texts) -> str:
    """All places, or that it is everywhere."""
    return texts.list([one.in_words(texts) for one in places]) if places else texts("room.place.everywhere")


def places_page(
    places: Sequence[Named], here: Chat, texts: Texts, *, admin: bool
) -> tuple[tuple[str, ...], Rows]:
    """Where games are played, and for admins the buttons that change it."""
    lines = [texts("room.line", setting=texts("room.played_in"), value=in_words(places, texts))]
    if places and not is_place(places, here):
        lines.append(texts("room.place.not_here"))
    if not admin:
        return (*lines, texts("room.admins_only")), ()
    if not places:
        return tuple(lines), ((_button(texts("room.place.only"), "add"),),)
    rows = [(_button(texts("room.place.all"), "all"),)]
    if not is_place(places, here) and len(places) < MOST_PLACES:
        rows.insert(0, (_button(texts("room.place.add"), "add", Tone.GOOD),))
    if len(places) > 1:
        rows += [
            (_button(texts("room.place.drop", name=one.in_words(texts)), f"drop={_key(one)}"),)
            for one in places
        ]
    return tuple(lines), tuple(rows)


def _button(label: str, said: str, tone: Tone = Tone.PLAIN) -> Button:
    return Button(label, str(MenuPress("room_place", said)), tone)
