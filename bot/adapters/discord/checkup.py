"""What an operator should know about his bot on Discord, asked of Discord itself."""

from __future__ import annotations

from dataclasses import dataclass

import aiohttp

from bot.adapters.discord.settings import API, BadToken, DiscordSettings, Unreachable

PORTAL = (
    "Discord: in the developer portal make a New Application, open Bot, press Reset Token and put the token "
    "into BOT_DISCORD_TOKEN. No privileged intent is needed. Under Installation allow both contexts, "
    "user and guild."
)
PERMISSIONS = {
    "view channels": 10,
    "send messages": 11,
    "attach files": 15,
    "embed links": 14,
    "read message history": 16,
    "create public threads": 35,
    "send messages in threads": 38,
}
WAIT_S = 8.0


def permission_bits() -> int:
    """The permissions that the bot asks for, as Discord adds them up."""
    return sum(1 << bit for bit in PERMISSIONS.values())


@dataclass(frozen=True, slots=True)
class Told:
    """The application's number and name."""

    number: str
    name: str

    def sentences(self) -> list[str]:
        """What to know and to do."""
        link = f"https://discord.com/oauth2/authorize?client_id={self.number}"
        server = f"{link}&scope=bot+applications.commands&permissions={permission_bits()}"
        return [
            f"Discord knows the application as {self.name}.",
            f"To invite it to a server ({', '.join(PERMISSIONS)}): {server}",
            f"To install it for oneself: {link}&scope=applications.commands&integration_type=1",
        ]


async def check(settings: DiscordSettings) -> Told:
    """Ask which application it is. Raises ``BadToken`` or ``Unreachable``."""
    address = f"{settings.api_root.rstrip('/')}{API}/oauth2/applications/@me"
    headers = {"Authorization": f"Bot {settings.token}"}
    try:
        timeout = aiohttp.ClientTimeout(total=WAIT_S)
        async with (
            aiohttp.ClientSession(timeout=timeout, headers=headers) as http,
            http.get(address) as answer,
        ):
            if answer.status in (401, 403):
                raise BadToken
            told = await answer.json(content_type=None)
            return Told(str(told["id"]), str(told["name"]))
    except (aiohttp.ClientError, TimeoutError, ValueError, KeyError) as error:
        raise Unreachable(settings.api_root, type(error).__name__) from None
