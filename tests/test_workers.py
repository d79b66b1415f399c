"""Painting and thinking in worker processes."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Hashable
from pathlib import Path

import pytest

from bot.app.ports import PaintingFailed
from bot.render.board import draw_board
from bot.render.specimens import match_board
from bot.workers import PooledPainter, WorkerPool, WorkFailed, draw


def note(view: Hashable) -> bytes:
    """Stands for a drawing function: writes down that it was called; the view is a file, or nothing good."""
    with Path(str(view)).open("ab") as file:
        file.write(b"drawn ")
    return Path(str(view)).read_bytes()


async def test_a_view_is_drawn_once_however_many_ask_for_it_at_once(tmp_path: Path) -> None:
    painter, view = PooledPainter(note, WorkerPool()), str(tmp_path / "board")
    assert await asyncio.gather(*(painter.paint(view) for _ in range(5))) == [b"drawn "] * 5
    assert await painter.paint(view) == b"drawn "
    painter.close()


async def test_a_view_that_cannot_be_drawn_says_so_and_the_next_one_is_drawn(tmp_path: Path) -> None:
    painter = PooledPainter(note, WorkerPool())
    with pytest.raises(PaintingFailed):
        await painter.paint(str(tmp_path / "no such folder" / "board"))
    assert await painter.paint(str(tmp_path / "board")) == b"drawn "
    painter.close()


async def test_drawing_ahead_is_not_seen_by_anybody_even_if_it_fails(tmp_path: Path) -> None:
    painter = PooledPainter(note, WorkerPool())
    await painter.warm(str(tmp_path))
    await painter.warm(str(tmp_path / "board"))
    assert (tmp_path / "board").read_bytes() == b"drawn "
    painter.close()


async def test_a_picture_from_a_worker_is_the_one_that_is_drawn_here() -> None:
    painter = PooledPainter(draw, WorkerPool())
    assert await painter.paint(match_board()) == draw_board(match_board())
    painter.close()


async def test_a_worker_that_dies_is_replaced_and_the_job_runs_again() -> None:
    pool = WorkerPool()
    with pytest.raises(WorkFailed):
        await pool.run(os._exit, 3)
    assert await pool.run(max, 1, 2) == 2
    pool.close()


async def test_a_job_that_takes_too_long_is_given_up_and_the_worker_with_it() -> None:
    pool = WorkerPool(timeout_s=0.2)
    with pytest.raises(WorkFailed):
        await pool.run(time.sleep, 60)
    pool.close()
