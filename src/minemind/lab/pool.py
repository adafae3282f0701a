"""Pool: processes of this machine that play games, for strategies written in Python."""

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
from minemind.lab.unbroken import unbroken

__all__ = ["processes", "uninterrupted"]


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Whoever is started meanwhile, a process or a thread, is not reached by Ctrl-C, nor is its start."""
    with unbroken():
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
