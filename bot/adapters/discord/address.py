"""Chats and messages of the port as Discord's numbers, and back.

A chat is a channel. A thread that the bot opened for a table belongs to the chat of its channel: its messages
are called ``<thread>/<message>`` there. Any other thread is a chat of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.app.ports import Chat, ChatClosed, MessageGone, MessageRef

PLATFORM = "discord"


@dataclass(frozen=True, slots=True)
class Address:
    """A message: the channel or thread where it stands, and its own number."""

    channel: int
    message: int


def channel_of(chat: Chat) -> int:
    """The channel's number. Raises ``ChatClosed``."""
    if chat.platform != PLATFORM or not _is_number(chat.chat):
        raise ChatClosed(f"Discord has no channel {chat.chat!r}")
    return int(chat.chat)


def ref_of(chat: Chat, where: Address) -> MessageRef:
    """The message in the words of the port."""
    message = str(where.message)
    return MessageRef(chat, message if where.channel == channel_of(chat) else f"{where.channel}/{message}")


def address_of(ref: MessageRef) -> Address:
    """Where the message stands. Raises ``ChatClosed`` or ``MessageGone``."""
    channel = channel_of(ref.chat)
    thread, slash, message = ref.message.rpartition("/")
    if not _is_number(message) or (slash and not _is_number(thread)):
        raise MessageGone(ref.message[:60])
    return Address(int(thread) if slash else channel, int(message))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 20
