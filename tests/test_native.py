"""The door to the engine: what comes out is a value or one of the package's own errors."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import minemind as mm
from minemind import _native
from minemind.board import HIDDEN
from minemind.deadline import Deadline, Stop
from minemind.layout import Layout


def faces_of(grid: mm.Grid, numbers: dict[tuple[int, int], int]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    faces = np.full(grid.shape, HIDDEN, dtype=np.int32)
    for cell, number in numbers.items():
        faces[cell] = number
    return faces.reshape(-1)


def test_a_contradiction_names_the_numbers_by_their_indices() -> None:
    grid = mm.Grid(2, 4)
    with pytest.raises(_native.Contradiction) as caught:
        _native.analyse(grid.graph, faces_of(grid, {(0, 1): 7}), per_cell=1, deadline=Deadline())
    assert caught.value.indices == (1,)
    assert isinstance(caught.value, mm.Impossible)


def test_what_is_too_hard_says_where() -> None:
    grid = mm.Grid(7, 9, reach=3)
    with pytest.raises(
        mm.TooHard, match=r"the component around \(0, 1\) is too complex to count: it has too many hidden"
    ):
        _native.analyse(grid.graph, faces_of(grid, {(3, 4): 99}), per_cell=99, mines=200, deadline=Deadline())


def test_an_ending_that_is_too_hard_says_which_limits() -> None:
    analysis = mm.analyse(mm.Board.parse("3 5 4\n.....\n..1..\n....."))
    with pytest.raises(mm.TooHard, match=r"the limits are 10 solutions and 20 states; open more cells first"):
        _native.EndingParts(analysis._native, 10, 20, Deadline())


def test_a_stop_ends_a_deal() -> None:
    stop = Stop()
    stop.set()
    with stop, pytest.raises(mm.TooHard, match="stopped before it was finished"):
        Layout.deal(mm.Grid(600, 600), 100_000, seed=1)


def test_who_plays_for_a_deadline_that_has_passed_hears_of_its_limit() -> None:
    analysis = mm.analyse(mm.Board.parse("3 5 4\n.....\n..1..\n....."))
    rank = analysis.board.grid.rank
    late = Deadline(1e-9)
    with pytest.raises(mm.TooHard, match="time limit of 1e-09 s"):
        _native.play_off(
            analysis._native,
            analysis.board.faces.reshape(-1),
            rank,
            [0, 1],
            work=10**9,
            most_games=100_000,
            seed=1,
            thinks=True,
            deadline=late,
        )


def test_what_only_tests_use_is_no_part_of_the_engine() -> None:
    engine, testing = map(import_module, ("_minemind_engine", "_minemind_testing"))
    for name in ("Lru", "clock_analysis", "play_one", "warn_of_leaks"):
        assert hasattr(testing, name)
        assert not hasattr(engine, name)


def test_the_engine_reads_arrays_that_nobody_may_write_to() -> None:
    grid = mm.Grid(1, 3)
    faces = faces_of(grid, {(0, 0): 1})
    faces.flags.writeable = False
    assert _native.propagate(grid.graph, faces, 1, Deadline()).tolist() == [-2, 1, -1]


@pytest.mark.parametrize(
    "given",
    [
        np.zeros(3, dtype=np.int64),
        np.zeros(3, dtype=np.uint32),
        np.zeros(3, dtype=np.float32),
        np.zeros(3, dtype=">i4"),
        np.zeros(6, dtype=np.int32)[::2],
        np.zeros((1, 3), dtype=np.int32),
        [0, 0, 0],
        None,
    ],
    ids=["wide", "unsigned", "float", "swapped", "strided", "two dimensions", "list", "none"],
)
def test_the_engine_refuses_arrays_that_it_cannot_read_where_they_lie(given: Any) -> None:
    with pytest.raises(TypeError, match="incompatible function arguments"):
        _native.propagate(mm.Grid(1, 3).graph, given, 1, Deadline())
