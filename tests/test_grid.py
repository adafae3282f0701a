"""Grid: which cells exist and which are neighbours."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minemind import Cell, Grid, InvalidValue
from minemind.errors import OffBoard, TooLarge
from minemind.grid import IntArray
from minemind.topology import TOPOLOGIES, Places
from tests import examples
from tests.oracle import geometry


def test_a_cell_is_a_row_and_a_column_and_equals_the_plain_tuple() -> None:
    assert Cell(2, 3) == (2, 3)
    assert (Cell(2, 3).row, Cell(2, 3).col) == (2, 3)


@pytest.mark.parametrize(
    ("grid", "cell", "expected"),
    [
        (Grid(3, 3), (0, 0), {(0, 1), (1, 0), (1, 1)}),
        (Grid(3, 3), (1, 1), {(r, c) for r in range(3) for c in range(3)} - {(1, 1)}),
        (Grid(1, 5, reach=2), (0, 1), {(0, 0), (0, 2), (0, 3)}),
        (Grid(4, 4, topology="torus"), (0, 0), {(3, 3), (3, 0), (3, 1), (0, 3), (0, 1), (1, 3), (1, 0), (1, 1)}),
        (Grid(3, 4, topology="hex"), (0, 1), {(0, 0), (0, 2), (1, 0), (1, 1)}),
        (Grid(3, 4, topology="hex"), (1, 1), {(0, 1), (0, 2), (1, 0), (1, 2), (2, 1), (2, 2)}),
        (Grid(3, 3, holes=[(0, 1), (1, 1)]), (0, 0), {(1, 0)}),
    ],
)
def test_neighbours_drawn_by_hand(grid: Grid, cell: tuple[int, int], expected: set[tuple[int, int]]) -> None:
    assert grid.neighbours(*cell) == expected


@given(examples.grids())
def test_neighbours_are_those_that_lie_near_in_the_plane(grid: Grid) -> None:
    holes = frozenset((hole.row, hole.col) for hole in grid.holes)
    expected = geometry.neighbours(grid.rows, grid.cols, grid.topology, grid.reach, holes)
    assert {cell: grid.neighbours(*cell) for cell in grid} == expected


@given(examples.grids())
def test_the_flat_arrays_say_the_same_as_the_sets(grid: Grid) -> None:
    offsets, targets = grid.adjacency
    assert offsets.dtype == targets.dtype == np.int32
    assert len(offsets) == grid.rows * grid.cols + 1
    for cell in grid:
        index = grid.index(*cell)
        around = targets[offsets[index] : offsets[index + 1]].tolist()
        assert around == sorted(set(around))
        assert {grid.cell(other) for other in around} == grid.neighbours(*cell)
    assert all(grid.degrees[hole] == 0 for hole in grid.holes)


@given(examples.grids())
def test_neighbours_are_mutual_and_nobody_neighbours_itself(grid: Grid) -> None:
    around = {cell: grid.neighbours(*cell) for cell in grid}
    assert all(cell not in others for cell, others in around.items())
    assert all(cell in around[other] for cell, others in around.items() for other in others)


@given(examples.grids(), st.integers(0, 2**32))
def test_neighbour_sums_add_up_what_lies_around(grid: Grid, seed: int) -> None:
    values = np.random.default_rng(seed).integers(0, 100, grid.shape)
    sums = grid.neighbour_sums(values)
    assert all(sums[cell] == sum(values[other] for other in grid.neighbours(*cell)) for cell in grid)


def test_sums_stay_right_when_the_running_total_passes_32_bits() -> None:
    grid = Grid(300, 300)
    values = np.full(grid.shape, 99_000)
    assert np.array_equal(grid.neighbour_sums(values), grid.degrees * 99_000)


def test_every_topology_has_a_reach() -> None:
    assert set(TOPOLOGIES) == {"square", "torus", "hex"}
    assert [len(Grid(9, 9, name, reach=2).neighbours(4, 4)) for name in ("square", "torus", "hex")] == [24, 24, 18]


def test_a_reach_beyond_the_grid_reaches_all_of_it() -> None:
    for name in TOPOLOGIES:
        grid = Grid(4, 3, name, reach=1_000_000)
        assert grid.neighbours(1, 1) == set(grid) - {(1, 1)}


def test_holes_are_no_cells() -> None:
    grid = Grid(2, 2, holes=[(0, 1)])
    assert grid.size == 3
    assert list(grid) == [(0, 0), (1, 0), (1, 1)]
    assert (0, 1) not in grid
    with pytest.raises(OffBoard, match="hole"):
        grid.index(0, 1)


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (3, 0), (0, 4), (10**30, 0)])
def test_what_lies_outside_is_off_the_board_and_the_error_says_what_is_not(cell: tuple[int, int]) -> None:
    grid = Grid(3, 4)
    assert cell not in grid
    with pytest.raises(OffBoard, match=r"rows are 0 to 2, columns 0 to 3") as caught:
        grid.neighbours(*cell)
    assert caught.value.cells == (cell,)


@pytest.mark.parametrize("thing", [None, "ab", (1,), (1, 2, 3), (0.5, 1), ("0", "0"), 7])
def test_what_is_no_pair_of_integers_is_no_cell(thing: object) -> None:
    assert thing not in Grid(3, 3)


def test_numpy_integers_are_integers() -> None:
    grid = Grid(*np.array([3, 4]))
    assert (np.int64(1), np.int64(1)) in grid
    assert grid == Grid(3, 4)
    assert type(grid.rows) is int


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"rows": 0, "cols": 3}, "no cells"),
        ({"rows": 3, "cols": -1}, "no cells"),
        ({"rows": 3, "cols": 3, "topology": "klein"}, "hex, square, torus"),
        ({"rows": 3, "cols": 3, "reach": 0}, "whole number from 1"),
        ({"rows": 1, "cols": 1, "holes": [(0, 0)]}, "at least one cell"),
    ],
)
def test_a_shape_that_cannot_be_is_refused(arguments: dict[str, object], says: str) -> None:
    with pytest.raises(InvalidValue, match=says):
        Grid(**arguments)  # type: ignore[arg-type]


def test_limits_are_named_and_can_be_raised() -> None:
    with pytest.raises(TooLarge, match="4,000,000"):
        Grid(2001, 2000)
    assert Grid(2001, 2000, max_cells=5_000_000).size == 4_002_000
    with pytest.raises(TooLarge, match="shorter reach"):
        Grid(2000, 2000, reach=5)
    assert len(Grid(500, 1, "hex", reach=10**9).neighbours(0, 0)) == 499


@given(examples.grids())
def test_repr_makes_the_grid_again(grid: Grid) -> None:
    assert eval(repr(grid)) == grid


@given(examples.grids())
def test_a_grid_survives_pickling_without_its_tables(grid: Grid) -> None:
    bare = len(pickle.dumps(grid))
    _ = grid.adjacency, grid.exists
    assert len(pickle.dumps(grid)) == bare
    assert pickle.loads(pickle.dumps(grid)) == grid


def test_a_grid_beyond_the_usual_limits_survives_pickling_too() -> None:
    grid = Grid(1000, 1000, reach=5, max_cells=100_000_000)
    assert pickle.loads(pickle.dumps(grid)) == grid


def test_a_reach_that_reaches_everything_is_as_good_as_any_longer_one() -> None:
    assert Grid(3, 4, reach=10**5000) == Grid(3, 4, reach=7)


def test_a_topology_that_is_defined_again_counts_from_then_on() -> None:
    def up_and_down(row: IntArray, col: IntArray, shape: tuple[int, int], reach: int) -> Iterator[Places]:
        yield from ((row + 1, col), (row - 1, col))

    def left_and_right(row: IntArray, col: IntArray, shape: tuple[int, int], reach: int) -> Iterator[Places]:
        yield from ((row, col + 1), (row, col - 1))

    try:
        for rule, expected in ((up_and_down, {(0, 1), (2, 1)}), (left_and_right, {(1, 0), (1, 2)})):
            TOPOLOGIES["line"] = rule
            assert Grid(3, 3, "line").neighbours(1, 1) == expected
    finally:
        del TOPOLOGIES["line"]


def test_a_table_made_in_parts_is_the_same_as_one_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Grid(20, 21, "hex", 2).adjacency
    monkeypatch.setattr("minemind.topology.LINKS_AT_A_TIME", 100)
    monkeypatch.setattr("minemind.grid.SHARED_LINKS", 0)
    parts = Grid(20, 21, "hex", 2).adjacency
    assert all(np.array_equal(a, b) for a, b in zip(whole, parts, strict=True))


def test_equal_grids_of_common_size_share_their_neighbours() -> None:
    assert Grid(16, 30).adjacency is Grid(16, 30).adjacency


def test_arrays_are_read_only() -> None:
    grid = Grid(3, 3)
    for array in (*grid.adjacency, grid.exists, grid.indices, grid.degrees):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
