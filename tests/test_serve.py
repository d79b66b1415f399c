"""How all that runs is ended."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.serve import end_all


async def until_ended(ended: list[str], name: str, takes_s: float) -> None:
    """Stands for a platform that is kept running; it takes so long to end."""
    try:
        await asyncio.Event().wait()
    finally:
        await asyncio.sleep(takes_s)
        ended.append(name)


async def failing() -> None:
    """Stands for one that cannot end cleanly."""
    try:
        await asyncio.Event().wait()
    finally:
        raise RuntimeError("a fault")


async def test_a_platform_that_hangs_holds_up_neither_the_others_nor_the_end(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ended: list[str] = []
    running = [
        asyncio.create_task(until_ended(ended, "quick", 0.0), name="quick"),
        asyncio.create_task(until_ended(ended, "hung", 60.0), name="hung"),
        asyncio.create_task(failing(), name="faulty"),
    ]
    await asyncio.sleep(0)
    began = time.monotonic()
    await end_all([], running, within_s=0.2)
    assert time.monotonic() - began < 5
    assert ended == ["quick"]
    assert "hung did not end in time" in caplog.text
    assert "faulty did not end cleanly" in caplog.text
