"""How a screen looks on Discord: one container with texts, a picture and rows of buttons (components v2).

Keeps to Discord's limits: 40 components counted through nesting, 4000 characters of text, five buttons in a
row, labels of 80 and descriptions of 1024 characters. Knows screens, nothing of backgammon or of sending.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.adapters.discord.markdown import cut, escaped, fixed
from bot.adapters.discord.pressing import PressButton
from bot.app.ports import Mention, Outgoing
from bot.app.screen import Attachment, Button, Screen, Tone

log = logging.getLogger(__name__)

MOST_PARTS, MOST_TEXT, MOST_IN_ROW = 40, 4000, 5
LABEL, DESCRIPTION, LINK, FILES = 80, 1024, 512, 9
PICTURE = "board.png"

STYLES = {
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.PRIMARY: discord.ButtonStyle.primary,
    Tone.GOOD: discord.ButtonStyle.success,
    Tone.DANGER: discord.ButtonStyle.danger,
}
_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message ready for Discord. ``kept``: the picture is there already and stays. Views and files are made
    anew for every attempt, for sending uses them up.
    """

    screen: Screen
    png: bytes | None = None
    mentions: tuple[Mention, ...] = ()
    kept: bool = False

    @property
    def pictured(self) -> bool:
        """Whether a picture is shown."""
        return self.kept or self.png is not None

    def view(self) -> ui.LayoutView:
        """The components."""
        view = ui.LayoutView(timeout=None)
        called = " ".join(f"<@{one.external_id}>" for one in self.mentions)
        if called:
            view.add_item(ui.TextDisplay(called))
        container: ui.Container[Any] = ui.Container()
        for text in self._texts(MOST_TEXT - len(called)):
            container.add_item(ui.TextDisplay(text))
        if self.pictured:
            alt = cut(self.screen.alt, DESCRIPTION) or None
            gallery = discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt)
            container.add_item(ui.MediaGallery(gallery))
        for name, _ in self._named_files():
            container.add_item(ui.File(f"attachment://{name}"))
        room = MOST_PARTS - 1 - len(container.children) - bool(self.mentions)
        for row in fitting(self.screen, room):
            container.add_item(row)
        view.add_item(container)
        return view

    def files(self) -> list[discord.File]:
        """What is uploaded."""
        files = [] if self.png is None else [discord.File(io.BytesIO(self.png), PICTURE)]
        return files + [discord.File(io.BytesIO(file.content), name) for name, file in self._named_files()]

    def allowed(self) -> discord.AllowedMentions:
        """Nobody is called but whom the message is for."""
        none = discord.AllowedMentions.none()
        none.users = [discord.Object(int(one.external_id)) for one in self.mentions]
        return none

    def stripped(self) -> Drawn:
        """The same message without buttons, its picture left as it is."""
        screen = replace(self.screen, rows=(), picture=None, files=())
        return Drawn(screen, mentions=self.mentions, kept=self.pictured)

    def _texts(self, room: int) -> Iterator[str]:
        """Headline, fixed lines and the other lines, each with what the ones before it leave of the room."""
        screen = self.screen
        if screen.headline.strip():
            headline = cut(f"**{escaped(screen.headline)}**", MOST_TEXT // 4)
            room -= len(headline)
            yield headline
        lines = list(screen.lines)
        if screen.picture is not None and not self.pictured and screen.alt:
            lines.insert(0, screen.alt)
        if screen.fixed:
            block = fixed(screen.fixed, MOST_TEXT // 2)
            room -= len(block)
            yield block
        if any(line.strip() for line in lines):
            yield cut(escaped("\n".join(lines)), room)

    def _named_files(self) -> list[tuple[str, Attachment]]:
        named = {}
        for number, file in enumerate(self.screen.files[:FILES]):
            name = _UNFIT.sub("_", file.name)[-60:].strip("._") or f"file{number}"
            named[name if name not in named and name != PICTURE else f"{number}-{name}"] = file
        return list(named.items())


def drawn(message: Outgoing) -> Drawn:
    """The message for Discord; a quiet one calls nobody."""
    return Drawn(message.screen, message.png, () if message.screen.quiet else message.mentions)


def without_buttons(message: discord.Message) -> ui.LayoutView | None:
    """What a message shows, without its buttons; None if it is not made of components."""
    if not message.flags.components_v2:
        return None
    names = {file.id: file.filename for file in message.attachments}
    view = ui.LayoutView.from_message(message, timeout=None)
    for container in (part for part in view.children if isinstance(part, ui.Container)):
        for part in list(container.children):
            if isinstance(part, ui.ActionRow):
                container.remove_item(part)
            elif isinstance(part, ui.MediaGallery):
                part.items = [_kept(item, names) for item in part.items]
    return view


def _kept(item: discord.MediaGalleryItem, names: dict[int, str]) -> discord.MediaGalleryItem:
    """The same picture, named as Discord wants it in an edit: addresses of files expire."""
    name = names.get(item.media.attachment_id or 0, PICTURE)
    return discord.MediaGalleryItem(f"attachment://{name}", description=item.description)


def fitting(screen: Screen, room: int) -> Iterator[ui.ActionRow[Any]]:
    """The rows of buttons that ``room`` components hold; each press once, as Discord demands."""
    seen: set[str] = set()
    for wanted in screen.rows:
        new = {_known(button): button for button in wanted if _known(button) not in seen}
        seen |= new.keys()
        buttons = list(new.values())
        for start in range(0, len(buttons), MOST_IN_ROW):
            part = buttons[start : start + MOST_IN_ROW]
            room -= 1 + len(part)
            if room < 0:
                log.warning("more buttons than a message holds: %s", screen.headline[:80])
                return
            yield ui.ActionRow(*(_button(button) for button in part))


def _known(button: Button) -> str:
    return button.press or f"link {button.link}"


def _button(button: Button) -> ui.Item[Any]:
    label = cut(button.label, LABEL) or "…"
    if button.link is not None:
        return ui.Button(label=label, url=button.link[:LINK])
    return PressButton(button.press, label, STYLES[button.tone])
