"""What a button carries, and what comes back of it: at most 64 bytes of ASCII, checked by one full match.

``t:<table>:<revision>:<op>:<arg>`` acts at a table, ``i:<invitation>:<revision>:<op>:<arg>`` at an
invitation, ``c:<op>:<arg>`` is a command or a menu. On a private card it is ``p:`` instead of ``t:``, and
``j:`` instead of ``i:``. Revisions are written in base 36. Anything may come back, for clients can send what
stands on no button: what does not match is None, never an error. Must not know what an operation means, nor
who pressed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NewType

from bot.app.ports import TableId

MAX_BYTES = 64

InviteId = NewType("InviteId", str)

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID = r"[0-9A-Za-z_-]{1,24}"
_REVISION = r"0|[1-9a-z][0-9a-z]{0,6}"
_OP = r"[a-z][a-z_]{0,15}"
_ARG = r"[0-9A-Za-z_.,+=-]{0,40}"
_PRESS = re.compile(
    rf"(?:(?P<kind>[tpij]):(?P<id>{_ID}):(?P<revision>{_REVISION})|c):(?P<op>{_OP}):(?P<arg>{_ARG})", re.ASCII
)


@dataclass(frozen=True, slots=True)
class TablePress:
    """A button of a table's screen; good only while the table is at ``revision``. ``card``: it stands on a
    private card.
    """

    table: TableId
    revision: int
    op: str
    arg: str = ""
    card: bool = False

    def __str__(self) -> str:
        return _fitting(
            f"{'p' if self.card else 't'}:{self.table}:{base36(self.revision)}:{self.op}:{self.arg}"
        )


@dataclass(frozen=True, slots=True)
class InvitePress:
    """A button of an invitation. ``card``: it stands on a private card."""

    invitation: InviteId
    revision: int
    op: str
    arg: str = ""
    card: bool = False

    def __str__(self) -> str:
        return _fitting(
            f"{'j' if self.card else 'i'}:{self.invitation}:{base36(self.revision)}:{self.op}:{self.arg}"
        )


@dataclass(frozen=True, slots=True)
class MenuPress:
    """A button that stands for a command or opens a menu."""

    op: str
    arg: str = ""

    def __str__(self) -> str:
        return _fitting(f"c:{self.op}:{self.arg}")


Parsed = TablePress | InvitePress | MenuPress


def parse_press(data: str) -> Parsed | None:
    """The press behind button data; None for anything that no button of ours carries."""
    if len(data) > MAX_BYTES:
        return None
    match = _PRESS.fullmatch(data)
    if match is None:
        return None
    kind, identifier, revision, op, arg = match.group("kind", "id", "revision", "op", "arg")
    if kind in ("t", "p"):
        return TablePress(TableId(identifier), int(revision, 36), op, arg, kind == "p")
    if kind in ("i", "j"):
        return InvitePress(InviteId(identifier), int(revision, 36), op, arg, kind == "j")
    return MenuPress(op, arg)


def base36(n: int) -> str:
    """A number from 0 in digits and small letters."""
    digits = ""
    while n or not digits:
        n, digit = divmod(n, 36)
        digits = _DIGITS[digit] + digits
    return digits


def _fitting(data: str) -> str:
    """The data, if it can come back: a button that could not is a fault of the program."""
    if parse_press(data) is None:
        raise ValueError(f"{data!r} cannot be a button's data")
    return data


def encode_place(place: int) -> str:
    """A place in one letter, "a" for off (0) to "z" for the bar (25)."""
    return chr(ord("a") + place)


def decode_place(letter: str) -> int | None:
    """The place behind a letter; None where it is none."""
    return ord(letter) - ord("a") if re.fullmatch(r"[a-z]", letter, re.ASCII) else None


def encode_draft(moves: Iterable[tuple[int, int]]) -> str:
    """A half-made play, two letters a move."""
    return "".join(encode_place(place) for move in moves for place in move)


def decode_draft(letters: str) -> tuple[tuple[int, int], ...] | None:
    """The moves behind the letters, at most four; None where they are no draft."""
    if not re.fullmatch(r"(?:[a-z]{2}){0,4}", letters, re.ASCII):
        return None
    places = [ord(letter) - ord("a") for letter in letters]
    return tuple(zip(places[::2], places[1::2], strict=True))
