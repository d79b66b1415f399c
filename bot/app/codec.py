"""Events to plain data and back, by their type hints; names and versions are explicit, never Python paths.

Handles the shapes that events and states are made of: numbers, words, enums, tuples, sets, records of
these, and unions. An *upcaster* lifts the data of an older version before it is read.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from bot.app.timekeeping import TIME_EVENTS
from bot.game import events as game_events

JsonObject = dict[str, Any]
Upcaster = Callable[[JsonObject], JsonObject]


class UnknownEvent(ValueError):
    """A log holds an event that this program does not know (it was written by a newer one)."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as it stands in the log; ``at`` is its moment, 0 before it is written."""

    kind: str
    version: int
    data: JsonObject
    at: int = 0


class Codec:
    """Writes and reads the events that were registered with it."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._types: dict[str, type] = {}
        self._names: dict[type, str] = {}
        self._versions: dict[str, int] = {}
        self._upcasters: dict[tuple[str, int], Upcaster] = {}

    def register(self, event: type, name: str, version: int = 1) -> None:
        """Let ``event`` (a frozen dataclass) be written under this name and version."""
        if name in self._types or event in self._names:
            raise ValueError(f"{name!r} or {event.__name__} is registered already")
        self._types[name], self._names[event], self._versions[name] = event, name, version

    def upcast(self, name: str, version: int, lift: Upcaster) -> None:
        """Read data of ``version`` by lifting it to ``version + 1``."""
        self._upcasters[name, version] = lift

    def encode(self, event: object) -> Stored:
        """The event as plain data."""
        name = self._names.get(type(event))
        if name is None:
            raise UnknownEvent(f"{type(event).__name__} is not registered")
        return Stored(self._prefix + name, self._versions[name], to_json(event))

    def knows(self, stored: Stored) -> bool:
        """Whether the event is one of this codec's."""
        return stored.kind.startswith(self._prefix)

    def decode(self, stored: Stored) -> object:
        """The event behind plain data of any version."""
        name = stored.kind.removeprefix(self._prefix)
        event = self._types.get(name)
        if event is None or stored.version > self._versions[name]:
            raise UnknownEvent(f"{stored.kind} version {stored.version}")
        data = stored.data
        for version in range(stored.version, self._versions[name]):
            data = self._upcasters[name, version](data)
        return from_json(event, data)


def to_json(value: object) -> Any:
    """Plain data of an event; fields that have their default are left out."""
    return write(type(value), value)


def from_json(hint: Any, data: Any) -> Any:
    """The value of type ``hint`` behind plain data."""
    return read(hint, data)


def write(hint: Any, value: Any) -> Any:
    """Plain data of ``value`` as a ``hint``; a union of records carries the record's name under ``_``."""
    if value is None:
        return None
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _write_union(_options(hint), value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return _write_record(type(value), value)
    if isinstance(value, tuple):
        return [write(item, held) for item, held in zip(_item_hints(hint, len(value)), value, strict=True)]
    if isinstance(value, frozenset):
        (item,) = get_args(hint)
        return [write(item, held) for held in sorted(value)]
    if isinstance(value, str | int | bool):
        return value
    raise TypeError(f"{type(value).__name__} cannot be written")


def _write_record(kind: type, value: Any) -> JsonObject:
    hints = _hints(kind)
    return {
        field.name: write(hints[field.name], held)
        for field in fields(kind)
        if (held := getattr(value, field.name)) != field.default or field.default is MISSING
    }


def _write_union(options: tuple[Any, ...], value: Any) -> Any:
    if len(options) == 1:
        return write(options[0], value)
    written = write(type(value), value)
    return {"_": type(value).__name__, **written} if is_dataclass(value) else written


def read(hint: Any, data: Any) -> Any:
    """The inverse of ``write``."""
    if data is None:
        return None
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _read_union(_options(hint), data)
    if origin is tuple:
        return tuple(read(item, held) for item, held in zip(_item_hints(hint, len(data)), data, strict=True))
    if origin is frozenset:
        (item,) = get_args(hint)
        return frozenset(read(item, held) for held in data)
    if is_dataclass(hint) and isinstance(hint, type):
        hints = _hints(hint)
        return hint(**{name: read(hints[name], held) for name, held in data.items() if name != "_"})
    if isinstance(hint, type) and issubclass(hint, tuple):
        return hint(*data)
    supertype = getattr(hint, "__supertype__", None)
    return read(supertype, data) if supertype else hint(data)


def _read_union(options: tuple[Any, ...], data: Any) -> Any:
    if len(options) == 1:
        return read(options[0], data)
    if isinstance(data, dict):
        return read(next(option for option in options if option.__name__ == data["_"]), data)
    return data


def _options(hint: Any) -> tuple[Any, ...]:
    return tuple(option for option in get_args(hint) if option is not type(None))


def _item_hints(hint: Any, length: int) -> tuple[Any, ...]:
    items = get_args(hint)
    if not items:  # a named tuple of numbers or words
        return (object,) * length
    return (items[0],) * length if items[-1] is Ellipsis else items


@lru_cache(maxsize=256)
def _hints(hint: type) -> dict[str, Any]:
    return get_type_hints(hint)


def time_codec() -> Codec:
    """The codec of the clock's events, which stand in the logs of every kind."""
    codec = Codec("time.")
    for event, name in TIME_EVENTS.items():
        codec.register(event, name)
    return codec


def match_codec() -> Codec:
    """The codec of series between two sides."""
    codec = Codec("match.")
    for event, name in MATCH_EVENTS.items():
        codec.register(event, name)
    return codec


MATCH_EVENTS: dict[type, str] = {
    game_events.MatchStarted: "started",
    game_events.GameStarted: "game_started",
    game_events.OpeningThrown: "opening_thrown",
    game_events.Rolled: "rolled",
    game_events.Played: "played",
    game_events.DoubledAutomatically: "doubled_automatically",
    game_events.Doubled: "doubled",
    game_events.Taken: "taken",
    game_events.Dropped: "dropped",
    game_events.Beavered: "beavered",
    game_events.Raccooned: "raccooned",
    game_events.ResignationOffered: "resignation_offered",
    game_events.ResignationWithdrawn: "resignation_withdrawn",
    game_events.ResignationRefused: "resignation_refused",
    game_events.GameEnded: "game_ended",
    game_events.GameLocked: "game_locked",
    game_events.MatchEnded: "ended",
    game_events.MatchAborted: "aborted",
}
