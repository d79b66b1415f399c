"""``/link``: somebody known on two platforms becomes one person, by a code that works once."""

from __future__ import annotations

from bot.app.ports import Answer
from bot.app.refused import Refused
from bot.app.screen import Screen
from bot.ui.context import Asked, Context


async def link(context: Context, asked: Asked) -> Answer:
    """``/link`` gives a code, in the direct chat only; ``/link CODE`` on the other platform joins the two."""
    if asked.args:
        await context.linking.redeem(asked.person, asked.args)
        return Answer(private=Screen(asked.texts("link.done"), quiet=True))
    if not asked.chat.private:
        raise Refused("link.private")
    code = await context.linking.code(asked.person)
    lines = (asked.texts("link.how", code=code),)
    return Answer(private=Screen(asked.texts("link.code", code=code), lines, quiet=True))
