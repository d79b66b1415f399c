"""Checks calls, answers and updates against the published machine-readable Bot API description.

Must not know: what is only in the description's prose (lengths, counts, states); `limits.py` has that.
Without the description's file every check passes.
"""

import re
from typing import Any

from tests.support.standin import Json
from tests.support.standin.specs import load_spec

FILE = "telegram-bot-api.json.gz"
_CONSTANT = re.compile(r"(?:must be|always) [\"“”]?([a-z0-9_]+)[\"“”]?\.?$")
_SCALARS = {"Integer": int, "String": str, "Boolean": bool, "True": bool}


class Description:
    def __init__(self, *, used: bool = True) -> None:
        self.document = load_spec(FILE) if used else None

    def call(self, method: str, values: Json, uploads: set[str]) -> list[str]:
        """Problems of a call: `values` are decoded parameters, `uploads` the names of file parts."""
        if self.document is None:
            return []
        known = self.document["methods"].get(method)
        if known is None:
            return [f"unknown method {method}"]
        fields = {field["name"]: field for field in known.get("fields", [])}
        problems = [f"missing parameter {name}" for name, field in fields.items() if field["required"]
                    and name not in values and name not in uploads]  # fmt: skip
        for name, value in values.items():
            if name not in fields:
                problems.append(f"unknown parameter {name}")
            else:
                problems += self._any(fields[name]["types"], value, name)
        named = {value.removeprefix("attach://") for value in _attachments(values)}
        problems += [f"file part {name} is not used" for name in uploads - set(fields) - named]
        problems += [f"attach://{name} without a file part" for name in named - uploads]
        return problems

    def value(self, type_name: str, value: Any, where: str = "") -> list[str]:
        """Problems of one of our own objects, for example an Update."""
        return [] if self.document is None else self._one(type_name, value, where or type_name)

    def result(self, method: str, value: Any) -> list[str]:
        if self.document is None or method not in self.document["methods"]:
            return []
        return self._any(self.document["methods"][method]["returns"], value, "result")

    def _any(self, types: list[str], value: Any, where: str) -> list[str]:
        attempts = [self._one(name, value, where) for name in types]
        return min(attempts, key=len)

    def _one(self, name: str, value: Any, where: str) -> list[str]:
        if name.startswith("Array of "):
            if not isinstance(value, list):
                return [f"{where}: not a list"]
            inner = name.removeprefix("Array of ")
            return [p for i, item in enumerate(value) for p in self._one(inner, item, f"{where}[{i}]")]
        if name == "Float":
            return (
                []
                if isinstance(value, int | float) and not isinstance(value, bool)
                else [f"{where}: not a number"]
            )
        if name in _SCALARS:
            right = type(value) is _SCALARS[name]
            return [] if right else [f"{where}: {value!r:.60} is not {name}"]
        if name == "InputFile":
            return [f"{where}: not a file"]
        return self._object(name, value, where)

    def _object(self, name: str, value: Any, where: str) -> list[str]:
        assert self.document is not None
        known = self.document["types"][name]
        if not isinstance(value, dict):
            return [f"{where}: not an object of type {name}"]
        if subtypes := known.get("subtypes"):
            attempts = [self._object(subtype, value, where) for subtype in subtypes]
            return min(attempts, key=len)
        problems = []
        fields = {field["name"]: field for field in known.get("fields", [])}
        for key, field in fields.items():
            if field["required"] and key not in value:
                problems.append(f"{where}.{key} is missing ({name})")
            constant = _CONSTANT.search(field["description"]) if key in value else None
            if constant and field["required"] and value[key] != constant.group(1):
                # A wrong discriminator outweighs all else: a union's best attempt is the right branch.
                problems += [f"{where}.{key} is {value[key]!r}, not {constant.group(1)}"] * 20
        for key, inner in value.items():
            if key in fields:
                problems += self._any(fields[key]["types"], inner, f"{where}.{key}")
            else:
                problems.append(f"{where}.{key} is unknown ({name})")
        return problems


def _attachments(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if value.startswith("attach://") else []
    if isinstance(value, dict):
        return [name for inner in value.values() for name in _attachments(inner)]
    if isinstance(value, list):
        return [name for inner in value for name in _attachments(inner)]
    return []
