"""One game of a chouette: a board, the cubes of the team, and the questions that can be open between them.

``evolve_game`` trusts events; only the judge judges. Must not know who is away or who decides for whom.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from bot.chouette import events as ev
from bot.chouette.rules import ChouetteRules
from bot.chouette.seats import Seat
from bot.chouette.stakes import BOX, TEAM, Answer, Stakes
from bot.game.plays import Move
from bot.game.result import How, Kind
from bot.game.side import Side
from bot.game.turn import Turn, evolve_turn


@dataclass(frozen=True, slots=True)
class OnTurn:
    """The side on roll is to roll or play, as the board's phase says.

    ``cubes_done``: there was a round of doubles before this roll. ``asked``: the captain wants to roll and
    the grace runs, until ``grace_over``. ``waits`` hold the roll; ``not_now`` do not double before it.
    """

    cubes_done: bool = False
    asked: bool = False
    grace_over: bool = False
    waits: tuple[Seat, ...] = ()
    not_now: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class DoublingRound:
    """``doubled`` have doubled, ``asked`` say in this order whether they do (Ch. 3.2)."""

    doubled: tuple[Seat, ...]
    asked: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """``by`` has doubled these members' cubes; the other side answers. ``answers`` so far."""

    by: Side
    seats: tuple[Seat, ...]
    initial: bool = False
    answers: tuple[Answer, ...] = ()

    @property
    def open(self) -> tuple[Seat, ...]:
        """Cubes without an answer, in the order of answers."""
        given = {answer.seat for answer in self.answers}
        return tuple(seat for seat in self.seats if seat not in given)


