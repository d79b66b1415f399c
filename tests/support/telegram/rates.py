"""How many messages and edits Telegram takes: per group and minute, per chat and second, over all.

Sending and editing share one limit. A refusal opens a penalty; a request inside it is refused again and
counted, because a bot that obeys `retry_after` never makes one. Must not know: what is sent.
"""

import math
from collections import deque
from dataclasses import dataclass, field

from tests.support.telegram.errors import Refusal, too_many

IN_FLIGHT = 0.1  # seconds after a refusal in which a request may have been on its way already


@dataclass(frozen=True, slots=True)
class Limits:
    group: int = 20  # in `group_window` seconds, for groups and supergroups
    group_window: float = 60.0
    chat_burst: int = 5  # then one per `chat_pause`
    chat_pause: float = 1.0
    overall: int = 30  # in one second
    enforced: bool = True


@dataclass(slots=True)
class Rates:
    limits: Limits = field(default_factory=Limits)
    refused: int = 0  # answers with 429 because of these limits, penalties included
    inside_penalty: int = 0
    _all: deque[float] = field(default_factory=deque)
    _groups: dict[int, deque[float]] = field(default_factory=dict)
    _buckets: dict[int, tuple[float, float]] = field(default_factory=dict)  # tokens, when
    _penalties: dict[int, tuple[float, float]] = field(default_factory=dict)  # since, until

    def penalise(self, chat: int, now: float, seconds: float) -> Refusal:
        """Opens a penalty of whole seconds, also for a refusal on a test's order."""
        wait = max(1, math.ceil(seconds))
        self._penalties[chat] = (now, now + wait)
        return too_many(wait)

    def admit(self, chat: int, is_group: bool, now: float) -> None:
        """Counts one message or edit; raises the 429 if it is one too many."""
        since, until = self._penalties.get(chat, (0.0, 0.0))
        if since <= now < until:
            self.refused += 1
            self.inside_penalty += now > since + IN_FLIGHT
            raise too_many(max(1, math.ceil(until - now)))
        if not self.limits.enforced:
            return
        group_wait = self._group_wait(chat, now) if is_group else 0.0
        wait = max(self._overall_wait(now), self._chat_wait(chat, now), group_wait)
        if wait > 0:
            self.refused += 1
            raise self.penalise(chat, now, wait)
        self._all.append(now)
        tokens, _ = self._tokens(chat, now)
        self._buckets[chat] = (tokens - 1, now)
        if is_group:
            self._groups.setdefault(chat, deque()).append(now)

    def _overall_wait(self, now: float) -> float:
        return _window_wait(self._all, self.limits.overall, 1.0, now)

    def _group_wait(self, chat: int, now: float) -> float:
        times = self._groups.setdefault(chat, deque())
        return _window_wait(times, self.limits.group, self.limits.group_window, now)

    def _chat_wait(self, chat: int, now: float) -> float:
        tokens, _ = self._tokens(chat, now)
        # A hundredth of a token of grace: the bot and this server do not read the same clock.
        return 0.0 if tokens >= 0.99 else (1 - tokens) * self.limits.chat_pause

    def _tokens(self, chat: int, now: float) -> tuple[float, float]:
        tokens, then = self._buckets.get(chat, (float(self.limits.chat_burst), now))
        refilled = tokens + max(0.0, now - then) / self.limits.chat_pause
        return min(float(self.limits.chat_burst), refilled), now


def _window_wait(times: deque[float], limit: int, window: float, now: float) -> float:
    """Seconds until one more fits; a hundredth of the window is grace for differing clocks."""
    while times and not now - window * 0.99 < times[0] <= now:
        times.popleft()
    return 0.0 if len(times) < limit else max(0.01, times[0] + window - now)
