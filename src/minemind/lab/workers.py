"""Workers: what plays the chunks of a run on this machine: threads for native strategies, processes for Python's."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Protocol

from minemind.lab.chunk import Chunk, is_native, play_chunk
from minemind.lab.processes import processes
from minemind.strategy.match import Match

__all__ = ["ChunkWorkers", "PendingChunk", "local_workers"]


class PendingChunk(Protocol):
    """A chunk that is being played."""

    def result(self) -> Chunk:
        """Wait for it."""

    def cancel(self) -> object:
        """Cancel it."""


class ChunkWorkers(Protocol):
    """Whatever plays chunks."""

    @property
    def width(self) -> int:
        """The number of chunks played at once."""

    def submit(self, match: Match, first: int, games: int) -> PendingChunk:
        """Submit some games."""


class _Local:
    def __init__(self, jobs: int, native: Executor, start: Callable[[], Executor], stopped: threading.Event) -> None:
        self.width, self.native, self.start, self.stopped = jobs, native, start, stopped
        self.python: Executor | None = None

    def submit(self, match: Match, first: int, games: int) -> Future[Chunk]:
        if is_native(match) or self.width == 1:
            return self.native.submit(play_chunk, match, first, games, self.width, self._look)
        self.python = self.python or self.start()
        return self.python.submit(play_chunk, match, first, games)

    def _look(self, _: int) -> None:
        if self.stopped.is_set():
            raise KeyboardInterrupt


@contextmanager
def local_workers(jobs: int) -> Iterator[ChunkWorkers]:
    """Workers on this machine; with one, everything is played in this process.

    The engine uses all its threads on one chunk after the other, so that the time of each is known.
    """
    stopped = threading.Event()
    with ExitStack() as stack:
        native = stack.enter_context(ThreadPoolExecutor(1))
        stack.callback(native.shutdown, wait=False, cancel_futures=True)
        stack.callback(stopped.set)
        yield _Local(jobs, native, lambda: stack.enter_context(processes(jobs)), stopped)
