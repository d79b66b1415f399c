"""The bot's commands as it registered them, and the rules for registering.

Must not know: HTTP, who runs what.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.support.discord.errors import Refusal, invalid
from tests.support.discord.snowflakes import Snowflakes
from tests.support.standin import Json

CHAT, USER, MESSAGE = 1, 2, 3
PER_KIND = {CHAT: 100, USER: 15, MESSAGE: 15}
SUBCOMMAND, GROUP = 1, 2
TOTAL, NEW_PER_DAY = 8000, 200
_NAME = re.compile(r"[-_'\w]{1,32}")
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)


@dataclass(slots=True)
class Commands:
    snowflakes: Snowflakes
    application: int
    by_scope: dict[int | None, list[Json]] = field(default_factory=dict)  # None: global
    created: int = 0
    overwrites: int = 0

    def overwrite(self, scope: int | None, wanted: list[Json]) -> list[Json]:
        """Replaces all commands of a server, or the global ones; known names keep their ids."""
        kinds = Counter(command.get("type") or CHAT for command in wanted)
        if any(kinds[kind] > limit for kind, limit in PER_KIND.items()):
            raise Refusal(400, 30032, "Maximum number of application commands reached", blame=True)
        names = Counter((command.get("type") or CHAT, command["name"]) for command in wanted)
        if twice := [name for name, count in names.items() if count > 1]:
            raise invalid("name", f"APPLICATION_COMMANDS_DUPLICATE_NAME {twice[0]}")
        for command in wanted:
            check_command(command)
        known = {(c["type"], c["name"]): c["id"] for c in self.by_scope.get(scope, [])}
        self.overwrites += 1
        self.by_scope[scope] = [self._registered(scope, command, known) for command in wanted]
        return self.by_scope[scope]

    def create(self, scope: int | None, wanted: Json) -> Json:
        others = [c for c in self.by_scope.get(scope, []) if (c["type"], c["name"]) != _key(wanted)]
        return self.overwrite(scope, [*others, wanted])[-1]

    def delete(self, scope: int | None, number: str) -> None:
        self.by_scope[scope] = [c for c in self.by_scope.get(scope, []) if c["id"] != number]

    def _registered(self, scope: int | None, command: Json, known: dict[tuple[int, str], str]) -> Json:
        number = known.get(_key(command))
        if number is None:
            self.created += 1
            if self.created > NEW_PER_DAY:
                text = "Max number of daily application command creates has been reached (200)"
                raise Refusal(400, 30034, text, blame=True)
        permissions = command.get("default_member_permissions")
        shown: Json = {
            "name_localizations": None,
            "description": "",
            "description_localizations": None,
            "options": [],
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
        } | {key: value for key, value in command.items() if value is not None}
        return shown | {
            "id": number or str(self.snowflakes.new()),
            "application_id": str(self.application),
            "type": command.get("type") or CHAT,
            "version": str(self.snowflakes.new()),
            "default_member_permissions": None if permissions is None else str(permissions),
            "dm_permission": True,
            **({} if scope is None else {"guild_id": str(scope)}),
        }

    def find(self, kind: int, name: str, guild: int | None) -> Json | None:
        """The command that a person finds by this name, a server's own before a global one."""
        scopes = [guild, None] if guild is not None else [None]
        for scope in scopes:
            for command in self.by_scope.get(scope, []):
                if command["type"] == kind and command["name"] == name:
                    return command
        return None


def _key(command: Json) -> tuple[int, str]:
    return command.get("type") or CHAT, command["name"]


def check_command(command: Json) -> None:
    kind = command.get("type") or CHAT
    if kind == CHAT:
        _check_texts(command)
        _check_options(command.get("options") or [], depth=0)
        if _characters(command) > TOTAL:
            raise invalid("options", f"APPLICATION_COMMAND_TOO_LARGE: more than {TOTAL} characters")
    elif command.get("options") or command.get("description"):
        raise invalid("description", "context menu commands have neither description nor options")
    for key in ("contexts", "integration_types"):
        if command.get(key) == []:
            raise invalid(key, "BASE_TYPE_MIN_LENGTH")
    if len(json.dumps(command)) > 100_000:
        raise invalid("", "too large")


def _check_texts(part: Json) -> None:
    names = {"": part["name"], **(part.get("name_localizations") or {})}
    texts = {"": part.get("description") or "", **(part.get("description_localizations") or {})}
    for locale in (*names, *texts):
        if locale and locale not in LOCALES:
            raise invalid("localizations", f"unknown locale {locale}")
    for name in names.values():
        if not _NAME.fullmatch(name) or name != name.lower():
            raise invalid("name", f"APPLICATION_COMMAND_INVALID_NAME {name}")
    for text in texts.values():
        if not 1 <= len(text) <= 100:
            raise invalid("description", f"Must be between 1 and 100 in length: {text!r}")


def _check_options(options: list[Json], depth: int) -> None:
    if len(options) > 25:
        raise invalid("options", "Must be 25 or fewer in length.")
    names = [option["name"] for option in options]
    if len(set(names)) != len(names):
        raise invalid("options", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS")
    required = [
        bool(option.get("required")) for option in options if option["type"] not in (SUBCOMMAND, GROUP)
    ]
    if required != sorted(required, reverse=True):
        raise invalid("options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID")
    for option in options:
        _check_texts(option)
        _check_choices(option)
        if option["type"] == GROUP and depth > 0:
            raise invalid("options", "groups do not nest")
        if option["type"] in (SUBCOMMAND, GROUP):
            _check_options(option.get("options") or [], depth + 1)


def _check_choices(option: Json) -> None:
    choices = option.get("choices") or []
    if len(choices) > 25 or (choices and option.get("autocomplete")):
        raise invalid("choices", "at most 25 choices, and none beside autocomplete")
    for choice in choices:
        check_choice(choice, option["type"])


def check_choice(choice: Json, kind: int) -> None:
    """One choice of an option, or of an autocompletion."""
    if not 1 <= len(choice["name"]) <= 100:
        raise invalid("choices.name", "Must be between 1 and 100 in length.")
    for locale, name in (choice.get("name_localizations") or {}).items():
        if locale not in LOCALES or not 1 <= len(name) <= 100:
            raise invalid("choices.name_localizations", f"{locale}: {name}")
    if kind == 3 and (not isinstance(choice["value"], str) or len(choice["value"]) > 100):
        raise invalid("choices.value", "Must be a string of 100 or fewer in length.")


def _characters(part: Any) -> int:
    """Name, description and values of the command, its options and choices; the longest locale counts."""
    if isinstance(part, list):
        return sum(_characters(inner) for inner in part)
    total = len(str(part.get("value", "")))
    for key in ("name", "description"):
        texts = [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in texts)
    return total + sum(_characters(part.get(key) or []) for key in ("options", "choices"))
