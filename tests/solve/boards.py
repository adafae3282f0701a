"""Small boards of every kind, and the truth about them."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np

import minemind as mm
from minemind.board import HIDDEN, flag_face
from tests.oracle import geometry, literal


def random_board(rng: random.Random) -> mm.Board:
    """A board of some small game, partly open, partly flagged, correctly or not."""
    per_cell = rng.choice([1, 1, 1, 2, 3])
    most_hidden = {1: 12, 2: 7, 3: 5}[per_cell]
    while True:
        rows, cols = rng.randint(1, 6), rng.randint(1, 6)
        holes = [(r, c) for r in range(rows) for c in range(cols) if rng.random() < 0.1]
        if len(holes) < rows * cols:
            break
    grid = mm.Grid(rows, cols, rng.choice(["square", "torus", "hex"]), rng.choice([1, 1, 2]), holes)
    counts = np.zeros(grid.shape, dtype=np.int32)
    density = rng.choice([0.1, 0.2, 0.4])
    for cell in grid:
        counts[cell] = sum(rng.random() < density for _ in range(per_cell))
    layout = mm.Layout(grid, counts, max_per_cell=per_cell)
    faces = np.full(grid.shape, HIDDEN, dtype=np.int32)
    closed = list(grid)
    rng.shuffle(closed)
    wanted = rng.randint(0, most_hidden)
    for cell in list(closed):
        if len(closed) <= wanted:
            break
        if not counts[cell]:
            faces[cell] = layout.numbers[cell] + (rng.random() < 0.01)
            closed.remove(cell)
    for cell in closed[:]:
        if len(closed) > most_hidden or rng.random() < 0.1:
            faces[cell] = flag_face(counts[cell] if counts[cell] and rng.random() < 0.9 else 1)
            closed.remove(cell)
    count = rng.choice(["known", "known", "unknown", "density"])
    return mm.Board(
        grid,
        faces,
        mines=layout.mines if count == "known" else None,
        density=0.25 if count == "density" else None,
        max_per_cell=per_cell,
    )


def literal_truth(board: mm.Board) -> literal.Truth | None:
    grid = board.grid
    holes = frozenset((hole.row, hole.col) for hole in grid.holes)
    around = geometry.neighbours(*grid.shape, grid.topology, grid.reach, holes)
    numbers = {(c.row, c.col): int(board.faces[c]) for c in grid if board.opened[c]}
    flags = {(c.row, c.col): int(board.flags[c]) for c in grid if board.flags[c]}
    density = None if board.density is None else Fraction(board.density)
    return literal.solve(around, numbers, flags, per_cell=board.max_per_cell, mines=board.mines, density=density)
