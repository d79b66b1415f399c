"""How the bot reaches Telegram and Telegram reaches it; the errors when it cannot.

Reads no environment: the composition root hands the values in. A token never shows itself: not in a ``repr``,
not in an error.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import urlsplit

_TOKEN = re.compile(r"(\d{1,20}):[A-Za-z0-9_-]{20,}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{32,256}")
_PORTS = (443, 80, 88, 8443)  # the only ones that Telegram calls
_LOCAL = ("127.0.0.1", "localhost", "::1")


class TelegramFailure(Exception):
    """The adapter cannot run; the message is one sentence for the operator."""


class BadToken(TelegramFailure):
    """Telegram does not know the token, or it is none."""

    def __init__(self) -> None:
        super().__init__(
            "BOT_TELEGRAM_TOKEN is not a token that Telegram knows: copy it from @BotFather (/mybots, your "
            "bot, API Token); it is digits, a colon and some 35 characters."
        )


WITHDRAWN = (
    "Telegram does not accept BOT_TELEGRAM_TOKEN any more: if it was revoked, put the new one of @BotFather "
    "there and start the service again; until then it is tried again, and nobody there loses by time"
)
"""What is said of a token with which the bot has been served before."""


class BadWebhook(TelegramFailure):
    """The webhook's address or secret cannot be used."""


class Unreachable(TelegramFailure):
    """Telegram does not answer."""

    def __init__(self, root: str, reason: str) -> None:
        super().__init__(
            f"Telegram at {root} does not answer ({reason}): let this machine reach it, or correct "
            "BOT_TELEGRAM_API_ROOT."
        )


class Mode(StrEnum):
    """How updates come."""

    POLLING = "polling"
    WEBHOOK = "webhook"


@dataclass(frozen=True, slots=True)
class Webhook:
    """``url`` is what Telegram calls; the bot itself listens at ``host`` and ``port`` behind a proxy that
    speaks HTTPS. Without a secret one is made at each start. Every ``look_s`` seconds Telegram is asked
    whether it can call.
    """

    url: str
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(48), repr=False)
    host: str = "127.0.0.1"
    port: int = 8443
    connections: int = 8
    look_s: float = 10.0

    def check(self) -> None:
        """Raise ``BadWebhook`` unless Telegram can call the address and nobody can guess the secret."""
        if not self._can_be_called():
            raise BadWebhook(
                f"BOT_TELEGRAM_WEBHOOK_URL={self.url} cannot be called by Telegram: "
                "it must begin with https:// and use port 443, 80, 88 or 8443."
            )
        if not _SECRET.fullmatch(self.secret):
            raise BadWebhook(
                "BOT_TELEGRAM_WEBHOOK_SECRET must be 32 to 256 letters, digits, _ or -; without the setting "
                "one is made at each start."
            )

    def _can_be_called(self) -> bool:
        try:
            parts = urlsplit(self.url)
            port = parts.port or 443
        except ValueError:  # no port can be such, or no host
            return False
        return (parts.scheme == "http" and parts.hostname in _LOCAL) or (
            parts.scheme == "https" and port in _PORTS
        )

    @property
    def path(self) -> str:
        """The path of the address."""
        return urlsplit(self.url).path or "/"


@dataclass(frozen=True, slots=True)
class TelegramSettings:
    """``webhook`` None means long polling, with ``poll_s`` seconds a poll."""

    token: str = field(repr=False)
    api_root: str = "https://api.telegram.org"
    webhook: Webhook | None = None
    poll_s: int = 25

    def check(self) -> None:
        """Raise ``BadToken`` or ``BadWebhook``."""
        if not _TOKEN.fullmatch(self.token):
            raise BadToken
        if self.webhook is not None:
            self.webhook.check()

    @property
    def mode(self) -> Mode:
        """How updates come."""
        return Mode.POLLING if self.webhook is None else Mode.WEBHOOK

    @property
    def bot_id(self) -> str:
        """The bot's own id, which begins its token."""
        return self.token.partition(":")[0]
