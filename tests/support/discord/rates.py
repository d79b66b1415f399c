"""Discord's rate limits: a bucket per route and channel (or token), and one over all but interactions.

Windows are fixed: they open with the first request and close after their length, as the headers tell.
Must not know: what the requests do.
"""

from dataclasses import dataclass, field

from tests.support.discord.errors import Refusal, too_many


@dataclass(frozen=True, slots=True)
class Window:
    limit: int
    seconds: float


OBSERVED = {
    "create_message": Window(5, 5.0),
    "edit_message": Window(5, 5.0),
    "delete_message": Window(5, 1.0),
    "create_thread": Window(5, 5.0),
    "followup": Window(5, 2.0),
    "edit_original": Window(5, 2.0),
    "edit_followup": Window(5, 2.0),
    "get_original": Window(5, 2.0),
    "put_commands": Window(5, 5.0),
    "put_guild_commands": Window(5, 5.0),
}
ELSE = Window(50, 1.0)
GLOBAL = Window(50, 1.0)
INTERACTION_ROUTES = frozenset(
    {
        "callback",
        "followup",
        "edit_original",
        "edit_followup",
        "delete_original",
        "delete_followup",
        "get_original",
        "get_followup",
    }
)


@dataclass(slots=True)
class _Count:
    opened: float
    used: int = 0


@dataclass(slots=True)
class Rates:
    windows: dict[str, Window] = field(default_factory=lambda: dict(OBSERVED))
    overall: Window = GLOBAL
    refused: int = 0  # 429 because of these limits, not on order
    _counts: dict[str, _Count] = field(default_factory=dict)

    def admit(self, route: str, major: str, now: float) -> dict[str, str]:
        """Counts one request; the X-RateLimit headers of its answer, or the 429."""
        everywhere = self._count("*", self.overall, now)
        outside = route in INTERACTION_ROUTES
        if not outside and everywhere.used >= self.overall.limit:
            raise self._refuse(everywhere.opened + self.overall.seconds - now, everywhere=True)
        if route == "callback":
            return {}
        window = self.windows.get(route, ELSE)
        count = self._count(f"{route}:{major}", window, now)
        left = count.opened + window.seconds - now
        if count.used >= window.limit:
            raise self._refuse(left, everywhere=False)
        count.used += 1
        everywhere.used += not outside
        return {
            "X-RateLimit-Limit": str(window.limit),
            "X-RateLimit-Remaining": str(window.limit - count.used),
            "X-RateLimit-Reset": f"{count.opened + window.seconds:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": f"b-{route}",
        }

    def _count(self, key: str, window: Window, now: float) -> _Count:
        count = self._counts.get(key)
        if count is None or not 0 <= now - count.opened < window.seconds:
            count = self._counts[key] = _Count(now)
        return count

    def _refuse(self, seconds: float, *, everywhere: bool) -> Refusal:
        self.refused += 1
        return too_many(seconds, everywhere=everywhere)
