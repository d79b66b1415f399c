"""People at a chouette in the chat in memory: pressing by operation, playing on, looking things up."""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.adapters.testchat import TestChat
from bot.adapters.testchat.messages import Place, Posted
from bot.adapters.testchat.person import Person
from bot.app.chouette_seats import session_of
from bot.app.table import Table
from bot.chouette.session import Session
from bot.ui.press import MenuPress, TablePress, parse_press
from bot.wiring import Service

CALM = ("quiet", "later", "take_all", "take", "keep", "out", "let", "accept", "play", "roll", "next", "draft")
"""What a player presses who wants the game to go on, the most pressing first."""


def on(message: Posted, op: str, arg: str | None = None) -> str | None:
    """The data of the button that does ``op`` on a message."""
    for button in message.buttons():
        press = parse_press(button.press)
        if isinstance(press, TablePress | MenuPress) and press.op == op and arg in (None, press.arg):
            return button.press
    return None


async def press(person: Person, place: Place, op: str, arg: str | None = None) -> None:
    """Press the button of the newest message that shows it to this person, in public or in private."""
    for message in place.seen_by(person.visitor.external_id):
        data = on(message, op, arg)
        if data is not None:
            await person.presses(place, data=data, message=message)
            return
    raise LookupError(f"{person.name} sees no button {op!r} {arg or ''}: {place.board.labels}")


async def chouette_of(service: Service, person: Person) -> Table:
    """The person's newest open chouette."""
    known = await service.people.meet(person.visitor)
    for table_id in await service.archive.tables_of(known.person.id):
        table = await service.tables.load(table_id)
        if isinstance(table.state, Session):
            return table
    raise LookupError(f"{person.name} is at no chouette")


async def gather(chat: TestChat, *names: str, rules: str = "") -> tuple[Place, dict[str, Person]]:
    """The first opens a chouette in the club, the others join."""
    room = chat.room("club")
    people = {name: chat.person(name, "en") for name in names}
    first, *others = people.values()
    await first.runs(f"/chouette {rules}".strip(), room)
    for person in others:
        await press(person, room, "sit")
    return room, people


def key(table: Table, name: str) -> str:
    """The seat of a name."""
    return next(seat.key for seat in table.seats if seat.name == name)


def line(table: Table) -> list[str]:
    """The names in the line."""
    return [table.seat(seat).name for seat in session_of(table).line]


def row(table: Table) -> Mapping[str, int]:
    """The newest row of the sheet by names."""
    shares = session_of(table).sheet.rows[-1].shares
    return {table.seat(share.seat).name: share.points for share in shares}


def balances(table: Table) -> Mapping[str, int]:
    """Every column's total by names."""
    return {table.seat(seat).name: total for seat, total in session_of(table).sheet.balances.items()}


def calm_press(message: Posted, chance: random.Random) -> str | None:
    """What keeps the game going on this message."""
    found = [(parse_press(button.press), button.press) for button in message.buttons()]
    at_table = [(press, data) for press, data in found if isinstance(press, TablePress)]
    for op in CALM:
        datas = [(len(press.arg), data) for press, data in at_table if press.op == op]
        if op == "draft":
            longest = max((length for length, _ in datas), default=0)
            datas = [one for one in datas if one[0] == longest and longest]
        if datas:
            return chance.choice(datas)[1]
    return None
