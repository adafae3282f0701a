"""Processes: workers of this machine for strategies written in Python, and how Ctrl-C is kept away from them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from minemind.errors import WorkersLost

__all__ = ["defer_interrupt", "processes", "uninterrupted"]


@contextmanager
def defer_interrupt() -> Iterator[None]:
    """Ctrl-C waits for the end of the block, which should be short; the second one does not wait."""
    if threading.current_thread() is not threading.main_thread():  # others are never interrupted
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
    """Whoever is started meanwhile, a process or a thread, is not reached by Ctrl-C, nor is its start."""
    with defer_interrupt():
        if not hasattr(signal, "pthread_sigmask"):  # Windows
            yield
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Pool(ProcessPoolExecutor):
    """Processes that are started when the first work is given to them, and that Ctrl-C does not interrupt meanwhile."""

    def submit(self, *work: Any, **more: Any) -> Future[Any]:
        """Have something done."""
        with uninterrupted():
            return super().submit(*work, **more)


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many worker processes, ended with the block, or with the process that asked for them; only that gets Ctrl-C.

    They are started afresh, not forked: whoever forks a process that has threads may wait for ever.
    """
    pool = _Pool(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        yield pool
    except BrokenProcessPool as error:
        raise WorkersLost("a worker process died; is there enough memory? Try with fewer --jobs") from error
    finally:
        for process in list((pool._processes or {}).values()):  # a game may take long, and nobody waits for it now
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Who was killed ends nobody: its workers would wait for work for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
