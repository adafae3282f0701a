"""A minefield is read from the text of a layout, and has the same cells, neighbours and numbers."""

from __future__ import annotations

import random

import pytest

import minemind as mm
from minemind.no_guess.minefield import Minefield
from tests.oracle import geometry


@pytest.mark.parametrize("seed", range(3))
def test_it_agrees_with_the_layout_and_with_plain_geometry(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        rows, cols, per_cell = rng.randint(1, 7), rng.randint(1, 7), rng.choice([1, 1, 2, 12, 255])
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        holes = rng.sample(cells, rng.randint(0, (len(cells) - 1) // 3))
        grid = mm.Grid(rows, cols, rng.choice(["square", "torus", "hex"]), rng.choice([1, 1, 2, 3, 99]), holes)
        mines = rng.randint(0, (grid.size - 1) * min(per_cell, 3))
        layout = mm.Layout.deal(grid, mines, seed=rng.getrandbits(30), max_per_cell=per_cell)
        field = Minefield.parse(str(layout))
        around = geometry.neighbours(rows, cols, grid.topology, grid.reach, frozenset(holes))
        assert field.counts == {tuple(cell): layout.counts[cell] for cell in grid}
        assert (field.mines, field.free, field.per_cell) == (layout.mines, layout.free, per_cell)
        for place in field.counts:
            assert set(field.around(place)) == set(around[place]), (grid, place)
            assert field.number(place) == layout.numbers[place]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the header is not"),
        ("2 2\n..\n..", "line 1: the header is not"),
        ("2 2 ?\n..\n..", "line 1: the header is not"),
        ("2 2 1 density=0.2\n*.\n..", "line 1: the header is not"),
        ("9999999999 1 0\n.", "line 1: the header is not"),
        ("0 0 0\n", "no cells"),
        ("1 1 0 reach=0\n.", "no reach"),
        ("1 1 0 k=0\n.", "mines per cell"),
        ("1 1 0 k=999\n.", "mines per cell"),
        ("1 2 1 topology=klein\n*.", "the topology 'klein' is unknown"),
        ("2 2 1\n*.", "the header says 2 rows, but 1 are below it"),
        ("2 2 1\n*.\n...", "line 3: the row has 3 of 2 cells"),
        ("1 2 1\n*x", "'x' in column 1 is not a cell"),
        ("1 2 1\n*1", "'1' in column 1 is not a cell"),
        ("1 2 2\n*2 .", r"'\*2' in column 0 is not a cell"),
        ("1 2 1 k=2\n*0 .", r"'\*0' in column 0 is not a cell"),
        ("1 2 2\n*.", "the header says 2 mines, but the rows have 1"),
        ("1 2 1\n*.\n", "the header says 1 rows, but 2 are below it"),
        ("1 20 0 reach=999999999\n" + 20 * ".", None),
        ("300 300 0 reach=99\n" + "\n".join(300 * [300 * "."]), "a reach of 99 on 300×300 cells is too much"),
    ],
)
def test_only_what_a_layout_writes_is_read(text: str, message: str | None) -> None:
    if message is None:
        assert len(Minefield.parse(text).around((0, 0))) == 19
        return
    with pytest.raises(mm.ParseError, match=message):
        Minefield.parse(text)
