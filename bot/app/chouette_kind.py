"""A chouette as the service sees it: who is awaited, how long, what lateness does, what a game leaves behind.

Also how its events are written down, and who takes which seat. The rules are the core's.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from bot.app.codec import MATCH_EVENTS, Codec
from bot.app.results import ChouettePoints
from bot.app.table import AtOnce, Status, Table
from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette.deadlines import Waiting, waiting_for
from bot.chouette.deciders import can_double_now, decider, may_ask_to_wait, to_act
from bot.chouette.ending import When
from bot.chouette.judge import decide
from bot.chouette.judge_board import can_be_quiet
from bot.chouette.judge_cubes import doubling
from bot.chouette.seats import Seat
from bot.chouette.session import Session, evolve
from bot.game.dice import Dice
from bot.game.violations import RuleViolation

CHOUETTE_EVENTS: dict[type, str] = {
    ev.ChouetteOpened: "opened",
    ev.Joined: "joined",
    ev.RulesProposed: "rules_proposed",
    ev.RulesAccepted: "rules_accepted",
    ev.RulesRefused: "rules_refused",
    ev.RulesChanged: "rules_changed",
    ev.SeatThrown: "seat_thrown",
    ev.SeatsDrawn: "seats_drawn",
    ev.PartnerNamed: "partner_named",
    ev.ChouetteGameStarted: "game_started",
    ev.OpeningThrown: MATCH_EVENTS[ev.OpeningThrown],
    ev.Rolled: MATCH_EVENTS[ev.Rolled],
    ev.Played: MATCH_EVENTS[ev.Played],
    ev.DoubledAutomatically: MATCH_EVENTS[ev.DoubledAutomatically],
    ev.RollAsked: "roll_asked",
    ev.GraceEnded: "grace_ended",
    ev.NotNowSaid: "not_now_said",
    ev.WaitAsked: "wait_asked",
    ev.WaitEnded: "wait_ended",
    ev.RoundOpened: "round_opened",
    ev.MemberDoubled: "member_doubled",
    ev.MemberKept: "member_kept",
    ev.CubesOffered: "cubes_offered",
    ev.Answered: "answered",
    ev.CubesSettled: "cubes_settled",
    ev.ExtrasOffered: "extras_offered",
    ev.ExtraGiven: "extra_given",
    ev.ExtraKept: "extra_kept",
    ev.RaccoonsOffered: "raccoons_offered",
    ev.RaccoonDecided: "raccoon_decided",
    ev.Suggested: "suggested",
    ev.WentAway: "went_away",
    ev.CameBack: "came_back",
    ev.CaptainPassed: "captain_passed",
    ev.LeaveAnnounced: "leave_announced",
    ev.CubeGivenUp: "cube_given_up",
    ev.ResignationOffered: MATCH_EVENTS[ev.ResignationOffered],
    ev.ResignationWithdrawn: MATCH_EVENTS[ev.ResignationWithdrawn],
    ev.ResignationRefused: MATCH_EVENTS[ev.ResignationRefused],
    ev.LateNoted: "late_noted",
    ev.DeadlineExtended: "deadline_extended",
    ev.GameFinished: "game_finished",
    ev.Departed: "departed",
    ev.EndProposed: "end_proposed",
    ev.EndConfirmed: "end_confirmed",
    ev.EndRefused: "end_refused",
    ev.EndRejected: "end_rejected",
    ev.EndingSet: "ending_set",
    ev.ChouetteEnded: "ended",
}


def chouette_codec() -> Codec:
    """The codec of chouettes."""
    codec = Codec("chouette.")
    for event, name in CHOUETTE_EVENTS.items():
        codec.register(event, name)
    return codec


@dataclass(frozen=True, slots=True)
class InTurn:
    """Several actions of one person as one: all of them, or none."""

    actions: tuple[act.Action, ...]


Asked = act.Action | InTurn | AtOnce
"""All that this kind of table decides."""


def fold(state: Session, events: Iterable[ev.Event]) -> Session:
    """The session after the events."""
    for event in events:
        state = evolve(state, event)
    return state


class ChouetteKind:
    """The kind ``chouette``; seats are called p1, p2, …"""

    name = "chouette"

    def decide(self, state: Session, by: str | None, action: Asked, dice: Dice) -> tuple[ev.Event, ...]:
        """As ``bot.chouette.judge.decide``, for one action or several."""
        seat = None if by is None else Seat(by)
        match action:
            case InTurn(actions):
                return _in_turn(state, seat, actions, dice)
            case AtOnce(said):
                return _at_once(state, said, dice)
            case _:
                return decide(state, seat, action, dice)

    def evolve(self, state: Session | None, event: ev.Event) -> Session:
        """As ``bot.chouette.session.evolve``."""
        return evolve(state, event)

    def to_act(self, state: Session) -> frozenset[str]:
        """Who has to decide something now; nobody between games, where anybody may go on."""
        return frozenset(to_act(state))

    def may_speak(self, state: Session) -> frozenset[str]:
        """Members who could double before this roll, or silence the question for the game; voters."""
        if state.over:
            return frozenset()
        game = state.running
        if game is None:
            return frozenset(_voters(state))
        may = {decider(state, seat) for seat in may_ask_to_wait(state)}
        if can_double_now(game):
            may |= {seat for seat in state.everyone if doubling(state, seat)}
        if game.turn.plays == 0:
            may |= {seat for seat in state.everyone if can_be_quiet(state, seat)}
        return frozenset({*may, *_voters(state)})

    def status(self, state: Session) -> Status:
        """Open until the chouette has ended; one that ended before a game was played is aborted."""
        if state.over is None:
            return Status.OPEN
        return Status.OVER if state.sheet.games else Status.ABORTED

    def time_allowed(self, state: Session) -> int | None:
        """The shortest of the deadlines that run now."""
        first = _first(state)
        return None if first is None else 1000 * first.seconds

    def deadline_of(self, state: Session) -> Hashable:
        """Who is waited for, in which step: a word that decides nothing does not buy time."""
        return _first(state)

    def on_time_up(self, state: Session) -> act.Action | None:
        """The grace is over, or somebody is late (chouette.md §9); an unclaimed lateness rings no more."""
        first = _first(state)
        if first is None:
            return None
        if first.by is None:
            return act.GraceOver()
        return None if first.by in state.late else act.Late(first.by)

    def ends_at(self, state: Session) -> int | None:
        """The hour that the players have set for the end (chouette.md §8)."""
        ending = None if state.over else state.ending
        return 1000 * ending.number if ending and ending.when is When.AT_TIME else None

    def on_hour(self, state: Session) -> act.Action:
        """The running game is played out."""
        return act.TimeIsUp()

    def abort(self, state: Session, reason: str) -> act.Action:
        """The running game counts for nobody; what the sheet says is paid."""
        return act.Abort(reason)

    def when_deserted(self, state: Session) -> act.Action | None:
        """Computers play a game out, and begin none: what the sheet says is paid then."""
        return None if state.over or state.running else act.Abort("chouette.deserted")

    def at_table(self, state: Session) -> frozenset[str]:
        """Everyone who has a place in the line, or waits for one."""
        return frozenset(state.everyone)

    def asked_to_agree(self, state: Session) -> frozenset[str]:
        """Who is there, once the seats are drawn (chouette.md §9)."""
        return frozenset(state.present) if state.drawn and not state.over else frozenset()

    def results(self, before: Table, events: Sequence[ev.Event], at: int) -> tuple[ChouettePoints, ...]:
        """The points of each person in a game that these events finish; the computer's go on no list."""
        if not any(isinstance(event, ev.GameFinished) for event in events):
            return ()
        state, found = before.state, list[ChouettePoints]()
        assert isinstance(state, Session)
        for event in events:
            state = evolve(state, event)
            if isinstance(event, ev.GameFinished):
                found += _points(before, state, at)
        return tuple(found)


