"""Inline mode: results of ``@bot words`` in any chat, to share a challenge or a position.

A shared message is text with buttons. A board is never one: messages sent this way cannot take a new picture
by upload, the bot does not learn in which chat they stand, and nobody could be notified there. So a board is
an ordinary message of a chat with the bot, and what is shared leads to it by a deep link.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from telegram import InlineQueryResultArticle, InputTextMessageContent
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot.adapters.telegram.client import Client
from bot.adapters.telegram.drawing import TEXT, cut, keyboard, markup_text
from bot.adapters.telegram.sender import NO_PREVIEW
from bot.app.ports import Outgoing, Visitor
from bot.app.screen import Rows, Screen

log = logging.getLogger(__name__)

MOST = 20


@dataclass(frozen=True, slots=True)
class InlineCard:
    """One result: ``id`` is unique among them (at most 64 bytes), ``title`` and ``about`` are seen by the one
    who asks, ``headline``, ``lines`` and ``rows`` by everybody once it is sent.
    """

    id: str
    title: str
    about: str
    headline: str
    lines: tuple[str, ...] = ()
    rows: Rows = ()


class Inline(Protocol):
    """What can be shared."""

    async def __call__(self, visitor: Visitor, query: str) -> Sequence[InlineCard]:
        """The results for what a person typed; called for every few letters, so it must be quick."""


async def nothing_to_share(visitor: Visitor, query: str) -> Sequence[InlineCard]:
    """No inline results."""
    return ()


async def answer_inline(client: Client, query: str, cards: Sequence[InlineCard]) -> None:
    """Show the results. They are personal and not kept: a challenge is its sender's."""
    results = [_article(card) for card in {card.id: card for card in cards}.values()][:MOST]
    try:
        await client.answer_inline_query(query, results, cache_time=0, is_personal=True)
    except TelegramError as error:
        log.info("an inline query was not answered: %s", type(error).__name__)


def _article(card: InlineCard) -> InlineQueryResultArticle:
    text = markup_text(Outgoing(Screen(card.headline, card.lines)), TEXT, in_words=False)
    content = InputTextMessageContent(text, parse_mode=ParseMode.HTML, link_preview_options=NO_PREVIEW)
    return InlineQueryResultArticle(
        card.id,
        cut(card.title, 100),
        content,
        description=cut(card.about, 200) or None,
        reply_markup=keyboard(card.rows),
    )
