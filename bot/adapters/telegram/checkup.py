"""What an operator should know about his bot on Telegram, asked of Telegram itself."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.adapters.telegram.client import Client
from bot.adapters.telegram.settings import TelegramSettings, Unreachable

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
    """Ask who the bot is, on the way that the service takes (a proxy of the environment, for one). Raises a
    ``TelegramFailure``.
    """
    settings.check()
    client = Client(settings)
    try:
        async with asyncio.timeout(WAIT_S):
            await client.introduce(settings.api_root)
    except TimeoutError:
        raise Unreachable(settings.api_root, f"within {WAIT_S:.0f} s") from None
    finally:
        await client.shutdown()
    me = client.bot
    return Told(client.username, me.can_join_groups is not False, bool(me.supports_inline_queries))
