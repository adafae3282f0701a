"""Board: what the player sees."""

from __future__ import annotations

import pickle
import warnings
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import minemind as mm
from minemind import Board, Game, Grid, InvalidValue, ParseError
from minemind.board import HIDDEN, NO_CELL, flag_face
from minemind.errors import OffBoard
from tests import examples
from tests.oracle import geometry


def test_the_tokens_of_a_position() -> None:
    board = Board.parse(".?#Hox\n!F018_")
    assert board.faces.tolist() == [[HIDDEN] * 6, [flag_face(1), flag_face(1), 0, 1, 8, NO_CELL]]
    assert str(board) == "2 6 ?\n......\n!!018_"


def test_several_mines_per_cell_are_flagged_with_their_number() -> None:
    board = Board.parse("1 3 4 k=3\n!3 F2 .")
    assert board.flags.tolist() == [[3, 2, 0]]
    assert str(board) == "1 3 4 k=3\n!3 !2 ."


def test_the_views_of_a_board() -> None:
    board = Board.parse("1!\n._")
    assert board.opened.tolist() == [[True, False], [False, False]]
    assert board.hidden.tolist() == [[False, False], [True, False]]
    assert board.numbers.tolist() == [[1, -1], [-1, -1]]
    assert board.flags.tolist() == [[0, 1], [0, 0]]
    assert [board[cell] for cell in board.grid] == ["1", "!", "."]
    with pytest.raises(OffBoard):
        board[1, 1]


def test_without_faces_a_board_is_all_hidden() -> None:
    assert str(Board(Grid(2, 2, holes=[(0, 0)]), mines=1)) == "2 2 1\n_.\n.."


@pytest.mark.parametrize(
    ("header", "given", "mines", "density"),
    [
        ("", {}, None, None),
        ("1 2 1\n", {}, 1, None),
        ("1 2 ?\n", {}, None, None),
        ("1 2 1\n", {"mines": 2}, 2, None),
        ("1 2 1\n", {"mines": None}, None, None),
        ("", {"mines": 2}, 2, None),
        ("1 2 ? density=0.5\n", {}, None, 0.5),
        ("1 2 ? density=0.5\n", {"mines": 1}, 1, None),
        ("1 2 ? density=0.5\n", {"density": None}, None, None),
        ("1 2 1\n", {"density": 0.25}, None, 0.25),
        ("1 2 1\n", {"density": None}, 1, None),
        ("1 2 ? density=0.5\n", {"mines": None}, None, 0.5),
    ],
)
def test_what_is_given_goes_before_what_the_header_says(
    header: str, given: dict[str, Any], mines: int | None, density: float | None
) -> None:
    board = Board.parse(header + "..", **given)
    assert (board.mines, board.density) == (mines, density)


def test_topology_reach_and_mines_per_cell_can_be_given_too() -> None:
    board = Board.parse("..\n..", topology="torus", reach=2, max_per_cell=2)
    assert board.grid == Grid(2, 2, "torus", 2)
    assert str(board) == "2 2 ? topology=torus reach=2 k=2\n..\n.."


@pytest.mark.parametrize(
    "given",
    [
        {"mines": 1, "density": 0.5},
        {"mines": -1},
        {"mines": 10**9},
        {"density": 0.0},
        {"density": float("nan")},
        {"density": Decimal("0.99999999999999999999")},
        {"max_per_cell": 0},
        {"max_per_cell": 256},
        {"topology": "klein"},
        {"reach": 0},
    ],
)
def test_what_cannot_be_meant_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        Board.parse("..", **given)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("*.", "read it as a layout"),
        ("!2 .", "allow more with k=… in the header"),
        ("!0 .", "'!0' is not a valid cell"),
        ("___", "every cell of the 1×3 grid is a hole"),
    ],
)
def test_what_is_no_position_says_why(text: str, says: str) -> None:
    with pytest.raises((ParseError, InvalidValue), match=says):
        Board.parse(text)


@pytest.mark.parametrize(
    "faces",
    [
        [[0, 0]],
        [[0], [flag_face(2)]],
        [[0], [10**9]],
        [[0], [0.5]],
        [[0], [NO_CELL]],
        "..",
        [[2**63], [0]],
        [[1], [1, 2]],
    ],
)
def test_faces_that_mean_nothing_are_refused(faces: Any) -> None:
    with pytest.raises(InvalidValue):
        Board(Grid(2, 1), faces)


@given(examples.boards())
def test_text_is_read_back_to_the_same_board(board: Board) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Board.parse(str(board), strict=True) == board
        assert str(Board.parse(str(board))) == str(board)


@given(examples.boards())
def test_repr_makes_the_board_again(board: Board) -> None:
    again = eval(repr(board))
    assert again == board
    assert hash(again) == hash(board)


def test_repr_of_a_large_board_is_short() -> None:
    assert repr(Board(Grid(100, 100), mines=5)) == "<Board 100 100 5: 0 open, 0 flagged>"


