"""Perfect play, compared with known values and with trying everything."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

import minemind as mm
from minemind.solve.choice import champion_guess, perfect_guess
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
            with pytest.raises(mm.InvalidValue, match="the first click cannot"):
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
    rng, found = random.Random(seed), list[mm.Board]()
    while len(found) < wanted:
        board = random_board(rng)
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
        assert bool(win.best) == bool(truth[1]), board
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


def test_safe_cells_begin_a_perfect_game() -> None:
    win = mm.win_probability(mm.Board.parse("1 4 1\n.1.."))
    assert (win.probability, win.best) == (1, ((0, 3),))
    win = mm.win_probability(mm.Board.parse("1 3 1\n!1."))
    assert (win.probability, win.best) == (1, ((0, 2),))
    assert mm.win_probability(mm.Board.parse("1 3 1\n!10")).best == ()


@pytest.mark.parametrize("seed", range(4))
def test_parts_that_mirror_each_other_do_not_change_places(seed: int) -> None:
    rng, found = random.Random(seed), 0
    while found < 60:
        half = random_board(rng)
        if (
            half.mines is None
            or half.grid.topology != "square"
            or half.hidden.sum() not in (2, 3)
            or half.max_per_cell > 1
        ):
            continue
        tokens = [[*row, "_", *reversed(row)] for row in half.tokens()]
        text = "\n".join("".join(row) for row in tokens)
        header = f"{half.grid.rows} {2 * half.grid.cols + 1} {2 * half.mines} reach={half.grid.reach}"
        board = mm.Board.parse(f"{header}\n{text}")
        truth = tried(board)
        if truth is None:
            continue
        found += 1
        win = mm.win_probability(board)
        assert win.probability == truth[0], board
        assert set(win.best) <= truth[1], board


def test_a_mirrored_board_whose_best_cells_lie_in_one_corner_of_each_part() -> None:
    board = mm.Board.parse("3 7 6\n.21_12.\n..._...\n.21_12.")
    assert set(mm.win_probability(board).best) <= tried(board)[1]  # type: ignore[index]


def test_coin_flips_multiply() -> None:
    # Two corners that nothing will ever tell apart, far from each other.
    board = mm.Board.parse("2 7 2\n.10001.\n.10001.")
    assert mm.win_probability(board).probability == Fraction(1, 4)


def test_the_count_ties_parts_together() -> None:
    # Each end holds one or two mines, three are left in all, and the ends do not touch.
    board = mm.Board.parse("1 11 3\n.1.1._.1.1.")
    assert mm.analyse(board).solutions == 2
    assert mm.win_probability(board).probability == tried(board)[0]  # type: ignore[index]


def test_flags_are_believed() -> None:
    flagged, unflagged = mm.Board.parse("2 3 2\n!..\n2.."), mm.Board.parse("2 3 2\n...\n2..")
    for board in (flagged, unflagged):
        assert mm.win_probability(board).probability == tried(board)[0]  # type: ignore[index]
    assert mm.win_probability(flagged) != mm.win_probability(unflagged)


@pytest.mark.parametrize(("rows", "cols", "mines"), [(1, 60_000, 0), (200, 300, 0), (200, 300, 60_000 - 1)])
def test_large_boards_with_nothing_to_decide_are_no_deep_water(rows: int, cols: int, mines: int) -> None:
    board = mm.Board(mm.Grid(rows, cols), mines=mines)
    try:
        assert mm.win_probability(board).probability == 1
    except mm.TooHard:
        assert mines


def test_more_solutions_than_a_float_holds_are_refused() -> None:
    # A cross of ones with one mine or four, among so many hidden cells that nobody could list the solutions.
    rows = [["."] * 60 for _ in range(60)]
    for row in range(7):
        for col in range(7):
            rows[row][col] = "_"
    for row, col in [(3, 3), (1, 3), (3, 1), (5, 3), (3, 5)]:
        rows[row][col] = "."
    for row, col in [(2, 3), (3, 2), (4, 3), (3, 4)]:
        rows[row][col] = "1"
    board = mm.Board.parse("60 60 250\n" + "\n".join("".join(row) for row in rows))
    with pytest.raises(mm.TooHard):
        mm.win_probability(board)


def test_a_guess_says_what_perfect_play_wins() -> None:
    checked = 0
    for board in late_boards(7, 1600):
        try:
            analysis = mm.analyse(board)
        except mm.Impossible:
            continue
        guess = perfect_guess(analysis)
        if analysis.safe or guess is None or not isinstance(guess.reason, mm.Guess) or guess.reason.win is None:
            continue
        checked += 1
        win = mm.win_probability(board)
        assert guess.reason.win == pytest.approx(float(win.probability))
        assert guess.cell in win.best
    assert checked > 20
    only_safe = perfect_guess(mm.analyse(mm.Board.parse("1 3 1\n!1.")))
    assert only_safe is not None
    assert only_safe.cell == (0, 2)


def stuck_positions(seeds: int) -> list[mm.Board]:
    """Small games at their first guess after the opening, with hundreds of solutions."""
    games = [mm.Game(7, 8, 14, seed=seed) for seed in range(seeds)]
    for game in games:
        game.open(3, 3)
        mm.strategy.auto(game)
    return [game.board for game in games if game.state is mm.State.PLAYING]


def test_the_plain_search_of_fast_players_finds_the_same() -> None:
    checked = 0
    for board in stuck_positions(120):
        analysis = mm.analyse(board)
        guess = champion_guess(analysis) if 50 < analysis.solutions <= 2_000 else None
        if guess is None or not isinstance(guess.reason, mm.Guess) or guess.reason.win is None:
            continue
        checked += 1
        win = mm.win_probability(board)
        assert guess.reason.win == pytest.approx(float(win.probability), abs=1e-12)
        assert guess.cell in win.best
    assert checked > 10


@pytest.mark.long
@pytest.mark.parametrize(
    ("side", "rule", "value"), [(5, "safe", "27271/42504"), (6, "opening", "338/345"), (6, "safe", "296295/324632")]
)
def test_large_blank_boards_are_searched_to_their_end(side: int, rule: str, value: str) -> None:
    win = mm.win_probability(mm.Board(mm.Grid(side, side), mines=5), rule)
    assert win.probability == Fraction(value)


def test_what_is_too_hard_is_refused() -> None:
    blank = mm.Board(mm.Grid(16, 30), mines=99)
    with pytest.raises(mm.TooHard, match="too many solutions are left to search"):
        mm.win_probability(blank)
    with pytest.raises(mm.TooHard, match="100 solutions and"):
        mm.win_probability(mm.Board(mm.Grid(4, 4), mines=4), max_solutions=100)
    with pytest.raises(mm.TooHard, match="10 states;"):
        mm.win_probability(mm.Board(mm.Grid(4, 4), mines=4), max_nodes=10)
    with pytest.raises(mm.TooHard, match="time limit"):
        mm.win_probability(mm.Board(mm.Grid(5, 5), mines=6), time_limit=0.05)
    with pytest.raises(mm.InvalidValue, match="max_solutions is -1"):
        mm.win_probability(mm.Board(mm.Grid(4, 4), mines=4), max_solutions=-1)
    with pytest.raises(mm.InvalidValue, match="is not a first-click rule"):
        mm.win_probability(mm.Board.parse("1 3 1\n.1."), "never")
    with pytest.raises(mm.InvalidValue, match="the mine count is unknown"):
        mm.win_probability(mm.Board(mm.Grid(4, 4)))


def test_symmetric_cells_are_all_named() -> None:
    win = mm.win_probability(mm.Board(mm.Grid(4, 4), mines=4), "safe")
    assert len(win.best) == 8
    assert str(win).startswith("961/1365 (70.4 %)")


def test_a_torus_has_its_own_values() -> None:
    board = mm.Board(mm.Grid(3, 4, "torus"), mines=3)
    assert (
        mm.win_probability(board, "any").probability
        != mm.win_probability(mm.Board(mm.Grid(3, 4), mines=3), "any").probability
    )
    assert mm.win_probability(board).best == tuple(board.grid)
