"""A request body and its files become the content of a message, or of an edited one.

Must not know: who may send it where; interactions.
"""

import copy
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PIL import Image

from tests.support.discord import limits
from tests.support.discord.errors import invalid
from tests.support.discord.messages import FILE, GALLERY, TEXT, THUMBNAIL, V2, Attachment, Message, walk
from tests.support.standin import Json

_USER = re.compile(r"<@!?(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


@dataclass(frozen=True, slots=True)
class Upload:
    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Draft:
    content: str
    embeds: list[Json]
    components: list[Json]
    attachments: list[Attachment]
    flags: int
    mentions: list[int]
    mentions_everyone: bool

    def fill(self, message: Message, users: dict[int, Any]) -> None:
        message.content, message.embeds, message.components = self.content, self.embeds, self.components
        message.attachments, message.flags = self.attachments, self.flags
        message.mentions = [users[number] for number in self.mentions if number in users]
        message.mentions_everyone = self.mentions_everyone


class Composer:
    def __init__(
        self, new_id: Callable[[], int], url: Callable[[int, str], str], complain: Callable[[str], None]
    ) -> None:
        self._new_id = new_id
        self._url = url
        self._complain = complain

    def compose(
        self, body: Json, uploads: dict[int, Upload], old: Message | None = None, *, flags: int = 0
    ) -> Draft:
        """What the message is after the call; fields that an edit leaves out stay. Raises `Refusal`."""
        limits.check_files([len(upload.data) for upload in uploads.values()])
        flags = self._flags(body, old) | flags
        content = self._pick(body, "content", old.content if old else "", "")
        embeds = self._pick(body, "embeds", old.embeds if old else [], [])
        components = copy.deepcopy(self._pick(body, "components", old.components if old else [], []))
        attachments = self._attachments(body, uploads, old)
        for field in ("poll", "sticker_ids"):
            if body.get(field) and flags & V2:
                raise invalid(field, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
        limits.check_message(content, embeds, components, flags, len(attachments))
        self._number(components)
        used = self._resolve(components, embeds, attachments)
        if flags & V2:
            for attachment in attachments:
                if attachment.id not in used:
                    self._complain(f"no component shows the attachment {attachment.filename}")
        mentions, everyone = _mentions(body, content, components)
        return Draft(content, embeds, components, attachments, flags, mentions, everyone)

    @staticmethod
    def _pick(body: Json, name: str, old: Any, empty: Any) -> Any:
        return (body[name] or empty) if name in body else old

    @staticmethod
    def _flags(body: Json, old: Message | None) -> int:
        given = body.get("flags")
        before = old.flags if old else 0
        if given is None:
            return before
        if before & V2 and not given & V2:
            raise invalid("flags", "the flag IS_COMPONENTS_V2 cannot be taken off")
        # An edit can set the v2 flag; ephemeral is decided by the first answer.
        return int(given) if old is None else before | (int(given) & (V2 | 1 << 2))

    def _attachments(self, body: Json, uploads: dict[int, Upload], old: Message | None) -> list[Attachment]:
        existing = {str(attachment.id): attachment for attachment in old.attachments} if old else {}
        listed = body.get("attachments")
        if listed is None:
            return [*existing.values(), *(self._new(upload, {}) for upload in uploads.values())]
        kept: list[Attachment] = []
        taken: set[int] = set()
        for entry in listed:
            name = str(entry["id"])
            if name in existing:
                kept.append(existing[name])
            elif name.isdecimal() and int(name) in uploads and int(name) not in taken:
                taken.add(int(name))
                kept.append(self._new(uploads[int(name)], entry))
            else:
                raise invalid("attachments", f"unknown attachment {name}")
        if missing := set(uploads) - taken:
            raise invalid("attachments", f"files {sorted(missing)} are not listed")
        names = [attachment.filename for attachment in kept]
        if len(set(names)) != len(names):
            self._complain(f"two attachments of one name: {names}")
        return kept

    def _new(self, upload: Upload, entry: Json) -> Attachment:
        number = self._new_id()
        filename = entry.get("filename") or upload.filename
        size = _size(upload.data)
        if size is None and filename.lower().endswith((".png", ".gif", ".jpg", ".webp")):
            self._complain(f"{filename} is not a picture")
        return Attachment(
            number, filename, upload.data, self._url(number, filename), entry.get("description"), size
        )

    @staticmethod
    def _number(components: list[Json]) -> None:
        """Gives each component an id, as Discord does."""
        used = {component["id"] for component in walk(components) if component.get("id")}
        free = (number for number in range(1, 1000) if number not in used)
        for component in walk(components):
            if not component.get("id"):
                component["id"] = next(free)

    def _resolve(self, components: list[Json], embeds: list[Json], attachments: list[Attachment]) -> set[int]:
        """attachment:// becomes an address; the ids of the attachments that are shown."""
        by_name = {attachment.filename: attachment for attachment in attachments}
        used: set[int] = set()
        media = [item["media"] for c in walk(components) if c["type"] == GALLERY for item in c["items"]]
        media += [c["media"] for c in walk(components) if c["type"] == THUMBNAIL]
        media += [c["file"] for c in walk(components) if c["type"] == FILE]
        media += [embed[key] for embed in embeds for key in ("image", "thumbnail") if embed.get(key)]
        for item in media:
            address = item["url"]
            if address.startswith("attachment://"):
                known = by_name.get(address.removeprefix("attachment://"))
                if known is None:
                    raise invalid(
                        "components", f"UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND: {address}"
                    )
                item |= {"url": known.url, "attachment_id": str(known.id)}
            else:
                known = next((attachment for attachment in attachments if attachment.url == address), None)
            if known is not None:
                used.add(known.id)
                item |= {"proxy_url": known.url, "content_type": known.content_type, "loading_state": 2}
                if known.size:
                    item |= {"width": known.size[0], "height": known.size[1]}
        return used


def _mentions(body: Json, content: str, components: list[Json]) -> tuple[list[int], bool]:
    """Who is pinged, by id, and whether everybody is."""
    texts = [content, *(component["content"] for component in walk(components) if component["type"] == TEXT)]
    allowed = body.get("allowed_mentions")
    parse = ["users", "everyone"] if allowed is None else allowed.get("parse") or []
    named = {int(number) for text in texts for number in _USER.findall(text)}
    if "users" not in parse:
        named &= {int(number) for number in (allowed or {}).get("users") or []}
    everyone = "everyone" in parse and any(_EVERYONE.search(text) for text in texts)
    return sorted(named), everyone


def _size(data: bytes) -> tuple[int, int] | None:
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except OSError:
        return None
