"""The compiled modules: their stubs, their one importer, and that they refuse what would read out of bounds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from minemind import Grid, _native
from minemind.deadline import Deadline
from minemind.errors import TooHard

SOURCES = Path(__file__).parent.parent / "src"


@pytest.mark.parametrize("module", ["_minemind_engine", "_minemind_testing"])
def test_the_committed_stub_is_what_the_module_offers(tmp_path: Path, module: str) -> None:
    made = tmp_path / f"{module}.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", module, "-o", str(made)]
    subprocess.run(command, check=True)
    committed = SOURCES / made.name
    assert made.read_text() == committed.read_text(), f"renew it with: {' '.join(command[1:-1])} {committed}"


def test_nothing_of_the_engine_is_leaked() -> None:
    program = """
import minemind as mm
from _minemind_testing import warn_of_leaks
warn_of_leaks(True)
for grid in (mm.Grid(9, 9), mm.Grid(400, 400), mm.Grid(5, 5, "hex", holes=[(0, 0)])):
    game = mm.Game(grid=grid, mines=3, seed=1)
    game.open(4, 4)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""


def graph(**changed: Any) -> _native.Graph:
    grid = Grid(3, 3)
    arrays: dict[str, Any] = {**grid.adjacency._asdict(), "cells": grid.indices, "cols": 3, **changed}
    return _native.Graph(**arrays)


def integers(*values: int) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.array(values, dtype=np.int32)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"offsets": integers()}, "offsets must ascend"),
        ({"offsets": integers(0, 50, 40)}, "offsets must ascend"),
        ({"offsets": integers(0, 10**9, 10**9)}, "offsets must ascend"),
        ({"offsets": integers(0, 1), "targets": integers(1)}, "a neighbour that does not exist"),
        ({"cells": integers(0, 9)}, "a cell that does not exist"),
        ({"cells": integers(-1)}, "a cell that does not exist"),
        ({"cells": integers(3, 3)}, "cells must ascend"),
        ({"cols": 0}, "no columns"),
    ],
)
def test_a_graph_refuses_what_would_read_out_of_bounds(wrong: dict[str, Any], says: str) -> None:
    assert graph() is not None
    with pytest.raises(ValueError, match=says):
        graph(**wrong)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"mines": 9}, "more mines than slots"),
        ({"mines": 10, "rule": "any"}, "more mines than slots"),
        ({"graph": graph(cells=integers())}, "no such cell"),
        ({"graph": graph(cells=integers(4)), "mines": 1}, "more mines than slots"),
        ({"per_cell": 0}, "too many slots"),
        ({"per_cell": 2**32 - 1}, "too many slots"),
        ({"first": 9}, "no such cell"),
        ({"first": -7}, "no such cell"),
    ],
)
def test_dealing_refuses_what_does_not_fit(wrong: dict[str, Any], says: str) -> None:
    deal: dict[str, Any] = {
        "graph": graph(),
        "mines": 3,
        "per_cell": 1,
        "first": 4,
        "rule": "safe",
        "seed": 1,
        "deadline": Deadline(),
    }
    assert _native.deal_layout(**deal).sum() == 3
    with pytest.raises(ValueError, match=says):
        _native.deal_layout(**{**deal, **wrong})


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"mines": 9}, "more mines than slots"),
        ({"per_cell": 0}, "too many slots"),
        ({"first": 9}, "no such cell"),
        ({"first": -1}, "no such cell"),
        ({"rule": "any"}, "the first click must be promised to be safe"),
        ({"graph": graph(cells=integers())}, "no such cell"),
    ],
)
def test_dealing_without_a_guess_refuses_what_does_not_fit(wrong: dict[str, Any], says: str) -> None:
    deal: dict[str, Any] = {
        "graph": graph(),
        "mines": 1,
        "per_cell": 1,
        "first": 0,
        "rule": "safe",
        "seed": 1,
        "way": "uniform",
        "grades": None,
        "budget": 1000,
        "deadline": Deadline(),
    }
    assert _native.deal_no_guess(**deal).mines.sum() == 1
    with pytest.raises(ValueError, match=says):
        _native.deal_no_guess(**{**deal, **wrong})


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"numbers": integers(0)}, "a number for every cell"),
        ({"faces": integers(-1)}, "a face for every cell"),
        ({"start": integers(9)}, "no such cell"),
        ({"start": integers(-1)}, "no such cell"),
    ],
)
def test_flooding_refuses_what_does_not_fit(wrong: dict[str, Any], says: str) -> None:
    flood: dict[str, Any] = {
        "graph": graph(),
        "numbers": integers(*[0] * 9),
        "faces": integers(*[-1] * 9),
        "start": integers(4),
        "expansion": "bfs",
    }
    assert _native.flood(**flood).tolist() == [4, 0, 1, 2, 3, 5, 6, 7, 8]
    with pytest.raises(ValueError, match=says):
        _native.flood(**{**flood, **wrong})


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"mines": integers(0)}, "a mine count for every cell"),
        ({"mines": integers(*[0] * 8, -1)}, "fewer mines than none"),
        ({"mines": integers(*[2**30] * 2, *[0] * 7)}, "too many mines"),
        ({"orders": integers(0)}, "every cell for each order"),
        ({"orders": integers(*range(9), 0)}, "every cell for each order"),
        ({"orders": integers(*[0] * 9)}, "every cell once in an order"),
        ({"orders": integers(*range(9), *[0] * 9)}, "every cell once in an order"),
        ({"orders": integers(*range(8), 9)}, "every cell once in an order"),
        ({"orders": integers(*range(8), -1)}, "every cell once in an order"),
        ({"graph": graph(cells=integers(0, 1)), "orders": integers(0, 2)}, "every cell once in an order"),
        ({"graph": graph(cells=integers()), "orders": integers()}, "every cell for each order"),
    ],
)
def test_zini_refuses_what_does_not_fit(wrong: dict[str, Any], says: str) -> None:
    asked: dict[str, Any] = {
        "graph": graph(),
        "mines": integers(*[0] * 4, 1, *[0] * 4),
        "orders": integers(*range(9), *reversed(range(9))),
        "form": "greedy",
        "deadline": Deadline(),
    }
    assert _native.zini(**asked) == [5, 5]
    assert _native.zini(**{**asked, "orders": integers()}) == []
    with pytest.raises(ValueError, match=says):
        _native.zini(**{**asked, **wrong})


