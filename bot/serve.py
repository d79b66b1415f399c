"""Serving: which adapters run, until the process is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from bot.adapters.web import PAGE_TEXTS, PLATFORM, CommandHint, Record, WebAdapter, WebSettings, Wishes
from bot.app.ports import Chat, Visitor
from bot.memory import give_memory_back
from bot.platforms import completing, give_up_others, keep_running, plans, preparing
from bot.settings import Settings
from bot.store.web_history import StoredHistory
from bot.ui import commands
from bot.ui.names import clean_name
from bot.ui.pages import HELP
from bot.ui.texts import Texts, texts_for
from bot.wiring import Service, running

log = logging.getLogger(__name__)
ENDING_S = 5.0
"""With what follows upon it, less than the ten seconds that are left to a process that is to end."""
NAMES_PERSON = ("challenge", "profile", "away")


async def serve(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM; then finish what was begun and return. Raises ``LeaseLost`` if another
    process takes the database over.
    """
    give_memory_back()
    loop = asyncio.get_running_loop()
    stop: asyncio.Future[None] = loop.create_future()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # on Windows the loop takes no signals
            loop.add_signal_handler(number, end, stop)
    async with running(settings) as service, contextlib.AsyncExitStack() as stack:
        adapters: list[WebAdapter] = []
        platforms: list[asyncio.Task[None]] = []
        stack.push_async_callback(end_all, adapters, platforms)
        if settings.web:
            web = web_adapter(service, settings)
            await web.start()
            await service.uptime.back(PLATFORM)
            adapters.append(web)
            log.info("serving on %s", web.address)
            print(f"Chouette is at {web.address} (stop with Ctrl+C)", flush=True)  # noqa: T201 - for the person at the terminal
        planned = plans(service, settings)
        give_up_others([*(plan.platform for plan in planned), *(one.platform for one in adapters)], service)
        service.start(*adapters)
        platforms += [asyncio.create_task(keep_running(plan, service), name=plan.name) for plan in planned]
        service.store.when_lost(partial(end, stop))
        try:
            await stop
        finally:
            log.info("stopping")


def end(stop: asyncio.Future[None], fault: Exception | None = None) -> None:
    """Let the service end, with what speaks against going on."""
    if stop.done():
        return
    if fault is None:
        stop.set_result(None)
    else:
        stop.set_exception(fault)


async def end_all(
    adapters: Sequence[WebAdapter], platforms: Sequence[asyncio.Task[None]], within_s: float = ENDING_S
) -> None:
    """End all ways in side by side. One that hangs with its platform must not hold up the others, nor the
    end of the service.
    """
    for task in platforms:
        task.cancel()
    ending = [*platforms, *(asyncio.create_task(one.close(), name="the page") for one in adapters)]
    if not ending:
        return
    ended, late = await asyncio.wait(ending, timeout=within_s)
    for task in late:
        log.warning("%s did not end in time", task.get_name())
        task.cancel()
    for task in ended:
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("%s did not end cleanly", task.get_name(), exc_info=fault)


def web_adapter(service: Service, settings: Settings) -> WebAdapter:
    """The chat page over the service."""
    plays = completing(service)

    async def complete(visitor: Visitor, chat: Chat, text: str) -> Sequence[str]:
        """The page gives the whole line, and takes whole lines back."""
        head = "/move " if text.startswith("/move ") else ""
        if text.startswith("/") and not head:
            return ()
        return [head + play for play in await plays(visitor, chat, text.removeprefix(head))]

    return WebAdapter(
        service.desk.handle,
        WebSettings(settings.web_host, settings.web_port, settings.web_open, settings.web_origin),
        history=StoredHistory(service.store, Record),
        clock=service.clock,
        prepare=preparing(service, PLATFORM),
        page_texts=page_texts,
        clean_name=clean_name,
        commands=command_hints,
        complete=complete,
        wished=wished(service),
        picture_folder=pictures_beside(service.store.path),
    )


def wished(service: Service) -> Callable[[Visitor], Awaitable[Wishes]]:
    """What a visitor has set for all that it reads."""

    async def ask(visitor: Visitor) -> Wishes:
        person = (await service.people.meet(visitor)).person
        return Wishes(person.language, person.settings.get("time_zone"))

    return ask


def pictures_beside(database: Path) -> Path:
    """The folder of pictures that belongs to a database file: two services never share one."""
    return database.with_name(f"{database.stem}-pictures")


def page_texts(language: str) -> Mapping[str, str]:
    """The words of the page."""
    texts = texts_for(language)
    return {key: texts("web." + key) for key in PAGE_TEXTS}


def command_hints(language: str) -> Sequence[CommandHint]:
    """What the page suggests after a slash: first what the help tells of, in its order."""
    texts = texts_for(language)
    names = [*(name for name in HELP if name in commands.SUGGESTED), *commands.SUGGESTED]
    return [
        CommandHint(name, texts("command." + name), usage(texts, name), names_person=name in NAMES_PERSON)
        for name in dict.fromkeys(names)
    ]


def usage(texts: Texts, name: str) -> str:
    """What can follow a command; empty for one that stands alone."""
    key = "usage." + name
    return texts(key) if key in texts else ""
