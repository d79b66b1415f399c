"""When the next message or edit may go: per chat, per group and minute, over all, and after a refusal.

Sending and editing share Telegram's limits: about one a second in a chat with short bursts, 20 a minute in a
group, 30 a second over all. The server counts a request when it arrives, somewhere between its sending and
its answer: so it counts here from the one until long enough after the other. A refusal blocks its chat until
its end, whatever else goes through. Knows no messages; pure but for the clock it is given.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

IN_FLIGHT_S = 0.05  # how soon to ask again where only an answer can make room
SHORTEST_S = 1e-6  # less is an error of rounding: nobody could wait so short


class Kind(IntEnum):
    """What is to go."""

    POST = 0
    EDIT = 1


class Weight(IntEnum):
    """How much it matters; in a group the light ones leave room for the heavy ones."""

    BOARD = 0
    ANSWER = 1
    LOOK = 2
    STRIP = 3


@dataclass(frozen=True, slots=True)
class Limits:
    """Telegram's figures. ``reserve``: places of a group's minute kept from lighter sends."""

    group: int = 20
    group_window_s: float = 60.5
    edit_pause_s: float = 3.0
    burst: int = 4
    pause_s: float = 1.0
    overall: int = 30
    overall_window_s: float = 1.0
    reserve: tuple[int, int, int, int] = (0, 0, 6, 8)
    hungry_s: float = 30.0


@dataclass(slots=True)
class _Line:
    """What went to one chat."""

    tokens: float
    at: float
    in_flight: int = 0
    editing: int = 0
    sent: deque[float] = field(default_factory=deque)  # when they were answered
    edited: float = float("-inf")
    blocked_until: float = float("-inf")
    hungry: tuple[int, float] = (99, float("-inf"))


class Limiter:
    """``now`` gives seconds that never jump."""

    def __init__(
        self, now: Callable[[], float], limits: Limits | None = None, remembered: int = 10_000
    ) -> None:
        self._now = now
        self._limits = limits or Limits()
        self._remembered = remembered
        self._all: deque[float] = deque()
        self._in_flight = 0
        self._queue_end = float("-inf")
        self._lines: OrderedDict[str, _Line] = OrderedDict()

    def take(self, chat: str, kind: Kind, weight: Weight, calls: int = 1) -> float:
        """0 if it may go now: it is in flight then, until ``answered``; else the seconds until it is worth
        asking again. ``calls``: how many requests it takes, one after the other.
        """
        now, line = self._now(), self._line(chat)
        wait = self._wait(line, chat.startswith("-"), kind, weight, calls, now)
        if wait > 0:
            if weight <= line.hungry[0] or line.hungry[1] <= now:
                line.hungry = (weight, now + self._limits.hungry_s)
            return wait
        line.tokens, line.at = self._tokens(line, now) - calls, now
        line.in_flight += calls
        line.editing += kind is Kind.EDIT
        self._in_flight += calls
        if weight <= line.hungry[0]:
            line.hungry = (99, now)
        return 0.0

    def answered(self, chat: str, kind: Kind, calls: int = 1) -> None:
        """What was let go has been answered, or will never be."""
        now, line = self._now(), self._line(chat)
        line.in_flight -= calls
        self._in_flight -= calls
        line.at = now
        line.sent.extend([now] * calls)
        self._all.extend([now] * calls)
        if kind is Kind.EDIT:
            line.editing -= 1
            line.edited = now

    def block(self, chat: str, seconds: float) -> None:
        """The platform asks to leave this chat alone for so long."""
        line = self._line(chat)
        line.blocked_until = max(line.blocked_until, self._now() + seconds)

    def _line(self, chat: str) -> _Line:
        line = self._lines.get(chat)
        if line is None:
            line = self._lines[chat] = _Line(float(self._limits.burst), self._now())
            self._forget()
        self._lines.move_to_end(chat)
        return line

    def _forget(self) -> None:
        while len(self._lines) > self._remembered:
            _, oldest = next(iter(self._lines.items()))
            if oldest.blocked_until > self._now() or oldest.in_flight:
                break
            self._lines.popitem(last=False)

    def _wait(self, line: _Line, group: bool, kind: Kind, weight: Weight, calls: int, now: float) -> float:
        limits, more = self._limits, calls - 1
        waits = [line.blocked_until - now, self._overall_wait(weight, more, now)]
        waits.append(self._burst_wait(line, calls, now))
        if group:
            waits.append(self._window_wait(line, limits.reserve[weight] + more, now))
            if kind is Kind.EDIT:
                waits.append(line.edited + limits.edit_pause_s - now)
                waits.append(IN_FLIGHT_S if line.editing else 0.0)
            hungry, until = line.hungry
            if hungry < weight and until > now:  # something heavier waits: it goes first
                waits.append(min(limits.edit_pause_s, until - now))
        wait = max(waits)
        return wait if wait > SHORTEST_S else 0.0

    def _window_wait(self, line: _Line, reserve: int, now: float) -> float:
        window = self._limits.group_window_s
        while line.sent and line.sent[0] <= now - window:
            line.sent.popleft()
        room = self._limits.group - reserve
        return _wait_for_room(line.sent, line.in_flight, room, window, now)

    def _burst_wait(self, line: _Line, calls: int, now: float) -> float:
        tokens, needed = self._tokens(line, now), min(calls, self._limits.burst)
        return 0.0 if tokens >= needed else (needed - tokens) * self._limits.pause_s

    def _tokens(self, line: _Line, now: float) -> float:
        return min(float(self._limits.burst), line.tokens + max(0.0, now - line.at) / self._limits.pause_s)

    def _overall_wait(self, weight: Weight, more: int, now: float) -> float:
        window, most = self._limits.overall_window_s, self._limits.overall
        while self._all and self._all[0] <= now - window:
            self._all.popleft()
        wait = _wait_for_room(self._all, self._in_flight, most - more, window, now)
        if wait <= 0 or weight is not Weight.BOARD:
            return wait
        # Boards of many chats are told different times, or all would ask again at once for one place.
        self._queue_end = max(self._queue_end, now + wait) + window / most
        return self._queue_end - now


def _wait_for_room(answered: deque[float], in_flight: int, room: int, window: float, now: float) -> float:
    over = len(answered) + in_flight - room
    if over < 0:
        return 0.0
    return answered[over] + window - now if over < len(answered) else IN_FLIGHT_S
