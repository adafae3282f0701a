"""Worker processes do not outlive the process or the block that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from minemind.lab.processes import processes
from tests.processes import is_running

WAITING = """
import os, time
from minemind.lab.processes import processes
with processes(1) as pool:
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(100)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_the_process_that_started_them(how: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        assert is_running(worker)
        process.send_signal(how)
        process.communicate()
    while is_running(worker):  # ended by the time limit of all tests
        time.sleep(0.01)


@contextmanager
def deaf() -> Iterator[None]:
    """Workers that are started in this block do not get SIGTERM, as if it came when Python cannot act on it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_workers_end_with_the_block_even_if_they_hear_no_signal() -> None:
    with processes(2) as pool:
        with deaf():
            first = pool.submit(os.getpid)
            pool.submit(time.sleep, 1_000_000)
        worker = first.result()
    assert not is_running(worker)
