"""Long polling: a batch is stored, then confirmed with the next poll. One poller for a token."""

from __future__ import annotations

import asyncio
import logging
import random

from telegram.error import BadRequest, Conflict, InvalidToken, RetryAfter, TelegramError

from bot.adapters.telegram.client import Client
from bot.adapters.telegram.faults import seconds_of
from bot.adapters.telegram.inbox import Lanes
from bot.adapters.telegram.reach import Reach
from bot.adapters.telegram.settings import BadToken
from bot.app.ports import Clock

log = logging.getLogger(__name__)

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 30.0


async def poll(client: Client, lanes: Lanes, poll_s: int, reach: Reach, clock: Clock) -> None:
    """Ask for updates until cancelled. Raises ``BadToken`` if the token is withdrawn.

    An offset is only named to confirm what was just stored: after an empty poll all is confirmed, and numbers
    may begin anew at any value after a quiet week. After a failure the first poll does not wait for news: its
    answer says that Telegram is in reach again.
    """
    offset: int | None = None
    failures = 0
    while True:
        await lanes.room()
        began = clock.monotonic()
        try:
            updates = await client.raw_updates(offset, 0 if reach.failing else poll_s)
        except InvalidToken:
            raise BadToken from None
        except RetryAfter as error:
            await asyncio.sleep(seconds_of(error))
            continue
        except TelegramError as error:
            failures += 1
            reach.failed(error, began)
            await asyncio.sleep(_pause(error, failures))
            continue
        if failures:
            log.info("Telegram hands out updates again")
        failures = 0
        await lanes.take(updates)
        await reach.answered()
        offset = max(int(update["update_id"]) for update in updates) + 1 if updates else None


def _pause(error: TelegramError, failures: int) -> float:
    """The seconds to wait after so many failures in a row; says what is wrong."""
    longest = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * float(1 << min(failures, 10)))
    wait = longest * random.uniform(0.75, 1.0)
    if isinstance(error, Conflict):
        wait = max(wait, 1.0)
        log.error(
            "another process asks for the updates of this bot: only one may run with BOT_TELEGRAM_TOKEN; "
            "trying again in %.0f s",
            wait,
        )
    elif isinstance(error, BadRequest):
        log.error("Telegram refuses to hand out updates: %s", error.message)
    else:
        level = logging.INFO if failures < 4 else logging.WARNING
        log.log(level, "Telegram did not answer (%s), try %d", type(error).__name__, failures)
    return wait
