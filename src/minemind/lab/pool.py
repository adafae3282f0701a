"""Pool: processes of this machine that play games, for strategies written in Python."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from minemind.errors import WorkersLost

__all__ = ["processes"]


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many worker processes, ended with the block. Ctrl-C reaches only the process that asked for them.

    They are started afresh, not forked: whoever forks a process that has threads may wait for ever.
    """
    pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_ignore_interrupts)
    try:
        yield pool
    except BrokenProcessPool as error:
        raise WorkersLost("a worker process died; is there enough memory? Try with fewer --jobs") from error
    finally:
        for process in list((pool._processes or {}).values()):  # a game may take long, and nobody waits for it now
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
