"""Slots: so many computations at once, the others wait in a queue, and whoever goes away leaves both."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

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
        self.queue, self.seconds = queue, seconds
        self.waiting = 0
        self.running: set[Stop] = set()
        self._free = asyncio.Semaphore(computations)
        self._threads = ThreadPoolExecutor(computations, thread_name_prefix="minemind")

    async def run(self, work: Callable[[], Answer], gone: Callable[[], Awaitable[object]]) -> Answer:
        """What `work` gives, computed when its turn comes; `gone` returns when nobody waits for it any more.

        Raises `Busy` where the queue is full, `ClientGone`, and what `work` raises: `TooHard` after the time limit.
        """
        if self._free.locked() and self.waiting >= self.queue:
            raise Busy("too many ask at once; try again in a second")
        turn = asyncio.ensure_future(self._turn(work))
        leaving = asyncio.ensure_future(gone())
        try:
            await asyncio.wait({turn, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not turn.done():
                raise ClientGone
            return turn.result()
        finally:
            turn.cancel()
            leaving.cancel()

    async def _turn(self, work: Callable[[], Answer]) -> Answer:
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        try:
            return await self._computed(work)
        finally:
            self._free.release()

    async def _computed(self, work: Callable[[], Answer]) -> Answer:
        """The slot stays taken until the thread is done, which a stop makes soon."""
        stop = Stop(self.seconds)

        def stoppable() -> Answer:
            with stop:
                return work()

        done = asyncio.get_running_loop().run_in_executor(self._threads, stoppable)
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
