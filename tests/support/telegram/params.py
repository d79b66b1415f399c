"""A call's parameters, decoded from a query string, a form, a multipart body or JSON.

Must not know: methods. Which parameter is a number, a flag or JSON text follows from its name, so that the
stand-in also works without the description.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from tests.support.standin import Json
from tests.support.telegram.errors import bad_request

_NUMBERS = {"chat_id", "message_id", "message_thread_id", "offset", "limit", "timeout", "cache_time",
            "user_id", "max_connections", "width", "height", "duration",
            "direct_messages_topic_id"}  # fmt: skip
_FLAGS = {"disable_notification", "protect_content", "show_alert", "is_personal", "drop_pending_updates",
          "show_caption_above_media", "has_spoiler", "disable_content_type_detection", "is_big",
          "allow_paid_broadcast"}  # fmt: skip
_OBJECTS = {"reply_markup", "media", "entities", "caption_entities", "link_preview_options",
            "reply_parameters", "allowed_updates", "commands", "scope", "results", "button", "reaction",
            "message_ids",
            "suggested_post_parameters"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Upload:
    name: str
    data: bytes


@dataclass(slots=True)
class Params:
    values: Json
    uploads: dict[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str | None:
        value = self.values.get(name)
        return None if value is None else str(value)

    def need_text(self, name: str, complaint: str) -> str:
        if not (value := self.text(name)):
            raise bad_request(complaint, blame=True)
        return value

    def number(self, name: str) -> int | None:
        value = self.values.get(name)
        if value is None:
            return None
        if not isinstance(value, int):
            raise bad_request(f"{name} must be an integer", blame=True)
        return value

    def flag(self, name: str) -> bool:
        return self.values.get(name) is True

    def get(self, name: str) -> Any:
        return self.values.get(name)

    def shown(self) -> Json:
        """For the ledger: files by size only."""
        return self.values | {name: f"<{len(file.data)} bytes>" for name, file in self.uploads.items()}


async def read_params(request: web.Request) -> Params:
    params = Params({name: _decoded(name, value) for name, value in request.query.items()})
    if request.content_type == "application/json":
        body = await request.text()
        params.values |= json.loads(body) if body else {}
    elif request.content_type == "multipart/form-data":
        await _read_parts(request, params)
    else:
        form = await request.post()
        params.values |= {name: _decoded(name, str(value)) for name, value in form.items()}
    return params


async def _read_parts(request: web.Request, params: Params) -> None:
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader) or part.name is None:
            continue
        data = bytes(await part.read(decode=False))
        if part.filename is not None:
            params.uploads[part.name] = Upload(part.filename, data)
        else:
            params.values[part.name] = _decoded(part.name, data.decode())


def _decoded(name: str, text: str) -> Any:
    if name in _OBJECTS:
        try:
            return json.loads(text)
        except ValueError:
            raise bad_request(f"can't parse {name} JSON object", blame=True) from None
    if name in _NUMBERS:
        try:
            return int(text)
        except ValueError:
            return text
    if name in _FLAGS:
        return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    return text
