"""The quick estimate, rule by rule."""

from __future__ import annotations

import math
from typing import Any

import pytest

import minemind as mm
from minemind.solve.methods.local import ASSUMED_SHARE


def local(text: str, **options: str) -> mm.Analysis:
    return mm.analyse(mm.Board.parse(text), "local", **options)  # type: ignore[call-overload, no-any-return]


def test_a_all_flags_are_there_and_the_rest_is_safe() -> None:
    assert local("1 3 ?\n!1.").safe == {(0, 2)}


def test_b_all_that_is_hidden_is_needed() -> None:
    found = local("1 3 ?\n.2.")
    assert found.mines == {(0, 0), (0, 2)}
    assert found.probability[0, 0] == 1


def test_c_numbers_are_averaged() -> None:
    found = local("1 5 ?\n.1.1.")
    assert found.probability[0, 0] == 1 / 2
    # The 1 misses one mine in 2 cells, the 2 two in 3: a cell that both see gets the middle of the two.
    found = local("2 4 ?\n....\n1_2_")
    seen_by_both = (1 / 2 + 2 / 3) / 2
    assert found.probability[0, 0] == 1 / 2
    assert found.probability[0, 1] == seen_by_both
    assert found.probability[0, 2] == 2 / 3


def test_c_numbers_can_be_weighted_by_their_hidden_cells() -> None:
    found = local("2 4 ?\n....\n1_2_", weights="hidden")
    seen_by_both = (1 + 2) / (2 + 3)
    assert [found.probability[0, col] for col in range(3)] == [1 / 2, seen_by_both, 2 / 3]
    assert [local("2 4 ?\n....\n1_2_", weights="equal").probability[0, 1]] != [seen_by_both]


@pytest.mark.parametrize("weights", ["heavy", "", None, 1, ["hidden"]])
def test_c_other_weights_are_refused(weights: Any) -> None:
    with pytest.raises(mm.InvalidValue, match="give 'equal' or 'hidden'"):
        local("1 3 ?\n.1.", weights=weights)


def test_d_elsewhere_the_density_counts() -> None:
    assert local("1 6 2\n.1....").probability[0, 5] == 2 / 5
    assert local("1 6 3\n!1....").probability[0, 5] == 2 / 4
    assert local("1 6 ? density=0.25\n.1....").probability[0, 5] == 0.25


def test_d_with_an_unknown_count_a_share_of_the_cells_is_taken_for_mines_and_that_is_said() -> None:
    found = local("1 20 ?\n.1" + "." * 18)
    assert found.probability[0, 5] == ASSUMED_SHARE * 20 / 19
    assert found.notes == ("the mine count is unknown: 15 % of the cells are assumed to be mines",)
    assert local("1 6 2\n.1....").notes == ()


def test_d_flags_are_subtracted_from_what_is_assumed_and_never_leave_less_than_none() -> None:
    assert local("1 20 ?\n!1" + "." * 18).probability[0, 5] == (ASSUMED_SHARE * 20 - 1) / 18
    assert local("1 6 ?\n!1....").probability[0, 5] == 0
    assert (0, 5) not in local("1 6 ?\n!1....").safe


def test_d_no_more_is_assumed_than_fits() -> None:
    opened = "\n".join(["0" * 10] * 10)
    assert local(f"12 10 ?\n{opened}\n__________\n.________.").probability[11, 0] == 1


def test_with_several_mines_per_cell_a_probability_is_of_any_mine() -> None:
    found = local("1 3 ? k=2\n.2.")
    assert found.expected[0, 0] == 1
    assert found.probability[0, 0] == pytest.approx(3 / 4)


def test_with_several_mines_per_cell_a_number_may_leave_some_mine_in_each() -> None:
    found = local("1 3 ? k=2\n.3.")
    assert found.mines == {(0, 0), (0, 2)}
    assert found.expected[0, 0] == 3 / 2


def test_open_cells_have_no_probability() -> None:
    assert math.isnan(local("1 3 ?\n.1.").probability[0, 1])


def test_an_estimate_can_be_far_off_and_says_what_it_is() -> None:
    board = mm.Board.parse("2 3 ?\n...\n12_")
    found = mm.analyse(board, "local")
    assert found.quality is mm.solve.Quality.ESTIMATE
    assert found.probability[0, 2] == 2 / 3
    assert mm.analyse(board).probability[0, 2] == 1
