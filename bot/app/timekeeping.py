"""The time at a table: deadlines, clocks, pauses and credits, as a fold over the log and its moments.

Pure and the same for every kind of table: what the clock runs for is told by the kind as a ``Decision``.
Whether a late side loses is for the rules to say; here only whether it is late.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

MINUTE_MS, DAY_MS = 60_000, 86_400_000
PAUSE_MS = 7 * DAY_MS
"""A pause ends by itself after so long."""
CLAIM_MS = 7 * DAY_MS
"""Who may claim a win and does not say a word for so long gets it: no game stays open for ever."""
ALONE_MS = 14 * DAY_MS
"""Against the computer there is no hurry, but an end."""
GRACE_MS = 2_000
"""What a press may take on its way (reliability.md R21)."""
NOT_SOONER_MS = 20_000
"""No reminder for a decision that has less time than this."""


@dataclass(frozen=True, slots=True)
class Reminded:
    """The one who is awaited was reminded."""

    seat: str | None


@dataclass(frozen=True, slots=True)
class Credited:
    """The service or a platform was away from ``start`` to ``end``: nobody's time ran."""

    start: int
    end: int
    cause: str


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The machine's clock was set forward by so many milliseconds (back, if below zero)."""

    by_ms: int


@dataclass(frozen=True, slots=True)
class Deferred:
    """The deadline was moved out of the quiet hours of the one who is awaited."""

    due_at: int
    remind_at: int | None


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """``seat`` is late; the other side may claim the win or give time."""

    seat: str


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """The late side has so much time again."""

    ms: int


@dataclass(frozen=True, slots=True)
class PauseOffered:
    """``by`` would like a pause."""

    by: str


@dataclass(frozen=True, slots=True)
class EndOffered:
    """``by`` would like to end without a result."""

    by: str


@dataclass(frozen=True, slots=True)
class OfferAgreed:
    """``by`` agrees to the open offer; others at the table have yet to."""

    by: str


@dataclass(frozen=True, slots=True)
class OfferDeclined:
    """The open offer was declined or taken back."""

    by: str


@dataclass(frozen=True, slots=True)
class Paused:
    """All agreed, or (``unseen``) somebody cannot see the table; it is over by itself at ``until``."""

    until: int
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Resumed:
    """The pause is over; ``by`` None: by itself."""

    by: str | None


TimeEvent = (
    Reminded
    | Credited
    | ClockSet
    | Deferred
    | TimeRanOut
    | TimeGiven
    | PauseOffered
    | EndOffered
    | OfferAgreed
    | OfferDeclined
    | Paused
    | Resumed
)
TIME_EVENTS: dict[type, str] = {
    Reminded: "reminded",
    Credited: "credited",
    ClockSet: "clock_set",
    Deferred: "deferred",
    TimeRanOut: "ran_out",
    TimeGiven: "given",
    PauseOffered: "pause_offered",
    EndOffered: "end_offered",
    OfferAgreed: "offer_agreed",
    OfferDeclined: "offer_declined",
    Paused: "paused",
    Resumed: "resumed",
}
LOUD = (TimeRanOut, TimeGiven, Paused, Resumed)
"""After these, buttons shown before mean nothing any more; the others leave boards and drafts as they are."""

SHORT_CREDIT_MS = 60_000


def keeps_boards(event: object) -> bool:
    """Whether boards may stay as they are after an event: a half-made play on them is not wiped away."""
    if isinstance(event, Credited):
        return event.end - event.start < SHORT_CREDIT_MS
    return isinstance(event, Reminded | PauseOffered | EndOffered | OfferAgreed | OfferDeclined)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the clock runs for. One with another ``key`` is a new one, with time of its own; ``turn`` is what
    a clock's delay is given for. ``banked``: beyond the delay the seat's bank runs.
    """

    key: str
    seat: str | None
    allowed_ms: int
    turn: str = ""
    banked: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a table is: the number of its newest game (0 before the first), the plays made in it, and the
    delay and bank of its clock, where it has one.
    """

    game: int = 0
    plays: int = 0
    delay_ms: int = 0
    bank_ms: int = 0


