"""What an operator should know about his bot on Telegram, asked of Telegram itself."""

from __future__ import annotations

from dataclasses import dataclass

import aiohttp

from bot.adapters.telegram.settings import BadToken, TelegramSettings, Unreachable

BOTFATHER = (
    "Telegram: open a chat with @BotFather, send /newbot, choose a name and a username, and put the token "
    "that it gives into BOT_TELEGRAM_TOKEN. Privacy mode may stay on. For sharing challenges in any chat, "
    "send /setinline."
)
WAIT_S = 8.0


@dataclass(frozen=True, slots=True)
class Told:
    """The bot's username, and whether BotFather has switched things on."""

    username: str
    groups: bool
    inline: bool

    def sentences(self) -> list[str]:
        """What to know and to do."""
        said = [
            f"Telegram knows the bot as @{self.username}: https://t.me/{self.username}",
            f"To add it to a group: https://t.me/{self.username}?startgroup=add",
        ]
        if not self.groups:
            said.append("It cannot be added to groups: send /setjoingroups to @BotFather.")
        if not self.inline:
            said.append("Inline mode is off: send /setinline to @BotFather to share challenges in any chat.")
        return said


async def check(settings: TelegramSettings) -> Told:
    """Ask who the bot is. Raises ``BadToken`` or ``Unreachable``."""
    settings.check()
    address = f"{settings.api_root}/bot{settings.token}/getMe"
    try:
        timeout = aiohttp.ClientTimeout(total=WAIT_S)
        async with aiohttp.ClientSession(timeout=timeout) as http, http.get(address) as answer:
            told = await answer.json(content_type=None)
            if answer.status in (401, 404):
                raise BadToken
            me = told["result"]
    except (aiohttp.ClientError, TimeoutError, ValueError, KeyError) as error:
        raise Unreachable(settings.api_root, type(error).__name__) from None
    groups, inline = me.get("can_join_groups", True), me.get("supports_inline_queries", False)
    return Told(str(me["username"]), bool(groups), bool(inline))
