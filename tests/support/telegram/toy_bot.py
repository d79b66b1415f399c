"""A small bot on python-telegram-bot that proves the stand-in, with the pictures and keyboards it sends.

Must not know: the bot under test.
"""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from PIL import Image
from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    Update,
)
from telegram.ext import Application, ApplicationBuilder, CallbackQueryHandler, CommandHandler, ContextTypes

from tests.support.telegram import TelegramApi


def png(colour: int = 0, size: tuple[int, int] = (320, 200)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (colour % 256, 90, 60)).save(out, "PNG")
    return out.getvalue()


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(label, callback_data=f"do:{label}") for label in labels]]
    )


class ToyBot:
    """Counts presses on a picture with one button; python-telegram-bot's own updater and dispatcher."""

    def __init__(self, api: TelegramApi) -> None:
        self.presses = 0
        self.application: Application[Any, Any, Any, Any, Any, Any] = (
            ApplicationBuilder().token(api.token).base_url(f"{api.root}/bot").base_file_url(f"{api.root}/file/bot")
            .build()
        )  # fmt: skip
        self.application.add_handler(CommandHandler("play", self._play))
        self.application.add_handler(CallbackQueryHandler(self._press))

    async def _play(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_chat
        await context.bot.send_photo(
            update.effective_chat.id,
            png(),
            caption="<b>0</b> presses",
            parse_mode="HTML",
            reply_markup=keyboard("More"),
        )

    async def _press(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.callback_query
        self.presses += 1
        await update.callback_query.answer(f"press {self.presses}")
        picture = InputMediaPhoto(
            png(self.presses), caption=f"<b>{self.presses}</b> presses", parse_mode="HTML"
        )
        await update.callback_query.edit_message_media(picture, reply_markup=keyboard("More"))

    @asynccontextmanager
    async def running(self) -> AsyncIterator["ToyBot"]:
        async with self.application:
            await self.application.start()
            assert self.application.updater
            await self.application.updater.start_polling(timeout=2, allowed_updates=Update.ALL_TYPES)
            try:
                yield self
            finally:
                await self.application.updater.stop()
                await self.application.stop()
