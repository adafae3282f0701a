"""The exact analysis, compared with three oracles that share nothing with it."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import minemind as mm
from minemind.board import HIDDEN
from tests.oracle import branching, geometry, literal, views
from tests.solve.boards import literal_truth, random_board

POSITIONS = Path(__file__).parent.parent / "data" / "positions"

CLOSE = 1e-12


@pytest.mark.parametrize(
    ("rows", "cols", "are_there"),
    [(3, 3, 11_000), (3, 4, 263_288), (2, 5, 24_152), pytest.param(2, 6, 186_812, marks=pytest.mark.long)],
)
@pytest.mark.parametrize("images", ["first", pytest.param("others", marks=pytest.mark.long)])
def test_every_view_of_a_small_board(rows: int, cols: int, are_there: int, images: str) -> None:
    """One of a view and its mirror images is enough, as the engine knows no directions; long tests take all."""
    grid = mm.Grid(rows, cols)
    seen = 0
    for shown, mines, solutions, mined in views.buckets(rows, cols):
        seen += 1
        if views.is_first_of_its_mirror_images(shown, rows, cols) != (images == "first"):
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
    assert seen == are_there


@pytest.mark.parametrize("seed", range(20))
def test_random_boards_of_every_kind(seed: int) -> None:
    rng = random.Random(seed)
    impossible = 0
    for _ in range(1_000):
        board = random_board(rng)
        truth = literal_truth(board)
        if truth is None:
            impossible += 1
            with pytest.raises(mm.Impossible):
                mm.analyse(board)
            continue
        check(mm.analyse(board), truth)
    assert 0 < impossible < 500


def check(analysis: mm.solve.Exact, truth: literal.Truth) -> None:
    board = analysis.board
    assert analysis.solutions == truth.solutions, board
    for cell, probability in truth.probability.items():
        mean = truth.mean[cell]
        if probability is None or mean is None:
            assert np.isnan(analysis.probability[cell])
            continue
        assert abs(analysis.probability[cell] - probability) < CLOSE, (board, cell)
        assert abs(analysis.expected[cell] - mean) < 1e-11, (board, cell)
        assert (cell in analysis.safe) == (probability == 0) == (analysis.probability[cell] == 0)
        assert (cell in analysis.mines) == (probability == 1) == (analysis.probability[cell] == 1)
        if board.mines is None and board.density is None and touches_the_unknown(analysis, cell):
            with pytest.raises(mm.InvalidValue, match="probability is unknown"):
                analysis.numbers(*cell)
            continue
        numbers = analysis.numbers(*cell)
        assert set(numbers.shown) == set(truth.shown[cell]), (board, cell)
        assert all(abs(numbers.shown[n] - odds) < CLOSE for n, odds in truth.shown[cell].items()), (board, cell)


def touches_the_unknown(analysis: mm.solve.Exact, cell: tuple[int, int]) -> bool:
    around = analysis.board.grid.neighbours(*cell)
    return cell not in analysis.mines and any(
        analysis.board.hidden[other] and np.isnan(analysis.probability[other]) for other in around
    )


# This oracle cannot solve the lattice, and needs half a minute for the long component.
LARGER = [path for path in sorted(POSITIONS.glob("*.txt")) if not path.stem.startswith("hard")]


@pytest.mark.parametrize("path", LARGER, ids=lambda path: path.stem)
def test_larger_positions_in_big_integers(path: Path) -> None:
    board = mm.Board.parse(path.read_text())
    assert board.mines is not None
    around = geometry.neighbours(*board.grid.shape)
    numbers = {(c.row, c.col): int(board.faces[c]) for c in board.grid if board.opened[c]}
    solutions, probability = branching.solve(around, numbers, board.mines)
    analysis = mm.analyse(board)
    assert analysis.solutions == solutions
    for cell, exact in probability.items():
        assert abs(analysis.probability[cell] - exact) < 1e-11
    assert analysis.safe == {cell for cell, exact in probability.items() if exact == 0}
    assert analysis.mines == {cell for cell, exact in probability.items() if exact == 1}


def count_suite() -> list[tuple[str, int, list[int]]]:
    text = (POSITIONS.parent / "counts.txt").read_text()
    entries = []
    for block in text.split("\n\n")[1:]:
        *board, solutions, mined = block.strip().split("\n")
        entries.append(("\n".join(board), int(solutions.split()[1]), [int(n) for n in mined.split()[1:]]))
    return entries


def test_the_count_suite() -> None:
    entries = count_suite()
    assert len(entries) >= 500
    for text, solutions, mined in entries:
        analysis = mm.analyse(mm.Board.parse(text))
        assert analysis.solutions == solutions
        probabilities = analysis.probability[analysis.board.hidden]
        assert [round(float(p) * solutions) for p in probabilities] == mined


def test_a_position_whose_counts_are_known_from_elsewhere() -> None:
    text = ".2...\n.....\n.3...\n.2.4.\n....."
    assert mm.analyse(mm.Board.parse(text, mines=8)).solutions == 2490
    assert mm.analyse(mm.Board.parse(text, mines=8, max_per_cell=2)).solutions == 1_127_520


def test_layouts_are_drawn_from_all_that_agree_each_as_often() -> None:
    # Two components, three cells that no number sees, and a count that ties them together: 78 solutions.
    board = mm.Board.parse("3 6 4\n.1....\n.2.1..\n......")
    analysis = mm.analyse(board)
    draws = 60 * analysis.solutions
    seen: dict[str, int] = {}
    for seed in range(draws):
        layout = analysis.draw(seed)
        assert layout.mines == 4
        assert all(layout.numbers[cell] == board.numbers[cell] for cell in board.grid if board.opened[cell])
        seen[str(layout)] = seen.get(str(layout), 0) + 1
    assert len(seen) == analysis.solutions
    deviation = sum((count - 60) ** 2 / 60 for count in seen.values())
    freedom = analysis.solutions - 1
    assert abs(deviation - freedom) < 5 * (2 * freedom) ** 0.5


def test_slots_are_drawn_each_as_often_with_several_mines_in_a_cell() -> None:
    analysis = mm.analyse(mm.Board.parse("1 4 3 k=2\n.2.."))
    twice = sum(int(analysis.draw(seed).counts[0, 0] == 2) for seed in range(4000))
    # Of the six pairs of slots in (0, 0) and (0, 2), one fills (0, 0).
    assert abs(twice - 4000 / 6) < 5 * (4000 * 5 / 36) ** 0.5


def test_a_layout_cannot_be_drawn_without_a_count() -> None:
    with pytest.raises(mm.InvalidValue, match="the mine count is unknown"):
        mm.analyse(mm.Board.parse("1 3 ?\n.1.")).draw(1)
