"""``/room``: what is set for a room, changed by its admins; a table that is stuck, ended by them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.app.archive import RoomChange
from bot.app.ports import Answer, Chat, TableId
from bot.app.refused import Refused
from bot.app.screen import Screen
from bot.app.table import Table
from bot.app.table_time import EndStuck
from bot.ui.context import Asked, Context
from bot.ui.room_page import (
    MOST_CHANGES,
    MOST_TABLES,
    ROOM_TABS,
    RoomFacts,
    ending_page,
    room_change,
    room_page,
    room_tab_of,
)
from bot.ui.room_places import changed as changed_places
from bot.ui.room_places import community_of, places_of
from bot.ui.rules_text import parse_rules

LONGEST_RULES = 80
SEEN = ("language", "theme")
"""Settings that can be seen on a board."""


async def room(context: Context, asked: Asked) -> Answer:
    """``/room``, ``/room rules 7 pin 10min``, or a button that leads to another page."""
    _require_room(asked)
    if asked.command is None and asked.args in ROOM_TABS:
        return Answer(edit=await _page(context, asked, asked.args))
    if asked.args:
        return await _usual_rules(context, asked)
    return Answer(private=await _page(context, asked, "start"), here=True)


async def change(context: Context, asked: Asked) -> Answer:
    """A button of the page."""
    _require_admin(asked)
    wanted = room_change(asked.args)
    if wanted is None:
        raise Refused("press.unknown")
    await context.archive.change_room(asked.chat, wanted, asked.person, context.clock.now_ms())
    changed = next(iter(wanted))
    if changed in SEEN:
        await context.draw_again(await context.archive.tables_in(asked.chat), None, asked.chat)
    return Answer(edit=await _page(context, asked, room_tab_of(changed)))


async def place(context: Context, asked: Asked) -> Answer:
    """A button of the page on which admins name the places of their community where games are played."""
    _require_admin(asked)
    community = community_of(asked.chat)
    if community is None:
        raise Refused("press.unknown")
    places = places_of(await context.archive.room_settings(community))
    wanted = changed_places(places, asked.chat, asked.args)
    if wanted is None:
        raise Refused("press.unknown")
    await context.archive.change_room(community, wanted, asked.person, context.clock.now_ms())
    return Answer(edit=await _page(context, asked, "where"))


async def end(context: Context, asked: Asked) -> Answer:
    """Whether a table of this room is really to be ended."""
    table = await _table_here(context, asked)
    return Answer(edit=ending_page(table, asked.texts))


async def end_now(context: Context, asked: Asked) -> Answer:
    """A stuck table of this room ends without a result; the log of table and room say who did it."""
    table = await _table_here(context, asked)
    await context.tables.ring(table.id, EndStuck(), by=asked.person)
    now = context.clock.now_ms()
    await context.archive.note_in_room(asked.chat, "ended", {"table": table.id}, asked.person, now)
    return Answer(edit=await _page(context, asked, "tables"))


async def _table_here(context: Context, asked: Asked) -> Table:
    """The table of this room that its admin means."""
    _require_admin(asked)
    table = await context.tables.load(TableId(asked.args))
    if table.room != asked.chat:
        raise Refused("press.unknown")
    return table


async def _usual_rules(context: Context, asked: Asked) -> Answer:
    """Any rules as the usual ones: what the buttons do not offer."""
    _require_admin(asked)
    word, _, rules = asked.args.partition(" ")
    if word.casefold() not in ("rules", "regeln") or not rules or len(rules) > LONGEST_RULES:
        raise Refused("room.word", input=asked.args[:40])
    parse_rules(rules)
    await context.archive.change_room(asked.chat, {"rules": rules}, asked.person, context.clock.now_ms())
    return Answer(private=await _page(context, asked, "rules"), here=True)


def _require_room(asked: Asked) -> None:
    if asked.chat.private:
        raise Refused("room.here")


def _require_admin(asked: Asked) -> None:
    _require_room(asked)
    if not asked.known.admin:
        raise Refused("room.admins_only")


async def _page(context: Context, asked: Asked, tab: str) -> Screen:
    archive = context.archive
    ids = (await archive.tables_in(asked.chat))[:MOST_TABLES] if tab == "tables" else ()
    community = community_of(asked.chat)
    changes = await _changes(context, {asked.chat, community or asked.chat}) if tab == "log" else ()
    persons = {one.by for one in changes if one.by is not None}
    facts = RoomFacts(
        await archive.room_settings(asked.chat),
        [await context.tables.load(table) for table in ids],
        changes,
        {person: (await context.people.person(person)).name for person in persons},
        asked.chat,
        () if community is None else places_of(await archive.room_settings(community)),
    )
    return room_page(facts, tab, asked.texts, asked.viewer.tz, admin=asked.known.admin)


async def _changes(context: Context, rooms: Collection[Chat]) -> Sequence[RoomChange]:
    """The newest changes in the room and in its community."""
    found = [one for room in rooms for one in await context.archive.room_log(room, MOST_CHANGES)]
    return sorted(found, key=lambda one: one.at, reverse=True)[:MOST_CHANGES]
