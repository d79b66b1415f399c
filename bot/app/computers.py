"""Lets the computer act where it sits: asks the engine in a worker, then acts like anybody else.

An action carries the origin ``ai:<table>:<revision>``, so that a repeated answer changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from bot.app.archive import Unknown
from bot.app.ports import TableId
from bot.app.table import Seat, Table
from bot.app.tables import Refused, Tables
from bot.game.violations import RuleViolation

log = logging.getLogger(__name__)


class Brain(Protocol):
    """The engine behind the computer's seats."""

    async def choose(self, kind: str, state: object, seat: str, level: str) -> object:
        """The action that the computer takes at this seat. Sees the position, never dice to come."""


class Computers:
    """Plays the computer's seats. ``pace_s`` is how long a person has to follow what it did."""

    def __init__(self, tables: Tables, brain: Brain, pace_s: Callable[[Table], float]) -> None:
        self._tables, self._brain, self._pace_s = tables, brain, pace_s
        self._playing: dict[TableId, asyncio.Task[None]] = {}

    def hear(self, table: Table) -> None:
        """A table has changed; if the computer is awaited there, let it think."""
        if table.id not in self._playing and self._seat_to_act(table) is not None:
            task = asyncio.create_task(self._play(table.id))
            self._playing[table.id] = task
            task.add_done_callback(lambda _: self._done(table.id))

    def busy_at(self, table: TableId) -> bool:
        """Whether the computer is thinking there."""
        return table in self._playing

    async def idle(self) -> None:
        """Wait until no computer is thinking."""
        while self._playing:
            await asyncio.wait(list(self._playing.values()))

    def stop(self) -> None:
        """Think no more; what was decided is stored, what was not is decided again after the start."""
        for task in self._playing.values():
            task.cancel()

    def _done(self, table: TableId) -> None:
        self._playing.pop(table, None)

    async def _play(self, table_id: TableId) -> None:
        while True:
            try:
                table = await self._tables.load(table_id)
                seat = self._seat_to_act(table)
                if seat is None:
                    return
                await self._act(table, seat)
            except (Refused, Unknown):
                continue  # somebody else acted meanwhile: look again
            except RuleViolation:
                log.exception("the computer wanted what the rules forbid at table %s", table_id)
                return
            except Exception:
                log.exception("the computer could not act at table %s", table_id)
                return

    async def _act(self, table: Table, seat: Seat) -> None:
        assert seat.level is not None
        pace = asyncio.sleep(self._pace_s(table))
        action, _ = await asyncio.gather(
            self._brain.choose(table.kind, table.state, seat.key, seat.level), pace
        )
        origin = f"ai:{table.id}:{table.revision}"
        await self._tables.act_for(table.id, seat.key, action, revision=table.revision, origin=origin)

    def _seat_to_act(self, table: Table) -> Seat | None:
        kind = self._tables.kind(table.kind)
        if kind.status(table.state) != "open":
            return None
        acting = kind.to_act(table.state)
        return next((seat for seat in table.seats if seat.level and seat.key in acting), None)
