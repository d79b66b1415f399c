"""A screen as Telegram shows it: HTML text or caption within the limits, and an inline keyboard.

Lengths are counted as Telegram counts them: UTF-16 units after the formatting is read. Everything that people
wrote is escaped here, at the edge.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.app.ports import Mention, Outgoing
from bot.app.screen import Button, Rows, Screen, Tone

TEXT = 4096
CAPTION = 1024
TOAST = 200
LABEL = 64  # longer ones are cut by the clients
IN_ROW, BUTTONS = 8, 100
FITTING = (38, 20, 12, 9, 7, 5, 4, 4)
"""How many characters of a label a phone shows (360 points wide) where one, two, … eight stand in a row."""
ELLIPSIS = "…"
MOST_MENTIONS = 20

STYLES = {Tone.PRIMARY: "primary", Tone.GOOD: "success", Tone.DANGER: "danger"}

_FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_ISOLATES = "\u2066\u2067\u2068\u2069"


def sound(text: str) -> str:
    """The text without what cannot be sent: control characters and halves of characters."""
    return _FORBIDDEN.sub("", text)


def length(text: str) -> int:
    """Its length in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def cut(text: str, most: int) -> str:
    """The text, or its beginning and an ellipsis, in at most so many UTF-16 units."""
    text = sound(text)
    if length(text) <= most:
        return text
    if most < 1:
        return ""
    kept = text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", errors="ignore")
    return kept.rstrip() + ELLIPSIS


def markup_text(message: Outgoing, most: int, *, in_words: bool) -> str:
    """Headline in bold, lines, whoever is to be notified linked; ``in_words`` adds what the picture shows."""
    screen = message.screen
    mentions = message.mentions[:MOST_MENTIONS]
    headline = cut(screen.headline, most).strip()
    body = "\n".join(_body(screen, in_words))
    unnamed = [one for one in mentions if one.name not in headline]
    fixed = cut("\n".join(sound(line) for line in screen.fixed), max(0, (most - length(headline)) * 2 // 3))
    left = most - length(headline) - (length(fixed) + 1 if fixed else 0) - 1
    called = cut(", ".join(one.name for one in unnamed), max(0, left))
    body = cut(body, max(0, left - length(called) - bool(called))) if body else ""
    body = "\n".join(filter(None, (body, called)))  # whoever is called is named, whatever else is cut
    shown = _linked(headline, mentions)
    text = f"<b>{shown}</b>" if headline else ""
    if fixed.strip():
        text += ("\n" if text else "") + f"<pre>{html.escape(fixed, quote=False)}</pre>"
    if body.strip(ELLIPSIS + " \n"):
        text += ("\n" if text else "") + _linked(body, unnamed)
    return text or html.escape(ELLIPSIS)


def _body(screen: Screen, in_words: bool) -> Iterator[str]:
    yield from (sound(line) for line in screen.lines)
    if in_words and screen.picture is not None and screen.alt:
        yield sound(screen.alt)


def _linked(text: str, mentions: Sequence[Mention]) -> str:
    """Escaped, with the first place of each name made a mention."""
    names = [one for one in mentions if one.name and one.external_id.isdecimal() and one.name in text]
    if not names:
        return html.escape(text, quote=False)
    first = min(names, key=lambda one: text.index(one.name))
    before, _, after = text.partition(first.name)
    link = f'<a href="tg://user?id={first.external_id}">{html.escape(first.name, quote=False)}</a>'
    rest = [one for one in names if one is not first]
    return html.escape(before, quote=False) + link + _linked(after, rest)


def keyboard(rows: Rows) -> InlineKeyboardMarkup | None:
    """The buttons, rows broken where a phone would cut their labels; None if there are none."""
    drawn: list[list[InlineKeyboardButton]] = []
    count = 0
    for row in rows:
        buttons = [made for one in row if (made := _button(one)) is not None]
        buttons = buttons[: BUTTONS - count]
        count += len(buttons)
        drawn += _fitting(buttons)
    return InlineKeyboardMarkup(drawn) if drawn else None


def _fitting(buttons: Sequence[InlineKeyboardButton]) -> Iterator[list[InlineKeyboardButton]]:
    """The row, or as few rows of about equal length as show its labels whole."""
    if not buttons:
        return
    longest = max(length(one.text.strip(_ISOLATES)) for one in buttons)
    wide = [number for number, fits in enumerate(FITTING, 1) if number == 1 or longest <= fits]
    rows = math.ceil(len(buttons) / max(wide))
    in_row = math.ceil(len(buttons) / rows)
    for start in range(0, len(buttons), in_row):
        yield list(buttons[start : start + in_row])


def _button(button: Button) -> InlineKeyboardButton | None:
    label = cut(button.label, LABEL).strip(" \n\t" + _ISOLATES) and cut(button.label, LABEL)
    if button.link is not None:
        return InlineKeyboardButton(label or ELLIPSIS, url=button.link) if _opens(button.link) else None
    if not 1 <= len(button.press.encode()) <= 64:
        return None
    return InlineKeyboardButton(label or ELLIPSIS, callback_data=button.press, style=STYLES.get(button.tone))


def _opens(link: str) -> bool:
    """Telegram refuses the whole message for one link that it cannot open."""
    parts = urlsplit(link)
    if parts.scheme == "tg":
        return True
    host = parts.hostname or ""
    return parts.scheme in ("http", "https") and ("." in host) and not re.search(r"\s", link)
