"""What has failed is begun again: later and later, and soon again once it has been well for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

HEALTHY_S = 60.0
"""What has lasted longer was well: its next failure counts as the first."""


async def until_done(
    attempt: Callable[[], Awaitable[bool]],
    first_s: float,
    longest_s: float,
    *,
    now: Callable[[], float] = monotonic,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Make attempts until one says that it is done, with a pause before each but the first: of ``first_s``
    seconds, then each twice as long as the last, up to ``longest_s``. What an attempt raises is raised.
    """
    pause_s = first_s
    while True:
        began = now()
        if await attempt():
            return
        if now() - began > HEALTHY_S:
            pause_s = first_s
        await sleep(pause_s)
        pause_s = min(pause_s * 2, longest_s)
