"""Buttons of a table: an action, a look, or a press that came too late.

A press changes the live board of its chat, through the sender, or the private card on which it stands; an old
board never: its buttons act (where they still mean the same) on the board that has replaced it. Must not know
what an operation means.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.app.archive import Place, ShowIn
from bot.app.ports import Answer, Press
from bot.app.table import Seat, Table
from bot.app.tables import Refused
from bot.game.violations import RuleViolation
from bot.ui.cards import card
from bot.ui.context import Asked, Context
from bot.ui.kinds import Aside, Look, Then
from bot.ui.press import TablePress
from bot.ui.refusals import sentence


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where was pressed: on the live board ``place`` (``old``: on one that it has replaced; None: the table
    is not shown in this chat), or on a private ``card``.
    """

    place: Place | None = None
    old: bool = False
    card: bool = False


async def pressed_at_table(context: Context, asked: Asked, press: Press, what: TablePress) -> Answer:
    """Carry out a press at a table. Raises refusals."""
    spot = await _spot(context, asked, press, what)
    while True:
        answer = await _as_it_stands(context, asked, what, spot)
        if answer is not None:
            if spot.old and press.message is not None:
                await context.broadcaster.retire_again(press.message)
            return answer


async def _spot(context: Context, asked: Asked, press: Press, what: TablePress) -> _Spot:
    on = await _pressed_place(context, press, what)
    if on is not None:
        return _Spot(on)
    if what.card:
        return _Spot(card=True)
    here = [
        place
        for place in await context.archive.places(what.table)
        if (place.chat.platform, place.chat.chat) == (press.chat.platform, press.chat.chat)
        and place.person in (None, asked.person)
    ]
    if not here:
        return _Spot(old=True)
    nearest = min(here, key=lambda place: place.chat != press.chat)
    await context.broadcaster.at_rest(nearest.id)  # a board that was just posted may be pressed at once
    on = await _pressed_place(context, press, what)
    return _Spot(on) if on is not None else _Spot(nearest, old=True)


async def _pressed_place(context: Context, press: Press, what: TablePress) -> Place | None:
    """The live board that the pressed message is, if it is one of this table."""
    on = await context.archive.place_of(press.message) if press.message else None
    return on if on is not None and on.table == what.table else None


async def _as_it_stands(context: Context, asked: Asked, what: TablePress, spot: _Spot) -> Answer | None:
    """None where somebody else was first, and it changes nothing for this press: it is to be tried again."""
    table = await context.tables.load(what.table)
    seat = context.seat(table, asked)
    if what.revision != context.ui(table).stamp(table):
        return await _stale(context, asked, table, spot)
    try:
        return await _judged(context, asked, what, spot, table, seat)
    except RuleViolation as refused:
        if spot.card:
            return await _outdated_card(context, asked, table, refused)
        if refused.code == "press.stale" and spot.place is not None:
            await context.show(table, _shown_in(spot.place), anew=False)
        raise


async def _judged(
    context: Context, asked: Asked, what: TablePress, spot: _Spot, table: Table, seat: Seat
) -> Answer | None:
    ui = context.ui(table)
    wanted = ui.press(table, seat.key, what.op, what.arg)
    if isinstance(wanted, Aside):
        return await _aside(context, asked, table, spot, wanted)
    if isinstance(wanted, Look):
        return await _look(context, asked, table, spot, wanted)
    action, look = (wanted.action, wanted.look) if isinstance(wanted, Then) else (wanted, Look())
    try:
        after = await context.tables.act(
            table.id, asked.person, action, revision=table.revision, origin=asked.origin
        )
    except Refused as refused:
        if refused.code != "table.stale":
            raise
        now = await context.tables.load(what.table)
        if ui.stamp(now) == what.revision:
            return None
        return await _stale(context, asked, now, spot)
    if spot.place:
        return Answer(notice=_further_down(asked, spot))
    answer = _beside(context, asked, after, spot, look)
    return replace(answer, done=look == Look() and await _is_shown_here(context, asked, after))


async def _is_shown_here(context: Context, asked: Asked, table: Table) -> bool:
    """Whether a board in this chat shows what has come of it, so that a card need not."""
    return any(place.chat == asked.chat for place in await context.archive.places(table.id))


async def _aside(context: Context, asked: Asked, table: Table, spot: _Spot, aside: Aside) -> Answer:
    """In the room for the presser alone; where only the presser reads, in place."""
    look = Look(aside.arg)
    if spot.place is not None and spot.place.person is not None:
        return await _look(context, asked, table, spot, look)
    return _beside(context, asked, table, spot, look)


async def _look(context: Context, asked: Asked, table: Table, spot: _Spot, look: Look) -> Answer:
    if spot.place is None:
        return _beside(context, asked, table, spot, look)
    await context.broadcaster.show_look(spot.place, table.revision, look.arg)
    return Answer(notice=_further_down(asked, spot))


def _beside(context: Context, asked: Asked, table: Table, spot: _Spot, look: Look) -> Answer:
    """On the pressed card, or on a new one."""
    screen = card(context.ui(table).screen(table, asked.viewer, look))
    return Answer(edit=screen) if spot.card else Answer(private=screen)


def _further_down(asked: Asked, spot: _Spot) -> str | None:
    return asked.texts("press.old_board") if spot.old else None


async def _stale(context: Context, asked: Asked, table: Table, spot: _Spot) -> Answer:
    """Harmless: the press came too late. The current board is shown where it was pressed, or pointed to."""
    if spot.card:
        screen = card(context.ui(table).screen(table, asked.viewer, Look()))
        return Answer(notice=asked.texts("refused.table.card"), edit=screen)
    if spot.place is not None and spot.old:
        return Answer(notice=asked.texts("refused.table.old_board"))
    notice = asked.texts("refused.table.stale")
    if spot.place is not None:
        await context.show(table, _shown_in(spot.place), anew=False)
    elif asked.chat.private:
        await context.show(table, context.own_view(asked), anew=True)
    else:
        return Answer(notice=notice, private=card(context.ui(table).screen(table, asked.viewer, Look())))
    return Answer(notice=notice)


async def _outdated_card(context: Context, asked: Asked, table: Table, refused: RuleViolation) -> Answer:
    """What a card offers and the rules refuse has lost its meaning: the card shows the table as it stands."""
    now = await context.tables.load(table.id)
    screen = card(context.ui(now).screen(now, asked.viewer, Look()))
    return Answer(notice=sentence(refused, asked.texts), alert=True, edit=screen)


def _shown_in(place: Place) -> ShowIn:
    return ShowIn(place.chat, place.person)
