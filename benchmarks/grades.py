"""How hard random boards are: the table of docs/proofs.md. `python -m benchmarks.grades`.

Boards are dealt with an opening in the centre and graded from there. Those that need a guess have no grade.
"""

from __future__ import annotations

import time
from collections import Counter

import minemind as mm

BOARDS = 10_000


def row(name: str) -> str:
    """A row of the table: the share of boards without a guess, how hard those are, and the time that a grade takes."""
    size = mm.PRESETS[name]
    grid = mm.Grid(size.rows, size.cols)
    grades: Counter[int | None] = Counter()
    techniques: Counter[int] = Counter()
    began = time.process_time()
    for index in range(BOARDS):
        seed = mm.strategy.game_seed(1, index)
        found = mm.no_guess.grade(mm.Layout.deal(grid, size.mines, seed=seed, first=grid.centre), start=grid.centre)
        grades[found.grade] += 1
        if found.grade is not None:
            techniques.update(dict(enumerate(found.by_grade, start=1)))
    seconds = (time.process_time() - began) / BOARDS
    without = BOARDS - grades[None]
    shares = (f"{100 * grades[grade] / without:.1f} %" for grade in range(1, 6))
    moves = ", ".join(f"{techniques[grade] / without:.1f}" for grade in range(1, 6))
    cells = [name.capitalize(), f"{100 * without / BOARDS:.1f} %", *shares, f"{1000 * seconds:.1f} ms"]
    return f"| {' | '.join(cells)} |  mean moves of grades 1 to 5: {moves}"


if __name__ == "__main__":
    for preset in mm.PRESETS:
        print(row(preset))
