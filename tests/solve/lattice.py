"""Boards that are hard to count: every second cell of every second row open, so that everything is connected."""

from __future__ import annotations

import random

import numpy as np

import minemind as mm
from minemind.board import HIDDEN


def lattice(rows: int, cols: int, seed: int, density: float = 0.25) -> mm.Board:
    """The board with every second cell of every second row of such a layout open."""
    layout = lattice_layout(rows, cols, seed, density)
    faces = np.full((rows, cols), HIDDEN, dtype=np.int32)
    faces[1::2, 1::2] = layout.numbers[1::2, 1::2]
    return mm.Board(layout.grid, faces, mines=layout.mines)


def lattice_layout(rows: int, cols: int, seed: int, density: float = 0.25) -> mm.Layout:
    """The open cells are free; every other cell is a mine with this probability."""
    rng = random.Random(seed)
    counts = np.array([[rng.random() < density for _ in range(cols)] for _ in range(rows)], dtype=np.int32)
    counts[1::2, 1::2] = 0
    return mm.Layout(mm.Grid(rows, cols), counts)
