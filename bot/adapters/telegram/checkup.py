"""What an operator should know about his bot on Telegram, asked of Telegram itself."""

from __future__ import annotations

from dataclasses import dataclass

import aiohttp

from bot.adapters.telegram.settings import BadToken, TelegramSettings, Unreachable

BOTFATHER = (
    "For a bot on Telegram: open a chat with @BotFather, send /newbot, choose a name and a username, and "
    "write BOT_TELEGRAM_TOKEN= and the token that it gives into the file .env. Group Privacy may stay on."
)
WAIT_S = 8.0


@dataclass(frozen=True, slots=True)
class Told:
    """The bot's username, and whether BotFather has switched things on."""

    username: str
    groups: bool
    inline: bool

    def sentences(self) -> list[str]:
        """What to know."""
        bot = f"https://t.me/{self.username}"
        said = [f"Telegram knows the bot as @{self.username}. To play, write /start to it: {bot}"]
        return [*said, f"To add it to a group: {bot}?startgroup=add"] if self.groups else said

    def advice(self) -> list[str]:
        """What is still to be switched on."""
        said = []
        if not self.groups:
            said.append("Telegram: it cannot be added to groups. Send /setjoingroups to @BotFather.")
        if not self.inline:
            said.append(
                "Telegram: challenges cannot be shared into any chat yet. Send /setinline to @BotFather, "
                "choose the bot, and any words, such as: challenge 5"
            )
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
