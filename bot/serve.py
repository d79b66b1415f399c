"""Serving: which adapters run, until the process is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.adapters.web import PAGE_TEXTS, PLATFORM, CommandHint, Record, WebAdapter, WebSettings, Wishes
from bot.app.ports import Chat, Visitor
from bot.platforms import completing, keep_running, plans, preparing
from bot.settings import Settings
from bot.store.web_history import StoredHistory
from bot.ui import commands
from bot.ui.names import clean_name
from bot.ui.pages import HELP
from bot.ui.texts import Texts, texts_for
from bot.wiring import Service, running

log = logging.getLogger(__name__)
NAMES_PERSON = ("challenge", "profile", "away")


async def serve(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM; then finish what was begun and return."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # on Windows the loop takes no signals
            loop.add_signal_handler(number, stop.set)
    async with running(settings) as service, contextlib.AsyncExitStack() as stack:
        adapters = []
        if settings.web:
            web = await stack.enter_async_context(web_adapter(service, settings))
            adapters.append(web)
            log.info("serving on %s", web.address)
            print(f"Chouette is at {web.address} (stop with Ctrl+C)", flush=True)  # noqa: T201 - for the person at the terminal
        service.start(*adapters)
        platforms = [asyncio.create_task(keep_running(plan, service)) for plan in plans(service, settings)]
        stack.push_async_callback(_end, platforms)
        await stop.wait()
        log.info("stopping")


async def _end(running_platforms: Sequence[asyncio.Task[None]]) -> None:
    for task in running_platforms:
        task.cancel()
    await asyncio.gather(*running_platforms, return_exceptions=True)


def web_adapter(service: Service, settings: Settings) -> WebAdapter:
    """The chat page over the service."""
    plays = completing(service)

    async def complete(visitor: Visitor, chat: Chat, text: str) -> Sequence[str]:
        """The page gives the whole line, and takes whole lines back."""
        head = "/move " if text.startswith("/move ") else ""
        if text.startswith("/") and not head:
            return ()
        return [head + play for play in await plays(visitor, chat, text.removeprefix(head))]

    async def wished(visitor: Visitor) -> Wishes:
        person = (await service.people.meet(visitor)).person
        return Wishes(person.language, person.settings.get("time_zone"))

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
        wished=wished,
        picture_folder=pictures_beside(service.store.path),
    )


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
