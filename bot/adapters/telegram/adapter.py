"""The platform as the sender of boards sees it, and the composition of the adapter's parts.

Knows screens and ports, nothing of backgammon.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Iterator, Mapping
from typing import Any, Self

from telegram.error import TelegramError

from bot.adapters.telegram.chats import PLATFORM, chat_id
from bot.adapters.telegram.client import Client
from bot.adapters.telegram.errands import Errand, Errands, Run
from bot.adapters.telegram.inbox import Inbox, Lanes
from bot.adapters.telegram.inline import Inline, nothing_to_share
from bot.adapters.telegram.intake import Hooks, Intake
from bot.adapters.telegram.limiter import Kind, Limiter, Weight
from bot.adapters.telegram.menu import Menu, register
from bot.adapters.telegram.pictures import Pictures
from bot.adapters.telegram.poller import poll
from bot.adapters.telegram.reach import Reach
from bot.adapters.telegram.replies import Prepare, Replies, message_key
from bot.adapters.telegram.sender import Sender, calls_for
from bot.adapters.telegram.settings import TelegramSettings, Unreachable
from bot.adapters.telegram.texts import Words
from bot.adapters.telegram.watch import Watch
from bot.adapters.telegram.webhook import WebhookServer
from bot.app.ports import (
    Chat,
    Clock,
    Delayed,
    Handler,
    MessageRef,
    Outgoing,
    Retire,
)

log = logging.getLogger(__name__)

LANES = (
    ("message", "chat", "id"),
    ("callback_query", "message", "chat", "id"),
    ("callback_query", "from", "id"),
    ("inline_query", "from", "id"),
    ("my_chat_member", "chat", "id"),
)
"""Where an update may name the chat it belongs to."""

PATIENCE_S = 4.0  # for what is being done when the service ends


class TelegramAdapter:
    """Telegram. ``handler`` gets what people do, ``inbox`` keeps updates until that is done, ``prepare``
    paints the screens of answers, ``words`` gives the sentences of ``TELEGRAM_TEXTS``, ``menu`` the commands;
    ``limiter`` knows what has gone to whom before.

    A message without ``dedup`` is a look that nobody would send again: the newest one of each message is
    shown as soon as there is room, and ``edit`` returns at once. Any other finds room or raises ``Delayed``.
    """

    platform = PLATFORM
    posts_once = False  # Telegram knows no key of a message

    def __init__(
        self,
        handler: Handler,
        settings: TelegramSettings,
        *,
        inbox: Inbox,
        clock: Clock,
        prepare: Prepare,
        words: Words,
        menu: Menu | None = None,
        inline: Inline = nothing_to_share,
        hooks: Hooks | None = None,
        limiter: Limiter | None = None,
    ) -> None:
        settings.check()
        self._settings, self._menu, self._words = settings, menu, words
        self._client = Client(settings)
        self._limiter = limiter or Limiter(clock.monotonic)
        self._sender = Sender(self._client, self._limiter, Pictures(clock.monotonic))
        self._errands = Errands(self._limiter, clock.monotonic)
        replies = Replies(self._client, self._sender, self._errands, prepare, words, clock.monotonic)
        hooks = hooks or Hooks()
        self._intake = Intake(self._client, handler, replies, words, inline, hooks, clock.monotonic)
        self._clock, self._reach, self._back = clock, Reach(clock, hooks.lost, hooks.back), hooks.back
        self._lanes = Lanes(inbox, self._intake.carry_out, lane_of)
        self._server: WebhookServer | None = None
        self._tasks: list[asyncio.Task[Any]] = []
        self._lasting: list[asyncio.Task[None]] = []
        self._receiving: asyncio.Task[None] | None = None

    def __repr__(self) -> str:
        return f"TelegramAdapter(bot {self._settings.bot_id}, {self._settings.mode})"

    # Running

    async def start(self) -> None:
        """Introduce the bot, take up unfinished updates, begin to receive. Raises ``TelegramFailure``."""
        if self._tasks:
            raise RuntimeError("the adapter is running")
        await self._client.introduce(self._settings.api_root)
        self._last(self._errands.run())
        left = await self._lanes.resume()
        if left:
            log.info("%d updates were waiting when the service stopped", left)
        try:
            await (self._listen() if self._settings.webhook else self._ask())
        except TelegramError as error:
            await self.stop()
            raise Unreachable(self._settings.api_root, type(error).__name__) from None
        await self._back()
        if self._menu is not None:
            self._tasks.append(asyncio.create_task(register(self._client, self._menu, self._words)))

    async def wait(self) -> None:
        """Wait until something ends that must last, such as receiving: normally never. Raises what it was."""
        lasting = [*self._lasting, *filter(None, [self._receiving])]
        if not lasting:
            await asyncio.Event().wait()
        ended, _ = await asyncio.wait(lasting, return_when=asyncio.FIRST_COMPLETED)
        for task in ended:
            task.result()

    async def stop(self) -> None:
        """Receive nothing more, finish what was begun, within five seconds. Boards can still be sent."""
        if self._receiving is not None:
            self._receiving.cancel()
            await asyncio.gather(self._receiving, return_exceptions=True)
            self._receiving = None
        if self._server is not None:
            await self._server.close()
            self._server = None
        await self._lanes.stop(PATIENCE_S - 1)
        await self._intake.finish(0.5)
        await self._errands.finish(0.5)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        self._lasting.clear()

    async def close(self) -> None:
        """Stop, if that has not been done, and close the connections; nothing can be sent then."""
        await self.stop()
        with contextlib.suppress(TelegramError):
            await self._client.shutdown()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def username(self) -> str:
        """The bot's name, for links; known once it has started."""
        return self._client.username

    @property
    def receiving(self) -> bool:
        """Whether updates are being received."""
        return self._server is not None or (self._receiving is not None and not self._receiving.done())

    @property
    def receiving_idle(self) -> bool:
        """Whether everything that came in has been carried out."""
        return self._lanes.idle and self._intake.idle

    @property
    def busy(self) -> bool:
        """Whether something is being received or shown at this moment, or could be shown at once."""
        return not self.receiving_idle or self._errands.busy

    @property
    def idle(self) -> bool:
        """Whether nothing that came in is unfinished and no answer waits to be shown."""
        return self.receiving_idle and self._errands.idle

    @property
    def wait_s(self) -> float:
        """How long what waits for room has to wait."""
        return self._errands.wait_s

    def wake(self) -> None:
        """Look again at what waits for room: a clock may have jumped."""
        self._errands.wake()

    def _last(self, run: Coroutine[Any, Any, None]) -> None:
        """Run something that lasts until it is stopped; its failure is one of the adapter."""
        task = asyncio.create_task(run)
        self._tasks.append(task)
        self._lasting.append(task)

    async def _ask(self) -> None:
        if (await self._client.get_webhook_info()).url:
            await self._client.delete_webhook(drop_pending_updates=False)
        polling = poll(self._client, self._lanes, self._settings.poll_s, self._reach, self._clock)
        self._receiving = asyncio.create_task(polling)

    async def _listen(self) -> None:
        webhook = self._settings.webhook
        assert webhook is not None
        watch = Watch(self._client, webhook, self._reach, self._clock)
        self._server = WebhookServer(webhook, self._lanes, watch.called)
        await self._server.start()
        await watch.begin()
        self._last(watch.run())

    # The adapter

    async def post(self, chat: Chat, message: Outgoing) -> MessageRef:
        """Post a message. Raises a ``DeliveryError``."""
        with self._room(chat, Kind.POST, calls_for(message.screen)):
            return await self._sender.post(chat, message)

    async def edit(self, ref: MessageRef, message: Outgoing) -> None:
        """Replace what a message shows. Raises a ``DeliveryError``, but never for a look."""
        if not message.dedup:
            self._put(ref, Weight.LOOK, lambda: self._sender.edit(ref, message))
            return
        await self._errands.clear(message_key(ref))  # a look at what is past
        with self._room(ref.chat, Kind.EDIT):
            await self._sender.edit(ref, message)

    async def retire(self, ref: MessageRef, how: Retire) -> None:
        """Take the buttons off an old board when there is room, or delete it."""
        match how:
            case Retire.STRIP:
                await self._errands.clear(message_key(ref))
                self._put(ref, Weight.STRIP, lambda: self._sender.strip(ref))
            case Retire.DELETE:
                await self._errands.clear(message_key(ref))
                await self._sender.remove(ref)
            case Retire.KEEP:
                await self._errands.clear(message_key(ref))

    @contextlib.contextmanager
    def _room(self, chat: Chat, kind: Kind, calls: int = 1) -> Iterator[None]:
        """Room for so many calls. Raises ``Delayed`` where there is none."""
        chat_id(chat)
        wait = self._limiter.take(chat.chat, kind, Weight.BOARD, calls)
        if wait > 0:
            raise Delayed(wait)
        try:
            yield
        finally:
            self._limiter.answered(chat.chat, kind, calls)

    def _put(self, ref: MessageRef, weight: Weight, run: Run) -> None:
        chat_id(ref.chat)
        self._errands.put(Errand(message_key(ref), ref.chat, Kind.EDIT, weight, run))


def lane_of(update: Mapping[str, Any]) -> str:
    """The chat in whose order an update stands: the message's, else the person's own."""
    for path in LANES:
        found: object = update
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        if isinstance(found, int | str):
            return str(found)
    return ""
