"""Slots: so many computations at once, the others wait in a queue, and whoever goes away leaves both."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from minemind.solve.deadline import Stop
from minemind.web.limits import COMPUTATIONS, QUEUE, SECONDS
from minemind.web.refusal import Busy

__all__ = ["ClientGone", "Slots"]

Answer = TypeVar("Answer")


class ClientGone(Exception):
    """Whoever asked does not wait for the answer any more."""


class Slots:
    """Runs computations in threads, which the engine lets work side by side."""

    def __init__(self, computations: int = COMPUTATIONS, queue: int = QUEUE, seconds: float = SECONDS) -> None:
        self.most, self.seconds = computations + queue, seconds
        self.inside = 0  # those who compute, and those who wait for it
        self.running: set[Stop] = set()
        self._free = asyncio.Semaphore(computations)
        self._threads = ThreadPoolExecutor(computations, thread_name_prefix="minemind")

    @property
    def waiting(self) -> int:
        """How long the queue is."""
        return self.inside - len(self.running)

    async def run(self, work: Callable[[], Answer], gone: Callable[[], Awaitable[object]]) -> Answer:
        """What `work` gives, computed when its turn comes; `gone` returns when nobody waits for it any more.

        Raises `Busy` where the queue is full, `ClientGone`, and what `work` raises: `TooHard` after the time limit.
        """
        if self.inside >= self.most:
            raise Busy("too many ask at once; try again in a second")
        self.inside += 1
        turn = asyncio.ensure_future(self._turn(work))
        turn.add_done_callback(self._left)
        leaving = asyncio.ensure_future(gone())
        try:
            await asyncio.wait({turn, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not turn.done():
                raise ClientGone
            return turn.result()
        finally:
            turn.cancel()
            leaving.cancel()

    def _left(self, _: object) -> None:
        self.inside -= 1

    async def _turn(self, work: Callable[[], Answer]) -> Answer:
        async with self._free:
            return await self._computed(work)

    async def _computed(self, work: Callable[[], Answer]) -> Answer:
        """The slot stays taken until the thread is done, which a stop makes soon."""
        stop = Stop(self.seconds)

        def stoppable() -> Answer:
            with stop:
                return work()

        done = asyncio.get_running_loop().run_in_executor(self._threads, stoppable)
        done.add_done_callback(_forget)
        self.running.add(stop)
        try:
            return await asyncio.shield(done)
        finally:
            stop.set()
            await asyncio.wait({done})
            self.running.discard(stop)

    def close(self) -> None:
        """Stop everything, and begin nothing more."""
        for stop in self.running:
            stop.set()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _forget(done: asyncio.Future[Any]) -> None:
    """What goes wrong after everybody has left is nobody's concern; asyncio would tell the log."""
    if not done.cancelled():
        done.exception()
