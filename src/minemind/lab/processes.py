"""Processes: worker processes for strategies written in Python, and how Ctrl-C is kept away from them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from minemind import arguments
from minemind.errors import WorkersLost
from minemind.program import end_all

__all__ = ["defer_interrupt", "processes", "uninterrupted"]


@contextmanager
def defer_interrupt() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block, which should be short; a second Ctrl-C interrupts it."""
    if threading.current_thread() is not threading.main_thread():  # other threads are never interrupted
        yield
        return
    pressed = 0

    def press(*_: object) -> None:
        nonlocal pressed
        pressed += 1
        if pressed > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Shield the processes and threads that are started in the block, and their start, from Ctrl-C."""
    with defer_interrupt():
        if sys.platform == "win32":
            yield
        else:
            before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
            try:
                yield
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Pool(ProcessPoolExecutor):
    """Processes that are started by the first task; Ctrl-C does not interrupt the start."""

    def submit(self, *work: Any, **more: Any) -> Future[Any]:
        """Submit a task."""
        with uninterrupted():
            return super().submit(*work, **more)


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Worker processes that end with the block, or with the main process; only the latter gets Ctrl-C.

    They are spawned, not forked: forking a process that has threads can deadlock. Each watches a pipe whose other end
    only the main process has, and which closes with the block or with that process, even if it is killed. A signal
    would not be enough: Python handles signals only between two instructions of the main thread, and that thread may be
    about to wait for a queue whose lock a sibling held when it ended.
    """
    context = multiprocessing.get_context("spawn")
    watched, held = context.Pipe(duplex=False)
    pool = _Pool(arguments.processes(jobs), mp_context=context, initializer=_begin, initargs=(watched,))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise WorkersLost("a worker process died, perhaps for lack of memory; try fewer --jobs") from error
    finally:
        held.close()  # ends the processes at once: a game may take long, and its result is no longer needed
        pool.shutdown(cancel_futures=True)
        watched.close()


class _Watched(Protocol):
    """An end of a pipe, whose class has another name on Windows."""

    def poll(self, timeout: float | None) -> bool: ...


def _begin(watched: _Watched) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _end())
    threading.Thread(target=_end_when_closed, args=(watched,), daemon=True).start()


def _end_when_closed(watched: _Watched) -> None:
    with suppress(OSError):  # on Windows, if it was closed before
        watched.poll(None)  # nothing is ever sent
    _end()


def _end() -> None:
    """End this process and the programs that it has started as players."""
    end_all()
    os._exit(1)
