"""What people and the service may ask of a table's time, and how time goes on with the events of a kind.

Decides nothing about the game: where time is up, the kind says what follows.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

from bot.app.agreement import agreed_by, offer_stands, offerer, still_asked
from bot.app.ratings import leaving_loses
from bot.app.refused import Refused
from bot.app.table import Kind, Seat, Status, Table
from bot.app.timed_kinds import Abortable, Clocked, Scheduled, Shared
from bot.app.timekeeping import (
    ALONE_MS,
    LOUD,
    PAUSE_MS,
    TIME_EVENTS,
    ClockSet,
    Credited,
    Decision,
    EndOffered,
    OfferDeclined,
    Paused,
    PauseOffered,
    Progress,
    Reminded,
    Resumed,
    TimeEvent,
    TimeGiven,
    Timekeeping,
    TimeRanOut,
    after_core_event,
    after_time_event,
    credit_of,
)


@dataclass(frozen=True, slots=True)
class Pause:
    """Offer a pause; agrees to the one that the other has offered."""


@dataclass(frozen=True, slots=True)
class Resume:
    """End the pause."""


@dataclass(frozen=True, slots=True)
class EndUnscored:
    """Offer to end without a result; agrees where the other has offered it."""


@dataclass(frozen=True, slots=True)
class Agree:
    """Be for the offer that event number ``offer`` has made."""

    offer: int


@dataclass(frozen=True, slots=True)
class Decline:
    """Say no to what is offered, or take one's own offer back; to this offer, where ``offer`` names one."""

    offer: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """Win, since the other's time is up."""


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Let the late side have the time of a move again."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table for good."""


@dataclass(frozen=True, slots=True)
class Ring:
    """The service looks whether time is up."""


@dataclass(frozen=True, slots=True)
class Remind:
    """The service reminds who is awaited."""


@dataclass(frozen=True, slots=True)
class Credit:
    """The service gives back time in which it, or a platform, was away."""

    start: int
    end: int
    cause: str


@dataclass(frozen=True, slots=True)
class SetClock:
    """The machine's clock was set; everything that runs moves with it."""

    by_ms: int


@dataclass(frozen=True, slots=True)
class EndStuck:
    """An admin of the room ends the table without a result."""


@dataclass(frozen=True, slots=True)
class Suspend:
    """Somebody at the table cannot see it any more: the clock stands."""


@dataclass(frozen=True, slots=True)
class Restore:
    """All who play see the table again: what was suspended goes on."""


TimeAction = (
    Pause
    | Resume
    | EndUnscored
    | Agree
    | Decline
    | Claim
    | GiveTime
    | Leave
    | Ring
    | Remind
    | Credit
    | SetClock
    | EndStuck
    | Suspend
    | Restore
)
BY_SERVICE = (Ring, Remind, Credit, SetClock, EndStuck, Suspend, Restore)


@dataclass(frozen=True, slots=True)
class TimeDecided:
    """What a time action leads to: events of the clock, then an action of the kind by the service."""

    events: tuple[TimeEvent, ...] = ()
    then: Any | None = None


def decide_time(kind: Kind, table: Table, seat: str | None, action: TimeAction, now: int) -> TimeDecided:
    """Carry out a time action, or raise ``Refused``."""
    if table.status is not Status.OPEN:
        raise Refused("table.over")
    if (seat is None) is not isinstance(action, BY_SERVICE):
        raise Refused("press.unknown")
    match action:
        case Ring():
            return _ring(kind, table, now)
        case Remind():
            waiting = table.time.remind_at is not None and table.time.paused_at is None
            return TimeDecided((Reminded(table.time.seat),) if waiting else ())
        case Credit(start, end, cause):
            missed = credit_of(table.time, start, end)
            return TimeDecided((Credited(start, end, cause),) if missed else ())
        case SetClock(by_ms):
            return TimeDecided((ClockSet(by_ms),))
        case Suspend():
            runs = table.time.due_at is not None and table.time.paused_at is None
            return TimeDecided((Paused(now + PAUSE_MS, unseen=True),) if runs else ())
        case Restore():
            return TimeDecided((Resumed(None),) if table.time.unseen else ())
        case Resume() if table.time.unseen:
            raise Refused("time.unseen")
        case EndStuck() if isinstance(kind, Abortable):
            return TimeDecided(then=kind.abort(table.state, "time.admin"))
    assert seat is not None or isinstance(action, EndStuck)
    if isinstance(kind, Shared) and seat is not None:
        return _asked_of_all(kind, table, seat, action, now)
    if not isinstance(kind, Clocked) or seat is None:
        raise Refused("time.not_here")
    return _asked(kind, table, seat, action, now)


