"""The usual inline results: a challenge to whoever takes it, and a position by its id.

Both lead back by a deep link, whose payload the service understands: an invitation's is made by the service,
a position's is its id with the signs that a link may carry.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

from bot.adapters.telegram.inline import InlineCard
from bot.adapters.telegram.texts import Words
from bot.app.ports import Visitor
from bot.app.screen import Button

POSITION = "x_"
_POSITION_ID = re.compile(r"(?:XGID=)?([-A-Oa-o]{26}(?::-?[0-9]{1,6}){9})", re.ASCII)
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)

Offer = Callable[[Visitor, str], Awaitable[tuple[str, str] | None]]
"""For a person and the words behind "challenge": the payload of a link that accepts it, and the rules in
words; None where the words are no rules. Called often for the same words: it must not open one each time.
"""


class Sharing:
    """``username`` gives the bot's name for links."""

    def __init__(self, username: Callable[[], str], words: Words, offer: Offer) -> None:
        self._username, self._words, self._offer = username, words, offer

    async def __call__(self, visitor: Visitor, query: str) -> Sequence[InlineCard]:
        """The results for what was typed."""
        position = _POSITION_ID.fullmatch(query.strip())
        if position is not None:
            return self._position(visitor, position.group(1))
        rules = re.sub(r"^(?:challenge|herausforderung)\b", "", query.strip(), flags=re.IGNORECASE)
        return await self._challenge(visitor, rules.strip())

    def _position(self, visitor: Visitor, position: str) -> Sequence[InlineCard]:
        payload = POSITION + position.replace(":", "_")
        if not _PAYLOAD.fullmatch(payload):
            return ()
        words, xgid = self._words(visitor.locale), f"XGID={position}"
        row = (Button(words["telegram.inline.position_button"], link=self._link(payload)),)
        text = words["telegram.inline.position_text"]
        title = words["telegram.inline.position_title"]
        return (InlineCard("position", title, xgid, text, (xgid,), (row,)),)

    async def _challenge(self, visitor: Visitor, rules: str) -> Sequence[InlineCard]:
        offered = await self._offer(visitor, rules)
        if offered is None or not _PAYLOAD.fullmatch(offered[0]):
            return ()
        payload, said = offered
        words = self._words(visitor.locale)
        headline = words["telegram.inline.challenge_text"].format(name=visitor.name)
        row = (Button(words["telegram.inline.challenge_button"], link=self._link(payload)),)
        about = words["telegram.inline.challenge_about"].format(rules=said)
        title = words["telegram.inline.challenge_title"]
        return (InlineCard(f"c{payload[:60]}", title, about, headline, (said,), (row,)),)

    def _link(self, payload: str) -> str:
        return f"https://t.me/{self._username()}?start={payload}"


def position_of(payload: str) -> str | None:
    """The position id that a link's payload carries, None if it is another kind of payload."""
    if not payload.startswith(POSITION):
        return None
    found = _POSITION_ID.fullmatch(payload.removeprefix(POSITION).replace("_", ":"))
    return f"XGID={found.group(1)}" if found else None
