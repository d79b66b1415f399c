"""Addresses of the page's chats: rooms by name, and each person's direct chat with the bot.

On the wire a room is ``room:<name>`` and a person's own direct chat is ``direct``; inside, the direct chat
carries the person's id, so that nobody can name another's.
"""

from __future__ import annotations

import re
import unicodedata

from bot.app.ports import Chat

PLATFORM = "web"
LOUNGE = "room:lounge"
DIRECT = "direct"

_ROOM = re.compile(r"room:[\w-]{1,32}")
_OWN = re.compile(r"direct:[0-9a-f]{32}")


def inside(wire: str, external_id: str) -> str | None:
    """The address of a chat that this person names on the wire, None if there can be none."""
    if wire == DIRECT:
        return f"direct:{external_id}"
    address = unicodedata.normalize("NFKC", wire).casefold()
    return address if _ROOM.fullmatch(address) else None


def on_the_wire(address: str) -> str:
    """How a page that may see the chat calls it."""
    return DIRECT if address.startswith("direct:") else address


def is_address(address: str) -> bool:
    """Whether a chat of this platform can have this address."""
    return bool(_ROOM.fullmatch(address) or _OWN.fullmatch(address))


def chat_of(address: str) -> Chat:
    """The neutral chat at an address."""
    return Chat(PLATFORM, address, private=address.startswith("direct:"))


def link_to(chat: Chat) -> str | None:
    """A link that opens the chat on the page."""
    if chat.platform != PLATFORM or not is_address(chat.chat):
        return None
    return f"#room={chat.chat.removeprefix('room:')}" if chat.chat.startswith("room:") else "#direct"
