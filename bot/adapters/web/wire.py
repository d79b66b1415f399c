"""What a page may send: each message is checked strictly before anything happens.

Hostile input is the normal case (reliability.md R26): unknown shapes are refused as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

MESSAGE_BYTES = 16_384
TEXT_LENGTH = 1_000
NAME_LENGTH = 512  # raw; it is cleaned and cut inside
PRESS_LENGTH = 64
ROOMS = 12  # that one page may have open

_SESSION = re.compile(r"[A-Za-z0-9]{8,40}")
_ID = re.compile(r"[0-9]{1,12}")
_COMMAND = re.compile(r"[a-z][a-z0-9_]{0,31}")


class Malformed(ValueError):
    """Not a message of our page."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A page begins, or comes back: ``seen`` is the last change it saw of each chat in this ``epoch``,
    ``language`` the one that it is drawn in.
    """

    session: str
    epoch: str
    language: str
    seen: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Open:
    """Watch a room too."""

    chat: str


@dataclass(frozen=True, slots=True)
class Close:
    """Stop watching a room."""

    chat: str


@dataclass(frozen=True, slots=True)
class Name:
    """Call me this. ``chat`` is where the person is."""

    id: str
    name: str
    chat: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of a message; ``message`` 0 is the private one."""

    id: str
    chat: str
    message: int
    data: str


@dataclass(frozen=True, slots=True)
class Ran:
    """A slash command."""

    id: str
    chat: str
    name: str
    args: str


@dataclass(frozen=True, slots=True)
class Wrote:
    """Plain text."""

    id: str
    chat: str
    text: str


@dataclass(frozen=True, slots=True)
class Dismissed:
    """The private message was put away."""

    chat: str


@dataclass(frozen=True, slots=True)
class Completing:
    """What could this become?"""

    id: str
    chat: str
    text: str


Acting = Name | Pressed | Ran | Wrote
FromPage = Hello | Open | Close | Dismissed | Completing | Acting


def parse(raw: str) -> FromPage:
    """One message of a page. Raises ``Malformed``."""
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise Malformed("not JSON") from error
    if not isinstance(data, dict):
        raise Malformed("not an object")
    return _shaped(data)


def _shaped(data: Mapping[str, object]) -> FromPage:
    match data.get("type"):
        case "hello":
            session, epoch = _text(data, "session", _SESSION), _text(data, "epoch", 40)
            return Hello(session, epoch, _text(data, "language", 12), _seen(data))
        case "open":
            return Open(_text(data, "chat", 64))
        case "close":
            return Close(_text(data, "chat", 64))
        case "dismiss":
            return Dismissed(_text(data, "chat", 64))
        case "name":
            return Name(_id(data), _text(data, "name", NAME_LENGTH), _text(data, "chat", 64))
        case "press":
            return Pressed(
                _id(data),
                _text(data, "chat", 64),
                _number(data, "message"),
                _press(_text(data, "data", PRESS_LENGTH)),
            )
        case "command":
            args = _text(data, "args", TEXT_LENGTH)
            return Ran(_id(data), _text(data, "chat", 64), _text(data, "name", _COMMAND), args)
        case "say":
            return Wrote(_id(data), _text(data, "chat", 64), _said(_text(data, "text", TEXT_LENGTH)))
        case "complete":
            return Completing(_id(data), _text(data, "chat", 64), _text(data, "text", TEXT_LENGTH))
        case _:
            raise Malformed("unknown type")


def _id(data: Mapping[str, object]) -> str:
    return _text(data, "id", _ID)


def _text(data: Mapping[str, object], key: str, form: int | re.Pattern[str]) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise Malformed(f"{key} is not a text")
    fits = len(value) <= form if isinstance(form, int) else form.fullmatch(value)
    if not fits or any(0xD800 <= ord(letter) <= 0xDFFF for letter in value):
        raise Malformed(f"{key} does not fit")
    return value


def _number(data: Mapping[str, object], key: str) -> int:
    value = data.get(key)
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise Malformed(f"{key} is not a number")
    return value


def _press(data: str) -> str:
    if not data or not data.isascii() or not data.isprintable():
        raise Malformed("data is not of a button")
    return data


def _said(text: str) -> str:
    if not text.strip():
        raise Malformed("nothing was said")
    return text.strip()


def _seen(data: Mapping[str, object]) -> Mapping[str, int]:
    seen = data.get("seen")
    if not isinstance(seen, dict) or len(seen) > ROOMS + 1:
        raise Malformed("seen does not fit")
    for chat in seen:
        if len(chat) > 64:
            raise Malformed("seen does not fit")
    return {chat: _number(seen, chat) for chat in seen}
