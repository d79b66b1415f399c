"""The library's bot, set up for a service that must not lose or repeat anything, and raw polls of updates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from telegram import Bot
from telegram.error import InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from bot.adapters.telegram.settings import BadToken, TelegramSettings, Unreachable

ALLOWED_UPDATES = ("message", "callback_query", "inline_query", "my_chat_member")
"""Always given: without the list Telegram keeps whatever was asked for before."""

SPARE_S = 10.0


class Client(Bot):
    """A bot that can also hand out updates as they came, so that they can be stored before they are read."""

    def __init__(self, settings: TelegramSettings) -> None:
        root = settings.api_root.rstrip("/")
        super().__init__(
            settings.token,
            base_url=f"{root}/bot",
            base_file_url=f"{root}/file/bot",
            request=HTTPXRequest(
                connection_pool_size=256,
                read_timeout=15.0,
                write_timeout=15.0,
                connect_timeout=5.0,
                pool_timeout=10.0,
                media_write_timeout=30.0,
            ),
            get_updates_request=HTTPXRequest(
                connection_pool_size=2, read_timeout=settings.poll_s + SPARE_S, connect_timeout=5.0
            ),
        )

    def __repr__(self) -> str:
        return "Client(telegram)"

    async def raw_updates(self, offset: int | None, timeout_s: int) -> Sequence[Mapping[str, Any]]:
        """One long poll. ``offset`` confirms all updates below it. Raises ``TelegramError``."""
        data: dict[str, Any] = {"timeout": timeout_s, "limit": 100, "allowed_updates": ALLOWED_UPDATES}
        if offset is not None:
            data["offset"] = offset
        found = await self._post("getUpdates", data)
        return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []

    async def introduce(self, root: str) -> None:
        """Ask who the bot is. Raises ``BadToken`` or ``Unreachable``; neither tells the token."""
        try:
            await self.initialize()
        except InvalidToken:
            raise BadToken from None
        except TelegramError as error:
            raise Unreachable(root, type(error).__name__) from None