@dataclass(frozen=True, slots=True)
class Timekeeping:
    """Times are milliseconds since 1970. ``*_began`` are moved on by everything that was credited or paused,
    so that the difference to now is time played. ``loud`` is the number of the newest event that made older
    buttons void. ``late`` is whom time may be claimed from. ``begun_at`` is when the running decision really
    began, ``credited_*`` the newest span that was credited, so that no moment is credited twice. ``ends_at``
    is the hour that was set for the end: a moment of the day, which no credit and no other clock moves.
    ``offered`` is the number of the event that made the newest offer, ``agreed`` who else is for it.
    ``unseen``: the pause is for somebody who cannot see the table.
    """

    loud: int = 0
    game: int = 0
    game_started_at: int = 0
    game_began: int = 0
    game_plays: int = 0
    series_began: int = 0
    series_plays: int = 0
    key: str = ""
    seat: str | None = None
    since: int = 0
    due_at: int | None = None
    remind_at: int | None = None
    banked: bool = False
    turn: str = ""
    delay_ms: int = 0
    banks: tuple[tuple[str, int], ...] = ()
    late: str | None = None
    pause_offer: str | None = None
    end_offer: str | None = None
    offered: int = 0
    agreed: tuple[str, ...] = ()
    paused_at: int | None = None
    paused_until: int | None = None
    unseen: bool = False
    begun_at: int = 0
    credited_from: int = 0
    credited_until: int = 0
    ends_at: int | None = None

    @property
    def alarm(self) -> int | None:
        """When the service must look next: for the reminder, the end of the time, of a pause, or of all."""
        moments = (self.ends_at, self._deadline_alarm)
        return min((moment for moment in moments if moment is not None), default=None)

    def is_to_end(self, now: int) -> bool:
        """Whether the hour that was set for the end has come."""
        return self.ends_at is not None and now >= self.ends_at

    @property
    def _deadline_alarm(self) -> int | None:
        if self.paused_until is not None:
            return self.paused_until
        if self.due_at is None:
            return None
        if self.remind_at is not None and self.remind_at < self.due_at:
            return self.remind_at
        return self.due_at + GRACE_MS

    def bank(self, seat: str, full_ms: int) -> int:
        """What is left in a seat's bank."""
        return next((left for one, left in self.banks if one == seat), full_ms)

    def played_ms(self, at: int) -> int:
        """How long the running game has been played."""
        return max(0, at - self.game_began)

    def series_ms(self, at: int) -> int:
        """How long the series has been played."""
        return max(0, at - self.series_began)


def without_offer(time: Timekeeping) -> Timekeeping:
    """Nothing is offered (any more)."""
    return replace(time, pause_offer=None, end_offer=None, agreed=())


def after_core_event(
    time: Timekeeping, decision: Decision | None, progress: Progress, at: int, *, offer_stands: bool = False
) -> Timekeeping:
    """The time after an event of the game itself, when ``decision`` is awaited (None: nothing). Where that is
    still the same one, who is late stays late.
    """
    time = _counted(time if offer_stands else without_offer(time), progress, at)
    if decision is not None and decision.key == time.key and time.due_at is not None:
        return time
    time = _settled(replace(time, late=None), progress, at)
    if decision is None:
        return replace(time, key="", seat=None, due_at=None, remind_at=None, banked=False)
    return _begun(time, decision, progress, at)


def _counted(time: Timekeeping, progress: Progress, at: int) -> Timekeeping:
    """Games and plays, and when they began."""
    if progress.game != time.game:
        time = replace(
            time,
            game=progress.game,
            game_started_at=at,
            game_began=at,
            game_plays=0,
            series_began=time.series_began or at,
        )
    more = progress.plays - time.game_plays
    return replace(time, game_plays=progress.plays, series_plays=time.series_plays + more)


def _settled(time: Timekeeping, progress: Progress, at: int) -> Timekeeping:
    """What the decision that has been made took from delay and bank."""
    if not time.banked or time.seat is None:
        return time
    used = max(0, at - time.since)
    left = max(0, time.bank(time.seat, progress.bank_ms) - max(0, used - time.delay_ms))
    others = tuple(one for one in time.banks if one[0] != time.seat)
    return replace(time, banks=(*others, (time.seat, left)), delay_ms=max(0, time.delay_ms - used))


