"""The chat platforms over the service: built from settings, kept running, restarted when they fail.

One platform's failure never stops the others; a wrong token is one clear sentence in the log, once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from bot.app.ports import Adapter, Chat, Outgoing, PersonId, Visitor
from bot.app.screen import Screen
from bot.backoff import until_done
from bot.settings import Settings
from bot.store.errors import StoreClosed
from bot.store.heartbeat import fact, put_fact
from bot.store.inbox_port import StoreInbox
from bot.ui import commands, link_commands, pages
from bot.ui.texts import texts_for
from bot.wiring import Service

if TYPE_CHECKING:
    from bot.adapters import telegram

log = logging.getLogger(__name__)
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 300.0
START_S = 45.0
"""A login takes a second. Whoever takes the call and never answers would else keep it for minutes."""
LAST_SENDING_S = 2.0
PLATFORMS = ("telegram", "discord", "web")


class Platform(Adapter, Protocol):
    """An adapter that receives and sends."""

    async def start(self) -> None:
        """Log in and begin to receive."""

    async def wait(self) -> None:
        """Wait until receiving ends; raises what ended it."""

    async def stop(self) -> None:
        """Receive nothing more; sending still works."""

    async def close(self) -> None:
        """Stop and close all connections."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to make a platform, and which of its failures cannot be mended by trying again."""

    platform: str
    name: str
    make: Callable[[], Platform]
    final: tuple[type[Exception], ...]


def plans(service: Service, settings: Settings) -> list[Plan]:
    """The platforms that have a token. Their libraries are loaded only then."""
    found: list[Plan] = []
    if settings.telegram_token is not None:
        found.append(_telegram(service, settings, settings.telegram_token.get_secret_value()))
    if settings.discord_token is not None:
        found.append(_discord(service, settings, settings.discord_token.get_secret_value()))
    return found


def give_up_others(served: Sequence[str], service: Service) -> None:
    """Of the platforms that are not served, nobody is expected back."""
    for platform in PLATFORMS:
        if platform not in served:
            service.uptime.given_up(platform)


async def keep_running(
    plan: Plan,
    service: Service,
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    start_s: float = START_S,
) -> None:
    """Run a platform until cancelled, again after each failure, later and later; give up on a wrong token.
    The time from the beginning, and from a failure, until the platform itself says that it is in reach is
    given back to those who play there. ``sleep`` waits for so many seconds; ``start_s`` are allowed for a
    start.
    """
    attempt = _Attempts(plan, service, start_s).attempt
    service.uptime.lost(plan.platform)
    await until_done(attempt, FIRST_WAIT_S, LONGEST_WAIT_S, now=service.clock.monotonic, sleep=sleep)


class _Attempts:
    """One platform, made anew for each attempt. What would be final is so only before the first that served:
    with the same settings it has worked, and nobody is to lose for what has been changed elsewhere.
    """

    def __init__(self, plan: Plan, service: Service, start_s: float) -> None:
        self._plan, self._service, self._start_s = plan, service, start_s
        self._served = False
        self._said = ""

    async def attempt(self) -> bool:
        """Serve until that fails; whether there is no sense in another attempt."""
        name, uptime = self._plan.name, self._service.uptime
        try:
            await self._run_once()
        except Exception as error:  # noqa: BLE001 - the edge: whatever it was, the other platforms go on
            final = isinstance(error, self._plan.final)
            if final and not self._served:
                uptime.given_up(self._plan.platform)
                log.error("%s is not served: %s", name, error)
                return True
            if not final:
                log.warning("%s failed (%s: %s); trying again", name, type(error).__name__, error)
            elif self._said != str(error):
                log.error("%s is served no more, and tried again all the same: %s", name, error)
            self._said = str(error)
        uptime.lost(self._plan.platform)
        return False

    async def _run_once(self) -> None:
        platform = self._plan.make()
        sending: asyncio.Task[None] | None = None
        try:
            await self._start(platform)
            log.info("serving %s", self._plan.name)
            self._served, self._said = True, ""
            sending = self._service.sending(platform)
            await platform.wait()
        finally:
            await asyncio.shield(_end(platform, sending, self._service))

    async def _start(self, platform: Platform) -> None:
        limit = asyncio.timeout(self._start_s)
        try:
            async with limit:
                await platform.start()
        except TimeoutError as error:
            if limit.expired():
                raise TimeoutError(f"it has not answered within {self._start_s:g} s") from error
            raise


async def _end(platform: Platform, sending: asyncio.Task[None] | None, service: Service) -> None:
    """Receive no more, send what waits, close; whatever fails here must not keep the service from ending. One
    that took too long finds the store closed, which has been said by then.
    """
    try:
        await platform.stop()
        if sending is not None:
            await service.broadcaster.quiet(LAST_SENDING_S)
    except StoreClosed:
        log.info("%s stops after the store was closed", platform.platform)
    except Exception:
        log.exception("%s did not stop cleanly", platform.platform)
    if sending is not None:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
    try:
        await platform.close()
    except Exception:
        log.exception("%s did not close cleanly", platform.platform)


