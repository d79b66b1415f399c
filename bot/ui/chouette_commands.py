"""Commands of a chouette: gather one, sit down, fill up, go away, come back, leave, end; the sheet."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from bot.app.chouette_seats import fill as fill_seats
from bot.app.chouette_seats import open_chouette, remove_computer, session_of, sit_down
from bot.app.ports import Answer, TableId
from bot.app.screen import Screen
from bot.app.table import Table
from bot.app.tables import Refused
from bot.app.time_policy import read_zone
from bot.chouette import actions as act
from bot.chouette.ending import Ending, When
from bot.chouette.offers import offers
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.game.violations import BadInput
from bot.ui.chouette_rules import parse_card
from bot.ui.chouette_scene import names_of
from bot.ui.context import Asked, Context
from bot.ui.kinds import HasSheet
from bot.ui.naming import meant

_HOUR = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")
IDLE_MS = 30 * 60_000
"""After so long without a word a room's chouette does not stand in the way of a new one."""


async def chouette(context: Context, asked: Asked) -> Answer:
    """``/chouette [rules]``: gather a chouette here."""
    card = parse_card(asked.args)
    busy = None if asked.chat.private else await _busy_here(context, asked)
    if busy is not None:
        await context.show(busy, context.own_view(asked), anew=True)
        return Answer(notice=asked.texts("chouette.here_already"))
    await open_chouette(
        context.tables, asked.known.person, card, asked.chat, context.own_view(asked), asked.origin
    )
    return Answer()


async def _busy_here(context: Context, asked: Asked) -> Table | None:
    """The chouette that is being held or gathered in this room, unless everybody has long gone."""
    since = context.clock.now_ms() - IDLE_MS
    for table_id in await context.archive.tables_in(asked.chat):
        table = await context.tables.load(table_id)
        if isinstance(table.state, Session) and table.updated_at > since:
            return table
    return None


async def sit(context: Context, asked: Asked) -> Answer:
    """The button *Join*."""
    table = await _gathered(context, asked)
    after = await sit_down(context.tables, table.id, asked.known.person, asked.origin)
    key = "chouette.joined_next" if session_of(after).running else "chouette.joined"
    return Answer(notice=asked.texts(key))


async def fill(context: Context, asked: Asked) -> Answer:
    """The button *Fill with the computer*."""
    table = await _gathered(context, asked)
    await fill_seats(context.tables, table.id, asked.person, asked.origin)
    return Answer()


async def unfill(context: Context, asked: Asked) -> Answer:
    """The button *Remove a computer*."""
    table = await _gathered(context, asked)
    await remove_computer(context.tables, table.id, asked.person, asked.origin)
    return Answer()


async def _gathered(context: Context, asked: Asked) -> Table:
    """The chouette that a button or a command means."""
    if asked.args:
        table = await context.tables.load(TableId(asked.args))
        if isinstance(table.state, Session):
            return table
        raise Refused("press.unknown")
    return await chouette_here(context, asked)


async def chouette_here(context: Context, asked: Asked) -> Table:
    """The person's chouette here, a running one first. Raises ``Refused``."""
    for table in await context.tables_here(asked):
        if isinstance(table.state, Session):
            return table
    raise Refused("chouette.none")


async def _act(context: Context, asked: Asked, action: act.Action) -> Table:
    table = await chouette_here(context, asked)
    return await context.tables.act(table.id, asked.person, action, origin=asked.origin)


async def away(context: Context, asked: Asked) -> Answer:
    """``/away [deputy]``: others decide until ``/back``."""
    table = await chouette_here(context, asked)
    deputy = await _named(context, asked, table) if asked.args or _target(asked) else None
    await context.tables.act(table.id, asked.person, act.GoAway(deputy), origin=asked.origin)
    return Answer(notice=asked.texts("chouette.gone_away"))


async def back(context: Context, asked: Asked) -> Answer:
    """``/back``."""
    await _act(context, asked, act.ComeBack())
    return Answer(notice=asked.texts("chouette.come_back"))


async def leave(context: Context, asked: Asked) -> Answer:
    """``/leave [now]``: after the running game, or at once with one's own cube dropped."""
    now = asked.args.casefold() in ("now", "jetzt", "sofort")
    table = await _act(context, asked, act.Leave(now))
    going = session_of(table).leaving
    return Answer(notice=asked.texts("chouette.going" if going else "chouette.gone"))


async def end(context: Context, asked: Asked) -> Answer:
    """``/end [game|hour]``: propose that the chouette ends after this game, after that one, or at an hour."""
    tz = read_zone(asked.known.person.settings, asked.tz)
    ending = read_ending(asked.args, datetime.fromtimestamp(context.clock.now_ms() / 1000, tz))
    await _act(context, asked, act.ProposeEnd(ending))
    return Answer(notice=asked.texts("chouette.end_noted"))


def read_ending(text: str, now: datetime) -> Ending:
    """Nothing, the number of a game, or an hour such as 22:30 (the next one). Raises ``BadInput``."""
    if not text:
        return Ending()
    if text.isascii() and text.isdecimal() and len(text) < 5:
        return Ending(When.AFTER_GAME, int(text))
    hour = _HOUR.fullmatch(text)
    if hour is None:
        raise BadInput("chouette.ending_number", {"value": text[:20]})
    at = now.replace(hour=int(hour[1]), minute=int(hour[2]), second=0, microsecond=0)
    return Ending(When.AT_TIME, int((at if at > now else at + timedelta(days=1)).timestamp()))


def _target(asked: Asked) -> bool:
    return asked.command is not None and asked.command.target is not None


async def _named(context: Context, asked: Asked, table: Table) -> Seat:
    """The player of this table whom a command names, by mention or by name: one who can be a deputy, else
    whoever is called so, and the core says why not. Raises ``BadInput``.
    """
    if asked.command and asked.command.target:
        known = await context.people.meet(asked.command.target)
        seat = table.seat_of(known.person.id)
        if seat is not None:
            return Seat(seat.key)
    session, me = session_of(table), Seat(context.seat(table, asked).key)
    could = {offer.deputy for offer in offers(session, me) if isinstance(offer, act.GoAway)}
    others = [seat for seat in session.everyone if seat != me]
    for seats in ([seat for seat in others if seat in could], others):
        found = meant(asked.args, names_of(table, seats))
        if found is not None:
            return found
    raise BadInput("chouette.deputy_who", {"seat": asked.args[:20]})


async def sheet(context: Context, asked: Asked) -> Answer:
    """``/sheet``, or the button of a table: the scorekeeper's sheet as picture, text and file, for the one
    who asks. What is written behind the command changes nothing: all three forms come at once.
    """
    if asked.args and asked.command is None:
        table = await context.tables.load(TableId(asked.args))
    else:
        table = await _sheet_here(context, asked)
    return Answer(private=_sheet(context, asked, table))


async def _sheet_here(context: Context, asked: Asked) -> Table:
    """The one that is being written here, else the newest that is closed. Raises ``Refused``."""
    for table in await context.tables_here(asked):
        if isinstance(context.ui(table), HasSheet):
            return table
    kinds = [kind for kind, ui in context.presenter.uis.items() if isinstance(ui, HasSheet)]
    room = None if asked.chat.private else asked.chat
    over = await context.archive.last_over(asked.person, room, kinds)
    if over is None:
        raise Refused("chouette.none")
    return await context.tables.load(over)


def _sheet(context: Context, asked: Asked, table: Table) -> Screen:
    ui = context.ui(table)
    if not isinstance(ui, HasSheet):
        raise Refused("press.unknown")
    return ui.sheet(table, asked.viewer)
