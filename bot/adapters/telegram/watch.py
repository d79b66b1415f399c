"""Whether Telegram and the webhook can reach each other: asked now and then, since silence looks like rest.

Telegram may not answer, or it may not be able to call (what stands before the webhook is down), or it may
have been told another address. Knows neither updates nor what is done with the news.
"""

from __future__ import annotations

import asyncio
import logging

from telegram import WebhookInfo
from telegram.error import BadRequest, InvalidToken, RetryAfter, TelegramError

from bot.adapters.telegram.client import ALLOWED_UPDATES, Client
from bot.adapters.telegram.reach import Reach
from bot.adapters.telegram.settings import WITHDRAWN, Webhook
from bot.app.ports import Clock

log = logging.getLogger(__name__)

AGAIN_S = 1.0
PATIENCE_S = 5.0  # an answer that takes longer is as good as none


class Watch:
    """The newest call that came through, either way, and what has failed since."""

    def __init__(self, client: Client, webhook: Webhook, reach: Reach, clock: Clock) -> None:
        self._client, self._webhook, self._reach, self._clock = client, webhook, reach, clock
        self._contact = clock.monotonic()
        self._url = webhook.url  # as Telegram writes it
        self._calls = 0  # by Telegram since the last look
        self._error: object = None  # when Telegram's newest call failed, as it says
        self._uncalled = False
        self._token_refused = False

    async def begin(self) -> None:
        """Tell Telegram where to call. Raises ``TelegramError``."""
        await self._client.set_webhook(
            self._webhook.url,
            secret_token=self._webhook.secret,
            allowed_updates=ALLOWED_UPDATES,
            max_connections=self._webhook.connections,
        )
        info = await self._client.get_webhook_info()
        self._url, self._error = info.url, info.last_error_date

    async def called(self) -> None:
        """Telegram has called."""
        self._calls += 1
        await self._through()

    async def run(self) -> None:
        """Look until cancelled. A call that fails once is made again before it is news."""
        failures = 0
        while True:
            await asyncio.sleep(min(AGAIN_S, self._webhook.look_s) if failures else self._webhook.look_s)
            try:
                info = await self._client.get_webhook_info(
                    read_timeout=PATIENCE_S, connect_timeout=PATIENCE_S, pool_timeout=PATIENCE_S
                )
            except TelegramError as error:
                failures += 1
                self._failed(error, failures)
                continue
            failures, self._token_refused = 0, False
            await self._seen(info)

    def _failed(self, error: TelegramError, failures: int) -> None:
        """A refusal to say so now is no sign that it cannot call; but it calls no bot without a token."""
        if failures < 2 or isinstance(error, BadRequest | RetryAfter):
            return
        if isinstance(error, InvalidToken) and not self._token_refused:
            self._token_refused = True
            log.error(WITHDRAWN)
        self._reach.silent(self._contact)

    async def _seen(self, info: WebhookInfo) -> None:
        """What Telegram says of its calls."""
        if info.url != self._url:
            log.error("another process has changed the webhook: only one may run with BOT_TELEGRAM_TOKEN")
            await self._begin_again()
            return
        failed, self._error = info.last_error_date != self._error, info.last_error_date
        calls, self._calls = self._calls, 0
        waiting = info.pending_update_count > 0 and not calls
        self._uncalled = waiting and (failed or self._uncalled)
        if self._uncalled:
            log.warning("Telegram cannot call the webhook: %s", info.last_error_message)
            self._reach.silent(self._contact)
        else:
            await self._through()

    async def _begin_again(self) -> None:
        try:
            await self.begin()
        except TelegramError as error:
            log.warning("the webhook could not be set again (%s)", type(error).__name__)

    async def _through(self) -> None:
        self._contact = self._clock.monotonic()
        self._uncalled = False
        await self._reach.answered()
