"""The doctor's look at where settings come from: is the file read, and is every name in it a setting.

Shows names, never values: they may be secrets. What the values mean is for the other looks.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from dotenv import dotenv_values

from bot.cli_findings import FINE, NOTE, Finding
from bot.settings import ENV_FILE, PREFIX, Settings

MISNAMED = (".env.txt", "env", "env.txt", ".env.env")
"""What an editor or a hurry makes of the file's name."""
KNOWN = tuple(PREFIX + name.upper() for name in Settings.model_fields)


def sources(folder: Path, environment: Mapping[str, str]) -> Iterator[Finding]:
    """The file of settings in ``folder``, the environment's variables, and names that are no settings."""
    file = folder / ENV_FILE
    written = [name.upper() for name in dotenv_values(file)] if file.is_file() else []
    exported = [name.upper() for name in environment if name.upper().startswith(PREFIX)]
    yield _file(file, written)
    if exported:
        yield Finding(FINE, f"From the environment: {_listed(exported)}.")
    for name in dict.fromkeys((*written, *exported)):
        if name not in KNOWN:
            yield Finding(NOTE, f"{name} is no setting{_meant(name)}.")


def _file(file: Path, written: Iterable[str]) -> Finding:
    if file.is_file():
        return Finding(FINE, f"Settings are read from {file}: {_listed(written) or 'nothing is in it'}.")
    for name in MISNAMED:
        if (other := file.with_name(name)).is_file():
            return Finding(NOTE, f"{other} is not read: rename it to {ENV_FILE}.")
    return Finding(NOTE, f"There is no file {file}; settings can be written into it, one NAME=value a line.")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _meant(name: str) -> str:
    near = difflib.get_close_matches(name, KNOWN, 1) or difflib.get_close_matches(PREFIX + name, KNOWN, 1)
    return f"; {near[0]} is one" if near else ""
