"""Folding all ratings anew beside those that are read, in pieces so small that no other write waits long.

A result that comes late, two persons who become one, chats that become one: the ratings of many may change.
So all results are folded into a new generation, piece by piece, each a short job of the one writer; games
that end meanwhile are folded in their turn. When nothing is left, one small step makes the new generation
the one that is read, and the old one is swept away in pieces. A stop in the middle loses only work: what
has been asked for is stored, and begins again with the next start.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from sqlalchemy import Connection, Table, delete, select, tuple_

from bot.app.ports import PersonId
from bot.app.ratings import RatingFold
from bot.store.database import Store
from bot.store.folding import (
    FoldState,
    Mark,
    Meetings,
    all_counted,
    ask_anew,
    changes_by,
    fold_state,
    mark_of,
    put_fold_state,
)
from bot.store.results import put_ratings, record_changes
from bot.store.schema import rating, rating_event

T = TypeVar("T")

PIECE = 100
"""Results folded, or ratings written, in one job: about five milliseconds."""

SWEPT = 400
"""Rows deleted in one job."""

SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 0.002, 0.25


@dataclass(slots=True)
class Refold:
    """One folding of everything into a generation of its own. Used by the writer's thread alone; after a job
    that failed it is of no use any more, for it may have gone further than the store.
    """

    state: FoldState
    generation: int
    piece: int = PIECE
    number: int = 0
    _mark: Mark | None = None
    _fold: RatingFold = field(default_factory=lambda: RatingFold(lambda *_: None, Meetings().first))
    _unsaved: dict[tuple[PersonId, str], None] = field(default_factory=dict)

    @classmethod
    def begin(cls, conn: Connection, piece: int = PIECE) -> Refold | None:
        """Begin if something is wrong; all other generations must have been swept away."""
        state = fold_state(conn)
        return cls(state, state.generation + 1, piece) if state.stale else None

    def step(self, conn: Connection) -> bool:
        """Do the next piece. False at the end: the new generation is the one that is read, or something has
        changed again in what was folded already, and another Refold has to begin.
        """
        if fold_state(conn) != self.state:
            return False
        return self._fold_some(conn) or self._save_some(conn) or self._put_in_place(conn)

    def _fold_some(self, conn: Connection) -> bool:
        results = list(all_counted(conn, self._mark, self.piece))
        if not results:
            return False
        changes = [change for one in results for change in changes_by(self._fold, one)]
        record_changes(conn, changes, self.generation)
        sides = ((who, scope) for one in results for scope in one.scopes for who in (one.winner, one.loser))
        self._unsaved.update(dict.fromkeys(sides))
        self._mark = mark_of(results[-1])
        self.number += len(results)
        return True

    def _save_some(self, conn: Connection) -> bool:
        """Write ratings; what fits into one piece goes with the last step."""
        some = list(islice(self._unsaved, self.piece))
        put_ratings(conn, [self._fold.of(*key) for key in some], self.generation)
        for key in some:
            del self._unsaved[key]
        return bool(self._unsaved)

    def _put_in_place(self, conn: Connection) -> bool:
        put_fold_state(conn, FoldState(self.generation, self.state.asked, self.state.asked))
        return False


def rebuild(conn: Connection) -> int:
    """Fold all ratings anew in one go; how many results counted. For an operator: nobody else can write."""
    ask_anew(conn)
    while sweep(conn):
        pass
    refold = Refold.begin(conn)
    assert refold is not None, "it has been asked for"
    while refold.step(conn):
        pass
    while sweep(conn):
        pass
    return refold.number


def sweep(conn: Connection) -> bool:
    """Delete some rows of generations that nobody reads; whether there were any."""
    read = fold_state(conn).generation
    return any(_swept(conn, table, read) for table in (rating_event, rating))


def _swept(conn: Connection, table: Table, read: int) -> bool:
    keys = tuple(table.primary_key.columns)
    for others in (table.c.generation < read, table.c.generation > read):
        some = select(*keys).where(others).limit(SWEPT)
        if conn.execute(delete(table).where(tuple_(*keys).in_(some))).rowcount:
            return True
    return False


def _something_to_do(conn: Connection) -> bool:
    state = fold_state(conn)
    return state.stale or any(
        conn.execute(select(table.c.generation).where(others).limit(1)).first() is not None
        for table in (rating_event, rating)
        for others in (table.c.generation < state.generation, table.c.generation > state.generation)
    )


class Refolder:
    """Folds anew whenever it is asked for, beside everything else."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wake = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()

    def wake(self) -> None:
        """Something may have become wrong."""
        self._wake.set()

    async def run(self) -> None:
        """See to it until the task is cancelled; first what was left over from before the start."""
        while True:
            self._wake.clear()
            await self.settle()
            await self._wake.wait()

    async def settle(self) -> None:
        """Fold until nothing is wrong and nothing is left of other generations."""
        async with self._one_at_a_time:
            while await self._store.read(_something_to_do):
                while await self._in_pieces(sweep):
                    pass
                refold = await self._store.write(Refold.begin)
                while refold is not None and await self._in_pieces(refold.step):
                    pass

    async def _in_pieces(self, piece: Callable[[Connection], T]) -> T:
        """One job, and then a rest as long as the job: half of the writer's time belongs to the others."""
        begin = time.monotonic()
        done = await self._store.write(piece)
        await asyncio.sleep(min(max(time.monotonic() - begin, SHORTEST_PAUSE_S), LONGEST_PAUSE_S))
        return done