def _begun(time: Timekeeping, decision: Decision, progress: Progress, at: int) -> Timekeeping:
    banked = decision.banked and decision.seat is not None
    delay = time.delay_ms if decision.turn == time.turn else progress.delay_ms
    allowed = decision.allowed_ms
    if banked and decision.seat is not None:
        allowed = delay + time.bank(decision.seat, progress.bank_ms)
    return replace(
        time,
        key=decision.key,
        seat=decision.seat,
        since=at,
        begun_at=at,
        due_at=at + allowed,
        remind_at=at + allowed // 2 if allowed >= NOT_SOONER_MS else None,
        banked=banked,
        turn=decision.turn,
        delay_ms=delay,
    )


def after_time_event(time: Timekeeping, event: TimeEvent, at: int) -> Timekeeping:
    """The time after an event of the clock; trusts it."""
    match event:
        case Reminded():
            return replace(time, remind_at=None)
        case Credited(start, end):
            return _credited(time, start, end)
        case ClockSet(by_ms):
            return _set(time, by_ms)
        case Deferred(due_at, remind_at):
            return replace(time, due_at=due_at, remind_at=remind_at)
        case TimeRanOut(seat):
            return replace(time, late=seat, due_at=at + CLAIM_MS, remind_at=None)
        case TimeGiven(ms):
            return _given(time, ms, at)
        case PauseOffered(by):
            return replace(time, pause_offer=by)
        case EndOffered(by):
            return replace(time, end_offer=by)
        case OfferAgreed(by):
            return replace(time, agreed=(*time.agreed, by))
        case OfferDeclined():
            return without_offer(time)
        case Paused(until, unseen):
            return replace(without_offer(time), paused_at=at, paused_until=until, unseen=unseen)
        case Resumed():
            return _resumed(time, at)
        case _:
            assert_never(event)


def credit_of(time: Timekeeping, start: int, end: int) -> int:
    """How much of a span is to be credited: what overlaps with the running decision and was not credited."""
    if time.paused_at is not None or time.due_at is None:
        return 0
    start = max(start, time.begun_at)
    known = max(0, min(end, time.credited_until) - max(start, time.credited_from))
    return max(0, end - start) - known if end > start else 0


def _credited(time: Timekeeping, start: int, end: int) -> Timekeeping:
    moved = _moved(time, credit_of(time, start, end))
    if start <= time.credited_until and end >= time.credited_from:
        start, end = min(start, time.credited_from), max(end, time.credited_until)
    return replace(moved, credited_from=start, credited_until=end)


def _set(time: Timekeeping, by: int) -> Timekeeping:
    """By another clock: everything that was measured with the old one."""
    return replace(
        _moved(time, by),
        begun_at=time.begun_at + by,
        credited_from=time.credited_from + by,
        credited_until=time.credited_until + by,
    )


def _moved(time: Timekeeping, by: int) -> Timekeeping:
    """Everything that runs, later by so much; a pause too (then ``by`` comes from a clock that was set)."""
    return replace(
        time,
        game_began=time.game_began + by,
        series_began=time.series_began + by,
        since=time.since + by,
        due_at=None if time.due_at is None else time.due_at + by,
        remind_at=None if time.remind_at is None else time.remind_at + by,
        paused_at=None if time.paused_at is None else time.paused_at + by,
        paused_until=None if time.paused_until is None else time.paused_until + by,
    )


def _given(time: Timekeeping, ms: int, at: int) -> Timekeeping:
    """Time again for the late side; on a clock it goes into the delay of this turn, the bank is empty."""
    if time.banked and time.seat is not None:
        others = tuple(one for one in time.banks if one[0] != time.seat)
        time = replace(time, banks=(*others, (time.seat, 0)), delay_ms=ms)
    remind_at = at + ms // 2 if ms >= NOT_SOONER_MS else None
    return replace(time, late=None, since=at, begun_at=at, due_at=at + ms, remind_at=remind_at)


def _resumed(time: Timekeeping, at: int) -> Timekeeping:
    assert time.paused_at is not None
    length = max(0, at - time.paused_at)
    return replace(_moved(time, length), begun_at=at, paused_at=None, paused_until=None, unseen=False)
