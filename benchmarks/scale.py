"""Scale: what boards far larger than any game cost in CPU time and memory, also beyond the usual limit.

`python -m benchmarks.scale` prints a line for each size: dealing and opening it, one analysis, and its text. It takes
some minutes, and is not part of `make bench`.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from random import Random

import minemind as mm

SIDES = (100, 316, 1_000, 2_000, 3_163)
MOST_CELLS = 20_000_000  # callers who know the cost can raise the limit
DENSITY = 0.16
OPENED = 0.02


def timed(work: Callable[[], object]) -> tuple[float, object]:
    """The CPU seconds of some work, and its result."""
    start = time.process_time()
    done = work()
    return time.process_time() - start, done


def measure(side: int) -> str:
    """One size, as a row of a table."""
    dealt, game = timed(lambda: _opened(side))
    assert isinstance(game, mm.Game)
    counted, analysis = timed(lambda: mm.analyse(game))
    assert isinstance(analysis, mm.Analysis)
    written, _ = timed(lambda: mm.Board.parse(str(game.board), max_cells=MOST_CELLS))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"| {side:,} × {side:,} | {side * side:,} | {dealt:.1f} | {counted:.2f} | {written:.1f} | {memory:,.0f} "
        f"| {len(analysis.safe):,} |"
    )


def _opened(side: int) -> mm.Game:
    """A game that was begun in very many places at once: one free cell in fifty is opened."""
    grid = mm.Grid(side, side, max_cells=MOST_CELLS)
    game = mm.Game(grid=grid, mines=int(side * side * DENSITY), seed=7)
    game.open(side // 2, side // 2)
    layout = game.layout
    assert layout is not None
    rng = Random(7)
    for row in range(side):
        for col in range(side):
            if rng.random() < OPENED and not layout.counts[row, col]:
                game.open(row, col)
    return game


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--side", type=int, action="append", help="only boards with so many rows and columns")
    given = parser.parse_args()
    print("| board | cells | deal and open, s | analyse, s | text and back, s | most memory so far, MB | safe cells |")
    print("|---|---|---|---|---|---|---|")
    for side in given.side or SIDES:
        print(measure(side), flush=True)


if __name__ == "__main__":
    main()
