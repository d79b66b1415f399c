"""Messages: what Discord keeps of them, what the API shows, and what a person reads on his screen.

Must not know: HTTP; who may send what where.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.support.discord.snowflakes import born
from tests.support.discord.world import Channel, User, timestamp
from tests.support.standin import Json

EPHEMERAL, LOADING, V2 = 1 << 6, 1 << 7, 1 << 15
ROW, BUTTON, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, CONTAINER = 1, 2, 9, 10, 11, 12, 13, 17
SELECTS = (3, 5, 6, 7, 8)


def walk(components: list[Json]) -> Iterator[Json]:
    """Each component, outside in, in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for single in ("accessory", "component"):
            if component.get(single):
                yield from walk([component[single]])


@dataclass(slots=True, eq=False)
class Attachment:
    id: int
    filename: str
    data: bytes
    url: str
    description: str | None = None
    size: tuple[int, int] | None = None

    def json(self) -> Json:
        shown: Json = {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }
        if self.description:
            shown["description"] = self.description
        if self.size:
            shown |= {"width": self.size[0], "height": self.size[1]}
        return shown

    @property
    def content_type(self) -> str:
        ending = self.filename.rpartition(".")[2].lower()
        images = {"png": "image/png", "gif": "image/gif", "jpg": "image/jpeg", "webp": "image/webp"}
        return images.get(ending, "application/octet-stream")


@dataclass(slots=True, eq=False)
class Message:
    id: int
    channel: Channel
    author: User
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    kind: int = 0
    ephemeral_to: User | None = None
    by_interaction: int | None = None
    reply_to: int | None = None
    edited: float | None = None
    edits: int = 0
    deleted: bool = False
    nonce: str | None = None
    mentions: list[User] = field(default_factory=list)
    mentions_everyone: bool = False
    thread: Channel | None = None

    # What a person sees

    @property
    def loading(self) -> bool:
        """The bot "is thinking"."""
        return bool(self.flags & LOADING)

    @property
    def text(self) -> str:
        """All text in reading order: content, embeds, text displays."""
        parts = [self.content]
        for embed in self.embeds:
            parts += [embed.get("title") or "", embed.get("description") or ""]
            parts += [f"{part['name']}: {part['value']}" for part in embed.get("fields") or []]
        parts += [component["content"] for component in walk(self.components) if component["type"] == TEXT]
        return "\n".join(part for part in parts if part)

    @property
    def labels(self) -> list[list[str]]:
        """The buttons, row by row."""
        rows = [component for component in walk(self.components) if component["type"] == ROW]
        named = [[_label(item) for item in row["components"] if item["type"] == BUTTON] for row in rows]
        return [row for row in named if row]

    @property
    def buttons(self) -> list[Json]:
        return [component for component in walk(self.components) if component["type"] == BUTTON]

    @property
    def selects(self) -> list[Json]:
        return [component for component in walk(self.components) if component["type"] in SELECTS]

    @property
    def pictures(self) -> list[bytes]:
        """The pictures that the client draws; with components v2 only those that a component shows."""
        if not self.flags & V2:
            return [attachment.data for attachment in self.attachments]
        shown = [str(media.get("attachment_id")) for media in self._media()]
        by_id = {str(attachment.id): attachment.data for attachment in self.attachments}
        return [by_id[number] for number in shown if number in by_id]

    @property
    def picture(self) -> bytes | None:
        return next(iter(self.pictures), None)

    @property
    def descriptions(self) -> list[str]:
        """The pictures' text alternatives."""
        gallery = [item for c in walk(self.components) if c["type"] == GALLERY for item in c["items"]]
        found = [item.get("description") for item in gallery]
        found += [attachment.description for attachment in self.attachments]
        return [text for text in found if text]

    def _media(self) -> Iterator[Json]:
        for component in walk(self.components):
            for item in component.get("items") or []:
                yield item["media"]
            if component["type"] == THUMBNAIL:
                yield component["media"]

    # What the API shows

    def json(self) -> Json:
        shown: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.json(),
            "content": self.content,
            "timestamp": timestamp(born(self.id)),
            "edited_timestamp": timestamp(self.edited) if self.edited else None,
            "tts": False,
            "mention_everyone": self.mentions_everyone,
            "mentions": [user.json() for user in self.mentions],
            "mention_roles": [],
            "attachments": [attachment.json() for attachment in self.attachments],
            "embeds": self.embeds,
            "components": self.components,
            "pinned": False,
            "type": self.kind,
            "flags": self.flags,
        }
        if self.author.is_bot:
            shown["application_id"] = str(self.author.id)
        if self.by_interaction is not None:
            shown["webhook_id"] = str(self.author.id)
        if self.nonce is not None:
            shown["nonce"] = self.nonce
        if self.reply_to is not None:
            shown["message_reference"] = {
                "type": 0,
                "message_id": str(self.reply_to),
                "channel_id": str(self.channel.id),
            }
        if self.thread is not None:
            shown["thread"] = self.thread.json()
        return shown


def _label(button: Json) -> str:
    return str(button.get("label") or (button.get("emoji") or {}).get("name") or "")
