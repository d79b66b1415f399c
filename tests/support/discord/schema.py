"""Checks request bodies against Discord's OpenAPI document with plain jsonschema.

Objects are closed (a misspelt field must not pass), and the document is loosened in exactly the three points
where real Discord takes more than it says: ids may be integers (discord.py sends them so for uploads,
replies, mentions and recipients), commands may have `nsfw`, edits may have `tts`. Without the document every
check passes. Must not know: what the document leaves to prose.
"""

import copy
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
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
    return strict


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
def _validator(method: str, template: str) -> Draft202012Validator | None:
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
    return Draft202012Validator({"$ref": reference}, registry=registry)


def body_problems(method: str, template: str, body: Any) -> list[str]:
    """Sentences about what in `body` the document does not allow; `template` is a path of the document."""
    validator = _validator(method, template)
    if validator is None or validator.is_valid(body):
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
