"""Perfect play, against boards whose values are known and against trying everything."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

import minemind as mm
from tests.oracle import geometry, perfect
from tests.solve.boards import random_board

KNOWN = [
    line.split()
    for line in (Path(__file__).parents[1] / "data" / "optimal.tsv").read_text().splitlines()
    if line[0].isdigit()
]


@pytest.mark.parametrize(
    ("size", "mines", "any_click", "safe", "opening"), KNOWN, ids=["/".join(row[:2]) for row in KNOWN]
)
def test_known_values_under_all_three_rules(size: str, mines: str, any_click: str, safe: str, opening: str) -> None:
    rows, cols = map(int, size.split("x"))
    board = mm.Board(mm.Grid(rows, cols), mines=int(mines))
    for rule, value in [("any", any_click), ("safe", safe), ("opening", opening)]:
        if value == "-":
            with pytest.raises(mm.InvalidValue, match="no first click can be kept"):
                mm.win_probability(board, rule)
        else:
            assert mm.win_probability(board, rule).probability == Fraction(value)


def tried(board: mm.Board) -> tuple[Fraction, set[tuple[int, int]]] | None:
    grid = board.grid
    holes = frozenset((hole.row, hole.col) for hole in grid.holes)
    assert board.mines is not None
    return perfect.win(
        geometry.neighbours(*grid.shape, grid.topology, grid.reach, holes),
        {(c.row, c.col): int(board.faces[c]) for c in grid if board.opened[c]},
        {(c.row, c.col): int(board.flags[c]) for c in grid if board.flags[c]},
        per_cell=board.max_per_cell,
        mines=board.mines,
    )


def late_boards(seed: int, wanted: int) -> list[mm.Board]:
    """Small boards of every kind with few hidden cells, and a known count."""
    chance, found = random.Random(seed), list[mm.Board]()
    while len(found) < wanted:
        board = random_board(chance)
        if board.mines is not None and board.hidden.sum() <= (7 if board.max_per_cell == 1 else 4):
            found.append(board)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_search_finds_what_trying_everything_finds(seed: int) -> None:
    solved = 0
    for board in late_boards(seed, 250):
        truth = tried(board)
        if truth is None:
            with pytest.raises(mm.Impossible):
                mm.win_probability(board)
            continue
        win = mm.win_probability(board)
        assert win.probability == truth[0], board
        assert set(win.best) <= truth[1], board
        solved += truth[0] < 1
    assert solved > 20


def test_every_best_cell_is_found_where_nothing_is_free() -> None:
    missing = 0
    for board in late_boards(99, 300):
        truth = tried(board)
        if truth is None or mm.analyse(board).safe or not truth[1]:
            continue
        win = mm.win_probability(board)
        assert truth[1] >= set(win.best)
        missing += truth[1] != set(win.best)
    assert missing == 0


def test_a_won_game_and_a_sure_one() -> None:
    assert mm.win_probability(mm.Board.parse("1 3 1\n!1.")).probability == 1
    win = mm.win_probability(mm.Board.parse("1 4 1\n.1.."))
    assert (win.probability, win.best) == (Fraction(1, 2), ((0, 0), (0, 2), (0, 3))) or win.probability == 1


def test_coin_flips_multiply() -> None:
    # Two corners that nothing will ever tell apart, far from each other.
    board = mm.Board.parse("2 7 2\n.10001.\n.10001.")
    assert mm.win_probability(board).probability == Fraction(1, 4)


def test_the_count_ties_parts_together() -> None:
    # Either end may hold one or two mines, and three are left.
    board = mm.Board.parse("1 9 2\n.1.000.1.")
    assert mm.win_probability(board).probability == tried(board)[0]  # type: ignore[index]


def test_flags_are_believed() -> None:
    assert mm.win_probability(mm.Board.parse("1 3 1\n!1.")).probability == 1


def test_what_is_too_hard_is_refused() -> None:
    blank = mm.Board(mm.Grid(16, 30), mines=99)
    with pytest.raises(mm.TooHard, match="too many ways lead on from here"):
        mm.win_probability(blank)
    with pytest.raises(mm.TooHard, match="100 solutions and"):
        mm.win_probability(mm.Board(mm.Grid(4, 4), mines=4), max_solutions=100)
    with pytest.raises(mm.TooHard, match="10 states of the game"):
        mm.win_probability(mm.Board(mm.Grid(4, 4), mines=4), max_nodes=10)
    with pytest.raises(mm.TooHard, match="time limit"):
        mm.win_probability(mm.Board(mm.Grid(5, 5), mines=6), time_limit=0.05)
    with pytest.raises(mm.InvalidValue, match="the mine count is unknown"):
        mm.win_probability(mm.Board(mm.Grid(4, 4)))


def test_symmetric_cells_are_all_named() -> None:
    win = mm.win_probability(mm.Board(mm.Grid(4, 4), mines=4), "safe")
    assert len(win.best) == 8
    assert str(win).startswith("961/1365 (70.40")


def test_a_torus_has_its_own_values() -> None:
    board = mm.Board(mm.Grid(3, 4, "torus"), mines=3)
    assert (
        mm.win_probability(board, "any").probability
        != mm.win_probability(mm.Board(mm.Grid(3, 4), mines=3), "any").probability
    )
    assert mm.win_probability(board).best == tuple(board.grid)
