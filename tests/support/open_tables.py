"""Tables that are put down without a word being said about them."""

from __future__ import annotations

from bot.app.archive import ShowIn
from bot.app.ports import Chat, Visitor
from bot.app.table import Seat, Table
from bot.app.tables import Opening
from bot.game import actions as act
from bot.game import match
from bot.game.rules import Rules, Timeout
from bot.wiring import Service

FAST = Rules(length=1, move_s=120, first_move_s=120, timeout=Timeout.AUTOMATIC)


async def a_match_in(service: Service, *chats: Chat, rules: Rules = FAST) -> Table:
    """Two who have begun to play, shown in these chats."""
    seats = []
    for key, name in (("x", "Ann"), ("o", "Bea")):
        known = await service.people.meet(Visitor(chats[0].platform, name, name))
        seats.append(Seat(key, known.person.id, name))
    opening = Opening(
        "match",
        match.start(rules),
        tuple(seats),
        {},
        chats[0],
        tuple(map(ShowIn, chats)),
        first=("x", act.StartGame()),
    )
    return await service.tables.open(opening, seats[0].person)
