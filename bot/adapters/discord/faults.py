"""What Discord's refusals mean for a delivery.

Knows Discord's error codes; the numbers are those of its documentation ("JSON Error Codes").
"""

from __future__ import annotations

import aiohttp
import discord

from bot.app.ports import Ambiguous, ChatClosed, Delayed, DeliveryError, MessageGone, Rejected

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK = 10003, 10008, 10062, 10015
MISSING_ACCESS, MISSING_PERMISSIONS, CLOSED_TO_US, TOKEN_EXPIRED = 50001, 50013, 50007, 50027
ARCHIVED, LOCKED, ALREADY_ANSWERED, TOO_MANY_FOLLOWUPS, EDITS_OF_OLD = 50083, 160005, 40060, 40094, 30046

CLOSED = frozenset(
    {UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSIONS, CLOSED_TO_US, ARCHIVED, LOCKED, 10004}
)
NO_ACCESS = frozenset({MISSING_ACCESS, MISSING_PERMISSIONS, CLOSED_TO_US})
OLD_EDITS_WAIT_S = 60.0

Broken = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError)
"""Everything that a call to Discord can end with, bugs aside."""


def code_of(error: BaseException) -> int:
    """Discord's own code; 0 where there is none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def delivery_error(error: BaseException) -> DeliveryError:
    """The same failure in the words of the port. Tells codes only, never an address or a text."""
    match error:
        case discord.RateLimited():
            return Delayed(error.retry_after)
        case discord.HTTPException() if error.code == UNKNOWN_MESSAGE:
            return MessageGone(str(error.code))
        case discord.HTTPException() if error.code in CLOSED:
            return ChatClosed(str(error.code))
        case discord.HTTPException() if error.code == EDITS_OF_OLD or error.status == 429:
            return Delayed(OLD_EDITS_WAIT_S if error.code == EDITS_OF_OLD else _wait(error))
        case discord.HTTPException() if error.status in (400, 413):
            return Rejected(f"Discord refused: {error.status}, code {error.code}")
        case discord.HTTPException() if error.status < 500:
            return DeliveryError(f"Discord refused: {error.status}, code {error.code}")
        case _:
            return Ambiguous(type(error).__name__)


def _wait(error: discord.HTTPException) -> float:
    try:
        return float(error.response.headers.get("Retry-After", 5))
    except ValueError:
        return 5.0
