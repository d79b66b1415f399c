"""How the bot reaches Discord; the errors when it cannot.

Reads no environment: the composition root hands the values in. A token never shows itself: not in a ``repr``,
not in an error.
"""

from __future__ import annotations

from dataclasses import dataclass, field

DISCORD = "https://discord.com"
API = "/api/v10"


class DiscordFailure(Exception):
    """The adapter cannot run; the message is one sentence for the operator."""


class BadToken(DiscordFailure):
    """Discord does not know the token, or it is none."""

    def __init__(self) -> None:
        super().__init__(
            "BOT_DISCORD_TOKEN is not a token that Discord knows: copy it from the developer portal (your "
            "application, Bot, Reset Token); the application's id, public key and client secret are none."
        )


class Unreachable(DiscordFailure):
    """Discord does not answer."""

    def __init__(self, root: str, reason: str) -> None:
        super().__init__(
            f"Discord at {root} does not answer ({reason}): let this machine reach it, or correct "
            "BOT_DISCORD_API_ROOT."
        )


class Ended(DiscordFailure):
    """Discord has closed the connection for good."""

    def __init__(self, code: int | None) -> None:
        super().__init__(
            f"Discord has closed the connection to its gateway for good (code {code}); "
            "see the bot's page in the Discord developer portal."
        )


@dataclass(frozen=True, slots=True)
class DiscordSettings:
    """``api_root`` and ``gateway`` lead elsewhere than to Discord in tests. After ``patience_s`` a press or a
    command is acknowledged although its result is not there yet: Discord allows 3 s, a slow line included.
    ``guild_ready_s`` is how long the servers' arrival is waited for at the start; ``silence_s`` how long no
    frame may come: Discord is asked for a heartbeat every 41 s and answers it at once. A call that has no
    answer after ``answer_s`` counts as a broken line: discord.py itself would wait five minutes.
    """

    token: str = field(repr=False)
    api_root: str = DISCORD
    gateway: str | None = None
    patience_s: float = 0.8
    guild_ready_s: float = 2.0
    silence_s: float = 50.0
    answer_s: float = 30.0

    @property
    def redirected(self) -> bool:
        """Whether something else stands in for Discord."""
        return self.api_root.rstrip("/") != DISCORD or self.gateway is not None
