"""Checks request bodies against Discord's OpenAPI document with plain jsonschema.

Objects are closed (a misspelt field must not pass), and the document is loosened in exactly the three points
where real Discord takes more than it says: ids may be integers (discord.py sends them so for uploads,
replies, mentions and recipients), commands may have `nsfw`, edits may have `tts`. Without the document every
check passes. Must not know: what the document leaves to prose.
"""

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.support.standin import Json
from tests.support.standin.specs import load_spec

FILE = "discord-openapi.json.gz"
_URI = "urn:discord"
_COMMANDS = (
    "ApplicationCommandCreateRequest",
    "ApplicationCommandUpdateRequest",
    "ApplicationCommandPatchRequestPartial",
)
_EDITS = (
    "MessageEditRequestPartial",
    "IncomingWebhookUpdateRequestPartial",
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial",
)


@cache
def document() -> Json | None:
    """The loosened document with closed objects, or None where there is none."""
    raw = load_spec(FILE)
    if raw is None:
        return None
    strict: Json = copy.deepcopy(raw)
    schemas = strict["components"]["schemas"]
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer", "minimum": 0}]}
    for name in _COMMANDS:
        schemas[name]["properties"]["nsfw"] = {"type": ["boolean", "null"]}
    for name in _EDITS:
        schemas[name]["properties"]["tts"] = {"type": ["boolean", "null"]}
    for schema in schemas.values():
        _close(schema)
    _by_type(strict, schemas)
    return strict


def _by_type(schema: Any, schemas: Json) -> None:
    """Unions whose branches differ in `type` become a table, unions of constants a list.

    Both say the same as before, but are checked in a tenth of the time and fail with one clear error.
    """
    if isinstance(schema, list):
        for inner in schema:
            _by_type(inner, schemas)
    elif isinstance(schema, dict):
        for inner in schema.values():
            _by_type(inner, schemas)
        branches = schema.get("oneOf")
        if isinstance(branches, list) and all("const" in branch for branch in branches):
            schema["enum"] = [branch["const"] for branch in schema.pop("oneOf")]
        table = _type_table(schema.get("oneOf"), schemas)
        if table:
            del schema["oneOf"]
            schema["x-by-type"] = table


def _type_table(branches: Any, schemas: Json) -> dict[Any, Json]:
    """From each value of `type` to its branch; empty where that does not tell the branches apart."""
    table: dict[Any, Json] = {}
    for branch in branches if isinstance(branches, list) else []:
        name = str(branch.get("$ref", "")).rpartition("/")[2]
        values = schemas.get(name, {}).get("properties", {}).get("type", {}).get("enum")
        if not values or set(values) & set(table):
            return {}
        table |= dict.fromkeys(values, branch)
    return table


def _check_by_type(
    validator: Any, table: dict[Any, Json], instance: Any, schema: Json
) -> Iterator[ValidationError]:
    if not isinstance(instance, dict) or instance.get("type") not in table:
        yield ValidationError(f"no object with a type of {list(table)}")
        return
    yield from validator.descend(instance, table[instance["type"]])


_Validator: Any = extend(Draft202012Validator, {"x-by-type": _check_by_type})  # type: ignore[no-untyped-call]


def _close(schema: Any) -> None:
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            schema.setdefault("additionalProperties", False)
        for inner in schema.values():
            _close(inner)
    elif isinstance(schema, list):
        for inner in schema:
            _close(inner)


@cache
def _validator(method: str, template: str) -> Any:
    whole = document()
    if whole is None:
        return None
    operation = whole["paths"].get(template, {}).get(method.lower(), {})
    if "application/json" not in operation.get("requestBody", {}).get("content", {}):
        return None
    resource: Resource[Any] = Resource.from_contents(whole, default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resource(_URI, resource)
    path = template.replace("~", "~0").replace("/", "~1")
    reference = f"{_URI}#/paths/{path}/{method.lower()}/requestBody/content/application~1json/schema"
    return _Validator({"$ref": reference}, registry=registry)


def body_problems(method: str, template: str, body: Any) -> list[str]:
    """Sentences about what in `body` the document does not allow; `template` is a path of the document."""
    validator = _validator(method, template)
    if validator is None:
        return []
    return [_readable(error) for error in validator.iter_errors(body)]


def _readable(error: ValidationError) -> str:
    """The deepest error in the branch of a union whose `type` fits."""
    while error.context:
        branches: dict[object, list[ValidationError]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)
        fitting = [errors for errors in branches.values() if not any(map(_is_about_type, errors))]
        error = max((fitting or list(branches.values()))[0], key=lambda inner: len(inner.absolute_path))
    where = ".".join(str(part) for part in error.absolute_path)
    text = error.message  # quotes the value first and ends with what is wrong
    return f"{where}: {text if len(text) < 200 else f'{text[:90]} … {text[-90:]}'}"


def _is_about_type(error: ValidationError) -> bool:
    return list(error.path) == ["type"] or (error.validator == "type" and not error.path)
