"""Boards at the limits of what is valid: sizes, mines per cell and counts that nobody plays, and that cost most."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

import minemind as mm

PER_CELL = [1, 1, 2, 3, 8, 50, 99, 254, 255]
SIZES = [(1, 2), (1, 40), (3, 3), (10, 6), (7, 7), (16, 30), (40, 40), (100, 100)]


def hostile_boards(seed: int, count: int) -> Iterator[mm.Board]:
    """This many of them, the same ones for the same seed; a few contradict themselves."""
    rng = random.Random(seed)
    for _ in range(count):
        yield _board(rng)


def _board(rng: random.Random) -> mm.Board:
    per_cell, (rows, cols) = rng.choice(PER_CELL), rng.choice(SIZES)
    topology, reach = rng.choice(["square", "square", "torus", "hex"]), rng.choice([1, 1, 1, 2, 4])
    grid = mm.Grid(rows, cols, topology, reach)
    most = (grid.size - 1) * per_cell
    mines = max(0, min(most, rng.choice([0, 1, most // 5, most // 2, most - per_cell, most - 1, most])))
    game = mm.Game(grid=grid, mines=mines, max_per_cell=per_cell, seed=rng.getrandbits(32), first_click="any")
    game.open(rng.randrange(rows), rng.randrange(cols))
    assert game.layout is not None
    faces = np.full(grid.shape, -1, dtype=np.int32)
    is_open = np.random.default_rng(rng.getrandbits(32)).random(grid.shape) < rng.choice([0, 0.02, 0.2, 0.5])
    is_open &= game.layout.counts == 0
    faces[is_open] = game.layout.numbers[is_open]
    if is_open.any() and rng.random() < 0.1:
        faces[tuple(np.argwhere(is_open)[0])] += 1
    told = rng.choice([mines, mines, mines, None])
    density = 0.3 if told is None and rng.random() < 0.5 else None
    return mm.Board(grid, faces, mines=told, density=density, max_per_cell=per_cell)
