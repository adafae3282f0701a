"""Certain cells by a SAT solver: complete, the mine count included, on boards of any size."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import minemind as mm
from tests.solve.lattice import lattice

POSITIONS = Path(__file__).parents[2] / "data" / "positions"


@pytest.mark.parametrize("rows", [30, 60])
def test_large_boards_are_solved_completely(rows: int) -> None:
    game = mm.Game(rows=rows, cols=rows, mines=rows * rows // 5, seed=3)
    game.open(rows // 2, rows // 2)
    for corner in ((0, 0), (0, rows - 1), (rows - 1, 0)):
        if game.state is mm.State.PLAYING:
            game.open(*corner)
    board = game.board
    exact, found = mm.analyse(board), mm.analyse(board, "sat")
    assert (found.safe, found.mines) == (exact.safe, exact.mines)


def test_wide_components_are_within_reach() -> None:
    board = lattice(13, 13, seed=2, density=0.3)
    exact, found = mm.analyse(board), mm.analyse(board, "sat")
    assert (found.safe, found.mines) == (exact.safe, exact.mines)


@pytest.mark.parametrize(
    ("text", "safe", "mines"),
    [
        ("1 5 1\n.1...", {(0, 3), (0, 4)}, set()),  # the frontier needs the only mine
        ("1 5 3\n.1...", set(), {(0, 3), (0, 4)}),  # what it does not need fills the rest
        ("1 5 0\n.....", {(0, i) for i in range(5)}, set()),
        ("1 2 2\n..", set(), {(0, 0), (0, 1)}),
        ("1 6 3 k=2\n.1....", set(), set()),
        ("1 5 4 k=2\n.1...", set(), {(0, 3), (0, 4)}),  # three mines in two cells of two slots
    ],
)
def test_the_mine_count_is_heard(text: str, safe: set[mm.Cell], mines: set[mm.Cell]) -> None:
    board = mm.Board.parse(text)
    exact, found = mm.analyse(board), mm.analyse(board, "sat")
    assert (found.safe, found.mines) == (exact.safe, exact.mines)
    assert (found.safe, found.mines) == (safe, mines)


def test_it_gives_no_probabilities() -> None:
    found = mm.analyse(mm.Board.parse("1 5 1\n.1..."), "sat")
    assert np.isnan(found.probability[0, 0])
    assert found.solutions is None


def test_every_position_of_a_game_agrees_with_the_engine() -> None:
    for path in sorted(POSITIONS.glob("*.txt"))[::20]:
        board = mm.Board.parse(path.read_text())
        exact, found = mm.analyse(board), mm.analyse(board, "sat")
        assert (found.safe, found.mines) == (exact.safe, exact.mines), path.name
