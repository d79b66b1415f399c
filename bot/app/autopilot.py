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
from bot.chouette import actions as ch
from bot.chouette.deciders import Question, can_double_now, decisions
from bot.chouette.game import ChouetteGame
from bot.chouette.judge import allowed as allowed_at_chouette
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.game import actions as act
from bot.game.judge import allowed
from bot.game.match import Match
from bot.game.plays import LegalPlays, Move
from bot.game.side import Side
from bot.game.turn import ToPlay, Turn, legal_plays
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
        seat = at_the_dice(table.state)
        if seat is not None and table.status is Status.OPEN and table.time.paused_at is None:
            task = asyncio.create_task(self._look(table, seat))
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

    async def _look(self, table: Table, key: str) -> None:
        seat = table.seat(key)
        if seat.level is not None:
            return
        try:
            person = await self._people.person(seat.person)
            action = nothing_to_decide(table.state, key, person.settings)
            if action is not None:
                origin = f"auto:{table.id}:{table.revision}"
                await self._tables.act_for(table.id, key, action, revision=table.revision, origin=origin)
        except (Refused, RuleViolation, Unknown):
            return
        except Exception:
            log.exception("could not act for a person at table %s", table.id)


def at_the_dice(state: object) -> str | None:
    """The seat that is to roll or to play now; in a chouette whose decision it is, for himself or another."""
    if isinstance(state, Match):
        return awaited(state)
    if isinstance(state, Session):
        dice = (Question.ROLL, Question.PLAY)
        return next((decision.by for decision in decisions(state) if decision.question in dice), None)
    return None


def nothing_to_decide(state: object, seat: str, settings: Mapping[str, Any]) -> object | None:
    """The action that is taken for the seat under these settings; None where it decides itself."""
    if isinstance(state, Session):
        return _at_chouette(state, Seat(seat), settings)
    assert isinstance(state, Match)
    return _at_match(state, Side(seat), settings)


def _at_match(match: Match, side: Side, settings: Mapping[str, Any]) -> act.MatchAction | None:
    game, may = match.running, allowed(match, side)
    if game is None:
        return None
    if settings.get(ROLL) is True and act.Roll in may and not may & {act.Double, act.Raccoon}:
        return act.Roll()
    if act.Play not in may:
        return None
    moves = _only_moves(game.turn, legal_plays(game.turn, match.rules), settings)
    return None if moves is None else act.Play(moves)


def _at_chouette(session: Session, seat: Seat, settings: Mapping[str, Any]) -> ch.Action | None:
    """The captain's roll is asked for, as by his own press: the grace of the others is not touched."""
    game, may = session.running, allowed_at_chouette(session, seat)
    if game is None:
        return None
    if ch.Roll in may:
        doubles = may & {ch.Double, ch.DoubleAll, ch.DoubleInitial}
        rolls = settings.get(ROLL) is True and not doubles and not _would_overtake(session, game)
        return ch.Roll() if rolls else None
    if ch.Play not in may:
        return None
    moves = _only_moves(game.turn, legal_plays(game.turn, session.rules.board), settings)
    return None if moves is None else ch.Play(moves)


def _would_overtake(session: Session, game: ChouetteGame) -> bool:
    """Whether a roll at once would leave somebody no moment to double: the card knows no grace."""
    if session.rules.grace_s or not can_double_now(game):
        return False
    return any(seat not in game.quiet for seat in game.stakes.open_to_team(session.rules))


def _only_moves(turn: Turn, plays: LegalPlays, settings: Mapping[str, Any]) -> tuple[Move, ...] | None:
    """The moves that must be made, where the settings leave them to the service."""
    if not isinstance(turn.phase, ToPlay):
        return None
    if not plays:
        return () if settings.get(PASS) is True else None
    if settings.get(FORCED) is True and len(plays.steps()) <= FEW_STEPS and plays.forced:
        return next(iter(plays)).moves
    return None
