"""Who sits at a chouette: opening one, sitting down, filling up with the computer, going.

A seat keeps its key and its name for the whole session, also when its player has gone: his column of the
sheet stays, and he finds it again when he comes back.
"""

from __future__ import annotations

from dataclasses import replace

from bot.app.archive import Person, ShowIn
from bot.app.chouette_kind import fold
from bot.app.codec import to_json
from bot.app.ports import Chat, PersonId, TableId
from bot.app.table import Seat, Table
from bot.app.tables import Opening, Refused, Reseating, Tables
from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette.judge import decide
from bot.chouette.rules import ChouetteRules
from bot.chouette.seats import Seat as Key
from bot.chouette.session import Session, start
from bot.game.dice import Dice
from bot.game.violations import RuleViolation

MOST_PLAYERS = 10
"""The pictures are readable up to here."""

FILLED = 5
"""How many players one press of *fill* brings together."""

COMPUTER_NAMES = ("Ada", "Bruno", "Clara", "Dario", "Edda", "Fabio", "Greta", "Hugo", "Ilse", "Jakob")
LEVEL = "medium"


async def open_chouette(
    tables: Tables, person: Person, rules: ChouetteRules, room: Chat, show_in: ShowIn, origin: str
) -> Table:
    """A table that gathers players; who opens it sits down and accepts his own card."""
    key = Key("p1")
    events = (*start(rules, key), ev.RulesAccepted(key))
    opening = Opening(
        "chouette", events, (Seat(key, person.id, person.name),), to_json(rules), room, (show_in,)
    )
    return await tables.open(opening, person.id, origin)


async def sit_down(tables: Tables, table: TableId, person: Person, origin: str) -> Table:
    """A seat for this person, and the card accepted. Raises ``Refused`` (full) or ``RuleViolation``."""

    def plan(now: Table, dice: Dice) -> Reseating:
        seats, seat = _with_seat(now, Seat("", person.id, person.name))
        return Reseating(seats, _joined(session_of(now), seat, dice))

    return await tables.reseat(table, person.id, plan, origin)


async def fill(tables: Tables, table: TableId, by: PersonId, origin: str, level: str = LEVEL) -> Table:
    """Computers at the free seats: up to five players; one more where there are five, or the seats are drawn
    already. Raises ``Refused`` for strangers and at a full table.
    """

    def plan(now: Table, dice: Dice) -> Reseating:
        mine = now.seat_of(by)
        if mine is None or mine.key not in session_of(now).everyone:
            raise Refused("table.stranger")
        state, events, reseated = session_of(now), list[ev.Event](), now
        for _ in range(1 if state.drawn else max(FILLED - len(state.everyone), 1)):
            seats, seat = _with_seat(reseated, _computer(reseated, level))
            more = _joined(state, seat, dice)
            state = fold(state, more)
            events += more
            reseated = replace(reseated, seats=seats, state=state)
        return Reseating(reseated.seats, tuple(events))

    return await tables.reseat(table, by, plan, origin)


async def remove_computer(tables: Tables, table: TableId, by: PersonId, origin: str) -> Table:
    """The computer that sat down last gives its place up, while the table gathers. Raises ``Refused`` for
    strangers and where no computer sits, ``RuleViolation`` once the seats are drawn.
    """

    def plan(now: Table, dice: Dice) -> Reseating:
        session, mine = session_of(now), now.seat_of(by)
        if mine is None or mine.key not in session.everyone:
            raise Refused("table.stranger")
        if session.drawn:
            raise RuleViolation("chouette.drawn_already")
        sitting = [key for key in session.line if now.seat(key).level]
        if not sitting:
            raise Refused("chouette.no_computer")
        return Reseating(now.seats, decide(session, sitting[-1], act.Leave(), dice))

    return await tables.reseat(table, by, plan, origin)


def session_of(table: Table) -> Session:
    """The state of a table of this kind."""
    assert isinstance(table.state, Session)
    return table.state


def _with_seat(table: Table, wanted: Seat) -> tuple[tuple[Seat, ...], Seat]:
    """The seats with one for this player: the one that he had, or a new one."""
    if wanted.level and (left := _left_by_computer(table, wanted.level)):
        return table.seats, left
    if wanted.level is None and (had := table.seat_of(wanted.person)):
        return table.seats, had
    if len(session_of(table).everyone) >= MOST_PLAYERS:
        raise Refused("chouette.full", most=MOST_PLAYERS)
    seat = replace(wanted, key=f"p{len(table.seats) + 1}")
    return (*table.seats, seat), seat


def _left_by_computer(table: Table, level: str) -> Seat | None:
    """A seat from which a computer of this level was sent away."""
    here = session_of(table).everyone
    return next((seat for seat in table.seats if seat.level == level and seat.key not in here), None)


def _computer(table: Table, level: str) -> Seat:
    taken = {seat.name for seat in table.seats}
    free = [name for name in COMPUTER_NAMES if name not in taken]
    name = free[0] if free else f"{COMPUTER_NAMES[0]} {len(table.seats) + 1}"
    return Seat("", PersonId(f"ai:{name}"), name, level)


def _joined(state: Session, seat: Seat, dice: Dice) -> tuple[ev.Event, ...]:
    """Sits down; while the table gathers that accepts the card that is shown there."""
    key = Key(seat.key)
    events = decide(state, key, act.Join(), dice)
    if state.drawn:
        return events
    return (*events, *decide(fold(state, events), key, act.AcceptRules(), dice))
