"""A room's settings as a page: a row of buttons for each, the running tables, and what was changed by whom.

Must not know platforms or how settings are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from bot.app.archive import RoomChange
from bot.app.ports import Chat, PersonId
from bot.app.screen import Button, Rows, Screen, Tone
from bot.app.table import Table
from bot.ui.names import seat_name
from bot.ui.next_steps import beginning
from bot.ui.press import MenuPress
from bot.ui.room_places import PLACES, Named, in_words, places_of, places_page
from bot.ui.texts import Texts

Value = str | bool | None
ROOM_SETTINGS: Mapping[str, Mapping[str, Value]] = {
    "games": {"yes": None, "no": False},
    "start": {"everyone": None, "players": "players", "admins": "admins"},
    "start_chouette": {"everyone": None, "players": "players", "admins": "admins"},
    "rules": {"usual": None, "three": "3", "seven": "7", "money": "money", "speedgamez": "speedgamez"},
    "move_time": {"usual": None, "short": "2min", "long": "10min", "day": "1d", "days": "3d"},
    "rated": {"yes": None, "no": False},
    "language": {"auto": None, "en": "en", "de": "de"},
    "theme": {"light": None, "dark": "dark", "cb": "cb"},
    "old_boards": {"strip": None, "keep": "keep", "delete": "delete"},
    "thread_per_match": {"no": None, "yes": True},
}
"""A room's settings: what a button says of each value, and the value. The first one is the default."""

ROOM_TABS: Mapping[str, tuple[str, ...]] = {
    "start": ("games", "start", "start_chouette"),
    "rules": ("rules", "move_time", "rated"),
    "looks": ("language", "theme", "old_boards", "thread_per_match"),
    "where": (),
    "tables": (),
    "log": (),
}
"""The pages, and the settings on each; ``where`` is for a room that is part of a community."""
MOST_TABLES = 4
MOST_CHANGES = 10


@dataclass(frozen=True, slots=True)
class RoomFacts:
    """What the page shows: the settings, the running tables, the newest changes, and who is who."""

    settings: Mapping[str, Any]
    tables: Sequence[Table]
    changes: Sequence[RoomChange]
    names: Mapping[PersonId, str]
    here: Chat
    places: Sequence[Named] = ()

    @property
    def tabs(self) -> Sequence[str]:
        """The pages that this room has."""
        return [tab for tab in ROOM_TABS if tab != "where" or self.here.around is not None]


def room_page(facts: RoomFacts, tab: str, texts: Texts, tz: tzinfo, *, admin: bool) -> Screen:
    """A page of the settings; who is no admin sees what is set and can change nothing."""
    match tab:
        case "where" if tab in facts.tabs:
            lines, rows = places_page(facts.places, facts.here, texts, admin=admin)
        case "tables":
            lines, rows = _tables(facts, texts, admin=admin)
        case "log":
            lines, rows = tuple(_log(facts, texts, tz)), ()
        case _:
            lines, rows = _settings(facts, tab, texts, admin=admin)
    tabs = tuple(
        Button(
            texts(f"room.tab.{one}"), str(MenuPress("room", one)), Tone.PRIMARY if one == tab else Tone.PLAIN
        )
        for one in facts.tabs
    )
    return Screen(texts("room.headline"), lines, rows=(*rows, tabs), quiet=True)


def _settings(facts: RoomFacts, tab: str, texts: Texts, *, admin: bool) -> tuple[tuple[str, ...], Rows]:
    names = [name for name in ROOM_TABS[tab] if name != "games" or _says_whether(facts)]
    lines = tuple(
        texts("room.line", setting=texts(f"room.{name}"), value=value_text(name, value, texts))
        for name, value in ((name, facts.settings.get(name)) for name in names)
    )
    if not admin:
        return (*lines, texts("room.admins_only")), ()
    return lines, tuple(_row(name, facts.settings.get(name), texts) for name in names)


def _says_whether(facts: RoomFacts) -> bool:
    """Whether there are games in a room is said by the list of places, where there is one."""
    return facts.here.around is None or facts.settings.get("games") is False


def _row(name: str, chosen: object, texts: Texts) -> tuple[Button, ...]:
    return tuple(
        Button(
            texts("setting.chosen", value=texts(f"room.{name}.{said}"))
            if value == chosen
            else texts(f"room.{name}.{said}"),
            str(MenuPress("room_set", f"{name}={said}")),
            Tone.GOOD if value == chosen else Tone.PLAIN,
        )
        for said, value in ROOM_SETTINGS[name].items()
    )


def value_text(name: str, value: object, texts: Texts) -> str:
    """A value in words; rules that were typed as they were typed."""
    if name == PLACES:
        return in_words(places_of({name: value}), texts)
    said = next((said for said, held in ROOM_SETTINGS.get(name, {}).items() if held == value), None)
    return str(value) if said is None else texts(f"room.{name}.{said}")


def _tables(facts: RoomFacts, texts: Texts, *, admin: bool) -> tuple[tuple[str, ...], Rows]:
    if not facts.tables:
        return (texts("room.no_tables"),), ((beginning("challenge", texts), beginning("chouette", texts)),)
    lines = tuple(
        texts("room.table", number=number, players=_players(table, texts))
        for number, table in enumerate(facts.tables, 1)
    )
    if not admin:
        return lines, ()
    buttons = tuple(
        (Button(texts("room.button.end", number=number), str(MenuPress("room_end", table.id)), Tone.DANGER),)
        for number, table in enumerate(facts.tables[:MOST_TABLES], 1)
    )
    return lines, buttons


def ending_page(table: Table, texts: Texts) -> Screen:
    """The question before a table is ended, for that cannot be taken back."""
    yes = Button(texts("room.button.end_now"), str(MenuPress("room_end_now", table.id)), Tone.DANGER)
    no = Button(texts("room.button.go_on"), str(MenuPress("room", "tables")))
    asked = texts("room.end", players=_players(table, texts))
    return Screen(texts("room.headline"), (asked,), rows=((yes, no),), quiet=True)


def _players(table: Table, texts: Texts) -> str:
    return texts.list([seat_name(seat, texts) for seat in table.seats])


def _log(facts: RoomFacts, texts: Texts, tz: tzinfo) -> Iterator[str]:
    if not facts.changes:
        yield texts("room.no_changes")
    for change in facts.changes:
        who = facts.names.get(change.by, "") if change.by else ""
        when = texts.datetime(change.at, tz)
        if change.kind == "ended":
            yield texts("room.log.ended", time=when, who=who)
        elif change.kind == "settings":
            for name, value in change.data.items():
                if name in ROOM_SETTINGS or name == PLACES:
                    facts_of_line = {
                        "setting": texts(f"room.{name}"),
                        "value": value_text(name, value, texts),
                    }
                    yield texts("room.log.changed", time=when, who=who, **facts_of_line)


def room_change(arg: str) -> dict[str, Value] | None:
    """The change behind a button ("rated=no"); None for what is on none."""
    name, _, said = arg.partition("=")
    values = ROOM_SETTINGS.get(name, {})
    return {name: values[said]} if said in values else None


def room_tab_of(setting: str) -> str:
    """The page on which a setting stands."""
    return next(tab for tab, names in ROOM_TABS.items() if setting in names)
