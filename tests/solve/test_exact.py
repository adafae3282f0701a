"""The exact analysis against three second opinions that share nothing with it."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import minemind as mm
from minemind.board import HIDDEN, flag_face
from tests.oracle import branching, geometry, literal, views

POSITIONS = Path(__file__).parent.parent / "data" / "positions"

CLOSE = 1e-12


@pytest.mark.parametrize(
    ("rows", "cols", "part"), [(3, 3, 0), *((3, 4, part) for part in range(4)), *((2, 6, part) for part in range(4))]
)
def test_every_view_of_a_small_board(rows: int, cols: int, part: int) -> None:
    grid = mm.Grid(rows, cols)
    parts = 1 if (rows, cols) == (3, 3) else 4
    for number, (shown, mines, solutions, mined) in enumerate(views.buckets(rows, cols)):
        if number % parts != part:
            continue
        faces = np.full(rows * cols, HIDDEN, dtype=np.int32)
        faces[list(shown)] = list(shown.values())
        analysis = mm.analyse(mm.Board(grid, faces.reshape(rows, cols), mines=mines))
        hidden = [i for i in range(rows * cols) if i not in shown]
        assert analysis.solutions == solutions
        probability = analysis.probability.reshape(-1)
        assert max((abs(probability[i] - mined[i] / solutions) for i in hidden), default=0) < CLOSE
        assert analysis.safe == {divmod(i, cols) for i in hidden if mined[i] == 0}
        assert analysis.mines == {divmod(i, cols) for i in hidden if mined[i] == solutions}


def test_the_small_boards_are_all_there() -> None:
    assert sum(1 for shape in ((3, 3), (3, 4), (2, 6)) for _ in views.buckets(*shape)) == 461_100


def random_board(chance: random.Random) -> mm.Board:
    """A board of some small game, partly open, partly flagged, rightly or not."""
    per_cell = chance.choice([1, 1, 1, 2, 3])
    most_hidden = {1: 12, 2: 7, 3: 5}[per_cell]
    while True:
        rows, cols = chance.randint(1, 6), chance.randint(1, 6)
        holes = [(r, c) for r in range(rows) for c in range(cols) if chance.random() < 0.1]
        if len(holes) < rows * cols:
            break
    grid = mm.Grid(rows, cols, chance.choice(["square", "torus", "hex"]), chance.choice([1, 1, 2]), holes)
    counts = np.zeros(grid.shape, dtype=np.int32)
    density = chance.choice([0.1, 0.2, 0.4])
    for cell in grid:
        counts[cell] = sum(chance.random() < density for _ in range(per_cell))
    layout = mm.Layout(grid, counts, max_per_cell=per_cell)
    faces = np.full(grid.shape, HIDDEN, dtype=np.int32)
    closed = list(grid)
    chance.shuffle(closed)
    wanted = chance.randint(0, most_hidden)
    for cell in list(closed):
        if len(closed) <= wanted:
            break
        if not counts[cell]:
            faces[cell] = layout.numbers[cell] + (chance.random() < 0.01)
            closed.remove(cell)
    for cell in closed[:]:
        if len(closed) > most_hidden or chance.random() < 0.1:
            faces[cell] = flag_face(counts[cell] if counts[cell] and chance.random() < 0.9 else 1)
            closed.remove(cell)
    count = chance.choice(["known", "known", "unknown", "density"])
    return mm.Board(
        grid,
        faces,
        mines=layout.mines if count == "known" else None,
        density=0.25 if count == "density" else None,
        max_per_cell=per_cell,
    )


@pytest.mark.parametrize("seed", range(20))
def test_random_boards_of_every_kind(seed: int) -> None:
    chance = random.Random(seed)
    impossible = 0
    for _ in range(1_000):
        board = random_board(chance)
        truth = literal_truth(board)
        if truth is None:
            impossible += 1
            with pytest.raises(mm.Impossible):
                mm.analyse(board)
            continue
        check(mm.analyse(board), truth)
    assert 0 < impossible < 500


def literal_truth(board: mm.Board) -> literal.Truth | None:
    grid = board.grid
    holes = frozenset((hole.row, hole.col) for hole in grid.holes)
    around = geometry.neighbours(*grid.shape, grid.topology, grid.reach, holes)
    numbers = {(c.row, c.col): int(board.faces[c]) for c in grid if board.opened[c]}
    flags = {(c.row, c.col): int(board.flags[c]) for c in grid if board.flags[c]}
    density = None if board.density is None else Fraction(board.density)
    return literal.solve(around, numbers, flags, per_cell=board.max_per_cell, mines=board.mines, density=density)


def check(analysis: mm.Analysis, truth: literal.Truth) -> None:
    board = analysis.board
    assert analysis.solutions == truth.solutions, board
    for cell, chance in truth.chance.items():
        mean = truth.mean[cell]
        if chance is None or mean is None:
            assert np.isnan(analysis.probability[cell])
            continue
        assert abs(analysis.probability[cell] - chance) < CLOSE, (board, cell)
        assert abs(analysis.expected[cell] - mean) < 1e-11, (board, cell)
        assert (cell in analysis.safe) == (chance == 0) == (analysis.probability[cell] == 0)
        assert (cell in analysis.mines) == (chance == 1) == (analysis.probability[cell] == 1)
        if board.mines is None and board.density is None and touches_the_unknown(analysis, cell):
            with pytest.raises(mm.InvalidValue, match="nothing is known of"):
                analysis.numbers(*cell)
            continue
        numbers = analysis.numbers(*cell)
        assert set(numbers.shown) == set(truth.shown[cell]), (board, cell)
        assert all(abs(numbers.shown[n] - odds) < CLOSE for n, odds in truth.shown[cell].items()), (board, cell)


def touches_the_unknown(analysis: mm.Analysis, cell: tuple[int, int]) -> bool:
    around = analysis.board.grid.neighbours(*cell)
    return cell not in analysis.mines and any(
        analysis.board.hidden[other] and np.isnan(analysis.probability[other]) for other in around
    )


LARGER = sorted(POSITIONS.glob("*.txt"))


@pytest.mark.parametrize("path", LARGER, ids=lambda path: path.stem)
def test_larger_positions_in_big_integers(path: Path) -> None:
    board = mm.Board.parse(path.read_text())
    assert board.mines is not None
    around = geometry.neighbours(*board.grid.shape)
    numbers = {(c.row, c.col): int(board.faces[c]) for c in board.grid if board.opened[c]}
    solutions, chance = branching.solve(around, numbers, board.mines)
    analysis = mm.analyse(board)
    assert analysis.solutions == solutions
    for cell, exact in chance.items():
        assert abs(analysis.probability[cell] - exact) < 1e-11
    assert analysis.safe == {cell for cell, exact in chance.items() if exact == 0}
    assert analysis.mines == {cell for cell, exact in chance.items() if exact == 1}
