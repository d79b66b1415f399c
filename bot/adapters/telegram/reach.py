"""Whether Telegram can be reached: an outage of more than a moment is told once, and its end.

Knows neither how updates are asked for nor what is done with the news.
"""

from __future__ import annotations

from bot.app.ports import Back, Clock, Lost

MOMENT_S = 3.0
"""A connection that is cut and made again within it has kept nobody from a move."""


class Reach:
    """Hears when nothing comes through, and when something does. Why does not matter: whoever is refused
    hears of no press either.
    """

    def __init__(self, clock: Clock, lost: Lost, back: Back) -> None:
        self._clock, self._lost, self._back = clock, lost, back
        self._since: float | None = None
        self._told = False

    @property
    def failing(self) -> bool:
        """Whether the newest call did not come through."""
        return self._since is not None

    def silent(self, since: float, ahead_s: float = 0.0) -> None:
        """Nothing has come through since then (monotonic seconds), nor will it for so many seconds more. An
        outage begins with the first call that failed: it may have waited for its answer in vain for long.
        """
        self._since = since if self._since is None else self._since
        away_s = self._clock.monotonic() - self._since
        if away_s + ahead_s >= MOMENT_S and not self._told:
            self._told = True
            self._lost(self._clock.now_ms() - round(away_s * 1000))

    def look(self) -> None:
        """Tell of an outage that has lasted for longer than was to be foreseen."""
        if self._since is not None:
            self.silent(self._since)

    async def answered(self) -> None:
        """A call came through."""
        self.look()
        if self._told:
            await self._back()
        self._since, self._told = None, False
