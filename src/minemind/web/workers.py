"""Workers: the processes that compute. Each is limited in time and memory, and is replaced when it dies.

A computation that does not end cannot be stopped from within its process, and one that holds the interpreter's lock
keeps all threads of its process waiting. So the server itself computes nothing.
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol

from minemind.errors import MineMindError, TooHard
from minemind.program import out_of_reach
from minemind.web.incidents import Incident, Incidents
from minemind.web.limits import GRACE_SECONDS, RETRY_SECONDS, SECONDS, WORKERS
from minemind.web.queue import Queue
from minemind.web.refusal import Busy
from minemind.web.reply import Reply
from minemind.web.worker import ANSWERING, LENGTH, STATUS, question

__all__ = ["Answerer", "Worker", "WorkerPool"]

# Workers find modules where this process does, whatever the folder or the environment is by then.
PROGRAM = (
    "import sys; answering, seconds, *sys.path = sys.argv[1:]; "
    "from minemind.web.worker import main; main(answering, float(seconds))"
)

# A worker computes with one thread; the others that numpy would start would only take memory.
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

log = logging.getLogger("minemind.web")


class Answerer(Protocol):
    """Anything that answers questions."""

    async def ask(self, client: str, name: str, body: bytes) -> Reply:
        """The reply to a client's question; cancelling this cancels the question."""


class Worker:
    """One process, as the server sees it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self._input, self._output = process, process.stdin, process.stdout

    @classmethod
    async def start(cls, answering: str, seconds: float) -> Worker:
        """A worker that is ready. Raises `OSError` or `EOFError` if none can be started."""
        worker = cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", PROGRAM, answering, str(seconds), *sys.path),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, **ENVIRONMENT},
                **out_of_reach(),
            )
        )
        try:
            await worker._receive()
        except BaseException:
            await worker.end()
            raise
        return worker

    @property
    def is_gone(self) -> bool:
        """Whether the process has died."""
        return self._output.at_eof()

    async def answer(self, content: bytes) -> Reply:
        """The reply to a question. Raises `EOFError` if the worker dies."""
        self._send(content)
        received = await self._receive()
        (status,) = STATUS.unpack_from(received)
        return Reply(status, received[STATUS.size :])

    def stop(self) -> None:
        """Ask the worker to stop its computation; it should then answer soon."""
        self._send(b"")

    async def end(self) -> None:
        """Kill the process, whatever it is doing."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.communicate()

    def _send(self, content: bytes) -> None:
        self._input.write(LENGTH.pack(len(content)) + content)

    async def _receive(self) -> bytes:
        (length,) = LENGTH.unpack(await self._output.readexactly(LENGTH.size))
        return await self._output.readexactly(length)


@dataclass(eq=False)
class Job:
    """A question, and the future that gets its answer."""

    client: str
    question: bytes
    reply: asyncio.Future[Reply] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def fail(self, error: MineMindError) -> None:
        """Give an error instead of an answer, if there is none yet."""
        if not self.reply.done():
            self.reply.set_exception(error)

    def stop(self) -> None:
        """Cancel the computation; this is replaced once there is one."""


class WorkerPool:
    """A pool of workers. One that overruns or dies is replaced, at the expense of the client whose question it was."""

    def __init__(
        self,
        count: int = WORKERS,
        seconds: float = SECONDS,
        grace: float = GRACE_SECONDS,
        answering: str = ANSWERING,
        queue: Queue[Job] | None = None,
        incidents: Incidents | None = None,
    ) -> None:
        self.count, self.seconds, self.grace, self.answering = count, seconds, grace, answering
        self.queue = Queue[Job]() if queue is None else queue
        self.incidents = incidents or Incidents()
        self.workers: set[Worker] = set()
        self._jobs: set[Job] = set()
        self._places: list[asyncio.Task[None]] = []
        self._starting = asyncio.Lock()  # one after the other, so that the first is ready soon

    def start(self) -> None:
        """Start all workers, without waiting for them."""
        self._places = [asyncio.create_task(self._fill()) for _ in range(self.count)]

    async def ask(self, client: str, name: str, body: bytes) -> Reply:
        """The reply to a client's question, when its turn has come; cancelling this stops the computation.

        Raises `Busy` if too many are waiting, and `TooHard` if the worker was killed or died.
        """
        job = Job(client, question(name, body))
        try:
            self.queue.put(job)
        except Busy:
            self.incidents.add(Incident.BUSY)
            raise
        self._jobs.add(job)
        try:
            return await job.reply
        except asyncio.CancelledError:
            self.queue.remove(job)
            job.stop()
            raise
        finally:
            self._jobs.discard(job)

    async def close(self) -> None:
        """End all workers at once, and leave no question waiting."""
        for job in self._jobs:
            job.fail(Busy("the server is shutting down"))
        for place in self._places:
            place.cancel()
        await asyncio.gather(*self._places, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self.workers))
        self.workers.clear()

    async def _fill(self) -> None:
        """Keep one worker at work, and put another in its place when it is lost."""
        worker = await self._started()
        while True:
            job = await self.queue.get()
            try:
                if worker.is_gone:
                    worker = await self._replaced(worker, Incident.DIED)
                await self._answer(worker, job)
            except TimeoutError:
                job.fail(
                    TooHard(f"not finished within the time limit of {self.seconds:g} s; try a smaller or simpler board")
                )
                worker = await self._replaced(worker, Incident.OVERRAN)
            except (EOFError, ConnectionError):
                job.fail(TooHard("the computation ran out of memory or crashed; try a smaller or simpler board"))
                worker = await self._replaced(worker, Incident.DIED)
            finally:
                self.queue.done(job)

    async def _answer(self, worker: Worker, job: Job) -> None:
        async with asyncio.timeout(self.seconds + self.grace) as limit:
            with self._stopping(worker, job, limit):
                reply = await worker.answer(job.question)
        if not job.reply.done():
            job.reply.set_result(reply)

    @contextmanager
    def _stopping(self, worker: Worker, job: Job, limit: asyncio.Timeout) -> Iterator[None]:
        """Let `job.stop` stop the computation of the block, which from then on has only the grace period."""

        def stop() -> None:
            if not limit.expired():
                worker.stop()
                limit.reschedule(asyncio.get_running_loop().time() + self.grace)

        job.stop = stop  # type: ignore[method-assign]
        try:
            yield
        finally:
            del job.stop  # the worker's next question is that of another job

    async def _started(self) -> Worker:
        while True:
            try:
                async with self._starting:
                    worker = await Worker.start(self.answering, self.seconds)
            except (OSError, EOFError) as error:
                log.error("no worker could be started: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self.workers.add(worker)
                # All but one of those that are ready, so that another client finds one even while they are starting.
                self.queue.running_per_client = max(1, len(self.workers) - 1)
                return worker

    async def _replaced(self, worker: Worker, why: Incident) -> Worker:
        self.incidents.add(why)
        await worker.end()
        self.workers.discard(worker)
        return await self._started()
