"""What an operator should know about his bot on Discord, asked of Discord itself."""

from __future__ import annotations

from dataclasses import dataclass

import aiohttp

from bot.adapters.discord.settings import API, BadToken, DiscordSettings, Unreachable

PORTAL = (
    "For a bot on Discord: in the developer portal (https://discord.com/developers/applications) make a "
    "New Application, open Bot, press Reset Token, and write BOT_DISCORD_TOKEN= and the token into the file "
    ".env. No privileged intent is needed."
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
USER_INSTALL = "1"  # Discord's number, as a key
WAIT_S = 8.0


def permission_bits() -> int:
    """The permissions that the bot asks for, as Discord adds them up."""
    return sum(1 << bit for bit in PERMISSIONS.values())


@dataclass(frozen=True, slots=True)
class Told:
    """The application's number and name, and what is switched on for it in the developer portal: whether a
    person may install it for himself, and whether an invitation needs a code that the bot never asks for.
    """

    number: str
    name: str
    personal: bool = True
    needs_code: bool = False

    def sentences(self) -> list[str]:
        """What to know."""
        link = f"https://discord.com/oauth2/authorize?client_id={self.number}"
        server = f"{link}&scope=bot+applications.commands&permissions={permission_bits()}"
        said = [
            f"Discord knows the application as {self.name}.",
            f"To invite it to a server, where /play begins a game: {server}",
            f"The link asks for the permissions to {', '.join(PERMISSIONS)}.",
        ]
        own = f"To install it for oneself: {link}&scope=applications.commands&integration_type=1"
        return [*said, own] if self.personal else said

    def advice(self) -> list[str]:
        """What is still to be changed in the developer portal."""
        said = []
        if self.needs_code:
            said.append("Discord: the link will not work. Under Bot, switch Requires OAuth2 Code Grant off.")
        if not self.personal:
            said.append(
                "Discord: people cannot install it for themselves. Under Installation, allow User Install."
            )
        return said


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
            if answer.status == 401:
                raise BadToken
            if answer.status != 200:
                raise Unreachable(settings.api_root, f"HTTP {answer.status}")
            told = await answer.json(content_type=None)
            ways = told.get("integration_types_config")
            personal = ways is None or USER_INSTALL in ways
            return Told(
                str(told["id"]), str(told["name"]), personal, bool(told.get("bot_require_code_grant"))
            )
    except (aiohttp.ClientError, TimeoutError, ValueError, KeyError) as error:
        raise Unreachable(settings.api_root, type(error).__name__) from None
