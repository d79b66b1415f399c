"""Telegram's limits that its description holds only in prose, or not at all.

Sources: the Bot API page (S), the public server's source (L), python-telegram-bot's constants (P). Must not
know: chats and their state.
"""

import io
import json
import re
from typing import Any

from PIL import Image, UnidentifiedImageError

from tests.support.standin import Json
from tests.support.telegram.entities import parse_html, utf16
from tests.support.telegram.errors import Refusal, bad_request

TEXT = 4096  # S, after entity parsing
CAPTION = 1024  # S
ENTITIES = 100  # S
BUTTONS, ROW = 100, 8  # P
CALLBACK_DATA = 64  # S, bytes
CALLBACK_ANSWER = 200  # S
PHOTO_BYTES = 10_000_000  # S, the stricter reading of "10 MB"
FILE_BYTES = 50_000_000  # S
PHOTO_SIDES, PHOTO_RATIO = 10_000, 20  # S
COMMANDS = 100  # S
COMMAND = re.compile(r"[a-z0-9_]{1,32}")  # S
LANGUAGE = re.compile(r"(?:[a-z]{2})?")  # S
START = re.compile(r"[A-Za-z0-9_-]{1,64}")  # S, the payload of a deep link
_TARGETS = ("url", "callback_data", "web_app", "login_url", "switch_inline_query", "copy_text",
            "pay", "switch_inline_query_current_chat",
            "switch_inline_query_chosen_chat", "callback_game")  # fmt: skip


def formatted(text: str, mode: str | None, entities: list[Json] | None, limit: int) -> tuple[str, list[Json]]:
    """Plain text and entities within the limits, or a `Refusal`."""
    what = "message" if limit == TEXT else "message caption"
    if any(0xD800 <= ord(character) <= 0xDFFF for character in text):
        raise bad_request("strings must be encoded in UTF-8", blame=True)
    if mode is None:
        plain, found = text.strip(), entities or []
    elif mode.lower() == "html":
        plain, found = parse_html(text)
    else:
        raise bad_request(f"unsupported parse_mode {mode} (this stand-in reads HTML only)", blame=True)
    if utf16(plain) > limit:
        raise bad_request(f"{what} is too long", blame=True)
    if len(found) > ENTITIES:
        raise bad_request(f"more than {ENTITIES} entities", blame=True)
    return plain, found


def keyboard(markup: Any) -> Json | None:
    """A checked copy of a reply markup; an empty inline keyboard counts as none."""
    if markup is None:
        return None
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup", blame=True)
    rows = markup.get("inline_keyboard")
    if rows is None:
        return markup
    if any(len(row) > ROW for row in rows) or sum(len(row) for row in rows) > BUTTONS:
        raise bad_request("reply markup is too long", blame=True)
    for row in rows:
        for button in row:
            _button(button)
    if len(json.dumps(markup, ensure_ascii=False).encode()) > 10_240:  # L
        raise bad_request("reply markup is too long", blame=True)
    kept = [row for row in rows if row]
    return {"inline_keyboard": kept} if kept else None


def _button(button: Json) -> None:
    if not str(button.get("text", "")).strip():
        raise bad_request("can't parse inline keyboard button: Text must be non-empty", blame=True)
    targets = [name for name in _TARGETS if name in button]
    if not targets:
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
            blame=True,
        )
    if len(targets) > 1:
        raise bad_request(f"inline keyboard button has {' and '.join(targets)}", blame=True)
    if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= CALLBACK_DATA:
        raise bad_request("BUTTON_DATA_INVALID", blame=True)
    if "url" in button and not re.match(r"(?:https?|tg|ton)://\S+\Z|[\w.-]+\.\w+", button["url"]):
        raise bad_request("inline keyboard button URL is invalid: Wrong HTTP URL", blame=True)


def photo_size(data: bytes) -> tuple[int, int]:
    """Width and height of an upload as photo; a `Refusal` if Telegram would not take it."""
    if len(data) > PHOTO_BYTES:
        raise Refusal(413, "Request Entity Too Large", blame=True)
    try:
        with Image.open(io.BytesIO(data)) as picture:
            width, height = picture.size
            picture.verify()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        raise bad_request("IMAGE_PROCESS_FAILED", blame=True) from None
    if width + height > PHOTO_SIDES or max(width, height) > PHOTO_RATIO * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS", blame=True)
    return width, height


def file_size(data: bytes) -> int:
    if not data:
        raise bad_request("file must be non-empty", blame=True)
    if len(data) > FILE_BYTES:
        raise Refusal(413, "Request Entity Too Large", blame=True)
    return len(data)
