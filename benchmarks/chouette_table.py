"""A chouette through the whole service: what a game costs, and how many messages a room gets.

``python -m benchmarks.chouette_table [GAMES]``: so many games (50) of five, a fifth of them of one person and
four computers, a fifth of two and three, and so on to five persons, over a real database, without pictures
and without a pace. A person alone is away; the others decide as the computer would, and press step by step.
Goals: a game of computers in 1.5 s, and at most 1 new message and 3 edits a turn in the room.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from bot.adapters.testchat.faults import Operation
from bot.adapters.testchat.messages import Posted
from bot.adapters.testchat.person import Person
from bot.app.chouette_seats import session_of
from bot.app.ports import PersonId
from bot.app.table import Table
from bot.chouette import actions as act
from bot.chouette.deciders import to_act
from bot.chouette.rules import ChouetteRules
from bot.computer.chouette import choose_chouette
from bot.computer.player import best_play
from bot.game.turn import ToPlay, Turn, legal_plays
from bot.ui.press import TablePress, decode_draft, parse_press
from tests.support.chouette_players import calm_press, chouette_of, gather, on, press
from tests.support.chouette_tables import accepts, asked
from tests.support.dice import FreshDice
from tests.support.players import known_people
from tests.support.service import service_over

FIVE = ("Anna", "Bea", "Carl", "Dora", "Emil")
MOST_PRESSES = 1_000
PLAYED, OFFERED = "chouette.played", "chouette.cubes_offered"


@dataclass
class Measured:
    """What some games took together."""

    games: int = 0
    turns: int = 0
    doubles: int = 0
    seconds: float = 0.0
    posts: int = 0
    edits: int = 0

    def __add__(self, other: Measured) -> Measured:
        return Measured(
            self.games + other.games,
            self.turns + other.turns,
            self.doubles + other.doubles,
            self.seconds + other.seconds,
            self.posts + other.posts,
            self.edits + other.edits,
        )

    def __str__(self) -> str:
        turns, games = max(self.turns, 1), max(self.games, 1)
        return (
            f"{self.games} games of {self.turns / games:.0f} turns and {self.doubles / games:.1f} doubles, "
            f"{self.seconds / games:.2f} s a game, "
            f"{self.posts / turns:.3f} new messages and {self.edits / turns:.3f} edits a turn"
        )


def presser(
    board: Posted, data: str, table: Table, people: dict[PersonId, Person], dice: FreshDice
) -> Person | None:
    """Who may press this, of the people given: who must act before one who would only give advice."""
    pressed = parse_press(data)
    assert isinstance(pressed, TablePress)
    awaited = to_act(session_of(table))
    for seat in sorted(table.seats, key=lambda seat: seat.key not in awaited):
        if seat.person in people and accepts(table, seat.key, pressed, dice):
            return people[seat.person]
    return None


@lru_cache(maxsize=8)
def wanted_moves(turn: Turn, rules: ChouetteRules) -> Counter[tuple[int, int]]:
    """The moves of the play that the computer would choose, weighed once for all their steps."""
    if not isinstance(turn.phase, ToPlay):
        return Counter()
    best = best_play(legal_plays(turn, rules.board))
    return Counter((move.origin, move.target) for move in best.moves) if best else Counter()


def step(board: Posted, table: Table) -> str | None:
    """The next step of the play that the computer would choose; None where its steps cannot be told apart."""
    running = session_of(table).running
    wanted = wanted_moves(running.turn, session_of(table).rules) if running else Counter()
    steps: list[tuple[int, str]] = []
    for button in board.buttons():
        pressed = parse_press(button.press)
        if isinstance(pressed, TablePress) and pressed.op == "draft" and pressed.arg:
            moves = decode_draft(pressed.arg)
            if moves is not None and Counter(moves) <= wanted:
                steps.append((len(moves), button.press))
    return max(steps)[1] if steps else None


def cube_press(board: Posted, table: Table, people: dict[PersonId, Person]) -> tuple[Person, str] | None:
    """What somebody presses who decides about a cube now, as the computer would."""
    session = session_of(table)
    if session.running and isinstance(session.running.turn.phase, ToPlay):
        return None
    for seat in table.seats:
        if seat.person not in people or seat.key not in session.everyone:
            continue
        wanted = choose_chouette(session, seat.key, "medium")
        if wanted is None or isinstance(wanted, act.Roll | act.Play):
            continue
        for button in board.buttons():
            pressed = parse_press(button.press)
            if isinstance(pressed, TablePress) and asked(table, seat.key, pressed) == wanted:
                return people[seat.person], button.press
    return None


async def one_game(folder: Path, seed: int, names: tuple[str, ...]) -> Measured:
    """The first game of a chouette, filled up to five with computers; who sits alone with them is away."""
    dice, chance, told = FreshDice(seed), random.Random(seed), Measured(1)
    async with service_over(folder / f"{seed}-{len(names)}.sqlite", dice=lambda _: dice) as (service, chat):
        room, people = await gather(chat, *names)
        first = people[names[0]]
        if len(names) < len(FIVE):
            await press(first, room, "fill")
        by_id = await known_people(service, *people.values())
        before, began = len(chat.sent), time.perf_counter()
        await press(first, room, "begin")
        if len(names) == 1:
            if session_of(await chouette_of(service, first)).line[0] == "p1":
                return Measured()  # nobody decides for a box that is away
            await first.runs("/away", room)
        table = await chouette_of(service, first)
        for _ in range(MOST_PRESSES):
            table = await service.tables.load(table.id)
            if session_of(table).sheet.games:
                break
            if about_cubes := cube_press(room.board, table, by_id):
                decided, pressed = about_cubes
                await decided.presses(room, data=pressed, message=room.board)
                continue
            data = calm_press(room.board, chance)
            if data is not None and on(room.board, "play") is None:
                data = step(room.board, table) or data
            if data is None:
                break
            who = presser(room.board, data, table, by_id, FreshDice())
            assert who is not None, room.board.text
            await who.presses(room, data=data, message=room.board)
        told.seconds = time.perf_counter() - began
        log = await service.archive.log(table.id)
        kinds = [stored.kind for _, _, _, stored in log if stored.kind in (PLAYED, OFFERED)]
        told.doubles = kinds.count(OFFERED)
        told.turns = kinds.count(PLAYED) + (kinds[-1:] == [OFFERED])  # ended by a drop
        sent = [operation for operation, _ in chat.sent[before:]]
        told.posts, told.edits = sent.count(Operation.POST), sent.count(Operation.EDIT)
    return told


async def played(names: tuple[str, ...], games: int, folder: Path) -> Measured:
    """So many first games, added up."""
    told, seed = Measured(), 0
    while told.games < games:
        seed += 1
        told += await one_game(folder, seed, names)
    return told


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    together = Measured()
    with tempfile.TemporaryDirectory() as folder:
        for persons in range(1, len(FIVE) + 1):
            told = asyncio.run(played(FIVE[:persons], max(1, games // len(FIVE)), Path(folder)))
            print(f"{persons} persons, {len(FIVE) - persons} computers: {told}", flush=True)
            together += told
    print(f"together: {together}")


if __name__ == "__main__":
    main()
