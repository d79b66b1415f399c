"""Calls that post, edit and strip messages: which one fits, and what is tried when Telegram refuses it.

Waits for nothing and asks no limiter: who calls has done so. Remembers what each message shows, so that an
edit sends only what changed, or nothing at all.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

import telegram
from telegram import InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import BadRequest, TelegramError

from bot.adapters.telegram.chats import chat_id, message_id, thread_id
from bot.adapters.telegram.client import Client
from bot.adapters.telegram.drawing import CAPTION, TEXT, keyboard, markup_text
from bot.adapters.telegram.faults import NOT_MODIFIED, NoRight, WrongKind, delivery_error
from bot.adapters.telegram.limiter import Limiter
from bot.adapters.telegram.pictures import Pictures
from bot.app.ports import Chat, MessageGone, MessageRef, Outgoing, Rejected
from bot.app.screen import Attachment, Screen

REMEMBERED = 5_000
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a message shows: the key of its picture ("" for text), its HTML, its keyboard."""

    picture: str
    text: str
    markup: InlineKeyboardMarkup | None


def calls_for(screen: Screen) -> int:
    """How many requests it takes to post this: files go one by one, the first with the text if no picture
    has it.
    """
    return len(screen.files) + (screen.picture is not None or not screen.files)


class Sender:
    """The outgoing calls over one client."""

    def __init__(self, client: Client, limiter: Limiter, pictures: Pictures) -> None:
        self._client = client
        self._limiter = limiter
        self._pictures = pictures
        self._shown: OrderedDict[MessageRef, Shown] = OrderedDict()

    # Posting

    async def post(self, chat: Chat, message: Outgoing, reply_to: int | None = None) -> MessageRef:
        """Post a message; where pictures are not allowed, in words. Raises a ``DeliveryError``."""
        if message.png is not None and self._pictures.welcome(chat.chat):
            try:
                return await self._post_picture(chat, message, reply_to)
            except NoRight:
                self._pictures.refused(chat.chat)
        files = message.screen.files
        if files and message.png is None:
            try:
                return await self._post_files(chat, message, reply_to)
            except NoRight:
                pass
        return await self._post_text(chat, message, reply_to)

    async def _post_picture(self, chat: Chat, message: Outgoing, reply_to: int | None) -> MessageRef:
        shown = _shown(message, CAPTION, picture=True)
        sent = await self._with_picture(
            chat,
            message,
            lambda picture: self._client.send_photo(
                photo=picture, caption=shown.text, **self._common(chat, message, shown, reply_to)
            ),
        )
        assert sent is not None
        ref = self._posted(chat, sent, shown)
        for file in message.screen.files:
            await self._file(chat, file, {})
        return ref

    async def _post_text(self, chat: Chat, message: Outgoing, reply_to: int | None) -> MessageRef:
        shown = _shown(message, TEXT, picture=False)
        sent = await self._call(
            chat,
            self._client.send_message(
                text=shown.text,
                link_preview_options=NO_PREVIEW,
                **self._common(chat, message, shown, reply_to),
            ),
        )
        assert sent is not None
        return self._posted(chat, sent, shown)

    async def _post_files(self, chat: Chat, message: Outgoing, reply_to: int | None) -> MessageRef:
        """The files, the first one with the text below it."""
        shown = _shown(message, CAPTION, picture=False)
        first, *more = message.screen.files
        common = self._common(chat, message, shown, reply_to)
        sent = await self._file(chat, first, {"caption": shown.text, **common})
        for file in more:
            await self._file(chat, file, {})
        return MessageRef(chat, str(sent.message_id))

    async def _file(self, chat: Chat, file: Attachment, common: dict[str, Any]) -> telegram.Message:
        where: dict[str, Any] = common or {
            "chat_id": chat_id(chat), "message_thread_id": thread_id(chat), "disable_notification": True,
        }  # fmt: skip
        if file.mime == "image/gif":
            call = self._client.send_animation(animation=file.content, filename=file.name, **where)
        else:
            call = self._client.send_document(document=file.content, filename=file.name, **where)
        sent = await self._call(chat, call)
        assert sent is not None  # only an edit can be "not modified"
        return sent

    def _common(self, chat: Chat, message: Outgoing, shown: Shown, reply_to: int | None) -> dict[str, Any]:
        common: dict[str, Any] = {
            "chat_id": chat_id(chat),
            "message_thread_id": thread_id(chat),
            "parse_mode": ParseMode.HTML,
            "reply_markup": shown.markup,
            "disable_notification": message.screen.quiet,
        }
        if reply_to is not None:
            common |= {"reply_to_message_id": reply_to, "allow_sending_without_reply": True}
        return common

    def _posted(self, chat: Chat, sent: telegram.Message, shown: Shown) -> MessageRef:
        ref = MessageRef(chat, str(sent.message_id))
        self._remember(ref, shown)
        return ref

    # Changing

    async def edit(self, ref: MessageRef, message: Outgoing) -> None:
        """Make a message show this. Raises ``MessageGone`` also for a picture that is to become text: the old
        message is deleted then, for its picture would be wrong.
        """
        picture = message.png is not None and self._pictures.welcome(ref.chat.chat)
        shown = _shown(message, CAPTION if picture else TEXT, picture=picture)
        before = self._shown.pop(ref, None)  # whatever goes wrong: what it shows is unknown then
        if shown != before:
            try:
                await self._change(ref, message, before, shown)
            except NoRight:
                self._pictures.refused(ref.chat.chat)
                shown = _shown(message, TEXT, picture=False)
                await self._to_text(ref, shown)
        self._remember(ref, shown)

    async def _change(self, ref: MessageRef, message: Outgoing, before: Shown | None, shown: Shown) -> None:
        if not shown.picture:
            if before is not None and before.picture:
                await self._give_up(ref)
            await self._to_text(ref, shown)
            return
        where: dict[str, Any] = {
            "chat_id": chat_id(ref.chat), "message_id": message_id(ref), "reply_markup": shown.markup,
        }  # fmt: skip
        if before is not None and before.picture == shown.picture:
            if before.text == shown.text:
                await self._call(ref.chat, self._client.edit_message_reply_markup(**where))
                return
            caption = self._client.edit_message_caption(
                caption=shown.text, parse_mode=ParseMode.HTML, **where
            )
            await self._call(ref.chat, caption)
            return
        await self._with_picture(
            ref.chat,
            message,
            lambda picture: self._client.edit_message_media(
                media=InputMediaPhoto(picture, caption=shown.text, parse_mode=ParseMode.HTML), **where
            ),
        )

    async def _to_text(self, ref: MessageRef, shown: Shown) -> None:
        try:
            await self._call(
                ref.chat,
                self._client.edit_message_text(
                    text=shown.text,
                    chat_id=chat_id(ref.chat),
                    message_id=message_id(ref),
                    parse_mode=ParseMode.HTML,
                    reply_markup=shown.markup,
                    link_preview_options=NO_PREVIEW,
                ),
            )
        except WrongKind:
            await self._give_up(ref)

    async def _give_up(self, ref: MessageRef) -> NoReturn:
        """A message with a picture cannot become text, and its picture would be wrong."""
        await self.remove(ref)
        raise MessageGone("a picture cannot become text")

    async def edit_inline(self, inline_id: str, chat: Chat, message: Outgoing) -> None:
        """Change a message that somebody sent through the bot: text only, nothing can be uploaded there."""
        shown = _shown(message, TEXT, picture=False)
        await self._call(
            chat,
            self._client.edit_message_text(
                text=shown.text,
                inline_message_id=inline_id,
                parse_mode=ParseMode.HTML,
                reply_markup=shown.markup,
                link_preview_options=NO_PREVIEW,
            ),
        )

    async def strip(self, ref: MessageRef) -> None:
        """Take the buttons off."""
        before = self._shown.pop(ref, None)
        if before is not None and before.markup is None:
            return
        await self._call(
            ref.chat,
            self._client.edit_message_reply_markup(
                chat_id=chat_id(ref.chat), message_id=message_id(ref), reply_markup=None
            ),
        )

    async def remove(self, ref: MessageRef) -> None:
        """Delete a message; one that is too old for that loses its buttons."""
        self._shown.pop(ref, None)
        try:
            await self._call(ref.chat, self._client.delete_message(chat_id(ref.chat), message_id(ref)))
        except MessageGone:
            await self.strip(ref)

    # Calling

    async def _with_picture(
        self, chat: Chat, message: Outgoing, call: Callable[[bytes | str], Awaitable[telegram.Message | bool]]
    ) -> telegram.Message | None:
        """Try with the file id that is known for the picture, else upload it."""
        assert message.png is not None
        known = self._pictures.known(message.key)
        try:
            sent = await self._call(chat, call(known or message.png))
        except Rejected:
            if known is None:
                raise
            self._pictures.forget(message.key)
            sent = await self._call(chat, call(message.png))
        if not isinstance(sent, telegram.Message):
            return None
        if sent.photo:
            self._pictures.learn(message.key, sent.photo[-1].file_id)
        return sent

    async def _call(self, chat: Chat, call: Awaitable[T]) -> T | None:
        """The call's result; refusals as ``DeliveryError``. None: not modified, so it is as it should be."""
        try:
            return await call
        except BadRequest as error:
            if NOT_MODIFIED in error.message.casefold():
                return None
            raise delivery_error(error, chat, self._limiter) from None
        except TelegramError as error:
            raise delivery_error(error, chat, self._limiter) from None

    def _remember(self, ref: MessageRef, shown: Shown) -> None:
        self._shown[ref] = shown
        self._shown.move_to_end(ref)
        while len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)


def _shown(message: Outgoing, most: int, *, picture: bool) -> Shown:
    text = markup_text(message, most, in_words=not picture)
    return Shown(_picture_name(message) if picture else "", text, keyboard(message.screen.rows))


def _picture_name(message: Outgoing) -> str:
    return message.key or hashlib.blake2b(message.png or b"", digest_size=12).hexdigest()
