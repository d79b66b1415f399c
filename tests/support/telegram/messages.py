"""Methods that send, edit and delete messages.

Must not know: HTTP; who reads the messages.
"""

from typing import Any

from tests.support.standin import Json
from tests.support.telegram import limits
from tests.support.telegram.backend import Backend, Method, Result
from tests.support.telegram.errors import bad_request
from tests.support.telegram.params import Params
from tests.support.telegram.world import Message, StoredFile

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)
DELETABLE = 48 * 3600  # seconds
_RIGHTS = {
    "text": ("can_send_messages", "text messages"),
    "photo": ("can_send_photos", "photos"),
    "document": ("can_send_documents", "documents"),
    "animation": ("can_send_other_messages", "animations"),
}


def text_of(source: Params | Json, name: str = "text", limit: int = limits.TEXT) -> tuple[str, list[Json]]:
    entities = source.get("entities" if name == "text" else "caption_entities")
    return limits.formatted(source.get(name) or "", source.get("parse_mode"), entities, limit)


def _caption(source: Params | Json) -> tuple[str, list[Json]]:
    return text_of(source, "caption", limits.CAPTION)


def resolve_file(backend: Backend, kind: str, value: Any, params: Params, part: str) -> StoredFile:
    """A new upload (the part `part`, or attach://NAME) or a known file_id of the same kind."""
    attached = isinstance(value, str) and value.startswith("attach://")
    name = str(value).removeprefix("attach://") if attached else part
    upload = params.uploads.get(name)
    if upload is None:
        known = backend.world.files.get(str(value))
        if known is None or known.kind != kind:
            raise bad_request("wrong file identifier/HTTP URL specified", blame=True)
        return known
    size = limits.photo_size(upload.data) if kind == "photo" else (0, 0)
    limits.file_size(upload.data)
    return backend.world.store(kind, upload.name, upload.data, size)


def _send(
    backend: Backend, params: Params, kind: str, text: tuple[str, list[Json]], media: StoredFile | None
) -> Result:
    markup = limits.keyboard(params.get("reply_markup"))
    chat = backend.chat(params)
    right, plural = _RIGHTS[kind]
    if right in chat.muted_bot:
        raise bad_request(f"not enough rights to send {plural} to the chat")
    thread = backend.thread(chat, params)
    reply = params.get("reply_parameters") or {}
    reply_to = reply.get("message_id")
    answered = chat.messages.get(reply_to) if reply_to is not None else None
    if reply_to is not None and (answered is None or answered.deleted):
        if not reply.get("allow_sending_without_reply"):
            raise bad_request("message to be replied not found")
        reply_to = None
    backend.admit(chat)
    message = chat.add(backend.world.bot, backend.date)
    message.text, message.entities = text
    message.media, message.markup, message.thread, message.reply_to = media, markup, thread, reply_to
    message.silent = params.flag("disable_notification")
    chat.last_bot = backend.world.bot.id
    return message.seen_by_bot_api()


async def send_message(backend: Backend, params: Params) -> Result:
    text = text_of(params)
    if not text[0]:
        raise bad_request("message text is empty", blame=True)
    return _send(backend, params, "text", text, None)


def _media_sender(kind: str) -> Method:
    async def send(backend: Backend, params: Params) -> Result:
        caption = _caption(params)
        backend.chat(params)
        media = resolve_file(backend, kind, params.get(kind), params, kind)
        return _send(backend, params, kind, caption, media)

    return send


def _edit(
    backend: Backend,
    params: Params,
    message: Message,
    text: tuple[str, list[Json]],
    media: StoredFile | None,
) -> Result:
    """Replaces content and keyboard; a keyboard that is not given is taken away, as Telegram does."""
    markup = limits.keyboard(params.get("reply_markup"))
    backend.admit(message.chat, inline=message.inline_id is not None)
    new = (text[0], text[1], media, markup)
    if new == (message.text or "", message.entities, message.media, message.markup):
        raise bad_request(NOT_MODIFIED)
    message.text, message.entities, message.media, message.markup = new
    message.edited = backend.date
    message.edits += 1
    return True if params.text("inline_message_id") else message.seen_by_bot_api()


def _content(message: Message) -> tuple[str, list[Json]]:
    return message.text or "", message.entities


async def edit_text(backend: Backend, params: Params) -> Result:
    text = text_of(params)
    message = backend.own_message(params)
    if not text[0]:
        raise bad_request("message text is empty", blame=True)
    if message.media is not None:
        raise bad_request("there is no text in the message to edit", blame=True)
    return _edit(backend, params, message, text, None)


async def edit_caption(backend: Backend, params: Params) -> Result:
    caption = _caption(params)
    message = backend.own_message(params)
    if message.media is None:
        raise bad_request("there is no caption in the message to edit", blame=True)
    return _edit(backend, params, message, caption, message.media)


async def edit_media(backend: Backend, params: Params) -> Result:
    wanted = params.get("media")
    if not isinstance(wanted, dict) or wanted.get("type") not in ("photo", "document", "animation"):
        raise bad_request("can't parse InputMedia", blame=True)
    caption = _caption(wanted)
    message = backend.own_message(params)
    if message.inline_id is not None and params.uploads:
        raise bad_request("can't use file upload to edit inline message", blame=True)
    media = resolve_file(backend, wanted["type"], wanted.get("media"), params, "")
    return _edit(backend, params, message, caption, media)


async def edit_markup(backend: Backend, params: Params) -> Result:
    message = backend.own_message(params)
    return _edit(backend, params, message, _content(message), message.media)


async def delete_message(backend: Backend, params: Params) -> Result:
    return _delete(backend, params, params.number("message_id") or 0)


async def delete_messages(backend: Backend, params: Params) -> Result:
    numbers = params.get("message_ids") or []
    if not 1 <= len(numbers) <= 100:
        raise bad_request("too many message identifiers specified", blame=True)
    chat = backend.chat(params)
    for number in numbers:
        if number in chat.messages and not chat.messages[number].deleted:
            _delete(backend, params, number)
    return True


def _delete(backend: Backend, params: Params, number: int) -> Result:
    chat = backend.chat(params)
    message = chat.messages.get(number)
    if message is None or message.deleted:
        raise bad_request("message to delete not found")
    is_admin = chat.members.get(backend.world.bot.id) == "administrator"
    if message.sender is not backend.world.bot and chat.is_group and not is_admin:
        raise bad_request("message can't be deleted")
    if backend.clock.now() - message.date > DELETABLE and not is_admin:
        raise bad_request("message can't be deleted for everyone")
    message.deleted = True
    return True


METHODS: dict[str, Method] = {
    "sendMessage": send_message,
    "sendPhoto": _media_sender("photo"),
    "sendDocument": _media_sender("document"),
    "sendAnimation": _media_sender("animation"),
    "editMessageText": edit_text,
    "editMessageCaption": edit_caption,
    "editMessageMedia": edit_media,
    "editMessageReplyMarkup": edit_markup,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
}