def _in_turn(
    state: Session, seat: Seat | None, actions: Iterable[act.Action], dice: Dice
) -> tuple[ev.Event, ...]:
    events: tuple[ev.Event, ...] = ()
    for action in actions:
        more = decide(state, seat, action, dice)
        state, events = fold(state, more), (*events, *more)
    return events


def _at_once(state: Session, said: Iterable[tuple[str, act.Action]], dice: Dice) -> tuple[ev.Event, ...]:
    events: tuple[ev.Event, ...] = ()
    refused: RuleViolation | None = None
    for seat, action in said:
        try:
            more = decide(state, Seat(seat), action, dice)
        except RuleViolation as refusal:
            refused = refused or refusal
            continue
        state, events = fold(state, more), (*events, *more)
    if not events and refused is not None:
        raise refused
    return events


def _voters(state: Session) -> set[Seat]:
    """Who has not said yet whether a new card, or an end, is to be."""
    silent: set[Seat] = set()
    if state.drawn and state.running is None and state.card:
        silent |= {seat for seat in state.line if seat not in (*state.card.accepted, *state.away)}
    if state.end_vote:
        said = (*state.end_vote.confirmed, *state.end_vote.refused)
        silent |= {seat for seat in state.present if seat not in said}
    return silent


def _first(state: Session) -> Waiting | None:
    """The deadline that passes first of those that run; who may be claimed against already comes last."""
    running = waiting_for(state)
    return min(running, key=lambda one: (one.by in state.late, one.seconds), default=None)


def _points(table: Table, state: Session, at: int) -> list[ChouettePoints]:
    row = state.sheet.games[-1]
    points = {share.seat: share.points for share in row.shares}
    persons = {seat.key: seat.person for seat in table.seats if seat.level is None}
    return [
        ChouettePoints(
            table.id,
            row.number,
            persons[seat],
            table.room,
            won,
            seat in (row.box, row.partner),
            won if seat in (row.box, row.partner) else 0,
            at,
        )
        for seat, won in points.items()
        if seat in persons
    ]
