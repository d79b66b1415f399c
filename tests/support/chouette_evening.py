"""A club evening as a conversation that every platform must carry: three games of five people.

Each number is as in the design of the chouette: a partial drop, an acting captain who wins the box, an
initial double without redouble, a deputy, a leaver who is settled, the end by vote, and the payments. Knows
no platform.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.app.chouette_seats import session_of
from bot.app.ports import TableId
from bot.app.table import Status, Table
from bot.chouette.game import ChouetteGame
from bot.chouette.settlement import Payment
from bot.chouette.sheet import GameRow, SettlementRow
from bot.chouette.stakes import BOX, TEAM
from bot.game.cube import Cube
from bot.ui.kinds import HasSheet, Viewer
from bot.ui.press import MenuPress, TablePress
from bot.ui.texts import texts_for
from tests.support.plain import plain
from tests.support.scenarios import Actor, Key, Scenario, Shown, Spot, Stage
from tests.support.stored_results import chouette_results

NAMES = ("Anna", "Bea", "Carl", "Dora", "Emil")
SEATS = ((6,), (5,), (4,), (3,), (2,))
FIRST_GAME = ((3, 1), (4, 2), (6, 5))
"""The box opens, the team plays, the box doubles and rolls."""
SECOND_GAME = ((1, 3), (3, 1), (4, 2), (6, 5))
"""The team opens, the box plays, the team doubles and rolls, the box doubles."""
THIRD_GAME = ((3, 1),)
SHEET = [
    "game,box,Anna,Bea,Carl,Dora,Emil",
    "1,Anna,-5,-1,2,2,2",
    "2,Carl,-4,-4,16,-4,-4",
    "cash,,9,,-9,,",
    "3,Carl,,-1,3,-1,-1",
    "total,,0,-6,12,-3,-3",
]


@dataclass(frozen=True, slots=True)
class Evening:
    """The people, the room, and what they look for there."""

    stage: Stage
    room: Spot
    people: Mapping[str, Actor]
    id: TableId

    async def press(self, name: str, op: str, arg: str | None = None) -> None:
        """Press what does this on the newest board, else on the newest screen that only this person sees."""
        actor = self.people[name]
        for shown in (self.room.board, *actor.privates(self.room)):
            if (key := _key(shown, op, arg)) is not None:
                told = len(actor.notices)
                await actor.press(self.room, key, on=shown)
                assert "too late" not in "".join(actor.notices[told:]), f"{name} cannot press {op} {arg}"
                return
        raise AssertionError(f"{name} sees no button {op!r} {arg or ''}: {self.room.board.text}")

    async def say(self, name: str, text: str) -> None:
        """Write a play."""
        await self.people[name].say(self.room, text)

    async def run(self, name: str, command: str, target: str = "") -> None:
        """Run a command in the room, perhaps naming somebody."""
        await self.people[name].run(self.room, command, self.people[target] if target else None)

    async def resign(self, name: str, points: str) -> None:
        """Offer to resign: from the own menu over the page of resigning."""
        await self.press(name, "mine", "")
        await self.press(name, "mine", "R")
        await self.press(name, "offer", points)

    async def table(self) -> Table:
        """The chouette as it is stored."""
        return await self.stage.service.tables.load(self.id)

    async def game(self) -> ChouetteGame:
        """The running game."""
        game = session_of(await self.table()).running
        assert game is not None
        return game

    def shows(self, *sentences: str) -> None:
        """The newest board says so."""
        text = plain(self.room.board.text)
        for sentence in sentences:
            assert sentence in text, text

    def asks(self, words: str) -> None:
        """The newest board's first line says whose decision it is."""
        first = plain(self.room.board.text).splitlines()[0]
        assert words in first, first


def _key(shown: Shown, op: str, arg: str | None) -> Key | None:
    for key in shown.keys:
        press = key.press
        if isinstance(press, TablePress | MenuPress) and press.op == op and arg in (None, press.arg):
            return key
    return None


