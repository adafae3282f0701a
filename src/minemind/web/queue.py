"""Queue: which question is next. Clients take turns, however much each of them asks."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Generic, Protocol, TypeVar

from minemind.web.limits import COMPUTATIONS, QUEUE, QUEUE_PER_CLIENT
from minemind.web.refusal import Busy

__all__ = ["Queue"]


class Asked(Protocol):
    """A job in a queue: a client's question."""

    @property
    def client(self) -> str:
        """The client."""


Job = TypeVar("Job", bound=Asked)


class Queue(Generic[Job]):
    """Jobs in the order in which they begin: clients take turns, each with its oldest job.

    A client that already has as many jobs running as it may is passed over.
    """

    def __init__(
        self, most: int = QUEUE, most_per_client: int = QUEUE_PER_CLIENT, running_per_client: int = COMPUTATIONS
    ) -> None:
        self.most, self.most_per_client, self.running_per_client = most, most_per_client, running_per_client
        self.running: Counter[str] = Counter()
        self._waiting: dict[str, deque[Job]] = {}  # the client whose turn is next comes first
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, job: Job) -> None:
        """Add a job to the queue. Raises `Busy` if too many are waiting."""
        own = self._waiting.get(job.client, ())
        if len(own) >= self.most_per_client:
            raise Busy(f"{len(own)} of your questions are already waiting; try again in a second")
        if len(self) >= self.most:
            raise Busy("too many questions are waiting; try again in a second")
        self._waiting.setdefault(job.client, deque()).append(job)
        self._changed.set()

    async def get(self) -> Job:
        """The next job, as soon as one may begin; call `done` when it ends."""
        while (job := self._next()) is None:
            self._changed.clear()
            await self._changed.wait()
        return job

    def _next(self) -> Job | None:
        may_begin = (client for client in self._waiting if self.running[client] < self.running_per_client)
        if (client := next(may_begin, None)) is None:
            return None
        jobs = self._waiting.pop(client)
        job = jobs.popleft()
        if jobs:
            self._waiting[client] = jobs  # behind all others
        self.running[client] += 1
        return job

    def remove(self, job: Job) -> bool:
        """Withdraw a job. Returns whether it was still waiting."""
        jobs = self._waiting.get(job.client, deque())
        if job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del self._waiting[job.client]
        return True

    def done(self, job: Job) -> None:
        """Record that a job has ended, so that its client may begin another."""
        self.running[job.client] -= 1
        if not self.running[job.client]:
            del self.running[job.client]
        self._changed.set()
