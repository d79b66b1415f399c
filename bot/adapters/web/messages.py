"""Screens and lines as the page gets them: plain JSON objects, the same on the wire and in the history.

Everything is text here; the page never makes markup of it.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.adapters.web.history import Record
from bot.app.ports import Outgoing
from bot.app.screen import Button, Rows

Body = Mapping[str, object]

_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat. ``number`` orders messages, ``change`` counts the changes of the whole chat: a
    page that has seen change n misses the messages with a greater one. ``live``: it has buttons.
    """

    number: int
    change: int
    dedup: str
    body: Body

    @property
    def live(self) -> bool:
        return bool(self.body.get("rows"))

    @property
    def retired(self) -> bool:
        """Whether a newer board has taken its place."""
        return bool(self.body.get("retired"))

    def wire(self) -> dict[str, object]:
        """As the page gets it."""
        return {"id": self.number, "change": self.change, **self.body}

    def record(self, chat: str) -> Record:
        """As the history keeps it."""
        return Record(chat, self.number, self.dedup, json.dumps(self.body, ensure_ascii=False))


def from_record(record: Record) -> Message:
    """A message that the history gave back."""
    return Message(record.number, 0, record.dedup, json.loads(record.body))


def line_body(text: str, external_id: str, name: str, at: int) -> Body:
    """What somebody wrote."""
    return {"at": at, "by": {"id": external_id, "name": name}, "text": text}


def screen_body(message: Outgoing, at: int, picture: str | None, files: list[dict[str, str]]) -> Body:
    """A screen; ``picture`` is the name under which its PNG is served."""
    screen = message.screen
    body: dict[str, object] = {"at": at, "headline": screen.headline, "lines": list(screen.lines)}
    optional: dict[str, object] = {
        "fixed": list(screen.fixed),
        "rows": rows_body(screen.rows),
        "alt": screen.alt,
        "picture": picture_body(picture, message.png) if picture and message.png else None,
        "files": files,
        "mentions": [mention.external_id for mention in message.mentions],
        "names": {mention.external_id: mention.name for mention in message.mentions},
        "players": list(message.players),
        "quiet": screen.quiet,
    }
    return body | {key: value for key, value in optional.items() if value}


def rows_body(rows: Rows) -> list[list[dict[str, str]]]:
    """Rows of buttons; a link that is not a web address or a place of the page is left out."""
    drawn = [[_button_body(button) for button in row if _harmless(button.link)] for row in rows]
    return [row for row in drawn if row]


def picture_body(name: str, png: bytes) -> dict[str, object]:
    """A picture's name and size in pixels, so that the page can reserve its place."""
    width, height = png_size(png)
    return {"name": name, "width": width, "height": height}


def png_size(png: bytes) -> tuple[int, int]:
    """Width and height from a PNG's header. Raises ``ValueError`` for anything else."""
    if len(png) < 24 or not png.startswith(_PNG):
        raise ValueError(f"not a PNG: it begins with {png[:8]!r}")
    width, height = struct.unpack(">II", png[16:24])
    return int(width), int(height)


def retired(body: Body) -> Body:
    """The message when a newer one has taken its place: it calls nobody any more."""
    return {key: value for key, value in body.items() if key != "mentions"} | {"retired": True}


def stripped(body: Body) -> Body:
    """The same without its buttons."""
    return {key: value for key, value in retired(body).items() if key != "rows"}


def called(body: Body) -> Body:
    """Whom a message calls, and whose board it is."""
    return {key: body[key] for key in ("mentions", "names", "players") if key in body}


def _button_body(button: Button) -> dict[str, str]:
    body = {"label": button.label, "tone": button.tone.value}
    return body | ({"link": button.link} if button.link is not None else {"press": button.press})


def _harmless(link: str | None) -> bool:
    return link is None or link.startswith("#") or urlsplit(link).scheme in ("https", "http", "tg")
