"""Whom a command names: persons of the room, by the names that are seen there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.adapters.web.log import ChatLog
from bot.adapters.web.messages import Body


def seen_names(log: ChatLog) -> dict[str, str]:
    """Who wrote or was called in a chat: the newest name by external id."""
    names: dict[str, str] = {}
    for message in log.newest_first():
        for person, name in _names_in(message.body):
            names.setdefault(person, name)
    return names


def named_in(args: str, names: Mapping[str, str], bare: bool) -> tuple[str | None, str]:
    """The person named in an argument text and the text without the name.

    A name counts after an @, and at the very beginning also without one if ``bare``. The longest name wins;
    a name that two persons bear names nobody.
    """
    starts = [index for index, letter in enumerate(args) if letter == "@"]
    for start in starts + ([0] if bare else []):
        begin = start + (args[start : start + 1] == "@")
        found = _longest(args[begin:], names)
        if found is not None:
            person, length = found
            return person, " ".join((args[:start] + args[begin + length :]).split())
    return None, args


def _longest(text: str, names: Mapping[str, str]) -> tuple[str, int] | None:
    begun = [(len(name), person) for person, name in names.items() if _begins(text, name)]
    longest = max((length for length, _ in begun), default=0)
    bearers = [person for length, person in begun if length == longest]
    return (bearers[0], longest) if len(bearers) == 1 else None


def _begins(text: str, name: str) -> bool:
    rest = text[len(name) :]
    return bool(name) and text[: len(name)].casefold() == name.casefold() and not rest[:1].isalnum()


def _names_in(body: Body) -> Iterator[tuple[str, str]]:
    match body:
        case {"by": {"id": str(person), "name": str(name)}}:
            yield person, name
        case {"names": names} if isinstance(names, Mapping):
            yield from names.items()
        case _:
            return
