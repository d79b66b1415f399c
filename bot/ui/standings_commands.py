"""``/standings`` and ``/profile``: read the book, show a page of it."""

from __future__ import annotations

from dataclasses import replace

from bot.app.ports import Answer
from bot.app.refused import Refused
from bot.app.standings import Order, Period
from bot.ui.context import Asked, Context
from bot.ui.standings_screen import Asked as Wanted
from bot.ui.standings_screen import profile_screen, read_asked, standings_screen

WORDS: dict[str, Period | Order | str] = {
    **dict.fromkeys(("day", "today", "tag", "heute"), Period.DAY),
    **dict.fromkeys(("week", "woche"), Period.WEEK),
    **dict.fromkeys(("month", "monat"), Period.MONTH),
    **dict.fromkeys(("all", "gesamt", "alle"), Period.ALL),
    **dict.fromkeys(("points", "punkte"), Order.POINTS),
    "elo": Order.ELO,
    "chouette": Order.CHOUETTE,
    **dict.fromkeys(("everywhere", "überall"), "everywhere"),
    "text": "text",
}
"""What can follow ``/standings``, in both languages at once."""


def wanted(asked: Asked) -> Wanted:
    """The table that a command asks for: here in a room, everywhere in a direct chat."""
    here, words, period, order, page = not asked.chat.private, False, Period.ALL, Order.POINTS, 0
    for word in asked.args.casefold().split():
        said = WORDS.get(word)
        match said:
            case Period():
                period = said
            case Order():
                order = said
            case "everywhere":
                here = False
            case "text":
                words = True
            case _ if word.isdecimal() and 0 < int(word) < 10_000:
                page = int(word) - 1
            case _:
                raise Refused("standings.word", input=word[:30])
    if order is Order.ELO:
        period = Period.ALL
    return Wanted(here, period, order, page, words)


async def standings(context: Context, asked: Asked) -> Answer:
    """``/standings [day|week|month|all] [elo|chouette] [everywhere] [page] [text]``."""
    wish = wanted(asked)
    found = await context.archive.standings(wish.question(asked.chat), context.clock.now_ms(), asked.person)
    viewer = await context.viewer_here(asked)
    if asked.chat.private:
        return Answer(private=standings_screen(found, wish, viewer, room=False))
    wish = replace(wish, language=viewer.texts.language)
    return Answer(public=standings_screen(found, wish, viewer, room=True))


async def turn(context: Context, asked: Asked) -> Answer:
    """A button of a table: another page, period, order or scope."""
    wish = read_asked(asked.args)
    if wish is None or (wish.here and asked.chat.private):
        raise Refused("press.unknown")
    found = await context.archive.standings(wish.question(asked.chat), context.clock.now_ms(), asked.person)
    viewer = await context.viewer_here(asked, wish.language)
    return Answer(edit=standings_screen(found, wish, viewer, room=not asked.chat.private))


async def profile(context: Context, asked: Asked) -> Answer:
    """``/profile [who]``."""
    target = asked.command.target if asked.command else None
    if asked.args and target is None:
        raise Refused("profile.who", input=asked.args[:40])
    who = asked.person if target is None else (await context.people.meet(target)).person.id
    record = await context.archive.record(who, asked.person)
    viewer = asked.viewer
    return Answer(private=profile_screen(record, viewer, viewer.tz))
