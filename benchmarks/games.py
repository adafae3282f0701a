"""Dealing, opening, reading and writing: the work that every game and every file needs.

Each benchmark checks the answer that it times.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import minemind as mm
from benchmarks.measurement import Measurement

# In a process of its own: peak memory includes Python and numpy, and nothing that ran before.
HUGE_GAME = """
import json, resource, time
import minemind as mm
mm.Game("beginner").open(0, 0)  # loads what it takes, numpy above all
start = time.process_time()
game = mm.Game(1000, 1000, 150_000, seed=1)
opened = game.open(500, 500)
seconds = time.process_time() - start
assert game.layout.mines == 150_000 and len(opened) == 115
print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""


def measurements() -> Iterator[Measurement]:
    """All figures, one after the other."""
    yield Measurement("10,000 seeded Expert layouts", cpu_seconds(deal_expert_layouts), 1, "s")
    yield Measurement("10,000 Expert games, dealt and opened in a corner", cpu_seconds(open_expert_games), 2, "s")
    done = subprocess.run([sys.executable, "-c", HUGE_GAME], capture_output=True, check=True)
    seconds, megabytes = json.loads(done.stdout)
    yield Measurement("1000×1000 with 150,000 mines, made and opened", seconds, 1, "s")
    yield Measurement("… and its peak memory", megabytes, 300, "MB")
    yield Measurement("the text of a 1000×1000 board, written and read", cpu_seconds(round_trip), 1, "s")


def cpu_seconds(work: Callable[[], None]) -> float:
    """The processor time that one run takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def deal_expert_layouts() -> None:
    """Ten thousand times 99 mines."""
    grid = mm.Grid(16, 30)
    dealt = sum(mm.Layout.deal(grid, 99, seed=seed, first=(0, 0)).mines for seed in range(10_000))
    assert dealt == 990_000


def open_expert_games() -> None:
    """Ten thousand first clicks, none of which can lose."""
    for seed in range(10_000):
        game = mm.Game.preset("expert", seed=seed)
        game.open(0, 0)
        assert game.state is not mm.State.LOST


def round_trip() -> None:
    """A million cells to text and back."""
    board = mm.Board(mm.Grid(1000, 1000), mines=100)
    assert mm.Board.parse(str(board)) == board