def preparing(service: Service, platform: str) -> Callable[[Screen], Awaitable[Outgoing]]:
    """Paints the screens of answers and names whom they call, as the platform knows them."""

    async def prepare(screen: Screen) -> Outgoing:
        message = await service.composer.painted(screen)
        called = tuple(PersonId(actor) for actor in screen.actors)
        return replace(message, mentions=await service.people.mentions(called, platform))

    return prepare


def completing(service: Service) -> Callable[[Visitor, Chat, str], Awaitable[Sequence[str]]]:
    """Plays for a half-typed text."""

    async def complete(visitor: Visitor, chat: Chat, prefix: str) -> Sequence[str]:
        known = await service.people.meet(visitor, chat)
        return await commands.completions(service.desk.context, known, chat, prefix)

    return complete


def greeting(locale: str | None) -> Screen:
    """What a room is told that has just let the bot in."""
    return pages.welcome(texts_for(locale))


def words(keys: Sequence[str]) -> Callable[[str | None], Mapping[str, str]]:
    """The texts of these keys for a client's locale, and what each command does."""

    def of(locale: str | None) -> Mapping[str, str]:
        texts = texts_for(locale)
        told = {key: texts(key) for key in keys}
        return {**told, **{f"command.{name}": texts(f"command.{name}") for name in commands.SUGGESTED}}

    return of


def _webhook(settings: Settings) -> telegram.Webhook | None:
    from bot.adapters import telegram

    if not settings.telegram_webhook_url:
        return None
    return telegram.Webhook(
        settings.telegram_webhook_url,
        settings.telegram_webhook_secret.get_secret_value(),
        settings.telegram_webhook_host,
        settings.telegram_webhook_port,
    )


def _menu(language: str) -> Sequence[telegram.MenuCommand]:
    """What Telegram suggests after a slash."""
    from bot.adapters.telegram import MenuCommand, Scope

    texts = texts_for(language)
    return [
        MenuCommand(
            name,
            texts(f"command.{name}"),
            Scope.ADMINS if name in commands.FOR_ADMINS else Scope.EVERYWHERE,
        )
        for name in commands.SUGGESTED
    ]


def telegram_settings(settings: Settings, token: str) -> telegram.TelegramSettings:
    """How Telegram is reached, and reaches the bot."""
    from bot.adapters import telegram

    return telegram.TelegramSettings(token, settings.telegram_api_root.rstrip("/"), _webhook(settings))


def _telegram(service: Service, settings: Settings, token: str) -> Plan:
    from bot.adapters import telegram

    told, made = words(telegram.TELEGRAM_TEXTS), telegram_settings(settings, token)
    limiter = telegram.Limiter(service.clock.monotonic)  # what has gone, and penalties, outlast a failure

    async def offer(visitor: Visitor, said: str) -> tuple[str, str] | None:
        return await link_commands.shared_offer(service.desk.context, visitor, said)

    def make() -> Platform:
        adapter: telegram.TelegramAdapter

        async def moved(old: Chat, new: Chat) -> None:
            await service.archive.move_chat(old, new, service.clock.now_ms())
            service.broadcaster.wake()

        adapter = telegram.TelegramAdapter(
            service.desk.handle,
            made,
            inbox=StoreInbox(service.store, telegram.PLATFORM, made.bot_id, service.clock.now_ms),
            clock=service.clock,
            prepare=preparing(service, telegram.PLATFORM),
            words=told,
            menu=_menu,
            inline=telegram.Sharing(lambda: adapter.username, told, offer),
            limiter=limiter,
            hooks=telegram.Hooks(
                moved=moved,
                closed=service.sight.closed,
                opened=service.sight.opened,
                greeting=greeting,
                lost=lambda since: service.uptime.lost(telegram.PLATFORM, since),
                back=lambda: service.uptime.back(telegram.PLATFORM),
            ),
        )
        return adapter

    return Plan(telegram.PLATFORM, "Telegram", make, (telegram.BadToken, telegram.BadWebhook))


class _Memory:
    """A few values of an adapter that outlast a restart, in the store."""

    def __init__(self, service: Service, prefix: str) -> None:
        self._store, self._prefix = service.store, prefix

    async def get(self, key: str) -> str | None:
        """The value; None if there is none."""
        found = await self._store.read(lambda conn: fact(conn, f"{self._prefix}.{key}"))
        return None if found is None else str(found)

    async def set(self, key: str, value: str) -> None:
        """Keep a value."""
        await self._store.write(lambda conn: put_fact(conn, f"{self._prefix}.{key}", value))


def _discord(service: Service, settings: Settings, token: str) -> Plan:
    from bot.adapters import discord

    made = discord.DiscordSettings(token, settings.discord_api_root.rstrip("/"), settings.discord_gateway)

    def make() -> Platform:
        return discord.DiscordAdapter(
            service.desk.handle,
            made,
            clock=service.clock,
            memory=_Memory(service, discord.PLATFORM),
            prepare=preparing(service, discord.PLATFORM),
            words=words(discord.DISCORD_TEXTS),
            commands=commands.SUGGESTED,
            complete=completing(service),
            room_settings=service.archive.room_settings,
            greeting=greeting,
            line=discord.Line(
                lost=lambda since: service.uptime.lost(discord.PLATFORM, since),
                back=lambda: service.uptime.back(discord.PLATFORM),
            ),
        )

    return Plan(discord.PLATFORM, "Discord", make, (discord.BadToken,))
