"""Small layouts of every kind, and only those of them that need no guess."""

from __future__ import annotations

import random
from collections.abc import Iterator

import minemind as mm


def random_layout(rng: random.Random) -> tuple[mm.Layout, mm.Cell]:
    """A layout on a small grid of any topology, perhaps with holes and several mines per cell, and a free start."""
    grid = _random_grid(rng)
    per_cell = rng.choice([1, 1, 1, 2, 3])
    start = rng.choice(list(grid))
    mines = rng.randint(1, max(1, grid.size * per_cell // 5))
    rule = rng.choice([mm.FirstClick.OPENING, mm.FirstClick.SAFE])
    seed = rng.getrandbits(32)
    layout = mm.Layout.deal(grid, mines, seed=seed, first=start, first_click=rule, max_per_cell=per_cell)
    return layout, start


def _random_grid(rng: random.Random) -> mm.Grid:
    rows, cols = rng.randint(2, 6), rng.randint(3, 7)
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    holes = rng.sample(cells, rng.choice([0, 0, 0, 2, 4]))
    if len(holes) + 2 > len(cells):
        holes = []
    return mm.Grid(rows, cols, rng.choice(["square", "square", "torus", "hex"]), rng.choice([1, 1, 1, 2]), holes)


def no_guess_layouts(rng: random.Random, least_moves: int = 1) -> Iterator[tuple[mm.Layout, mm.Cell]]:
    """Layouts without a guess, endlessly; found by the analysis of every board on the way, not by a grade."""
    while True:
        layout, start = random_layout(rng)
        if len(clear(layout, start)) > least_moves:
            yield layout, start


def clear(layout: mm.Layout, start: mm.Cell) -> list[mm.Cell]:
    """The cells to open one by one until all are open; none if something has to be guessed."""
    game = mm.Game.from_layout(layout)
    game.open(start)
    opened = [start]
    while game.state is mm.State.PLAYING:
        safe = sorted(mm.analyse(game.board).safe)
        if not safe:
            return []
        opened.append(safe[0])
        game.open(safe[0])
    return opened
