"""The board as simultaneous equations."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

import minemind as mm
from minemind.solve.methods.matrix import Equations, Variable, equations

KNOWN = "#2###\n#####\n#3###\n#2#4#\n#####"

# Groups in reading order of their first cells, the outside among them.
SOLUTIONS = {
    (1, 2, 1, 0, 2, 2, 0, 0),
    (1, 1, 1, 1, 1, 3, 0, 0),
    (1, 0, 1, 2, 0, 4, 0, 0),
    (0, 1, 2, 0, 1, 3, 1, 0),
    (0, 0, 2, 1, 0, 4, 1, 0),
    (0, 2, 2, 0, 1, 2, 0, 1),
    (0, 1, 2, 1, 0, 3, 0, 1),
}


def known(per_cell: int = 1) -> mm.solve.Problem:
    return mm.solve.Problem(mm.Board.parse(KNOWN, mines=8, max_per_cell=per_cell))


def test_a_known_board_has_its_equations() -> None:
    system = equations(known())
    assert len(equations(known(), collapse=False).variables) == 21
    assert len(system.variables) == 8
    assert str(system).splitlines() == [
        "[1 · 1 · · · · · | 2 ]  2 at (0, 1)",
        "[· · 1 1 1 · · · | 3 ]  3 at (2, 1)",
        "[· · · 1 1 · 1 1 | 2 ]  2 at (3, 1)",
        "[· · · · 1 1 · 1 | 4 ]  4 at (3, 3)",
        "[1 1 1 1 1 1 1 1 | 8 ]  mine count",
    ]


def test_a_known_board_is_reduced_to_its_fixed_variables() -> None:
    reduced = equations(known()).reduced()
    # g1 = 1 - g7 - g8, g2 = 4 - g6, g3 = 1 + g7 + g8, g4 = -2 + g6 - g7, g5 = 4 - g6 - g8
    assert reduced.rows == (
        (1, 0, 0, 0, 0, 0, 1, 1, 1),
        (0, 1, 0, 0, 0, 1, 0, 0, 4),
        (0, 0, 1, 0, 0, 0, -1, -1, 1),
        (0, 0, 0, 1, 0, -1, 1, 0, -2),
        (0, 0, 0, 0, 1, 1, 0, 1, 4),
    )
    assert (reduced.fixed, reduced.free) == ((0, 1, 2, 3, 4), (5, 6, 7))
    assert reduced.bounds == (4, 1, 1)
    assert (reduced.tuples, reduced.loose_tuples) == (20, 36)
    assert reduced.redundant == ()


@pytest.mark.parametrize("per_cell", [1, 2, 3])
def test_a_known_board_has_its_solutions_whatever_fits_in_a_cell(per_cell: int) -> None:
    assert set(equations(known(per_cell)).reduced().solutions()) == SOLUTIONS


def test_numbers_that_say_the_same_are_redundant() -> None:
    reduced = equations(mm.solve.Problem(mm.Board.parse("1 2 ?\n..\n", mines=None))).reduced()
    assert reduced.redundant == ()
    reduced = equations(mm.solve.Problem(mm.Board.parse("2 2 ?\n..\n11"))).reduced()
    assert reduced.redundant == ("1 at (1, 1)",)
    assert "1 at (1, 1) follows from the others" in mm.analyse(mm.Board.parse("2 2 ?\n..\n11"), "matrix").notes


def test_no_solution_one_and_many() -> None:
    with pytest.raises(mm.Impossible):
        system([[1, 1, 1], [1, 1, 2]]).reduced()
    assert list(system([[1, 1, 2], [0, 1, 1]]).reduced().solutions()) == [(1, 1)]
    assert list(system([[1, 1, 1]]).reduced().solutions()) == [(1, 0), (0, 1)]
    # A single solution is none where it is not whole, or out of bounds.
    assert list(system([[2, 0, 1], [0, 1, 1]]).reduced().solutions()) == []
    assert list(system([[1, 1, 1], [1, -1, 3]]).reduced().solutions()) == []


def system(rows: list[list[int]], most: int = 1) -> Equations:
    variables = tuple(Variable((mm.Cell(0, i),), most, most) for i in range(len(rows[0]) - 1))
    return Equations(variables, tuple(map(tuple, rows)), tuple(map(str, range(len(rows)))))


@pytest.mark.parametrize("seed", range(3))
def test_reduction_changes_no_solution(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        width = rng.randint(1, 5)
        rows = [[rng.randint(-2, 3) for _ in range(width)] for _ in range(rng.randint(0, 4))]
        hidden = [rng.randint(0, 2) for _ in range(width)]
        right = [sum(a * b for a, b in zip(row, hidden, strict=True)) + (rng.random() < 0.1) for row in rows]
        if not rows:
            continue
        whole = [[*row, value] for row, value in zip(rows, right, strict=True)]
        expected = {
            values
            for values in itertools.product(range(3), repeat=width)
            if all(sum(a * b for a, b in zip(row[:-1], values, strict=True)) == row[-1] for row in whole)
        }
        try:
            reduced = system(whole, most=2).reduced()
        except mm.Impossible:
            assert not expected
            continue
        assert set(reduced.solutions()) == expected
        assert len(reduced.rows) == rank(whole)


def rank(rows: list[list[int]]) -> int:
    """By fractions, of the rows with their right-hand sides."""
    left, found = [[Fraction(entry) for entry in row] for row in rows], 0
    for column in range(len(rows[0])):
        pivot = next((row for row in left[found:] if row[column]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        left.insert(found, pivot)
        for i in range(found + 1, len(left)):
            factor = left[i][column] / pivot[column]
            left[i] = [a - factor * b for a, b in zip(left[i], pivot, strict=True)]
        found += 1
    return found


def test_what_is_too_large_is_refused_before_it_is_begun() -> None:
    board = mm.Board.parse("7 40 ?\n" + "\n".join(["." * 40, ".2" * 20] * 3 + ["." * 40]))
    with pytest.raises(mm.TooHard, match="tuples of values, more than the limit of 2,000,000"):
        mm.analyse(board, "matrix")
    huge = mm.Board.parse("\n".join(["." * 100, ".2" * 50] * 50))
    with pytest.raises(mm.TooHard, match="make a matrix of more than 1,000,000 entries"):
        mm.analyse(huge, "matrix")
