"""A process that forks while threads analyse gets a child that can analyse."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# In its own process, as that of the tests has other threads. Python warns of every fork while threads run.
PROGRAM = """
import os, signal, sys, threading, warnings
import minemind as mm

warnings.simplefilter("ignore", DeprecationWarning)
# Hundreds of small components, so that the threads are at the cache most of the time.
board = mm.Board.parse("\\n_____\\n".join([".1.1."] * 600), mines=900)
small = mm.Board.parse("\\n_____\\n".join([".1.1."] * 20), mines=30)
done = threading.Event()

def analyse() -> None:
    while not done.is_set():
        mm.analyse(board)
        mm.analyse(small, "enumerate")

threads = [threading.Thread(target=analyse) for _ in range(4)]
for thread in threads:
    thread.start()
failed = 0
for _ in range(int(sys.argv[1])):
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # of nothing but waiting for a lock that nobody opens
        mm.analyse(board)
        mm.analyse(small, "enumerate")
        os._exit(0)
    failed += os.waitpid(child, 0)[1] != 0
    if failed:
        break
done.set()
for thread in threads:
    thread.join()
sys.exit(failed)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody forks here")
@pytest.mark.parametrize(
    "forks", [pytest.param(100, marks=pytest.mark.timeout(600)), pytest.param(2000, marks=pytest.mark.long)]
)
def test_children_find_no_lock_that_is_never_opened(forks: int) -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(forks)], check=False, cwd=root)
    assert done.returncode == 0


def test_a_child_finds_a_mutex_open_that_another_thread_held_when_it_was_forked() -> None:
    """The test above rarely forks while a mutex is held; this one makes sure of it."""
    program = "import _minemind_engine, _minemind_testing, sys; sys.exit(not _minemind_testing.fork_opens_mutexes())"
    assert subprocess.run([sys.executable, "-c", program], check=False, timeout=60).returncode == 0
