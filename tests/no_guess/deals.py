"""Kinds of deals for tests: odd boards, and boards so small that all without a guess can be listed."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import minemind as mm
from tests.oracle.exhaustive import no_guess_layouts
from tests.oracle.geometry import neighbours

WAYS = ["uniform", "repaired"]

ODD: dict[str, tuple[mm.Grid, int, dict[str, Any]]] = {
    "hex": (mm.Grid(9, 9, "hex"), 14, {}),
    "torus": (mm.Grid(9, 9, "torus"), 12, {"start": (0, 0)}),
    "a longer reach": (mm.Grid(9, 9, reach=2), 7, {"start": (0, 0)}),
    "holes": (mm.Grid(9, 9, holes=[(4, 4), (0, 0), (2, 3), (2, 4), (2, 5)]), 12, {"start": (4, 5)}),
    "two mines in a cell": (mm.Grid(8, 8), 10, {"max_per_cell": 2}),
    "three mines in a cell, safe": (mm.Grid(6, 6), 6, {"max_per_cell": 3, "first_click": "safe"}),
    "safe": (mm.Grid(9, 9), 12, {"first_click": "safe", "start": (0, 8)}),
    "one row": (mm.Grid(1, 20), 4, {"start": (0, 0)}),
    "too many mines for an opening": (mm.Grid(3, 3), 8, {"start": (0, 1)}),
    "dense": (mm.Grid(8, 8), 20, {"start": (0, 0)}),
}

SMALL: dict[str, tuple[mm.Grid, int, tuple[int, int], str, int]] = {
    "4×4, 3 mines, opening in a corner": (mm.Grid(4, 4), 3, (0, 0), "opening", 1),
    "4×4, 3 mines, opening inside": (mm.Grid(4, 4), 3, (1, 1), "opening", 1),
    "4×4, 3 mines, safe in a corner": (mm.Grid(4, 4), 3, (0, 0), "safe", 1),
    "4×4, 3 mines, safe inside": (mm.Grid(4, 4), 3, (1, 1), "safe", 1),
    "3×5, 4 mines": (mm.Grid(3, 5), 4, (0, 0), "opening", 1),
    "hex": (mm.Grid(4, 4, "hex"), 3, (0, 0), "safe", 1),
    "torus": (mm.Grid(4, 4, "torus"), 3, (0, 0), "safe", 1),
    "a hole": (mm.Grid(4, 4, holes=[(1, 1)]), 3, (0, 0), "safe", 1),
    "a longer reach": (mm.Grid(4, 4, reach=2), 2, (0, 0), "safe", 1),
    "two mines in a cell": (mm.Grid(3, 4), 3, (0, 0), "safe", 2),
}

# Boards dealt for each possible one, and by how many standard deviations chi-square may differ from its mean.
TIMES, MOST_DEVIATIONS = 25, 4


def around(grid: mm.Grid) -> dict[tuple[int, int], set[tuple[int, int]]]:
    return neighbours(grid.rows, grid.cols, grid.topology, grid.reach, frozenset(grid.holes))


def counts_of(board: mm.no_guess.NoGuess) -> tuple[int, ...]:
    return tuple(board.layout.counts[board.layout.grid.exists].tolist())


def ways_of(kind: str) -> dict[tuple[int, ...], int]:
    grid, mines, start, rule, per_cell = SMALL[kind]
    return no_guess_layouts(around(grid), mines, start, rule, per_cell)


def assert_equally_likely(found: Counter[tuple[int, ...]], ways: dict[tuple[int, ...], int], boards: int) -> None:
    assert set(found) <= set(ways)
    expected = {layout: boards * count / sum(ways.values()) for layout, count in ways.items()}
    chi_square = sum((found[layout] - mean) ** 2 / mean for layout, mean in expected.items())
    freedom = len(ways) - 1
    assert abs(chi_square - freedom) < MOST_DEVIATIONS * math.sqrt(2 * freedom)
