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
from bot.app.table import AtOnce, Seat, Status, Table
from bot.app.tables import Refused, Tables
from bot.game.violations import RuleViolation

log = logging.getLogger(__name__)


class Brain(Protocol):
    """The engine behind the computer's seats."""

    async def choose(self, kind: str, state: object, seat: str, level: str) -> object | None:
        """What the computer does at this seat; None where it may speak and has nothing to say. Sees the
        position, never dice to come.
        """


class Computers:
    """Plays the computer's seats. ``pace_s`` is how long a person has to follow what it did."""

    def __init__(self, tables: Tables, brain: Brain, pace_s: Callable[[Table], float]) -> None:
        self._tables, self._brain, self._pace_s = tables, brain, pace_s
        self._playing: dict[TableId, asyncio.Task[None]] = {}
        self._heard: dict[TableId, Table] = {}
        self._seen: dict[TableId, int] = {}
        self._stopped = False

    def hear(self, table: Table) -> None:
        """A table has changed; if the computer is awaited or may speak there, let it think."""
        if table.id in self._playing:
            self._heard[table.id] = table
        elif self._seats_to_act(table) or self._seats_to_speak(table):
            task = asyncio.create_task(self._play(table.id))
            self._playing[table.id] = task
            task.add_done_callback(lambda _: self._done(table))

    async def idle(self) -> None:
        """Wait until no computer is thinking."""
        while self._playing:
            await asyncio.wait(list(self._playing.values()))
            await asyncio.sleep(0)

    def stop(self) -> None:
        """Think no more; what was decided is stored, what was not is decided again after the start."""
        self._stopped = True
        for task in self._playing.values():
            task.cancel()

    def _done(self, first: Table) -> None:
        """What changed while the task was ending is heard again."""
        self._playing.pop(first.id, None)
        heard = self._heard.pop(first.id, None)
        if (
            heard is not None
            and heard.revision > self._seen.pop(first.id, first.revision)
            and not self._stopped
        ):
            self.hear(heard)

    async def _play(self, table_id: TableId) -> None:
        while True:
            try:
                table = await self._tables.load(table_id)
                self._seen[table_id] = table.revision
                if await self._speak(table):
                    continue
                seats = self._seats_to_act(table)
                if not seats:
                    return
                await self._act(table, seats[0])
            except (Refused, Unknown):
                continue  # somebody else acted meanwhile: look again
            except RuleViolation:
                log.exception("the computer wanted what the rules forbid at table %s", table_id)
                return
            except Exception:
                log.exception("the computer could not act at table %s", table_id)
                return

    async def _speak(self, table: Table) -> bool:
        """Say what nobody waits for, all seats at the same moment; False if there is nothing to say."""
        seats = self._seats_to_speak(table)
        chosen = await asyncio.gather(*(self._chosen(table, seat) for seat in seats))
        said = tuple(
            (seat.key, action) for seat, action in zip(seats, chosen, strict=True) if action is not None
        )
        if not said:
            return False
        await self._tables.act_for(
            table.id, None, AtOnce(said), revision=table.revision, origin=_origin(table, "says")
        )
        return True

    async def _act(self, table: Table, seat: Seat) -> None:
        action, _ = await asyncio.gather(self._chosen(table, seat), asyncio.sleep(self._pace_s(table)))
        await self._tables.act_for(table.id, seat.key, action, revision=table.revision, origin=_origin(table))

    async def _chosen(self, table: Table, seat: Seat) -> object | None:
        assert seat.level is not None
        return await self._brain.choose(table.kind, table.state, seat.key, seat.level)

    def _seats_to_act(self, table: Table) -> tuple[Seat, ...]:
        kind = self._tables.kind(table.kind)
        if kind.status(table.state) is not Status.OPEN or table.time.paused_at is not None:
            return ()
        return _computers_of(table, kind.to_act(table.state))

    def _seats_to_speak(self, table: Table) -> tuple[Seat, ...]:
        if table.time.paused_at is not None:
            return ()
        kind = self._tables.kind(table.kind)
        return _computers_of(table, kind.may_speak(table.state) - kind.to_act(table.state))


def _computers_of(table: Table, keys: frozenset[str]) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.seats if seat.level and seat.key in keys)


def _origin(table: Table, what: str = "") -> str:
    """Unique for the decision, so that a repeated answer changes nothing."""
    return f"ai:{table.id}:{table.revision}{what and ':' + what}"