@dataclass(frozen=True, slots=True)
class ExtrasOpen:
    """``asked``, who dropped, may in turn give ``taker`` an extra."""

    taker: Seat
    asked: tuple[Seat, ...]
    raccoons: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class RaccoonsOpen:
    """``by``, whose doubles were beavered, may redouble these cubes in turn."""

    by: Side
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Resigning:
    """``by`` offers to lose at ``kind``; everything waits as it stood."""

    by: Side
    kind: Kind
    under: OnTurn


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; ``winner`` and ``how`` as in ``GameFinished``."""

    winner: Side | None
    kind: Kind
    how: How | None


GamePhase = OnTurn | DoublingRound | Offered | ExtrasOpen | RaccoonsOpen | Resigning | Ended


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Advice of a member, or of the box's partner, for the present roll."""

    seat: Seat
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class ChouetteGame:
    """One game. ``passed_over`` are acting captain no more; no roll waits for ``quiet``; ``player`` made the
    newest play, and may be out since.
    """

    number: int
    box: Seat
    partner: Seat | None
    turn: Turn
    stakes: Stakes
    phase: GamePhase = OnTurn()
    passed_over: tuple[Seat, ...] = ()
    quiet: tuple[Seat, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    automatic_doubles: int = 0
    player: Seat | None = None

    @property
    def acting_captain(self) -> Seat:
        """The highest-ranked member in; the captain by rank once all are out."""
        playing = [member.seat for member in self.stakes.playing]
        ready = [seat for seat in playing if seat not in self.passed_over]
        return (ready or playing or [self.stakes.captain])[0]

    @property
    def players(self) -> tuple[Seat, ...]:
        """Everyone in this game: box, partner, team."""
        partner = (self.partner,) if self.partner else ()
        return (self.box, *partner, *self.stakes.seats)

    def side_of(self, seat: Seat) -> Side | None:
        """The side that a player is on; None for one who is not in this game."""
        if seat in (self.box, self.partner):
            return BOX
        return TEAM if seat in self.stakes.seats else None

    def speaker(self, side: Side) -> Seat:
        """The seat whose decision a side's roll, play and resignation are."""
        return self.box if side is BOX else self.acting_captain


def evolve_game(game: ChouetteGame, rules: ChouetteRules, event: ev.GameEvent) -> ChouetteGame:
    """The game after the event; trusts it."""
    match event:
        case ev.OpeningThrown() | ev.Rolled() | ev.Played():
            turn = evolve_turn(game.turn, rules.board, event)
            played = isinstance(event, ev.Played)
            player = game.speaker(game.turn.on_roll) if played else game.player
            return replace(game, turn=turn, phase=OnTurn(), suggestions=(), player=player)
        case ev.DoubledAutomatically():
            stakes, times = game.stakes.doubled_automatically(), game.automatic_doubles + 1
            return replace(game, stakes=stakes, automatic_doubles=times)
        case ev.ResignationOffered(by, kind):
            assert isinstance(game.phase, OnTurn)
            return replace(game, phase=Resigning(by, kind, game.phase))
        case ev.ResignationWithdrawn() | ev.ResignationRefused():
            assert isinstance(game.phase, Resigning)
            return replace(game, phase=game.phase.under)
        case ev.Suggested(seat, moves):
            others = tuple(s for s in game.suggestions if s.seat != seat)
            return replace(game, suggestions=(*others, Suggestion(seat, moves)))
        case ev.CaptainPassed(seat):
            return _handed_on(game, replace(game, passed_over=(*game.passed_over, seat)))
        case ev.CubeGivenUp(seat):
            return _handed_on(game, replace(game, stakes=game.stakes.dropped_by(seat)))
        case ev.RollAsked() | ev.GraceEnded() | ev.NotNowSaid() | ev.WaitAsked() | ev.WaitEnded():
            return _evolve_grace(game, event)
        case _:
            return _evolve_cubes(game, event)


def _handed_on(before: ChouetteGame, game: ChouetteGame) -> ChouetteGame:
    """A new captain says himself when he rolls, whatever the one before him had asked for."""
    captain, phase = game.acting_captain, game.phase
    if captain == before.acting_captain:
        return game
    if isinstance(phase, Resigning):
        return replace(game, phase=replace(phase, under=_unasked(phase.under, captain)))
    return replace(game, phase=_unasked(phase, captain)) if isinstance(phase, OnTurn) else game


def _unasked(phase: OnTurn, captain: Seat) -> OnTurn:
    waits = tuple(seat for seat in phase.waits if seat != captain)
    return replace(phase, asked=False, grace_over=False, waits=waits)


def _evolve_grace(
    game: ChouetteGame, event: ev.RollAsked | ev.GraceEnded | ev.NotNowSaid | ev.WaitAsked | ev.WaitEnded
) -> ChouetteGame:
    phase = game.phase
    if isinstance(event, ev.NotNowSaid) and event.for_game:
        game = replace(game, quiet=(*game.quiet, event.seat))
    if not isinstance(phase, OnTurn):
        return game
    match event:
        case ev.RollAsked():
            return replace(game, phase=replace(phase, asked=True))
        case ev.GraceEnded():
            return replace(game, phase=replace(phase, grace_over=True))
        case ev.NotNowSaid(seat):
            return replace(game, phase=replace(phase, not_now=(*phase.not_now, seat)))
        case ev.WaitAsked(seat):
            return replace(game, phase=replace(phase, waits=(*phase.waits, seat)))
        case ev.WaitEnded(seat):
            waits = tuple(s for s in phase.waits if s != seat)
            return replace(game, phase=replace(phase, waits=waits, not_now=(*phase.not_now, seat)))
        case _:
            assert_never(event)


_CubeEvent = (
    ev.RoundOpened
    | ev.MemberDoubled
    | ev.MemberKept
    | ev.CubesOffered
    | ev.Answered
    | ev.CubesSettled
    | ev.ExtrasOffered
    | ev.ExtraGiven
    | ev.ExtraKept
    | ev.RaccoonsOffered
    | ev.RaccoonDecided
)


def _evolve_cubes(game: ChouetteGame, event: _CubeEvent) -> ChouetteGame:
    match event:
        case ev.RoundOpened(seat, asked):
            return replace(game, phase=DoublingRound((seat,), asked))
        case ev.MemberDoubled(seat):
            return replace(game, phase=_heard(game, seat, doubles=True))
        case ev.MemberKept(seat):
            return replace(game, phase=_heard(game, seat, doubles=False))
        case ev.CubesOffered(by, seats, initial):
            return replace(game, phase=Offered(by, seats, initial))
        case ev.Answered(seat, reply):
            assert isinstance(game.phase, Offered)
            answers = (*game.phase.answers, Answer(seat, reply))
            return replace(game, phase=replace(game.phase, answers=answers))
        case ev.CubesSettled(answers):
            stakes = game.stakes.answered(game.turn.on_roll, answers)
            return replace(game, stakes=stakes, phase=OnTurn(cubes_done=True))
        case ev.ExtrasOffered(taker, asked, raccoons):
            return replace(game, phase=ExtrasOpen(taker, asked, raccoons))
        case ev.ExtraGiven(seat, taker):
            return replace(
                game, stakes=game.stakes.with_extra(seat, taker), phase=_asked_on(game.phase, seat)
            )
        case ev.ExtraKept(seat):
            return replace(game, phase=_asked_on(game.phase, seat))
        case ev.RaccoonsOffered(by, seats):
            return replace(game, phase=RaccoonsOpen(by, seats))
        case ev.RaccoonDecided(seat, redoubled):
            stakes = game.stakes.redoubled(seat) if redoubled else game.stakes
            return replace(game, stakes=stakes, phase=_raccoon_heard(game.phase, seat))
        case _:
            assert_never(event)


def _heard(game: ChouetteGame, seat: Seat, doubles: bool) -> DoublingRound:
    assert isinstance(game.phase, DoublingRound)
    doubled = (*game.phase.doubled, seat) if doubles else game.phase.doubled
    return DoublingRound(doubled, tuple(s for s in game.phase.asked if s != seat))


def _asked_on(phase: GamePhase, seat: Seat) -> GamePhase:
    """After one who dropped has said whether he gives an extra; mandatory ones come without a question."""
    if not isinstance(phase, ExtrasOpen):
        return phase
    asked = tuple(s for s in phase.asked if s != seat)
    if asked:
        return replace(phase, asked=asked)
    return RaccoonsOpen(BOX, phase.raccoons) if phase.raccoons else OnTurn(cubes_done=True)


def _raccoon_heard(phase: GamePhase, seat: Seat) -> GamePhase:
    assert isinstance(phase, RaccoonsOpen)
    seats = tuple(s for s in phase.seats if s != seat)
    return replace(phase, seats=seats) if seats else OnTurn(cubes_done=True)
