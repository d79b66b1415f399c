"""Painting in threads and thinking in processes."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Hashable

import pytest

from bot.app.ports import PaintingFailed
from bot.workers import EnginePool, ThreadPainter, WorkFailed


class Drawing:
    """A drawing function that counts, by thread."""

    def __init__(self) -> None:
        self.views: list[Hashable] = []
        self.threads: set[int] = set()

    def __call__(self, view: Hashable) -> bytes:
        self.views.append(view)
        self.threads.add(threading.get_ident())
        if view == "torn":
            raise ValueError(view)
        return str(view).encode()


async def test_a_view_is_drawn_once_however_many_ask_for_it_at_once() -> None:
    draw = Drawing()
    painter = ThreadPainter(draw)
    assert await asyncio.gather(*(painter.paint("board") for _ in range(5))) == [b"board"] * 5
    assert await painter.paint("board") == b"board"
    assert draw.views == ["board"]
    painter.close()


async def test_a_view_that_cannot_be_drawn_says_so_and_is_tried_again() -> None:
    draw = Drawing()
    painter = ThreadPainter(draw)
    for _ in range(2):
        with pytest.raises(PaintingFailed):
            await painter.paint("torn")
    assert draw.views == ["torn", "torn"]
    painter.close()


async def test_warming_lets_each_thread_draw_and_a_failure_is_only_told() -> None:
    draw = Drawing()
    painter = ThreadPainter(draw, threads=3)
    await painter.warm("board")
    assert len(draw.threads) == 3
    await painter.warm("torn")
    assert await painter.paint("board") == b"board"
    painter.close()


async def test_a_worker_that_dies_is_replaced_and_the_job_runs_again() -> None:
    engine = EnginePool()
    with pytest.raises(WorkFailed):
        await engine.run(os._exit, 3)
    assert await engine.run(max, 1, 2) == 2
    engine.close()


async def test_a_job_that_takes_too_long_is_given_up_and_the_worker_with_it() -> None:
    engine = EnginePool(timeout_s=0.2)
    with pytest.raises(WorkFailed):
        await engine.run(time.sleep, 60)
    engine.close()
