"""The quick estimate, rule by rule."""

from __future__ import annotations

import math

import pytest

import minemind as mm
from minemind.solve.local import ASSUMED_DENSITY


def local(text: str) -> mm.Analysis:
    return mm.analyse(mm.Board.parse(text), "local")


def test_a_all_flags_are_there_and_the_rest_is_safe() -> None:
    assert local("1 3 ?\n!1.").safe == {(0, 2)}


def test_b_all_that_is_hidden_is_needed() -> None:
    found = local("1 3 ?\n.2.")
    assert found.mines == {(0, 0), (0, 2)}
    assert found.probability[0, 0] == 1


def test_c_numbers_are_averaged_by_their_hidden_cells() -> None:
    found = local("1 5 ?\n.1.1.")
    assert found.probability[0, 0] == 1 / 2
    # The 1 misses one mine in 2 cells, the 2 two in 3: a cell that both see gets 3 in 5.
    found = local("2 4 ?\n....\n1_2_")
    seen_by_both = (1 + 2) / (2 + 3)
    assert found.probability[0, 0] == 1 / 2
    assert found.probability[0, 1] == seen_by_both
    assert found.probability[0, 2] == 2 / 3


def test_d_elsewhere_the_density_counts() -> None:
    assert local("1 6 2\n.1....").probability[0, 5] == 2 / 5
    assert local("1 6 3\n!1....").probability[0, 5] == 2 / 4
    assert local("1 6 ? density=0.25\n.1....").probability[0, 5] == 0.25


def test_d_an_unknown_count_is_an_assumption_and_says_so() -> None:
    found = local("1 6 ?\n.1....")
    assert found.probability[0, 5] == ASSUMED_DENSITY == 0.15
    assert found.notes == ("the mine count is unknown: a density of 0.15 is assumed elsewhere",)
    assert local("1 6 2\n.1....").notes == ()


def test_with_several_mines_per_cell_a_chance_is_of_any_mine() -> None:
    found = local("1 3 ? k=2\n.2.")
    assert found.expected[0, 0] == 1
    assert found.probability[0, 0] == pytest.approx(3 / 4)


def test_with_several_mines_per_cell_a_number_may_leave_some_mine_in_each() -> None:
    found = local("1 3 ? k=2\n.3.")
    assert found.mines == {(0, 0), (0, 2)}
    assert found.expected[0, 0] == 3 / 2


def test_open_cells_have_no_chance() -> None:
    assert math.isnan(local("1 3 ?\n.1.").probability[0, 1])


def test_an_estimate_can_be_far_off_and_says_what_it_is() -> None:
    board = mm.Board.parse("2 3 ?\n...\n12_")
    found = mm.analyse(board, "local")
    assert found.quality is mm.Quality.ESTIMATE
    assert found.probability[0, 2] == 2 / 3
    assert mm.analyse(board).probability[0, 2] == 1
