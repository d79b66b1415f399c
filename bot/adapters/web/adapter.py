"""The outgoing half of the platform, and the composition of the page's parts.

Knows screens and ports, nothing of backgammon.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

from bot.adapters.web.chats import PLATFORM, is_address, link_to, on_the_wire
from bot.adapters.web.files import Files
from bot.adapters.web.hints import CommandHint
from bot.adapters.web.history import WebHistory
from bot.adapters.web.hub import Hub
from bot.adapters.web.intake import Intake
from bot.adapters.web.log import ChatLog, ChatLogs
from bot.adapters.web.messages import Body, Message, called, retired, screen_body, stripped
from bot.adapters.web.page import PageFiles, PageTexts
from bot.adapters.web.pictures import Pictures, Repaint, picture_name
from bot.adapters.web.privates import Privates
from bot.adapters.web.rooms import Rooms
from bot.adapters.web.server import Server
from bot.adapters.web.sessions import Complete, Sessions
from bot.adapters.web.settings import WebSettings
from bot.adapters.web.speech import Speech, Wished, no_wishes
from bot.adapters.web.visitors import CleanName, Names
from bot.app.ports import Chat, ChatClosed, Clock, Handler, MessageGone, MessageRef, Outgoing, Retire
from bot.app.screen import Screen

PATIENCE_S = 5.0  # for what is being done when the service ends

Prepare = Callable[[Screen], Awaitable[Outgoing]]
"""Make a message of an answer's screen: picture painted or left out, mentions resolved for this platform."""


def _no_commands(_language: str) -> Sequence[CommandHint]:
    return ()


class WebAdapter:
    """The local page. ``handler`` gets what people do; ``prepare`` paints the screens of its answers.

    ``page_texts`` gives the words of ``PAGE_TEXTS`` in each of ``languages`` (the first is the fallback),
    ``commands`` what is suggested after a slash, ``complete`` plays for a half-typed text, ``wished`` the
    language and time zone that a person has set. ``picture_folder`` keeps pictures over a restart;
    ``repaint`` makes one again from its key.
    """

    platform = PLATFORM
    posts_once = True

    def __init__(
        self,
        handler: Handler,
        settings: WebSettings,
        *,
        history: WebHistory,
        clock: Clock,
        prepare: Prepare,
        page_texts: PageTexts,
        clean_name: CleanName,
        languages: Sequence[str] = ("en", "de"),
        commands: Callable[[str], Sequence[CommandHint]] = _no_commands,
        complete: Complete | None = None,
        wished: Wished = no_wishes,
        repaint: Repaint | None = None,
        picture_folder: Path | None = None,
    ) -> None:
        self._clock, self._prepare = clock, prepare
        self._hub = hub = Hub()
        self._logs = logs = ChatLogs(history, self._tell, hub.watched, clock.now_ms)
        self._rooms = Rooms(history, logs, hub.watched_chats, clock.now_ms, settings.rooms)
        self._pictures, self._files = Pictures(picture_folder, repaint), Files()
        page, names, privates = PageFiles(page_texts, languages), Names(history, clean_name), Privates()
        speech = Speech(page, hub, names, commands, wished)
        self._intake = Intake(
            handler, self._draw, hub, logs, names, privates, speech, clock.now_ms, admin=settings.own
        )
        sessions = Sessions(
            self._intake,
            hub,
            logs,
            names,
            privates,
            self._rooms,
            speech,
            complete,
            clock.monotonic,
            settings.hello_s,
        )
        self._server = Server(settings, page, speech, sessions, logs, self._pictures, self._files)

    # Serving

    async def start(self) -> str:
        """Serve the page; its address. Raises ``WebError``."""
        return await self._server.start()

    async def close(self) -> None:
        """Send the pages away, finish what is being done, stop."""
        await self._server.close()
        await self._intake.close(PATIENCE_S)
        await self._pictures.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def address(self) -> str:
        """Where the page is, such as ``http://127.0.0.1:8080``."""
        return self._server.address

    def link(self, chat: Chat) -> str | None:
        """A link that opens a chat of this platform on the page, for buttons and texts."""
        return link_to(chat)

    # The adapter

    async def post(self, chat: Chat, message: Outgoing) -> MessageRef:
        """Post a message; one with the same ``dedup`` is posted only once, also after a restart."""
        address = _address(chat)
        body = self._body(message)
        async with self._logs.open(address) as log:
            posted = await log.add(body, message.dedup)
        self._call(address, message)
        return MessageRef(chat, str(posted.number))

    async def edit(self, ref: MessageRef, message: Outgoing) -> None:
        """Replace what a message shows; whom it called when it was posted, it goes on to call until nobody
        plays at its table any more.
        """
        body = self._body(message)
        async with self._logs.open(_address(ref.chat)) as log:
            old = _find(log, ref)
            over = "players" in old.body and not message.players
            await log.change_body(old, body if over else {**called(old.body), **body})

    async def retire(self, ref: MessageRef, how: Retire) -> None:
        """Strip or delete an old board."""
        async with self._logs.open(_address(ref.chat)) as log:
            old = _find(log, ref)
            match how:
                case Retire.STRIP:
                    await log.change_body(old, stripped(old.body))
                case Retire.DELETE:
                    await log.remove(old)
                case Retire.KEEP:
                    await log.change_body(old, retired(old.body))

    def _tell(self, address: str, change: Mapping[str, object]) -> None:
        """Something has changed in a chat."""
        self._rooms.heard(address)
        self._hub.tell_chat(address, change)

    def _call(self, address: str, message: Outgoing) -> None:
        """Notify whom the message mentions, wherever on the page they are."""
        if message.screen.quiet:
            return
        call = {"type": "mention", "chat": on_the_wire(address), "headline": message.screen.headline}
        for mention in message.mentions:
            self._hub.tell_person(mention.external_id, call)

    async def _draw(self, screen: Screen) -> Body:
        return self._body(await self._prepare(screen))

    def _body(self, message: Outgoing) -> Body:
        name = None
        if message.png is not None:
            name = picture_name(message.key, message.png)
            self._pictures.put(name, message.png)
        attached = [self._files.put(file) for file in message.screen.files]
        return screen_body(message, self._clock.now_ms(), name, attached)


def _address(chat: Chat) -> str:
    if chat.platform != PLATFORM or not is_address(chat.chat):
        raise ChatClosed(f"the page has no chat {chat.chat!r}")
    return chat.chat


def _find(log: ChatLog, ref: MessageRef) -> Message:
    message = log.find(int(ref.message)) if ref.message.isdecimal() else None
    if message is None:
        raise MessageGone(ref.message)
    return message
