"""One game between two sides: a board, a cube, and the questions that can be open between them.

``evolve_game`` trusts events; only ``bot.game.judge`` judges actions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from bot.game.cube import Cube
from bot.game.events import (
    Beavered,
    Doubled,
    DoubledAutomatically,
    Dropped,
    GameEnded,
    GameLocked,
    OpeningThrown,
    Played,
    Raccooned,
    ResignationOffered,
    ResignationRefused,
    ResignationWithdrawn,
    Rolled,
    Taken,
)
from bot.game.result import Kind, Result
from bot.game.rules import Rules
from bot.game.side import Side
from bot.game.turn import Turn, evolve_turn


@dataclass(frozen=True, slots=True)
class OnTurn:
    """The side on roll is to open, roll or play, as the board's own phase says. ``raccoon``: its double was
    beavered just now, and it may redouble before rolling.
    """

    raccoon: bool = False


@dataclass(frozen=True, slots=True)
class CubeOffered:
    """The side on roll has doubled; the other answers."""


@dataclass(frozen=True, slots=True)
class Resigning:
    """``by`` offers to lose at ``kind``; everything waits as it stood in ``under``."""

    by: Side
    kind: Kind
    under: OnTurn | CubeOffered


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    result: Result


@dataclass(frozen=True, slots=True)
class Locked:
    """Neither side can ever move again (house rule *pin*): no result, the next game follows."""


GamePhase = OnTurn | CubeOffered | Resigning | Ended | Locked

GameEvent = (
    OpeningThrown
    | Rolled
    | Played
    | DoubledAutomatically
    | Doubled
    | Taken
    | Dropped
    | Beavered
    | Raccooned
    | ResignationOffered
    | ResignationWithdrawn
    | ResignationRefused
    | GameEnded
    | GameLocked
)


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a series; ``number`` counts from 1. ``cube`` None: a game without one (Crawford, rule)."""

    number: int
    turn: Turn
    cube: Cube | None
    crawford: bool = False
    starter: Side | None = None
    phase: GamePhase = OnTurn()
    automatic_doubles: int = 0

    @property
    def stake(self) -> Cube:
        """The cube, or what stands for it in a game without one."""
        return self.cube or Cube()


def evolve_game(game: Game, rules: Rules, event: GameEvent) -> Game:
    """The game after the event; trusts it."""
    match event:
        case OpeningThrown() | Rolled() | Played():
            return replace(game, turn=evolve_turn(game.turn, rules, event), phase=OnTurn())
        case ResignationOffered(by, kind):
            assert isinstance(game.phase, OnTurn | CubeOffered)
            return replace(game, phase=Resigning(by, kind, game.phase))
        case ResignationWithdrawn() | ResignationRefused():
            assert isinstance(game.phase, Resigning)
            return replace(game, phase=game.phase.under)
        case GameEnded(result):
            return replace(game, phase=Ended(result))
        case GameLocked():
            return replace(game, phase=Locked())
        case DoubledAutomatically() | Doubled() | Taken() | Dropped() | Beavered() | Raccooned():
            return _evolve_cube(game, event)
        case _:
            assert_never(event)


def _evolve_cube(
    game: Game, event: DoubledAutomatically | Doubled | Taken | Dropped | Beavered | Raccooned
) -> Game:
    cube, taker = game.stake, game.turn.on_roll.other
    match event:
        case DoubledAutomatically():
            times = game.automatic_doubles + 1
            return replace(game, cube=cube.doubled_automatically(), automatic_doubles=times)
        case Doubled():
            return replace(game, phase=CubeOffered())
        case Taken():
            return replace(game, cube=cube.taken_by(taker), phase=OnTurn())
        case Dropped():
            return replace(game, phase=OnTurn())
        case Beavered():
            return replace(game, cube=cube.taken_by(taker).beavered(), phase=OnTurn(raccoon=True))
        case Raccooned():
            return replace(game, cube=cube.beavered(), phase=OnTurn())
        case _:
            assert_never(event)
