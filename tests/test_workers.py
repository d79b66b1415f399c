"""Painting and thinking in worker processes."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
import time
from collections.abc import Hashable
from pathlib import Path

import pytest

from bot.app.ports import PaintingFailed
from bot.render.board import draw_board
from bot.render.specimens import match_board
from bot.workers import Worker, WorkerPainter, WorkFailed, draw


def note(view: Hashable) -> bytes:
    """Stands for a drawing function: writes down that it was called; the view is a file, or nothing good."""
    with Path(str(view)).open("ab") as file:
        file.write(b"drawn ")
    return Path(str(view)).read_bytes()


HANGS = "hangs"


def hang_or_note(view: Hashable) -> bytes:
    """As ``note``, but one view never gets done."""
    if view == HANGS:
        time.sleep(60)
    return note(view)


async def test_a_view_is_drawn_once_however_many_ask_for_it_at_once(tmp_path: Path) -> None:
    painter, view = WorkerPainter(note, Worker()), str(tmp_path / "board")
    assert await asyncio.gather(*(painter.paint(view) for _ in range(5))) == [b"drawn "] * 5
    assert await painter.paint(view) == b"drawn "
    painter.close()


async def test_a_view_that_cannot_be_drawn_says_so_and_the_next_one_is_drawn(tmp_path: Path) -> None:
    painter = WorkerPainter(note, Worker())
    with pytest.raises(PaintingFailed):
        await painter.paint(str(tmp_path / "no such folder" / "board"))
    assert await painter.paint(str(tmp_path / "board")) == b"drawn "
    painter.close()


async def test_drawing_ahead_is_not_seen_by_anybody_even_if_it_fails(tmp_path: Path) -> None:
    painter = WorkerPainter(note, Worker())
    await painter.warm(str(tmp_path))
    await painter.warm(str(tmp_path / "board"))
    assert (tmp_path / "board").read_bytes() == b"drawn "
    painter.close()


async def test_a_picture_from_a_worker_is_the_one_that_is_drawn_here() -> None:
    painter = WorkerPainter(draw, Worker())
    assert await painter.paint(match_board()) == draw_board(match_board())
    painter.close()


async def test_a_worker_that_dies_is_replaced_and_the_job_runs_again() -> None:
    worker = Worker()
    with pytest.raises(WorkFailed):
        await worker.run(os._exit, 3)
    assert await worker.run(max, 1, 2) == 2
    worker.close()


async def test_a_job_that_takes_too_long_is_given_up_and_the_worker_with_it() -> None:
    worker = Worker(timeout_s=0.2)
    with pytest.raises(WorkFailed):
        await worker.run(time.sleep, 60)
    worker.close()


async def test_jobs_that_wait_for_their_turn_are_not_late() -> None:
    worker = Worker(timeout_s=3.0)
    await asyncio.gather(*(worker.run(time.sleep, 0.25) for _ in range(16)))
    worker.close()


async def test_a_job_that_hangs_costs_the_jobs_behind_it_nothing_but_time(tmp_path: Path) -> None:
    painter = WorkerPainter(hang_or_note, Worker(timeout_s=3.0))
    views = [HANGS, *(str(tmp_path / f"board {number}") for number in range(4))]
    hung, *drawn = await asyncio.gather(*map(painter.paint, views), return_exceptions=True)
    assert isinstance(hung, PaintingFailed)
    assert drawn == [b"drawn "] * 4
    painter.close()


async def test_a_process_that_has_done_its_jobs_is_replaced_while_others_wait() -> None:
    worker = Worker(timeout_s=5.0, jobs=3)
    assert await asyncio.gather(*(worker.run(max, number, 0) for number in range(10))) == list(range(10))
    worker.close()


async def test_nothing_of_a_closed_worker_is_left_not_even_of_one_given_up_just_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = set(threading.enumerate())
    worker = Worker()
    await worker.run(os.getpid)
    with monkeypatch.context() as hurried:
        hurried.setattr(worker, "_timeout_s", 0.2)
        with pytest.raises(WorkFailed):
            await worker.run(time.sleep, 60)
    await worker.run(os.getpid)
    worker.close()
    assert set(threading.enumerate()) <= before


async def test_a_worker_that_was_closed_does_nothing_more_and_starts_no_process(tmp_path: Path) -> None:
    worker = Worker()
    drawing = asyncio.create_task(worker.run(time.sleep, 60))
    waiting = asyncio.create_task(worker.run(note, str(tmp_path / "board")))
    async with asyncio.timeout(5):
        while not multiprocessing.active_children():  # noqa: ASYNC110 - a process tells no event
            await asyncio.sleep(0.01)
    worker.close()
    done = await asyncio.wait_for(asyncio.gather(drawing, waiting, return_exceptions=True), 5)
    assert [type(one) for one in done] == [WorkFailed, WorkFailed]
    assert not (tmp_path / "board").exists()