async def gathered(stage: Stage, names: Iterable[str] = NAMES, card: str = "no grace") -> Evening:
    """The first opens a chouette, the others sit down."""
    people = {name: stage.actor(name) for name in names}
    room = stage.room("Club", *people.values())
    first, *others = people
    await people[first].run(room, f"/chouette {card}")
    evening = Evening(stage, room, people, await _only_table(stage))
    for name in others:
        await evening.press(name, "sit")
    return evening


async def _only_table(stage: Stage) -> TableId:
    (table,) = await stage.service.archive.table_ids()
    return table


async def an_evening_of_three_games(stage: Stage) -> None:
    """Anna is in the box, Bea the captain; three games, and all numbers."""
    evening = await gathered(stage)
    await evening.press("Anna", "begin")
    await _the_acting_captain_wins_the_box(evening)
    await _initial_doubles_and_a_deputy(evening)
    await _a_leaver_is_settled(evening)
    await _the_last_game(evening)
    await _what_stays(evening)


async def _the_acting_captain_wins_the_box(evening: Evening) -> None:
    """Example 3 with one member more: all are doubled, the captain drops."""
    await evening.say("Anna", "8/5 6/5")
    await evening.press("Bea", "roll")
    await evening.say("Bea", "8/4 6/4")
    await evening.press("Anna", "all")
    await evening.press("Bea", "drop")
    for taker in ("Carl", "Dora", "Emil"):
        evening.asks(taker)
        await evening.press(taker, "take")
    evening.shows("Bea played 4-2: 8/4 6/4.")  # who is out by now
    await evening.press("Anna", "roll")
    await evening.say("Anna", "24/18 18/13")
    await evening.resign("Anna", "1")
    evening.asks("Carl")  # the acting captain answers for the team
    await evening.press("Carl", "accept")
    await _row_is(evening, {"Anna": -5, "Bea": -1, "Carl": 2, "Dora": 2, "Emil": 2})
    await _line_is(evening, "Carl", "Dora", "Emil", "Bea", "Anna")
    evening.shows("−1 Bea: dropped at 1", "+2 Carl: cube 2")
    evening.shows("In the box: Carl. Then Dora, Emil, Bea, Anna.")


async def _initial_doubles_and_a_deputy(evening: Evening) -> None:
    """Example 8: the captain has doubled alone; the box turns the other cubes, without redoubling his."""
    await evening.press("Dora", "next")
    await evening.say("Dora", "8/5 6/5")
    await evening.press("Carl", "roll")
    await evening.say("Carl", "8/5 6/5")
    await evening.press("Dora", "double")
    for member in ("Emil", "Bea", "Anna"):
        await evening.press(member, "keep")
    await evening.press("Carl", "take")
    await evening.press("Dora", "roll")
    await evening.say("Dora", "8/4 6/4")
    await evening.run("Bea", "/away", target="Emil")
    await evening.press("Carl", "initial")
    await evening.press("Emil", "take")
    evening.asks("Emil for Bea")
    await evening.press("Emil", "take")
    await evening.press("Anna", "take")
    captain, *others = (await evening.game()).stakes.members
    assert captain.cube == Cube(2, BOX, turned=True)
    assert {member.cube for member in others} == {Cube(2, TEAM, turned=True)}
    await evening.run("Bea", "/back")
    await evening.resign("Dora", "2")
    await evening.press("Carl", "accept")
    await _row_is(evening, {"Carl": 16, "Dora": -4, "Emil": -4, "Bea": -4, "Anna": -4})
    await _line_is(evening, "Carl", "Emil", "Bea", "Anna", "Dora")
    evening.shows("−4 Bea: cube 2 × gammon 2")


