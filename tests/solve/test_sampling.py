"""Random solutions: each as likely as any other, and honest about their error."""

from __future__ import annotations

import math
import random
from collections import Counter

import numpy as np
import pytest

import minemind as mm
from minemind.solve import sampling
from minemind.solve.deadline import Deadline
from minemind.solve.rules import propagate
from tests.solve.boards import random_board
from tests.solve.lattice import lattice


def chi_square_limit(freedom: int) -> float:
    """What a chi-square of so many degrees passes once in some millions (Wilson and Hilferty)."""
    return freedom * (1 - 2 / (9 * freedom) + 5 * math.sqrt(2 / (9 * freedom))) ** 3


@pytest.mark.parametrize(
    "text",
    [
        "4 5 4\n.....\n.2.1.\n.....\n..1..",
        "3 8 7\n........\n.2.1.3..\n........",
        "3 7 ?\n.......\n.2.1.3.\n.......",
        "3 5 ? density=0.3\n.....\n.2.2.\n.....",
        "3 6 5 k=2\n......\n.3.2..\n......",
    ],
)
def test_the_groups_of_a_sample_are_as_frequent_as_their_placements(text: str) -> None:
    """Pearson's test of whole solutions against the weights that the engine gives them."""
    board = mm.Board.parse(text)
    problem = propagate(mm.Problem(board))
    samples = 20_000
    drawn = sampling._Board(problem, sampling._Words(1), Deadline()).draw(samples)
    cells = list(drawn)
    found = Counter(zip(*(drawn[group].tolist() for group in cells), strict=True))
    weights = {values: weight(board, problem, cells, values) for values in found}
    # All solutions, those that were not drawn included: the weights must add up to the engine's count.
    total = total_weight(board)
    missing = total - sum(weights.values())
    assert 0 <= missing / total < 1e-2
    expected = {values: samples * weight / total for values, weight in weights.items()}
    common = [values for values in expected if expected[values] >= 5]
    chi_square = sum((found[values] - expected[values]) ** 2 / expected[values] for values in common)
    assert len(common) > 2
    assert chi_square < chi_square_limit(len(common))


def weight(board: mm.Board, problem: mm.Problem, cells: list[tuple[mm.Cell, ...]], values: tuple[int, ...]) -> float:
    ways = math.prod(math.comb(len(group) * board.max_per_cell, x) for group, x in zip(cells, values, strict=True))
    odds = 1.0 if board.density is None else board.density / (1 - board.density)
    return ways * odds ** sum(values)


def total_weight(board: mm.Board) -> float:
    exact = mm.analyse(board)
    if board.density is None:
        return float(exact.solutions)
    odds = board.density / (1 - board.density)
    return math.prod(
        sum(ways * odds**mines for mines, ways in exact.ways(i).items()) for i in range(len(exact.components))
    )


def test_no_estimate_is_biased_on_games() -> None:
    """The errors of many groups, each in its own standard error, are those of a normal variable."""
    errors = []
    for seed in range(10):
        game = mm.Game.preset("expert", seed=seed)
        game.open(8, 15)
        exact = mm.analyse(game.board)
        found = mm.analyse(game.board, "sampling", samples=4_000, seed=seed)
        assert isinstance(found, mm.Inference)
        assert found.standard_error is not None
        for group in exact.groups:
            cell = group.cells[0]
            if not 0.02 < exact.probability[cell] < 0.98 or np.isnan(found.probability[cell]):
                continue
            errors.append((found.probability[cell] - exact.probability[cell]) / found.standard_error[cell])
    count = len(errors)
    assert count > 100
    assert max(map(abs, errors)) < 5
    assert abs(sum(errors)) / math.sqrt(count) < 5
    # Groups of a component depend on each other, which widens the spread of this sum, but not by ten.
    assert 0.5 < sum(error**2 for error in errors) / count < 2


def test_the_error_falls_with_the_samples() -> None:
    board = mm.Board.parse("3 7 5\n.......\n.2.1.3.\n.......")
    few, many = (mm.analyse(board, "sampling", samples=n) for n in (1_000, 16_000))
    assert isinstance(few, mm.Inference)
    assert isinstance(many, mm.Inference)
    assert few.standard_error is not None
    assert many.standard_error is not None
    assert 3 < few.standard_error[0, 0] / many.standard_error[0, 0] < 5


def test_the_same_seed_draws_the_same_and_another_does_not() -> None:
    board = mm.Board.parse("3 7 5\n.......\n.2.1.3.\n.......")
    once, again, other = (mm.analyse(board, "sampling", samples=500, seed=seed).probability for seed in (1, 1, 2))
    assert np.array_equal(once, again, equal_nan=True)
    assert not np.array_equal(once, other, equal_nan=True)
    # Pinned: the stream is numpy's PCG64, which never changes, and everything else is whole numbers.
    assert [round(float(p), 4) for p in once[0, :3]] == [0.3288, 0.3288, 0.1187]


def test_what_propagation_makes_certain_is_certain_and_has_no_error() -> None:
    found = mm.analyse(mm.Board.parse("1 5 ?\n.2.1."), "sampling", samples=10)
    assert isinstance(found, mm.Inference)
    assert found.mines == {(0, 0), (0, 2)}
    assert found.safe == {(0, 4)}
    assert found.standard_error is not None
    assert found.standard_error[0, 0] == 0


def test_large_components_are_left_alone() -> None:
    board = lattice(13, 13, seed=1, density=0.3)
    found = mm.analyse(board, "sampling", samples=10)
    assert any("above max_cells" in note for note in found.notes)


def test_too_many_draws_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "MAX_DRAWS", 10_000)
    with pytest.raises(mm.TooHard, match="too few agree with its numbers"):
        mm.analyse(lattice(9, 9, seed=1, density=0.3), "sampling", max_cells=999)


def test_boards_without_numbers_are_drawn_from_too() -> None:
    chance = random.Random(2)
    for _ in range(50):
        board = random_board(chance)
        try:
            found = mm.analyse(board, "sampling", samples=20)
        except mm.Impossible:
            continue
        known = ~np.isnan(mm.analyse(board).probability)
        assert np.array_equal(~np.isnan(found.probability), known)
    assert mm.analyse(mm.Board(mm.Grid(3, 3), mines=4), "sampling", samples=10).probability[0, 0] == pytest.approx(
        4 / 9
    )
