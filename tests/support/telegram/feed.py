"""The bot's updates: stored until confirmed, handed out by long poll or pushed to a webhook.

Confirmation is by offset, exactly as the public server does it; `allowed_updates` is remembered from call to
call. Duplicates and disorder come on a test's order only. Must not know: what an update says.
"""

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import aiohttp

from tests.support.standin import Json, Pulse
from tests.support.telegram.errors import conflict

NOT_BY_DEFAULT = {"chat_member", "message_reaction", "message_reaction_count"}
LONGEST_POLL = 50.0
TERMINATED = "terminated by other getUpdates request; make sure that only one bot instance is running"
WEBHOOK_ACTIVE = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)


@dataclass(slots=True, eq=False)
class Pending:
    update: Json
    extra: bool = False  # a duplicate: handed out once whatever the offset says
    handed: bool = False


@dataclass(slots=True)
class Webhook:
    url: str
    secret: str | None
    connections: int
    failures: int = 0
    last_error: str | None = None
    last_error_at: int = 0
    delivered: int = 0


class Feed:
    def __init__(
        self,
        pulse: Pulse,
        check: Callable[[Json], None],
        first_id: int = 812_000_001,
        now: Callable[[], int] = lambda: int(time.time()),
    ) -> None:
        self.pulse, self.now = pulse, now
        self._check = check
        self.pending: list[Pending] = []
        self.allowed: frozenset[str] = frozenset()  # empty: all but NOT_BY_DEFAULT
        self.webhook: Webhook | None = None
        self.may_call = True  # False: what stands before the webhook is down
        self.first_retry_wait = 0.05  # doubled after each failure, up to 2 s (the real one: up to 2 min)
        self.confirmed = 0
        self._ids = itertools.count(first_id)
        self._poller = 0
        self._pusher: asyncio.Task[None] | None = None
        self._duplicates = self._disorder = 0.0
        self._dice = random.Random(0)

    # What happens in chats

    def push(self, kind: str, body: Json) -> int | None:
        """A new update's id; None if the bot has not asked for this kind."""
        if kind not in self.allowed if self.allowed else kind in NOT_BY_DEFAULT:
            return None
        update_id = next(self._ids)
        entry = Pending({"update_id": update_id, kind: body})
        self._check(entry.update)
        place = len(self.pending)
        if self.pending and not self.pending[-1].handed and self._dice.random() < self._disorder:
            place -= 1
        self.pending.insert(place, entry)
        if self._dice.random() < self._duplicates:
            self.pending.append(Pending(entry.update, extra=True))
        self.pulse.beat()
        return update_id

    def skip_ids(self, count: int) -> None:
        """A hole in the numbers, as after updates meant for others."""
        for _ in range(count):
            next(self._ids)

    def restart_ids(self, at: int) -> None:
        """Numbers begin anew, higher or lower, as after a week of silence."""
        self._ids = itertools.count(at)

    def deliver_again(self, update: Json) -> None:
        """The same update once more, although it may have been confirmed."""
        self.pending.append(Pending(update, extra=True))
        self.pulse.beat()

    def misbehave(self, *, duplicates: float, disorder: float, seed: int) -> None:
        """From now on each update is doubled, or swapped with the one before it, with these probabilities."""
        self._duplicates, self._disorder, self._dice = duplicates, disorder, random.Random(seed)

    # Long polling

    async def poll(self, offset: int, limit: int, seconds: float) -> list[Json]:
        """Confirms everything below `offset`, then waits for something to hand out."""
        if self.webhook is not None:
            raise conflict(WEBHOOK_ACTIVE)
        self._poller += 1
        me = self._poller
        self.pulse.beat()  # an older poll that still waits ends with 409
        self._confirm(offset)
        end = time.monotonic() + min(seconds, LONGEST_POLL)
        while not self.pending and time.monotonic() < end:
            await self.pulse.wait(max(0.0, end - time.monotonic()))
            if me != self._poller:
                raise conflict(TERMINATED)
        batch = self.pending[: max(1, min(limit or 100, 100))]
        for entry in batch:
            entry.handed = True
        return [entry.update for entry in batch]

    def _confirm(self, offset: int) -> None:
        before = len(self.pending)
        if offset < 0:
            self.pending = self.pending[offset:]
        elif offset > 0:
            self.pending = [
                entry for entry in self.pending
                if (not entry.handed if entry.extra else entry.update["update_id"] >= offset)
            ]  # fmt: skip
        self.confirmed += before - len(self.pending)

    def drop_pending(self) -> None:
        self.pending.clear()

    # Webhook

    def set_webhook(self, webhook: Webhook | None) -> None:
        self.webhook = webhook
        if self._pusher is not None:
            self._pusher.cancel()
            self._pusher = None
        if webhook is not None:
            self._pusher = asyncio.create_task(self._push_all(webhook))

    async def _push_all(self, webhook: Webhook) -> None:
        in_flight: dict[asyncio.Task[None], Pending] = {}
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as session:
            try:
                while True:
                    for task in [task for task in in_flight if task.done()]:
                        del in_flight[task]
                    for entry in self._waiting(in_flight.values())[: webhook.connections - len(in_flight)]:
                        in_flight[asyncio.create_task(self._push_one(session, webhook, entry))] = entry
                    await self.pulse.wait(5.0)
            finally:
                for task in in_flight:
                    task.cancel()

    def _waiting(self, in_flight: Iterable[Pending]) -> list[Pending]:
        busy = {id(entry) for entry in in_flight}
        return [entry for entry in self.pending if id(entry) not in busy]

    async def _push_one(self, session: aiohttp.ClientSession, webhook: Webhook, entry: Pending) -> None:
        headers = {"X-Telegram-Bot-Api-Secret-Token": webhook.secret} if webhook.secret else {}
        wait = self.first_retry_wait
        while entry in self.pending:
            entry.handed = True
            error = await self._call(session, webhook, entry.update, headers)
            if error is None:
                webhook.delivered += 1
                self.pending.remove(entry)
                self.confirmed += 1
                break
            webhook.failures, webhook.last_error = webhook.failures + 1, error
            webhook.last_error_at = self.now()
            await asyncio.sleep(wait)
            wait = min(wait * 2, 2.0)
        self.pulse.beat()

    async def _call(
        self, session: aiohttp.ClientSession, webhook: Webhook, update: Json, headers: dict[str, str]
    ) -> str | None:
        """What went wrong, if anything did."""
        if not self.may_call:
            return "Connection refused"
        try:
            async with session.post(webhook.url, json=update, headers=headers) as answer:
                accepted = 200 <= answer.status < 300
                return None if accepted else f"Wrong response from the webhook: {answer.status}"
        except (aiohttp.ClientError, TimeoutError) as lost:
            return f"Connection failed: {type(lost).__name__}"

    async def close(self) -> None:
        pusher, self._pusher = self._pusher, None
        if pusher is not None:
            pusher.cancel()
            await asyncio.gather(pusher, return_exceptions=True)
