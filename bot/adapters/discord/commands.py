"""The commands as Discord knows them: their options, their words in each language, and how one that was given
is read.

Command names are the same in all languages, as the texts of the program name them; descriptions and options
are in the reader's. Knows no handler.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.adapters.discord.markdown import cut
from bot.adapters.discord.texts import Words

SLASH, USER_MENU = 1, 2
TEXT_OPTION, USER_OPTION = 3, 6
SERVER, DIRECT, ELSEWHERE = 0, 1, 2  # Discord's "contexts"
INSTALLED_IN_SERVER, INSTALLED_BY_USER = 0, 1
DESCRIPTION, OPTION, CHOICE, LONGEST_TEXT = 100, 32, 100, 400
FALLBACK, OTHERS = "en", {"de": "de"}  # Discord's locale → language of the catalogue
CHALLENGE = "challenge"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command; ``name`` is its key in the texts and what Discord calls it in English."""

    name: str
    person: bool = False
    required: bool = False
    completes: bool = False
    choices: tuple[str, ...] = ()


WHO = Option("who", person=True)
RULES = Option("rules")
OPTIONS: Mapping[str, tuple[Option, ...]] = {
    "play": (RULES,),
    "challenge": (WHO, RULES),
    "chouette": (RULES,),
    "move": (Option("play", required=True, completes=True),),
    "board": (Option("how", choices=("text",)),),
    "resign": (Option("how", choices=("single", "gammon", "backgammon")),),
    "profile": (WHO,),
    "away": (WHO,),
    **dict.fromkeys(("start", "help", "rules", "settings", "join", "games", "sheet"), ()),
    **dict.fromkeys(("pause", "resume", "draw", "back"), ()),
}
"""What can follow a command; others take free text."""
FREE_TEXT = (Option("text"),)


@dataclass(frozen=True, slots=True)
class Given:
    """A command as it was given: the text of its options, and the person it names, as Discord tells of it."""

    name: str
    args: str = ""
    person: Mapping[str, Any] | None = None


def payload(names: Sequence[str], words: Words) -> list[Json]:
    """All commands, as they are registered."""
    told = {"": words(FALLBACK)} | {locale: words(language) for locale, language in OTHERS.items()}
    commands = [_slash(name, told) for name in names]
    if CHALLENGE in names:
        commands.append(_installed({"type": USER_MENU, **_named("discord.menu.challenge", told)}))
    return commands


def digest(commands: Sequence[Json], application: int) -> str:
    """Changes when the commands do, or the application they belong to."""
    text = json.dumps([application, *commands], sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def read(data: Mapping[str, Any]) -> Given:
    """The command behind an interaction's data."""
    people = (data.get("resolved") or {}).get("users") or {}
    if data.get("type") == USER_MENU:
        return Given(CHALLENGE, person=_person(data, str(data.get("target_id"))))
    texts: list[str] = []
    person = None
    for option in data.get("options") or ():
        if option.get("type") == USER_OPTION and str(option.get("value")) in people:
            person = _person(data, str(option["value"]))
        elif isinstance(option.get("value"), str):
            texts.append(option["value"])
    return Given(str(data.get("name", "")), " ".join(texts).strip()[:LONGEST_TEXT], person)


def typed_so_far(data: Mapping[str, Any]) -> str:
    """The text that is being completed."""
    for option in data.get("options") or ():
        if option.get("focused"):
            return str(option.get("value", ""))[:LONGEST_TEXT]
    return ""


def _person(data: Mapping[str, Any], number: str) -> Mapping[str, Any] | None:
    """A person as Discord tells of one, with the name that is used where the command was given."""
    resolved = data.get("resolved") or {}
    user = (resolved.get("users") or {}).get(number)
    member = (resolved.get("members") or {}).get(number) or {}
    if user is None:
        return None
    name = member.get("nick") or user.get("global_name") or user.get("username") or ""
    return {"id": number, "name": name, "bot": bool(user.get("bot"))}


def _slash(name: str, told: Mapping[str, Mapping[str, str]]) -> Json:
    command = {"type": SLASH, "name": name, **_described(f"command.{name}", told, name)}
    options = [_option(option, told) for option in OPTIONS.get(name, FREE_TEXT)]
    return _installed(command | ({"options": options} if options else {}))


def _installed(command: Json) -> Json:
    """For servers, direct messages, and as an app that a person has for himself."""
    return command | {
        "integration_types": [INSTALLED_IN_SERVER, INSTALLED_BY_USER],
        "contexts": [SERVER, DIRECT, ELSEWHERE],
    }


def _option(option: Option, told: Mapping[str, Mapping[str, str]]) -> Json:
    key = f"discord.option.{option.name}"
    shown: Json = {
        "type": USER_OPTION if option.person else TEXT_OPTION,
        "name": option.name,
        "name_localizations": {
            locale: words[key].lower()[:OPTION] for locale, words in told.items() if locale
        },
        "required": option.required,
        **_described(f"{key}_about", told, option.name),
    }
    if option.completes:
        shown["autocomplete"] = True
    if option.choices:
        shown["choices"] = [
            {"value": choice, **_named(f"discord.choice.{choice}", told)} for choice in option.choices
        ]
    if not option.person and not option.choices:
        shown["max_length"] = LONGEST_TEXT
    return shown


def _named(key: str, told: Mapping[str, Mapping[str, str]]) -> Json:
    names = {locale: cut(words[key], OPTION) for locale, words in told.items()}
    return {"name": names.pop(""), "name_localizations": names}


def _described(key: str, told: Mapping[str, Mapping[str, str]], otherwise: str) -> Json:
    texts = {locale: cut(words.get(key) or otherwise, DESCRIPTION) for locale, words in told.items()}
    return {"description": texts.pop(""), "description_localizations": texts}