def _asked_of_all(kind: Shared, table: Table, seat: str, action: TimeAction, now: int) -> TimeDecided:
    """A pause or an end without a result at a table of several (chouette.md §9)."""
    time, there = table.time, kind.asked_to_agree(table.state)
    if isinstance(action, Resume) and time.paused_at is not None and seat in kind.at_table(table.state):
        return TimeDecided((Resumed(seat),))
    _may_agree(kind, table, seat, there)
    match action:
        case Pause() if time.paused_at is not None:
            raise Refused("time.paused")
        case Pause() | EndUnscored() if offerer(time) is None:
            if any(one.key != seat for one in still_asked(table, there)):
                return TimeDecided((PauseOffered(seat) if isinstance(action, Pause) else EndOffered(seat),))
            return _all_agreed(kind, table, now, pause=isinstance(action, Pause))
        case Pause() | EndUnscored() if isinstance(action, Pause) is (time.end_offer is not None):
            raise Refused("time.other_offer")
        case Agree(offer) if offerer(time) is None or offer != time.offered:
            raise Refused("time.no_offer")
        case Pause() | EndUnscored() | Agree():
            agreed = agreed_by(table, seat, there)
            if agreed is not None:
                return TimeDecided((agreed,))
            return _all_agreed(kind, table, now, pause=time.pause_offer is not None)
        case Decline(offer) if offerer(time) is not None and offer in (None, time.offered):
            return TimeDecided((OfferDeclined(seat),))
        case Decline():
            raise Refused("time.no_offer")
        case Resume():
            raise Refused("time.no_pause")
        case _:
            raise Refused("time.not_here")


def _may_agree(kind: Shared, table: Table, seat: str, there: frozenset[str]) -> None:
    """Only who is there says yes or no, and only once play has begun. Raises ``Refused``."""
    if seat not in kind.at_table(table.state):
        raise Refused("table.stranger")
    if not there:
        raise Refused("time.not_begun")
    if seat not in there:
        raise Refused("time.absent")


def _all_agreed(kind: Shared, table: Table, now: int, *, pause: bool) -> TimeDecided:
    if pause:
        return TimeDecided((Paused(now + PAUSE_MS),))
    return TimeDecided(then=kind.abort(table.state, "time.agreed"))


def _asked(kind: Clocked, table: Table, seat: str, action: TimeAction, now: int) -> TimeDecided:
    time, alone = table.time, is_alone(table)
    match action:
        case Leave():
            return _leave(kind, table, seat, now)
        case EndUnscored() if alone or time.end_offer not in (None, seat):
            return TimeDecided(then=kind.abort(table.state, "time.agreed"))
        case EndUnscored():
            return _offered(time.end_offer == seat, EndOffered(seat))
        case Pause():
            return _pause(table, seat, now, alone=alone)
        case Resume() if time.paused_at is not None:
            return TimeDecided((Resumed(seat),))
        case Decline() if time.pause_offer or time.end_offer:
            return TimeDecided((OfferDeclined(seat),))
        case Claim() if time.late not in (None, seat):
            assert time.late is not None
            return TimeDecided(then=_lost(kind, table, time.late, now, leaving=False))
        case GiveTime() if time.late not in (None, seat):
            decision = kind.decision(table.state)
            return TimeDecided((TimeGiven(decision.allowed_ms if decision else 0),))
        case Claim() | GiveTime():
            raise Refused("time.not_late" if time.late is None else "time.late_yourself")
        case Resume():
            raise Refused("time.no_pause")
        case _:
            raise Refused("time.no_offer")


def _pause(table: Table, seat: str, now: int, *, alone: bool) -> TimeDecided:
    time = table.time
    if alone:
        raise Refused("time.alone")
    if time.paused_at is not None:
        raise Refused("time.paused")
    if time.late is not None:
        raise Refused("time.too_late")
    if time.pause_offer not in (None, seat):
        return TimeDecided((Paused(now + PAUSE_MS),))
    return _offered(time.pause_offer == seat, PauseOffered(seat))


def _offered(already: bool, offer: TimeEvent) -> TimeDecided:
    if already:
        raise Refused("time.offered_already")
    return TimeDecided((offer,))


