"""The one thread that writes. Jobs that wait together are committed together.

A job is a function over a `Connection`. Up to `GROUP` jobs share a transaction, each in a savepoint of its
own: a job that raises undoes its own work only. Nobody is told anything before COMMIT has returned. Knows
no table but the lease.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from sqlalchemy import Connection, Engine

from bot.store.errors import LeaseLost, StoreClosed
from bot.store.lease import check_lease

T = TypeVar("T")

GROUP = 32


@dataclass(slots=True)
class _Job(Generic[T]):
    fn: Callable[[Connection], T]
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[T]"
    results: list[T] = field(default_factory=list)  # one, once the function has returned
    error: BaseException | None = None

    def run(self, conn: Connection) -> None:
        self.results.append(self.fn(conn))

    def resolve(self) -> None:
        """In the loop's thread: hand over what came of it."""
        if self.done.cancelled():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.results[0])


@dataclass(slots=True)
class WriterFigures:
    """What the writer has done so far; read by metrics, written by the writer's thread only."""

    commits: int = 0
    jobs: int = 0
    largest_group: int = 0


class Writer:
    """Runs jobs in order of arrival until it is stopped."""

    def __init__(self, engine: Engine, fence: int, *, group: int = GROUP) -> None:
        self.figures = WriterFigures()
        self.on_lost: Callable[[LeaseLost], object] = lambda _: None  # called in the writer's thread
        self._engine = engine
        self._fence = fence
        self._group = group
        self._jobs: queue.SimpleQueue[_Job[object] | None] = queue.SimpleQueue()
        self._gate = threading.Lock()  # so that no job can slip in behind the stop
        self._open = True
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether jobs are still taken and carried out."""
        return self._open and self._thread.is_alive()

    def submit(self, fn: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """Queue a job of the running loop. Cancelling the future does not cancel the job."""
        loop = asyncio.get_running_loop()
        job: _Job[T] = _Job(fn, loop, loop.create_future())
        with self._gate:
            if not self.alive:
                raise StoreClosed
            self._jobs.put(job)  # type: ignore[arg-type]  # the queue does not care what a job returns
        return job.done

    def stop(self) -> None:
        """Take no more jobs, finish those that wait, end the thread. Blocks until then."""
        with self._gate:
            if self._open:
                self._open = False
                self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        going = True
        while going:
            batch, going = self._next_batch()
            if batch:
                self._commit(batch)
                _resolve(batch)

    def _next_batch(self) -> "tuple[list[_Job[object]], bool]":
        batch: list[_Job[object]] = []
        while len(batch) < self._group:
            try:
                job = self._jobs.get(block=not batch)
            except queue.Empty:
                break
            if job is None:
                return batch, False
            batch.append(job)
        return batch, True

    def _commit(self, batch: "Sequence[_Job[object]]") -> None:
        try:
            with self._engine.begin() as conn:
                check_lease(conn, self._fence)
                if len(batch) == 1:
                    batch[0].run(conn)  # alone, the transaction is its savepoint
                else:
                    for job in batch:
                        _run_apart(conn, job)
        except BaseException as error:  # noqa: BLE001 - not committed: everybody must hear why
            for job in batch:
                job.error = job.error or error
            if isinstance(error, LeaseLost):
                self.on_lost(error)
            return
        self.figures.commits += 1
        self.figures.jobs += len(batch)
        self.figures.largest_group = max(self.figures.largest_group, len(batch))


def _run_apart(conn: Connection, job: "_Job[object]") -> None:
    savepoint = conn.begin_nested()
    try:
        job.run(conn)
    except BaseException as error:  # noqa: BLE001 - the job's error belongs to its caller, not to this thread
        job.error = error
        savepoint.rollback()
    else:
        savepoint.commit()


def _resolve(batch: "Sequence[_Job[object]]") -> None:
    loops = {job.loop for job in batch}
    for loop in loops:
        mine = [job for job in batch if job.loop is loop]
        try:
            loop.call_soon_threadsafe(_resolve_here, mine)
        except RuntimeError:  # that loop has been closed: nobody is left to be told
            continue


def _resolve_here(batch: "Sequence[_Job[object]]") -> None:
    for job in batch:
        job.resolve()
