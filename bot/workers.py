"""Where work that needs a processor runs, so that the event loop and the database never wait for it.

The engine thinks and pictures are drawn in spawned processes: a crash or a loop there harms nobody, no seed
is in their memory, and the service is spared the drawing libraries. (Drawing in threads was measured too: see
docs/figures.md.) Knows no rules and no chats.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from bot.app.ports import PaintingFailed

log = logging.getLogger(__name__)
T = TypeVar("T")
ENGINE_NICENESS = 10
JOBS_EACH = 5_000
CACHED_PICTURES = 128
ENDING_S = 2.0


class WorkFailed(Exception):
    """A job could not be done, not even a second time."""


class _ProcessLost(Exception):
    """The process with the job has died."""


class Worker:
    """A spawned process for jobs that are plain functions of picklable values. ``niceness``: how far it
    stands back behind the service. It is replaced after so many ``jobs``.

    It is given one job at a time; the others wait here. So a time-out counts work and no waiting, nothing
    else is lost with a process that is given up, and the pool's habit of hanging where a process reaches its
    last job while others are queued (CPython issue 115634) does not show.
    """

    def __init__(self, *, timeout_s: float = 20.0, niceness: int = 0, jobs: int = JOBS_EACH) -> None:
        self._timeout_s, self._niceness, self._jobs = timeout_s, niceness, jobs
        self._pool: ProcessPoolExecutor | None = None
        self._ending: list[threading.Thread] = []
        self._turn = asyncio.Lock()
        self._closed = False

    async def run(self, fn: Callable[..., T], *args: object) -> T:
        """The function's result, or what it raises. A process that died is replaced and the job runs again,
        once; one that takes too long is given up with its job. Raises ``WorkFailed``.
        """
        async with self._turn:
            try:
                return await self._once(fn, *args)
            except _ProcessLost as lost:
                log.warning("a worker died: %r", lost.__cause__)
            try:
                return await self._once(fn, *args)
            except _ProcessLost as lost:
                log.warning("a worker died again: %r", lost.__cause__)
                raise WorkFailed from lost

    async def _once(self, fn: Callable[..., T], *args: object) -> T:
        if self._closed:
            raise WorkFailed
        pool, task = self._started(), asyncio.current_task()
        try:
            async with asyncio.timeout(self._timeout_s):
                return await asyncio.get_running_loop().run_in_executor(pool, fn, *args)
        except TimeoutError as error:
            log.warning("a worker took longer than %.1f s", self._timeout_s)
            self._discard(pool)
            raise WorkFailed from error
        except BrokenProcessPool as error:
            self._discard(pool)
            raise _ProcessLost from error
        except asyncio.CancelledError as error:
            if task is None or task.cancelling():
                raise
            raise _ProcessLost from error  # the job was cancelled with the pool, not he who waits for it

    def close(self) -> None:
        """End the process and wait a moment until nothing of it is left; what is asked for from now on fails.
        (An interpreter that ends beside a pool that is ending writes into its closed pipe, and says so.)
        """
        self._closed = True
        if self._pool is not None:
            self._discard(self._pool)
        for thread in self._ending:
            thread.join(ENDING_S)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_settle_in,
                initargs=(self._niceness,),
                max_tasks_per_child=self._jobs,
            )
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        ending = threading.Thread(target=pool.shutdown, kwargs={"cancel_futures": True}, name="worker-ending")
        ending.start()
        self._ending = [thread for thread in self._ending if thread.is_alive()] + [ending]


def _settle_in(niceness: int) -> None:
    """In a new worker: stand back, and end with the service, also when that is killed."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_outlive_nobody, name="orphan-watch", daemon=True).start()


def _outlive_nobody() -> None:
    service = multiprocessing.parent_process()
    if service is not None:
        service.join()
        os._exit(1)


class WorkerPainter:
    """``bot.app.ports.Painter`` in a worker, with the newest pictures kept by view."""

    def __init__(self, draw: Callable[[Hashable], bytes], worker: Worker) -> None:
        self._draw, self._worker = draw, worker
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._painting: dict[Hashable, asyncio.Task[bytes]] = {}

    async def paint(self, view: Hashable) -> bytes:
        """The PNG of a view; the same view is drawn once. Raises ``PaintingFailed``."""
        if view in self._kept:
            self._kept.move_to_end(view)
            return self._kept[view]
        painting = self._painting.get(view)
        if painting is None:
            painting = self._painting[view] = asyncio.create_task(self._worker.run(self._draw, view))
            painting.add_done_callback(lambda done: self._keep(view, done))
        try:
            return await asyncio.shield(painting)
        except Exception as error:
            raise PaintingFailed(repr(error)) from error

    async def warm(self, view: Hashable) -> None:
        """Draw something ahead: libraries are loaded, palettes and sprites made."""
        try:
            await self.paint(view)
        except PaintingFailed as failed:
            log.warning("nothing can be drawn: %s", failed)

    def _keep(self, view: Hashable, done: asyncio.Task[bytes]) -> None:
        self._painting.pop(view, None)
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[view] = done.result()
        while len(self._kept) > CACHED_PICTURES:
            self._kept.popitem(last=False)

    def close(self) -> None:
        """End the worker."""
        self._worker.close()


def draw(view: Hashable) -> bytes:
    """The picture of any view, in a worker: the drawing libraries are loaded only there."""
    from bot.render.picture import draw_picture

    return draw_picture(view)
