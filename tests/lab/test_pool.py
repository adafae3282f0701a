"""Worker processes do not outlive whoever asked for them."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

WAITING = """
import os, time
from minemind.lab.processes import processes
with processes(1) as pool:
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(100)
"""


def is_running(process: str) -> bool:
    try:
        return Path("/proc", process, "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="nothing tells which processes there are")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_the_process_that_started_them(how: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        worker = process.stdout.readline().decode().strip()
        assert is_running(worker)
        process.send_signal(how)
        process.communicate()
    while is_running(worker):  # the time limit of all tests is that of this one
        time.sleep(0.01)
