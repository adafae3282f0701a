"""What boards are worth: how fast that is computed, and whether ms-toollib agrees. `python -m benchmarks.metrics`.

Times are CPU times. The peer runs in a process of its own; if it is missing, or was aborted, a line says so.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import astuple
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import minemind as mm
from _minemind_testing import clock_metrics
from benchmarks.measurement import Measurement, printed

PEER = Path(__file__).with_name("metrics_peer.py")

# Boards of each preset that are compared, and Expert boards that are clocked.
COMPARED, CLOCKED = 10_000, 1_000

# Microseconds that 3BV and one ZiNi of an Expert board may take.
MUST_3BV, MUST_ZINI = 5, 1_000

# The values, in the order of the answers of both sides.
NAMES = ("openings", "islands", "3BV", "ZiNi", "8-way ZiNi", "human ZiNi")


def measurements() -> Iterator[Measurement]:
    """All figures: inside the engine, from Python, of a million cells, and compared with the peer."""
    boards = deal("expert", CLOCKED)
    order = boards[0].grid.indices
    counts = np.concatenate([board.counts.reshape(-1) for board in boards])
    three_bv, zini = clock_metrics(boards[0].grid.graph, counts, order)
    yield Measurement("3BV of an Expert board, inside the engine, mean", three_bv, MUST_3BV, "µs")
    yield Measurement("ZiNi of an Expert board, inside the engine, mean", zini, MUST_ZINI, "µs")
    yield Measurement("mm.metrics of an Expert board: all of them", 1e6 * spent(boards) / CLOCKED, None, "µs")
    large = mm.Layout.deal(mm.Grid(1000, 1000), 200_000, seed=1)
    _ = large.grid.graph
    yield Measurement("mm.metrics of 1000×1000 cells, 200,000 mines", spent([large]), 10, "s")
    if find_spec("ms_toollib") is None:
        yield Measurement("ms-toollib is not installed: nothing to compare with", float("nan"), None, "")
        return
    for preset in mm.PRESETS:
        yield from beside_the_peer(preset)


def deal(preset: str, boards: int) -> list[mm.Layout]:
    """Boards of a preset, without a first click."""
    rows, cols, mines = mm.PRESETS[preset]
    grid = mm.Grid(rows, cols)
    return [mm.Layout.deal(grid, mines, seed=mm.strategy.game_seed(1, index)) for index in range(boards)]


def spent(layouts: list[mm.Layout]) -> float:
    """The CPU seconds for the metrics of some layouts."""
    before = time.process_time()
    for layout in layouts:
        mm.metrics(layout)
    return time.process_time() - before


def beside_the_peer(preset: str) -> Iterator[Measurement]:
    """On how many boards the peer differs, value by value, and how long it takes."""
    boards = deal(preset, COMPARED)
    found, trouble = asked_of_the_peer(boards)
    if trouble:
        yield Measurement(f"{preset}: {trouble}", len(found), COMPARED, "boards", more_is_better=True)
    if not found:
        return
    ours = np.array([astuple(mm.metrics(board)) for board in boards[: len(found)]])
    theirs = np.array(found)
    for place, name in enumerate(NAMES):
        differ = int(np.count_nonzero(ours[:, place] != theirs[:, place]))
        yield Measurement(f"{preset}: {len(found):,} boards, ms-toollib differs in {name}", differ, 0, "boards")
    three_bv, zini = np.median(theirs[:, -2:], axis=0) / 1000
    yield Measurement(f"{preset}: 3BV by ms-toollib, from Python, median", float(three_bv), None, "µs")
    yield Measurement(f"{preset}: ZiNi by ms-toollib, from Python, median", float(zini), None, "µs")


def asked_of_the_peer(boards: list[mm.Layout]) -> tuple[list[list[int]], str]:
    """The peer's values of the boards, up to the one at which it ended if it did, and why it did."""
    asked = "".join(f"{json.dumps(np.where(board.counts, -1, board.numbers).tolist())}\n" for board in boards)
    with tempfile.TemporaryDirectory() as folder:  # if it is aborted, it leaves a file there
        done = subprocess.run(
            [sys.executable, PEER], input=asked, capture_output=True, text=True, cwd=folder, check=False
        )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return found, f"ms-toollib ended with code {done.returncode}, after" if done.returncode else ""


if __name__ == "__main__":
    sys.exit(printed(measurements()))
