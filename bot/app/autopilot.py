"""Acts for a person where nothing is to be decided, if that person has switched it on.

Such an action is logged as one of that seat, with the origin ``auto:<table>:<revision>``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from bot.app.archive import Unknown
from bot.app.match_kind import awaited
from bot.app.people import People
from bot.app.refused import Refused
from bot.app.table import Status, Table
from bot.app.tables import Tables
from bot.game import actions as act
from bot.game.judge import allowed
from bot.game.match import Match
from bot.game.side import Side
from bot.game.turn import ToPlay, legal_plays
from bot.game.violations import RuleViolation

log = logging.getLogger(__name__)
ROLL, PASS, FORCED = "auto_roll", "auto_pass", "auto_forced"
"""The settings, each True or False."""
FEW_STEPS = 4
"""With more first steps than this a play is not looked at for being the only one (counting all costs)."""


class Autopilot:
    """Hears of every change, and acts where a person need not."""

    def __init__(self, tables: Tables, people: People) -> None:
        self._tables, self._people = tables, people
        self._acting: set[asyncio.Task[None]] = set()
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Whether it looks at a table just now."""
        return bool(self._acting)

    def hear(self, table: Table) -> None:
        """A table has changed; look whether its awaited person has anything to decide."""
        if self._stopped:
            return
        if isinstance(table.state, Match) and table.status is Status.OPEN and table.time.paused_at is None:
            task = asyncio.create_task(self._look(table, table.state))
            self._acting.add(task)
            task.add_done_callback(self._acting.discard)

    def stop(self) -> None:
        """Look no more; a setting is followed again at the next change."""
        self._stopped = True
        for task in self._acting:
            task.cancel()

    async def idle(self) -> None:
        """Wait until nothing is left to be done for anybody."""
        while self._acting:
            await asyncio.wait(list(self._acting))
            await asyncio.sleep(0)

    async def _look(self, table: Table, match: Match) -> None:
        side = awaited(match)
        if side is None or table.seat(side).level is not None:
            return
        try:
            person = await self._people.person(table.seat(side).person)
            action = nothing_to_decide(match, side, person.settings)
            if action is not None:
                origin = f"auto:{table.id}:{table.revision}"
                await self._tables.act_for(table.id, side, action, revision=table.revision, origin=origin)
        except (Refused, RuleViolation, Unknown):
            return
        except Exception:
            log.exception("could not act for a person at table %s", table.id)


def nothing_to_decide(match: Match, side: Side, settings: Mapping[str, Any]) -> act.MatchAction | None:
    """The action that is taken for the side under these settings; None where it decides itself."""
    game, may = match.running, allowed(match, side)
    if game is None:
        return None
    if settings.get(ROLL) is True and act.Roll in may and not may & {act.Double, act.Raccoon}:
        return act.Roll()
    if act.Play not in may or not isinstance(game.turn.phase, ToPlay):
        return None
    plays = legal_plays(game.turn, match.rules)
    if not plays:
        return act.Play(()) if settings.get(PASS) is True else None
    if settings.get(FORCED) is True and len(plays.steps()) <= FEW_STEPS and plays.forced:
        return act.Play(next(iter(plays)).moves)
    return None