async def _a_leaver_is_settled(evening: Evening) -> None:
    """Bea looks at the sheet; then, as §8 has it, who has most on the other side of zero is paid."""
    await evening.run("Bea", "/sheet")
    assert evening.people["Bea"].privates(evening.room)[0].has_picture
    await evening.press("Anna", "mine", "")
    await evening.press("Anna", "mine", "L")
    assert "You leave at once" in evening.people["Anna"].privates(evening.room)[0].text
    await evening.run("Anna", "/leave")
    evening.shows("Anna leaves and is settled: Anna pays Carl 9.")
    assert await _balances(evening) == {"Anna": 0, "Bea": -5, "Carl": 9, "Dora": -2, "Emil": -2}


async def _the_last_game(evening: Evening) -> None:
    """Example 1: no cube was turned, a gammon counts once. A majority makes it the last one."""
    await evening.press("Carl", "next")
    await evening.run("Emil", "/end")
    for voter in ("Bea", "Dora"):
        await evening.press(voter, "mine", "")
        await evening.press(voter, "yes")
    evening.shows("The chouette ends after this game.")
    await evening.resign("Emil", "2")
    await evening.press("Carl", "accept")
    await _row_is(evening, {"Carl": 3, "Emil": -1, "Bea": -1, "Dora": -1})
    evening.shows(
        "The chouette is over after 3 games.",
        "Totals: Carl +12, Anna 0, Dora −3, Emil −3, Bea −6",
        "To pay: Bea pays Carl 6, Dora pays Carl 3, Emil pays Carl 3.",
    )


async def _what_stays(evening: Evening) -> None:
    """The sheet, the payments, and a line of the standings for each person and game."""
    table = await evening.table()
    session = session_of(table)
    assert table.status is Status.OVER
    assert [type(row) for row in session.sheet.rows] == [GameRow, GameRow, SettlementRow, GameRow]
    assert all(sum(share.points for share in row.shares) == 0 for row in session.sheet.rows)
    assert await _balances(evening) == {"Anna": 0, "Bea": -6, "Carl": 12, "Dora": -3, "Emil": -3}
    assert _file(evening, table) == SHEET
    assert session.over is not None
    assert {_in_names(table, one) for one in session.over.payments} == {
        ("Bea", "Carl", 6),
        ("Dora", "Carl", 3),
        ("Emil", "Carl", 3),
    }
    rows = await evening.stage.service.store.read(lambda conn: chouette_results(conn, table.id))
    names = {seat.person: seat.name for seat in table.seats}
    second = {
        names[row.person_id]: (row.points, row.was_box, row.box_points) for row in rows if row.game == 2
    }
    assert second == {
        "Carl": (16, True, 16),
        **dict.fromkeys(("Anna", "Bea", "Dora", "Emil"), (-4, False, 0)),
    }
    assert sum(row.points for row in rows) == 0
    assert len(rows) == 5 + 5 + 4


def _file(evening: Evening, table: Table) -> list[str]:
    """The sheet as a file."""
    ui = evening.stage.service.desk.context.ui(table)
    assert isinstance(ui, HasSheet)
    (file,) = ui.sheet(table, Viewer(texts_for("en"))).files
    return file.content.decode("utf-8-sig").splitlines()


def _in_names(table: Table, payment: Payment) -> tuple[str, str, int]:
    return table.seat(payment.payer).name, table.seat(payment.payee).name, payment.points


async def _row_is(evening: Evening, points: Mapping[str, int]) -> None:
    table = await evening.table()
    shares = session_of(table).sheet.rows[-1].shares
    assert {table.seat(share.seat).name: share.points for share in shares} == points


async def _line_is(evening: Evening, *names: str) -> None:
    table = await evening.table()
    assert tuple(table.seat(seat).name for seat in session_of(table).line) == names


async def _balances(evening: Evening) -> Mapping[str, int]:
    table = await evening.table()
    return {table.seat(seat).name: total for seat, total in session_of(table).sheet.balances.items()}


EVENING = Scenario(an_evening_of_three_games, (*SEATS, *FIRST_GAME, *SECOND_GAME, *THIRD_GAME))