def test_3bv_refuses_what_does_not_fit() -> None:
    assert _native.three_bv(graph(), integers(*[0] * 9), Deadline()) == (1, 0, 1)
    assert _native.three_bv(graph(cells=integers()), integers(*[0] * 9), Deadline()) == (0, 0, 0)
    with pytest.raises(ValueError, match="a mine count for every cell"):
        _native.three_bv(graph(), integers(*[0] * 8), Deadline())


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"numbers": integers(0)}, "a number for every cell"),
        ({"faces": integers(-1)}, "a face for every cell"),
        ({"per_cell": 0}, "no mines fit into a cell"),
    ],
)
def test_opening_what_is_obvious_refuses_what_does_not_fit(wrong: dict[str, Any], says: str) -> None:
    given: dict[str, Any] = {
        "graph": graph(),
        "numbers": integers(1, 1, 0, 1, 1, 0, 0, 0, 0),  # one mine, in the corner
        "faces": integers(-1, 1, -1, -1, 1, -1, -1, -1, 0),
        "per_cell": 1,
        "deadline": Deadline(),
    }
    done = _native.open_obvious(**given)
    assert (done.cells.tolist(), done.areas.tolist(), done.rounds) == ([5], [5], 1)
    assert sorted(done.opened.tolist()) == [2, 3, 5, 6, 7]
    with pytest.raises(ValueError, match=says):
        _native.open_obvious(**{**given, **wrong})


def test_opening_what_is_obvious_survives_faces_that_no_layout_explains() -> None:
    rng, grid = np.random.default_rng(1), Grid(8, 8)
    for _ in range(300):
        faces, numbers = (rng.integers(low, 9, 64).astype(np.int32) for low in (-3, 0))
        done = _native.open_obvious(grid.graph, faces=faces, numbers=numbers, per_cell=1, deadline=Deadline())
        assert done.areas.sum() == len(done.opened) == len(set(done.opened.tolist()))
        assert (faces[done.opened] < 0).all()


def test_the_engine_takes_arrays_of_32_bit_integers_only() -> None:
    with pytest.raises(TypeError):
        graph(cells=np.arange(9.0))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"mines": integers(0)}, "a mine count for every cell"),
        ({"mines": integers(2, *[0] * 8)}, "more mines than fit into a cell, or fewer than none"),
        ({"mines": integers(-1, *[0] * 8)}, "more mines than fit into a cell, or fewer than none"),
        ({"per_cell": 0}, "no mines fit into a cell"),
        ({"start": 0}, "the start is not a free cell"),
        ({"start": 9}, "the start is not a free cell"),
        ({"start": -1}, "the start is not a free cell"),
    ],
)
def test_an_easiest_path_refuses_what_does_not_fit(wrong: dict[str, Any], says: str) -> None:
    given: dict[str, Any] = {
        "graph": graph(),
        "mines": integers(1, *[0] * 8),
        "per_cell": 1,
        "start": 8,
        "work": 1_000_000,
        "deadline": Deadline(),
    }
    moves, faces, is_cleared = _native.easiest_path(**given)
    assert (moves, faces.tolist(), is_cleared) == ([], [-1, 1, 0, 1, 1, 0, 0, 0, 0], True)
    with pytest.raises(ValueError, match=says):
        _native.easiest_path(**{**given, **wrong})


def test_proofs_on_a_path_that_take_too_much_work_are_refused() -> None:
    given: dict[str, Any] = {"per_cell": 1, "start": 0, "deadline": Deadline()}
    mines = integers(0, 0, 1, 0, 0, 0, 1, 0, 0)
    assert _native.easiest_path(graph(), mines, work=1_000_000, **given).is_cleared
    with pytest.raises(TooHard, match="its proofs are too hard to find"):
        _native.easiest_path(graph(), mines, work=10, **given)