def _leave(kind: Clocked, table: Table, seat: str, now: int) -> TimeDecided:
    if is_alone(table):
        return TimeDecided(then=kind.abort(table.state, "time.left"))
    closing = kind.close(table.state)
    if closing is not None:
        return TimeDecided(then=closing)
    resumed = (Resumed(seat),) if table.time.paused_at is not None else ()
    return TimeDecided(resumed, _lost(kind, table, seat, now, leaving=True))


def _lost(kind: Clocked, table: Table, seat: str, now: int, *, leaving: bool) -> Any:
    """The loss by time or leaving, or, where too little was played, no result (rules.md §6)."""
    time = table.time
    at = min(now, time.paused_at) if time.paused_at is not None else now
    if kind.as_series(table.state):
        counts = leaving_loses(time.series_ms(at), time.series_plays)
    else:
        counts = leaving_loses(time.played_ms(at), time.game_plays)
    if counts:
        return kind.forfeit(table.state, seat, leaving=leaving)
    return kind.abort(table.state, "time.left" if leaving else "time.early")


def _ring(kind: Kind, table: Table, now: int) -> TimeDecided:
    time = table.time
    if isinstance(kind, Scheduled) and time.is_to_end(now):
        return TimeDecided(then=kind.on_hour(table.state))
    if time.paused_until is not None:
        return TimeDecided((Resumed(None),) if now >= time.paused_until else ())
    if time.due_at is None or now < time.due_at:
        return TimeDecided()
    if not isinstance(kind, Clocked):
        return TimeDecided(then=kind.on_time_up(table.state))
    if is_alone(table):
        return TimeDecided(then=kind.abort(table.state, "time.alone"))
    if time.late is not None:
        return TimeDecided(then=_lost(kind, table, time.late, now, leaving=False))
    action = kind.on_time_up(table.state)
    if action is None:
        return TimeDecided((TimeRanOut(time.seat),) if time.seat is not None else ())
    if time.seat is not None and action == kind.forfeit(table.state, time.seat, leaving=False):
        action = _lost(kind, table, time.seat, now, leaving=False)
    return TimeDecided(then=action)


def is_alone(table: Table) -> bool:
    """Whether only one person sits at the table: no clock, and nobody to agree with."""
    return sum(seat.level is None for seat in table.seats) < 2


def is_time_event(event: object) -> bool:
    """Whether an event belongs to the clock, not to the game."""
    return type(event) in TIME_EVENTS


def time_after(kind: Kind, table: Table, event: Any, state: Any, number: int, at: int) -> Timekeeping:
    """The table's time after its event number ``number``; ``state`` is the kind's state after it."""
    if is_time_event(event):
        time = after_time_event(table.time, event, at)
        time = replace(time, offered=number) if isinstance(event, PauseOffered | EndOffered) else time
    else:
        stands = offer_stands(kind, table.state, state)
        decision = awaited(kind, table.seats, state, number)
        time = after_core_event(table.time, decision, progress(kind, state), at, offer_stands=stands)
        time = replace(time, ends_at=kind.ends_at(state) if isinstance(kind, Scheduled) else None)
    loud = isinstance(event, LOUD) or not is_time_event(event)
    return replace(time, loud=number) if loud else time


def progress(kind: Kind, state: Any) -> Progress:
    """How far a table is, where its kind tells."""
    return kind.progress(state) if isinstance(kind, Clocked) else Progress()


def awaited(kind: Kind, seats: tuple[Seat, ...], state: Any, number: int) -> Decision | None:
    """What the clock runs for: nothing while the computer thinks or when all is over."""
    if kind.status(state) is not Status.OPEN or waits_for_computer(kind, seats, state):
        return None
    if not isinstance(kind, Clocked):
        allowed = kind.time_allowed(state)
        mark = kind.deadline_of(state)
        key = str(number) if mark is None else hashlib.blake2b(repr(mark).encode(), digest_size=8).hexdigest()
        if allowed is not None and kind.to_act(state) and _one_person(seats):
            allowed = ALONE_MS  # among computers there is no hurry; what nobody decides passes as usual
        return None if allowed is None else Decision(key, None, allowed)
    decision = kind.decision(state)
    if decision is None or not _one_person(seats):
        return decision
    return Decision(decision.key, decision.seat, ALONE_MS)


def _one_person(seats: tuple[Seat, ...]) -> bool:
    return sum(seat.level is None for seat in seats) < 2


def waits_for_computer(kind: Kind, seats: tuple[Seat, ...], state: Any) -> bool:
    """Whether the computer is to act."""
    acting = kind.to_act(state)
    return any(seat.level for seat in seats if seat.key in acting)
