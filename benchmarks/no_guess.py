"""Boards that never need a guess: how long they take, how rare they are, and what is different about repaired ones.

`python -m benchmarks.no_guess`. Times are CPU times per board, as a caller of `mm.generate` sees them.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import minemind as mm
from benchmarks.measurement import Measurement, printed
from minemind.strategy.tally import Z95

EXPERT = mm.PRESETS["expert"]
CENTRE, CORNER = (8, 15), (0, 0)


class Task(NamedTuple):
    """Boards to be dealt, how many, and the milliseconds that each may take."""

    name: str
    size: tuple[int, int, int]
    way: str
    start: tuple[int, int]
    boards: int
    must: float | None
    grade: int | None = None


TASKS = [
    Task("Expert, centre", EXPERT, "uniform", CENTRE, 2000, 2),
    Task("Expert, corner", EXPERT, "uniform", CORNER, 2000, 4),
    Task("Expert, 120 mines", (16, 30, 120), "uniform", CENTRE, 100, None),
    Task("Expert, centre", EXPERT, "repaired", CENTRE, 2000, None),
    Task("Expert, 120 mines", (16, 30, 120), "repaired", CENTRE, 1000, 50),
    Task("Expert, 150 mines", (16, 30, 150), "repaired", CENTRE, 500, 200),
    Task("Expert, 200 mines", (16, 30, 200), "repaired", CENTRE, 100, None),
    Task("100×100, 2,000 mines", (100, 100, 2000), "repaired", (50, 50), 30, 1000),
    *(
        Task(f"Expert, centre, grade {grade}", EXPERT, "uniform", CENTRE, boards, None, grade)
        for grade, boards in {1: 100, 2: 1000, 3: 1000, 4: 1000, 5: 500}.items()
    ),
]

# Random boards, by mines, start and number, among which the share is measured that needs no guess.
RANDOM = [(99, CENTRE, 100_000), (99, CORNER, 100_000), (120, CENTRE, 100_000)]

# Boards of each way whose means are compared.
COMPARED = 10_000


def measurements() -> Iterator[Measurement]:
    """All figures."""
    for task in TASKS:
        mean, margin = interval(milliseconds(task))
        name = f"{task.name}, {task.way}: mean of {task.boards:,} boards (±{margin:.2g})"
        yield Measurement(name, mean, task.must, "ms")
    for mines, start, boards in RANDOM:
        share, margin = share_without_a_guess(mines, start, boards)
        name = f"random boards without a guess, {mines} mines, from {start} (±{margin:.2g})"
        yield Measurement(name, share, None, "%")
    yield from bias()


def milliseconds(task: Task) -> NDArray[np.float64]:
    """The milliseconds of CPU time for each board."""
    spent = []
    for index in range(task.boards):
        before = time.process_time()
        mm.generate(*task.size, seed=mm.strategy.game_seed(1, index), way=task.way, start=task.start, grade=task.grade)
        spent.append(time.process_time() - before)
    return 1000 * np.array(spent)


def interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval."""
    return float(values.mean()), Z95 * float(values.std()) / math.sqrt(len(values))


def share_without_a_guess(mines: int, start: tuple[int, int], boards: int) -> tuple[float, float]:
    """The percentage of random boards that need no guess, and its margin."""
    played = mm.simulate((16, 30, mines), strategy="exact", start=start, games=boards, seed=1)
    return interval(100.0 * (played.outcomes["guesses"] == 0))


def bias() -> Iterator[Measurement]:
    """Means over Expert boards, uniform and repaired."""
    columns = {way: [traits(way, index) for index in range(COMPARED)] for way in mm.no_guess.Way}
    for place, name in enumerate(("3BV", "mines at the edge", "openings")):
        for way, rows in columns.items():
            mean, margin = interval(np.array([row[place] for row in rows], dtype=np.float64))
            yield Measurement(f"Expert, {way}: {name}, mean of {COMPARED:,} (±{margin:.2g})", mean, None, "")


def traits(way: mm.no_guess.Way, index: int) -> tuple[int, int, int]:
    """The 3BV of a board, its mines at the edge, and its openings."""
    layout = mm.generate("expert", seed=mm.strategy.game_seed(1, index), way=way, start=CENTRE).layout
    worth = mm.metrics(layout)
    return worth.three_bv, layout.mines - int(layout.counts[1:-1, 1:-1].sum()), worth.openings


if __name__ == "__main__":
    sys.exit(printed(measurements()))