@given(examples.boards())
def test_a_board_survives_pickling_and_stays_read_only(board: Board) -> None:
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    for array in (again.faces, again.opened, again.hidden, again.numbers, again.flags):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 0


def test_boards_differ_by_content_and_count() -> None:
    board = Board.parse("1 2 1\n..")
    assert board != Board.parse("1 2 ?\n..")
    assert board != Board.parse("1 2 1\n1.")
    assert board != "1 2 1\n.."
    assert len({board, Board.parse("1 2 1\n..")}) == 1


def test_a_board_does_not_change_with_the_array_that_it_was_made_from() -> None:
    faces = np.full((1, 2), HIDDEN)
    board = Board(Grid(1, 2), faces)
    faces[0, 0] = 3
    assert str(board) == "1 2 ?\n.."


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("2 2 1\n1.\n..", []),
        ("9...", ["(0, 0): shows 9, but a cell here can show at most 1"]),
        ("1!\n!!", ["(0, 0): shows 1, but 3 mines are flagged around it"]),
        ("11\n2.", ["(1, 0): shows 2, but only 1 mine fits around it"]),
        ("1 3 1\n!.!", ["2 mines are flagged, but there is only 1"]),
        ("1 3 0\n!..", ["1 mine is flagged, but there are none"]),
        ("1 2 4\n!.", ["3 mines are left, but only 1 fits in the hidden cells"]),
        ("1 3 2 k=2\n!.1", []),
        ("1 3 2 k=2\n3 . 3", [f"(0, {col}): shows 3, but a cell here can show at most 2" for col in (0, 2)]),
        (
            "1 5 1\n2!0!3",
            [
                "(0, 0): shows 2, but a cell here can show at most 1",
                "(0, 2): shows 0, but 2 mines are flagged around it",
                "(0, 4): shows 3, but a cell here can show at most 1",
                "2 mines are flagged, but there is only 1",
            ],
        ),
        ("1 3 ? density=0.5\n!!!", []),
        ("0..", []),
    ],
)
def test_faults_are_all_listed_each_with_its_cell_and_a_sentence(text: str, faults: list[str]) -> None:
    assert [str(fault) for fault in Board.parse(text).faults()] == faults


@given(examples.boards())
def test_a_number_is_at_fault_exactly_if_no_mines_around_it_make_it(board: Board) -> None:
    holes = frozenset((hole.row, hole.col) for hole in board.grid.holes)
    around = geometry.neighbours(*board.grid.shape, board.grid.topology, board.grid.reach, holes)
    at_fault = set()
    for cell, others in around.items():
        shown = [board[other] for other in others]
        claimed = sum(int(token[1:] or 1) for token in shown if token[0] == "!")
        possible = range(claimed, claimed + shown.count(".") * board.max_per_cell + 1)
        if board[cell].isdigit() and int(board[cell]) not in possible:
            at_fault.add(cell)
    assert {fault.cell for fault in board.faults() if fault.cell} == at_fault


@given(examples.played_games())
def test_the_board_of_a_game_has_only_the_faults_that_its_flags_make(game: Game) -> None:
    board, k = game.board, game.max_per_cell
    believed = Board(board.grid, np.where(board.flags > 0, HIDDEN, board.faces), mines=board.mines, max_per_cell=k)
    assert believed.faults() == []


# Parts of a larger board


def test_numbers_without_a_hidden_neighbour_count_for_nothing_on_a_crop() -> None:
    text = "..\n11\n12"
    with pytest.raises(mm.Impossible):
        mm.analyse(mm.Board.parse(text))
    with pytest.warns(mm.Assumption, match=r"part of a larger board, .*: the 1 at \(2, 0\), the 2 at \(2, 1\)$"):
        board = mm.Board.parse(text, crop=True)
    assert board.tokens() == [[".", "."], ["1", "1"], ["_", "_"]]
    assert mm.analyse(board).solutions == 2


def test_a_crop_without_anything_odd_is_the_board_itself() -> None:
    text = "2 3 1\n.1.\n.1."
    assert mm.Board.parse(text, crop=True) == mm.Board.parse(text)


def test_a_crop_of_nothing_but_odd_numbers_is_a_board() -> None:
    with pytest.warns(mm.Assumption, match="larger board"):
        board = mm.Board.parse("12", crop=True)
    assert board.tokens() == [["0", "_"]]
    assert mm.analyse(board).solutions == 1


def test_a_crop_is_analysed_as_if_the_odd_numbers_were_not_there() -> None:
    for seed in range(30):
        game = mm.Game(8, 9, 12, seed=seed)
        game.open(4, 4)
        mm.strategy.auto(game)
        rows = [line[:6] for line in game.board.tokens()[:5]]
        board = mm.Board.parse("\n".join(map("".join, rows)))
        for row, col in board.unexplained:
            assert not any(board.hidden[cell] for cell in board.grid.neighbours(row, col))
            rows[row][col] = "_"
        assert board.cropped() == mm.Board.parse("\n".join(map("".join, rows)))
