"""What goes wrong when Telegram is called, as the errors that the sender of boards knows.

In the library a BadRequest is a NetworkError too: it must be asked for first. Whether a request had left is
read from the cause that httpx gives: a connection that was never made is not ambiguous.
"""

from __future__ import annotations

from datetime import timedelta

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.adapters.telegram.chats import PLATFORM
from bot.adapters.telegram.limiter import Limiter
from bot.app.ports import (
    Ambiguous,
    Chat,
    ChatClosed,
    ChatMoved,
    Delayed,
    DeliveryError,
    MessageGone,
    Rejected,
)

NEVER_LEFT = frozenset(("ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError"))
"""Errors of httpx, by name: it is the library's dependency, not ours."""

NOT_MODIFIED = "message is not modified"
NO_TEXT = "there is no text in the message to edit"
NO_CAPTION = "there is no caption in the message to edit"

_GONE = (
    "message to edit not found",
    "message can't be edited",
    "message to delete not found",
    "message can't be deleted",
    "message_id_invalid",
    "message identifier is not specified",
)
_CLOSED = (
    "chat not found",
    "topic_closed",
    "topic_deleted",
    "message thread not found",
    "user is deactivated",
    "peer_id_invalid",
    "chat_write_forbidden",
    "not enough rights to send text messages",
    "have no rights to send a message",
    "group chat was deactivated",
)
_NO_PICTURES = ("not enough rights to send photos", "chat_send_photos_forbidden", "chat_send_media_forbidden")
_NO_FILES = ("not enough rights to send", "chat_send_docs_forbidden", "chat_send_gifs_forbidden")


class NoRight(DeliveryError):
    """Pictures or files may not be sent there, text may."""


class Unsent(DeliveryError):
    """It surely has not arrived; it may be sent again."""


class WrongKind(DeliveryError):
    """The message has a picture where text was expected."""


def seconds_of(error: RetryAfter) -> float:
    """The wait that a refusal asks for (the library is changing its type)."""
    wait = error._retry_after if hasattr(error, "_retry_after") else error.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


def delivery_error(error: TelegramError, chat: Chat, limiter: Limiter) -> DeliveryError:
    """What the error means for a message to this chat; a penalty is noted at once."""
    match error:
        case RetryAfter():
            wait = seconds_of(error)
            limiter.block(chat.chat, wait)
            return Delayed(wait)
        case ChatMigrated():
            return ChatMoved(Chat(PLATFORM, str(error.new_chat_id)))
        case Forbidden():
            return ChatClosed(error.message)
        case BadRequest():
            return _of_bad_request(error.message)
        case InvalidToken() | Conflict():
            return Unsent("the token was not accepted")
        case NetworkError():
            return _of_network(error)
        case _:
            return Unsent(type(error).__name__)


def _of_bad_request(text: str) -> DeliveryError:
    said = text.casefold()

    def one_of(sentences: tuple[str, ...]) -> bool:
        return any(sentence in said for sentence in sentences)

    if one_of(_GONE):
        return MessageGone(text)
    if NO_TEXT in said or NO_CAPTION in said:
        return WrongKind(text)
    if one_of(_CLOSED):
        return ChatClosed(text)
    if one_of(_NO_PICTURES) or one_of(_NO_FILES):
        return NoRight(text)
    return Rejected(text)


def _of_network(error: NetworkError) -> DeliveryError:
    names = {one.__name__ for one in type(error.__cause__).__mro__}
    if names & NEVER_LEFT:
        return Unsent(type(error.__cause__).__name__)
    if "HTTPError" in names:  # the base of all of httpx's
        return Ambiguous(type(error.__cause__).__name__)
    if "(502)" in error.message or "bad gateway" in error.message.casefold():
        return Ambiguous("502")
    return Unsent(error.message[:100])
