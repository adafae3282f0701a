"""What one number, or two, make certain."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

import minemind as mm
from minemind.solve.methods.rules import Reason, conclude
from tests.examples import boards
from tests.oracle import geometry, literal
from tests.solve.boards import literal_truth, random_board


def conclusions(
    text: str, hardest: Reason = Reason.SUBSET
) -> list[tuple[tuple[int, int], int, Reason, tuple[mm.Cell, ...]]]:
    found = conclude(mm.solve.Problem(mm.Board.parse(text)), hardest)
    return [(each.cell, each.mines, each.reason, each.numbers) for each in found]


def test_a_number_that_needs_nothing_more_frees_its_cells() -> None:
    assert conclusions("1 3 ?\n!1.") == [((0, 2), 0, Reason.SINGLE, ((0, 1),))]


def test_a_number_that_needs_all_its_cells_fills_them() -> None:
    assert conclusions("1 3 ?\n.2.") == [((0, 0), 1, Reason.SINGLE, ((0, 1),)), ((0, 2), 1, Reason.SINGLE, ((0, 1),))]


def test_two_mines_fit_in_a_cell_of_two_slots() -> None:
    assert conclusions("1 3 ? k=2\n.2.") == []
    assert [found[1] for found in conclusions("1 3 ? k=2\n.4.")] == [2, 2]


def test_what_a_number_needs_lies_in_its_last_cell() -> None:
    assert conclusions("1 2 ? k=3\n.2") == [((0, 0), 2, Reason.SINGLE, ((0, 1),))]
    (found,) = conclude(mm.solve.Problem(mm.Board.parse("1 2 ? k=3\n.2")))
    assert str(found) == "the number at (0, 1) proves that (0, 0) holds 2 mines"
    assert conclusions("1 2 ? k=3\n.2", Reason.OVERLAP) == []  # as in the engine, which counts it


def test_a_subset_that_leaves_all_to_the_rest_fills_it() -> None:
    # The 1 sees (0, 0) and (0, 1), the 2 sees (0, 2) too.
    assert conclusions("2 3 ?\n...\n12_") == [((0, 2), 1, Reason.SUBSET, ((1, 0), (1, 1)))]


def test_the_rest_of_a_subset_is_free() -> None:
    assert conclusions("2 3 ?\n...\n11_") == [((0, 2), 0, Reason.SUBSET, ((1, 0), (1, 1)))]


def test_an_overlap_is_concluded_only_if_asked_for() -> None:
    # The 1 sees (0, 0) … (0, 2) and the 2 sees (0, 1) … (0, 3): the 1-2 of players.
    text = "2 4 ?\n....\n_12_"
    assert conclusions(text) == []
    assert conclusions(text, Reason.OVERLAP) == [
        ((0, 3), 1, Reason.OVERLAP, ((1, 1), (1, 2))),
        ((0, 0), 0, Reason.OVERLAP, ((1, 1), (1, 2))),
    ]


def test_conclusions_lead_to_more() -> None:
    # The two ones free (0, 2), after which the last one has a single cell left.
    found = mm.analyse(mm.Board.parse("2 4 ?\n....\n11_1"), "rules")
    assert isinstance(found, mm.solve.Inference)
    assert (found.safe, found.mines) == ({(0, 2)}, {(0, 3)})
    assert [each.reason for each in found.conclusions] == [Reason.SUBSET, Reason.SINGLE]
    assert str(found.conclusions[0]) == "the numbers at (1, 0) and (1, 1) together prove that (0, 2) is safe"


def test_a_conclusion_names_the_earlier_ones_that_it_builds_on() -> None:
    found = conclude(mm.solve.Problem(mm.Board.parse("2 4 ?\n....\n11_1")))
    assert [each.given for each in found] == [(), (((0, 2), 0),)]
    assert str(found[1]) == "the number at (1, 3) proves that (0, 3) is a mine, given that (0, 2) is safe"
    # Of the cells around the 3 two become mines; the free one at (0, 4) does not matter to what it leaves for (0, 2).
    found = conclude(mm.solve.Problem(mm.Board.parse("1 5 ?\n.2.1.")))
    assert [str(each) for each in found] == [
        "the number at (0, 1) proves that (0, 0) is a mine",
        "the number at (0, 1) proves that (0, 2) is a mine",
        "the number at (0, 3) proves that (0, 4) is safe, given that (0, 2) is a mine",
    ]
    found = conclude(mm.solve.Problem(mm.Board.parse("3 3 ?\n...\n_4_\n.3_")))
    assert all(" once " not in str(each) for each in found)


def follows(board: mm.Board, found: mm.solve.Conclusion) -> bool:
    """Whether the cell holds these mines wherever its numbers and what is given are right, whatever others show."""
    given = {(cell.row, cell.col): mines for cell, mines in found.given}
    numbers = {(number.row, number.col): int(board.faces[number]) for number in found.numbers}
    flags = {(cell.row, cell.col): int(board.flags[cell]) for cell in board.grid if board.flags[cell]}
    flags |= {cell: mines for cell, mines in given.items() if mines}
    hidden = {(cell.row, cell.col) for cell in board.grid if board.hidden[cell]} - set(given)
    there = {*numbers, *flags, *hidden}
    holes = frozenset((hole.row, hole.col) for hole in board.grid.holes)
    whole = geometry.neighbours(*board.grid.shape, board.grid.topology, board.grid.reach, holes)
    around = {place: frozenset(others) & there for place, others in whole.items() if place in there}
    truth = literal.solve(around, numbers, flags, per_cell=board.max_per_cell, mines=None, density=None)
    return truth is not None and truth.mean[found.cell] == found.mines


def test_a_conclusion_follows_from_its_numbers_and_what_it_builds_on() -> None:
    rng = random.Random(4)
    built = 0
    for board in (random_board(rng) for _ in range(400)):
        for found in conclude(mm.solve.Problem(board)) if literal_truth(board) else ():
            assert follows(board, found), (board, found)
            built += bool(found.given)
    assert built > 30


def test_the_mine_count_is_beyond_the_rules() -> None:
    board = mm.Board.parse("1 5 1\n.1...")
    assert mm.analyse(board).safe == {(0, 3), (0, 4)}
    assert mm.analyse(board, "rules").safe == set()


@given(boards())
def test_rules_bear_any_board(board: mm.Board) -> None:
    for hardest in Reason:
        found = conclude(mm.solve.Problem(board), hardest)
        assert len({each.cell for each in found}) == len(found)
        assert all(board.hidden[each.cell] for each in found)


def test_numbers_that_cannot_be_true_conclude_nothing() -> None:
    assert conclusions("1 3 ?\n!0.") == []
    assert conclusions("1 3 ?\n.7.") == []


def test_a_number_with_too_many_flags_is_an_error_unless_asked_otherwise() -> None:
    board = mm.Board.parse("1 8 ?\n!1!.2.1.")
    with pytest.raises(mm.Impossible, match="2 mines are flagged around it"):
        mm.analyse(board, "rules")
    found = mm.analyse(board, "rules", strict=False)
    assert (found.safe, found.mines) == ({(0, 7)}, {(0, 0), (0, 2), (0, 3), (0, 5)})
    assert found.notes == ("the 1 at (0, 1) is ignored: 2 mines are flagged around it",)
    assert mm.analyse(board, "rules", strict=False, max_cells=0).safe == found.safe


def test_hints_say_that_such_a_board_is_impossible() -> None:
    board = mm.Board.parse("1 8 ?\n!1!.2.1.")
    for ask in (mm.hint, mm.certain_moves, mm.analyse):
        with pytest.raises(mm.Impossible):
            ask(board)


@pytest.mark.parametrize(
    "text",
    ["1 6 ?\n!1!._3", "1 8 1\n!1!.2.1.", "2 6 ?\n!1!1.3\n__....", "1 8 ?\n!0_.2.0."],
)
def test_other_contradictions_stay_errors(text: str) -> None:
    with pytest.raises(mm.Impossible):
        mm.analyse(mm.Board.parse(text), "rules", strict=False)


def test_tolerant_rules_conclude_what_they_would_without_the_numbers_that_have_too_many_flags() -> None:
    rng = random.Random(8)
    tolerated = 0
    for _ in range(3000):
        board = random_board(rng)
        bad = [fault.cell for fault in board.faults() if fault.cell and "flagged around it" in str(fault)]
        if not bad or len(bad) < len(board.faults()):
            continue
        old = board.grid
        grid = mm.Grid(old.rows, old.cols, old.topology, old.reach, [*old.holes, *bad])
        try:
            expected = mm.analyse(mm.Board(grid, board.faces, max_per_cell=board.max_per_cell), "rules")
        except mm.Impossible:
            continue
        found = mm.analyse(board, "rules", strict=False)
        assert (found.safe, found.mines, len(found.notes)) == (expected.safe, expected.mines, len(bad))
        tolerated += 1
    assert tolerated > 20
