"""What Discord's client makes of typed options, presses and forms before the bot hears of them.

It refuses (AssertionError: a test's mistake) what the client refuses: unknown options, missing required ones,
disabled buttons. Must not know: the gateway, deadlines.
"""

from collections.abc import Callable
from typing import Any, Protocol

from tests.support.discord.commands import GROUP, SUBCOMMAND
from tests.support.discord.messages import ROW, Message, walk
from tests.support.discord.world import Guild, User
from tests.support.standin import Json

STRING, INTEGER, BOOLEAN, USER = 3, 4, 5, 6


class HasUser(Protocol):
    @property
    def user(self) -> User: ...


def command_data(
    command: Json, path: list[str], options: Json, guild: Guild | None, focused: str | None
) -> Json:
    """The `data` of a command; `path` holds the names of group and subcommand."""
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    resolved: Json = {}
    data["options"] = _options(command.get("options") or [], path, options, guild, resolved, focused)
    if resolved:
        data["resolved"] = resolved
    return data


def _options(
    known: list[Json], path: list[str], given: Json, guild: Guild | None, resolved: Json, focused: str | None
) -> list[Json]:
    if path:
        part = next((option for option in known if option["name"] == path[0]), None)
        assert part is not None, f"no subcommand {path[0]}"
        assert part["type"] in (SUBCOMMAND, GROUP), f"no subcommand {path[0]}"
        inner = _options(part.get("options") or [], path[1:], given, guild, resolved, focused)
        return [{"name": part["name"], "type": part["type"], "options": inner}]
    by_name = {option["name"]: option for option in known}
    assert set(given) <= set(by_name), (
        f"unknown options {set(given) - set(by_name)}; there are {list(by_name)}"
    )
    missing = {name for name, option in by_name.items() if option.get("required")} - set(given)
    assert focused is not None or not missing, f"required options {missing} are missing"
    return [_option(by_name[name], value, guild, resolved, focused == name) for name, value in given.items()]


def _option(option: Json, value: Any, guild: Guild | None, resolved: Json, is_focused: bool) -> Json:
    kind = option["type"]
    filled: Json = {"name": option["name"], "type": kind}
    if is_focused:
        return filled | {"value": value, "focused": True}
    if kind == USER:
        resolve_user(value.user, guild, resolved)
        return filled | {"value": str(value.user.id)}
    wanted = {STRING: str, INTEGER: int, BOOLEAN: bool}.get(kind, (int, float))
    assert isinstance(value, wanted), f"{option['name']} takes {wanted}"
    choices = [choice["value"] for choice in option.get("choices") or []]
    assert not choices or value in choices, f"{option['name']} is one of {choices}"
    if kind == INTEGER:
        assert option.get("min_value", value) <= value <= option.get("max_value", value), "out of range"
    if kind == STRING:
        longest = option.get("max_length") or 6000
        assert (option.get("min_length") or 0) <= len(str(value)) <= longest, "too short or too long"
    return filled | {"value": value}


def resolve_user(user: User, guild: Guild | None, resolved: Json) -> None:
    resolved.setdefault("users", {})[str(user.id)] = user.json()
    member = guild.members.get(user.id) if guild else None
    if guild is not None and member is not None:
        shown = {key: part for key, part in member.json().items() if key not in ("user", "deaf", "mute")}
        resolved.setdefault("members", {})[str(user.id)] = shown | {"permissions": str(guild.base(user))}


def find_button(message: Message, button: str) -> Json:
    """By label, emoji name or custom id."""
    for reads in (_label, _custom_id):
        for component in message.buttons:
            if reads(component) == button:
                assert not component.get("disabled"), f"the button {button!r} is disabled"
                assert component.get("custom_id"), f"the button {button!r} is a link"
                return component
    raise AssertionError(f"no button {button!r} among {message.labels} on {message.text!r}")


def _label(component: Json) -> str:
    return str(component.get("label") or (component.get("emoji") or {}).get("name") or "")


def _custom_id(component: Json) -> str:
    return str(component.get("custom_id") or "")


def find_select(message: Message, placeholder: str | None) -> Json:
    for select in message.selects:
        if placeholder in (None, select.get("placeholder"), select["custom_id"]):
            assert not select.get("disabled"), "the select is disabled"
            return select
    raise AssertionError(f"no select {placeholder!r} on {message.text!r}")


def option_values(select: Json, picked: tuple[str, ...]) -> list[str]:
    """Labels (or values) of options, as values."""
    by_label = {option["label"]: option["value"] for option in select.get("options") or []}
    values = [by_label.get(name, name) for name in picked]
    assert set(values) <= set(by_label.values()), f"{picked} not among {list(by_label)}"
    assert (select.get("min_values") or 0) <= len(values) <= (select.get("max_values") or 1), (
        "too few or too many"
    )
    return values


def modal_data(modal: Json, filled: Json, number: Callable[[], int]) -> Json:
    """A submitted form; fields are named by custom id or by label."""
    used: set[str] = set()
    parts = []
    for part in modal["components"]:
        if part["type"] == ROW:
            inner = [_field(field, field.get("label"), filled, used, number) for field in part["components"]]
            parts.append({"type": ROW, "id": number(), "components": inner})
        elif part["type"] == 18:
            field = _field(part["component"], part.get("label"), filled, used, number)
            parts.append({"type": 18, "id": number(), "component": field})
    assert set(filled) == used, f"no such fields: {set(filled) - used}"
    return {"custom_id": modal["custom_id"], "components": parts}


def _field(field: Json, label: str | None, filled: Json, used: set[str], number: Callable[[], int]) -> Json:
    name = next((key for key in (field["custom_id"], label) if key in filled), None)
    value = filled[name] if name is not None else field.get("value") or ""
    if name is not None:
        used.add(name)
    shown: Json = {"type": field["type"], "id": number(), "custom_id": field["custom_id"]}
    if field["type"] != 4:
        return shown | {"values": [value] if isinstance(value, str) else list(value)}
    assert not field.get("required", True) or value, f"{label} is required"
    assert (field.get("min_length") or 0) <= len(value) <= (field.get("max_length") or 4000), (
        f"{label}: length"
    )
    return shown | {"value": value}


def contains_custom_id(message: Message, custom_id: str) -> bool:
    return any(component.get("custom_id") == custom_id for component in walk(message.components))
