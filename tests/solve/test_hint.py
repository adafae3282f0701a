"""What to do next, and why."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

import minemind as mm
from minemind.board import HIDDEN
from minemind.solve.methods.rules import Reason, conclude
from minemind.solve.proof import Technique
from tests.solve.boards import literal_truth, random_board
from tests.solve.lattice import lattice


@pytest.mark.parametrize("seed", range(3))
def test_certain_moves_are_all_that_is_certain_and_never_wrong(seed: int) -> None:
    rng = random.Random(seed)
    moved = 0
    for board in (random_board(rng) for _ in range(300)):
        truth = literal_truth(board)
        if truth is None:
            with pytest.raises(mm.Impossible):
                mm.certain_moves(board)
            continue
        moves = mm.certain_moves(board)
        cells = [move.cell for move in moves]
        assert cells == sorted(set(cells))
        assert all(isinstance(move.reason, mm.Proof) for move in moves)
        opened = {move.cell for move in moves if move.action is mm.Action.OPEN}
        assert opened == {place for place, risk in truth.probability.items() if risk == 0}
        flagged = {move.cell for move in moves if move.action is mm.Action.FLAG}
        if board.max_per_cell == 1:
            assert flagged == {place for place, risk in truth.probability.items() if risk == 1}
        for move in moves:
            assert move.is_certain
            if move.action is mm.Action.FLAG:
                assert truth.mean[move.cell] == move.mines
        moved += len(moves)
    assert moved > 100


def test_the_simplest_proof_is_the_hint() -> None:
    # The 1 at (1, 4) is done with its flag; the others take two numbers.
    move = mm.hint(mm.Board.parse("2 7 ?\n.....!.\n_12__1_"))
    assert move is not None
    assert (move.cell, move.action) == ((0, 4), mm.Action.OPEN)
    assert isinstance(move.reason, mm.Proof)
    assert move.reason.technique is Technique.SINGLE
    assert str(move) == "open (0, 4): the 1 at (1, 5) needs no more mines, so (0, 4) is safe"


def test_a_free_cell_goes_before_a_mine_of_the_same_kind() -> None:
    move = mm.hint(mm.Board.parse("1 8 ?\n.2._!1._"))
    assert move is not None
    assert (move.cell, move.action, move.mines) == ((0, 6), mm.Action.OPEN, 0)
    flag = mm.hint(mm.Board.parse("1 3 ?\n.2."))
    assert flag is not None
    assert (flag.cell, flag.action, flag.mines) == ((0, 0), mm.Action.FLAG, 1)


def test_hints_are_certain_wherever_something_is() -> None:
    rng = random.Random(8)
    kinds = set()
    for board in (random_board(rng) for _ in range(300)):
        try:
            analysis = mm.analyse(board)
        except mm.Impossible:
            continue
        move = mm.hint(board)
        # With several mines per cell, only single numbers and pairs tell how many a cell holds.
        flags = {each.cell for each in mm.certain_moves(board) if each.action is mm.Action.FLAG}
        mines = analysis.mines if board.max_per_cell == 1 else flags
        certain = {cell for cell in analysis.safe | mines if board.hidden[cell]}
        if certain:
            assert move is not None
            assert move.cell in certain
            assert (move.action is mm.Action.OPEN) == (move.cell in analysis.safe)
        elif move is not None:
            assert isinstance(move.reason, mm.Guess)
            assert move.reason.probability == pytest.approx(analysis.best_risk)
        kinds.add(type(move.reason) if move else None)
    assert kinds == {mm.Proof, mm.Guess, None}


def test_the_best_guess_is_the_least_risk_and_then_the_nearest_to_the_centre() -> None:
    move = mm.hint(mm.Board(mm.Grid(5, 7), mines=5))
    assert move is not None
    assert isinstance(move.reason, mm.Guess)
    assert move.cell == (2, 3)
    assert move.reason.probability == pytest.approx(1 / 7)
    assert [cell for cell, _ in move.reason.runners_up] == [(1, 3), (2, 2), (2, 4), (3, 3), (1, 2)]
    assert str(move).startswith("open (2, 3): 14 % risk; alternatives: (1, 3) 14 %")


def test_a_certain_mine_is_never_guessed_even_if_it_cannot_be_flagged() -> None:
    board = mm.Board.parse("1 3 ? k=2\n.3.")
    assert mm.analyse(board).mines == {(0, 0), (0, 2)}
    assert mm.hint(board) is None


def test_a_cell_of_several_mines_is_flagged_where_their_number_is_known() -> None:
    board = mm.Board.parse("1 3 ? k=2\n.4.")
    assert [(move.cell, move.mines) for move in mm.certain_moves(board)] == [((0, 0), 2), ((0, 2), 2)]
    hint = mm.hint(board)
    assert hint is not None
    assert hint.mines == 2
    assert str(hint) == "flag (0, 0): the 4 at (0, 1) needs a mine in every hidden cell around it, so (0, 0) is a mine"


# Three certain cells, whose proofs have 14 numbers each and take too much work.
WIDE = """
7 9 32 topology=torus reach=2 k=2
11 6 0 6 8 . . . .
13 10 5 10 11 . 19 . .
14 14 9 13 14 . . . .
. . . . . . . . .
. . . . . . . . .
15 14 9 11 11 12 16 . .
11 9 4 9 10 . 16 . .
"""


def test_a_move_is_certain_even_where_a_proof_would_take_too_long() -> None:
    board = mm.Board.parse(WIDE)
    moves = mm.certain_moves(board)
    assert {move.cell for move in moves} == mm.analyse(board).safe
    assert {str(move.reason) for move in moves} == {"all solutions agree (exact)"}
    assert mm.hint(board) == moves[0]


def test_what_single_numbers_and_pairs_prove_needs_no_counting() -> None:
    board = lattice(35, 35, seed=1, density=0.45)
    with pytest.raises(mm.TooHard):
        mm.analyse(board)
    moves = mm.certain_moves(board)
    concluded = {found.cell: found.mines for found in conclude(mm.solve.Problem(board), Reason.OVERLAP)}
    assert [(move.cell, move.mines) for move in moves] == sorted(concluded.items())
    assert all(isinstance(move.reason, mm.Proof) for move in moves)
    move = mm.hint(board)
    assert move is not None
    assert isinstance(move.reason, mm.Proof)
    assert move.reason.technique is Technique.SINGLE
    assert move.cell in concluded


def test_what_they_cannot_prove_either_is_too_hard() -> None:
    board = lattice(35, 35, seed=1, density=0.45)
    undecided = board.showing(np.where(board.faces > 0, np.clip(board.faces, 3, 5), board.faces.clip(max=4)))
    undecided = undecided.showing(np.where(undecided.faces == 0, 4, undecided.faces))
    for ask in (mm.hint, mm.certain_moves):
        with pytest.raises(mm.TooHard, match="too complex to count"):
            ask(undecided)


def test_a_time_limit_is_kept_on_a_large_board() -> None:
    side = 500
    layout = mm.Layout.deal(mm.Grid(side, side), side * side // 5, seed=1, first=mm.Cell(0, 0), first_click="any")
    is_open = (layout.counts == 0) & (np.add.outer(np.arange(side), np.arange(side)) % 3 > 0)
    board = mm.Board(layout.grid, np.where(is_open, layout.numbers, HIDDEN), mines=layout.mines)
    began = time.process_time()
    with pytest.raises(mm.TooHard, match=r"time limit of 0.5 s"):
        mm.certain_moves(board, time_limit=0.5)
    assert time.process_time() - began < 2


def test_cells_that_only_the_mine_count_decides_are_proved_once_for_all() -> None:
    board = mm.Board(mm.Grid(200, 200), mines=0)
    began = time.process_time()
    assert str(mm.hint(board)) == "open (0, 0): given the mine count of 0, (0, 0) must be safe"
    moves = mm.certain_moves(board)
    assert len(moves) == 40_000
    assert str(moves[-1].reason) == "given the mine count of 0, (199, 199) must be safe"
    assert time.process_time() - began < 5


def test_where_nothing_is_known_there_is_no_hint() -> None:
    assert mm.hint(mm.Board.parse("1 1 0\n0")) is None
    assert mm.hint(mm.Board.parse("1 2 ?\n..")) is None
    assert mm.certain_moves(mm.Board.parse("1 2 ?\n..")) == ()


def test_nothing_is_changed_and_no_luck_is_involved() -> None:
    game = mm.Game.preset("expert", seed=4)
    game.open(8, 15)
    before = game.board
    assert mm.hint(game.board) == mm.hint(game.board)
    assert game.board == before
