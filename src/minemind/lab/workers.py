"""Workers: they play the chunks of a run on this machine, in threads for native strategies, else in processes."""

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
        """Wait for the chunk and return it."""

    def cancel(self) -> object:
        """Cancel it."""


class ChunkWorkers(Protocol):
    """Anything that can play chunks."""

    @property
    def width(self) -> int:
        """The number of chunks played at once."""

    def submit(self, match: Match, first: int, games: int) -> PendingChunk:
        """Submit a chunk: `games` games from game `first` on."""


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
    """Workers on this machine; with one job, everything is played in this process.

    The engine plays one chunk at a time, with all its threads, so that the time of each is known.
    """
    stopped = threading.Event()
    with ExitStack() as stack:
        native = stack.enter_context(ThreadPoolExecutor(1))
        stack.callback(native.shutdown, wait=False, cancel_futures=True)
        stack.callback(stopped.set)
        yield _Local(jobs, native, lambda: stack.enter_context(processes(jobs)), stopped)
