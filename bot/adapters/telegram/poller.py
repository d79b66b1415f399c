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
from bot.adapters.telegram.settings import WITHDRAWN
from bot.app.ports import Clock

log = logging.getLogger(__name__)

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 30.0


async def poll(client: Client, lanes: Lanes, poll_s: int, reach: Reach, clock: Clock) -> None:
    """Ask for updates until cancelled, whatever the answers are.

    An offset is only named to confirm what was just stored: after an empty poll all is confirmed, and numbers
    may begin anew at any value after a quiet week. After a failure the first poll does not wait for news: its
    answer says that Telegram is in reach again.
    """
    offset: int | None = None
    pauses = _Pauses()
    while True:
        await lanes.room()
        began = clock.monotonic()
        try:
            updates = await client.raw_updates(offset, 0 if reach.failing else poll_s)
        except TelegramError as error:
            wait = pauses.after(error)
            reach.silent(began, wait)
            await asyncio.sleep(wait)
            continue
        pauses.over()
        reach.look()  # before what has waited at Telegram is carried out
        await lanes.take(updates)
        await reach.answered()
        offset = max(int(update["update_id"]) for update in updates) + 1 if updates else None


class _Pauses:
    """How long to wait after failures in a row; says what is wrong."""

    def __init__(self) -> None:
        self._failures = 0
        self._token_refused = False

    def over(self) -> None:
        """A poll came through."""
        if self._failures:
            log.info("Telegram hands out updates again")
        self._failures, self._token_refused = 0, False

    def after(self, error: TelegramError) -> float:
        """The seconds to wait after one failure more."""
        self._failures += 1
        longest = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * float(1 << min(self._failures, 10)))
        wait = longest * random.uniform(0.75, 1.0)
        match error:
            case RetryAfter():
                wait = seconds_of(error)
                log.warning("Telegram hands out no updates for %.0f s, for it was asked too often", wait)
            case Conflict():
                wait = max(wait, 1.0)
                log.error(
                    "another process asks for the updates of this bot: only one may run with "
                    "BOT_TELEGRAM_TOKEN; trying again in %.0f s",
                    wait,
                )
            case BadRequest():
                log.error("Telegram refuses to hand out updates: %s", error.message)
            case InvalidToken():
                if not self._token_refused:
                    log.error(WITHDRAWN)
                self._token_refused = True
            case _:
                level = logging.INFO if self._failures < 4 else logging.WARNING
                log.log(level, "Telegram did not answer (%s), try %d", type(error).__name__, self._failures)
        return wait
