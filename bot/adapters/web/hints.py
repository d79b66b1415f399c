"""What the page suggests after a slash; knows no command itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CommandHint:
    """A command as it is suggested: ``name`` without the slash, ``usage`` its arguments in words.

    ``names_person``: its arguments may begin with somebody's name even without an @.
    """

    name: str
    summary: str
    usage: str = ""
    names_person: bool = False
