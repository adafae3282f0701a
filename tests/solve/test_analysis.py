"""What an analysis promises, whatever the board."""

from __future__ import annotations

import math
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import minemind as mm
from _minemind_testing import Lru
from benchmarks.signature import champion_signatures, signature, together
from minemind._native import CountCache
from minemind.board import flag_face
from minemind.deadline import Deadline
from minemind.solve import exact, solutions
from minemind.solve.solutions import Solutions
from tests.solve.boards import random_board

DATA = Path(__file__).parent.parent / "data"
EXPERT = sorted((DATA / "positions").glob("exp_*.txt"))[:30]


def positions() -> list[mm.Board]:
    return [mm.Board.parse(path.read_text()) for path in EXPERT]


def random_boards(seed: int, count: int) -> list[tuple[mm.Board, mm.Analysis]]:
    rng = random.Random(seed)
    found: list[tuple[mm.Board, mm.Analysis]] = []
    while len(found) < count:
        board = random_board(rng)
        try:
            found.append((board, mm.analyse(board)))
        except mm.Impossible:
            continue
    return found


def same(a: mm.Analysis, b: mm.Analysis) -> bool:
    return (
        np.array_equal(a.probability, b.probability, equal_nan=True)
        and np.array_equal(a.expected, b.expected, equal_nan=True)
        and (a.safe, a.mines, a.solutions) == (b.safe, b.mines, b.solutions)
    )


# --- What must not change anything


@pytest.mark.parametrize("turn", range(8))
def test_the_symmetries_of_the_square_change_nothing(turn: int) -> None:
    def turned(array: np.ndarray) -> np.ndarray:
        return np.rot90(array.T if turn >= 4 else array, turn % 4)

    for board in positions()[:10]:
        faces = turned(board.faces)
        analysis = mm.analyse(mm.Board(mm.Grid(*faces.shape), faces, mines=board.mines))
        before = mm.analyse(board)
        assert np.allclose(analysis.probability, turned(before.probability), rtol=0, atol=1e-12, equal_nan=True)
        assert analysis.solutions == before.solutions


def test_what_is_expected_and_what_is_flagged_sum_to_the_mines() -> None:
    for board, analysis in random_boards(1, 500):
        if board.mines is not None:
            expected = analysis.expected[board.hidden].sum() + board.flags.sum()
            assert abs(expected - board.mines) < 1e-9


def test_flagging_a_certain_mine_changes_nothing() -> None:
    flagged = 0
    for board, analysis in random_boards(2, 300):
        if board.max_per_cell > 1:
            continue
        faces = board.faces.copy()
        for cell in analysis.mines:
            faces[cell] = flag_face(1)
            flagged += 1
        again = mm.analyse(mm.Board(board.grid, faces, mines=board.mines, density=board.density))
        assert (again.safe, again.mines, again.solutions) == (analysis.safe, analysis.mines, analysis.solutions)
        assert np.allclose(again.probability, analysis.probability, rtol=0, atol=1e-12, equal_nan=True)
    assert flagged > 100


def test_safe_is_probability_zero_and_mined_is_probability_one() -> None:
    for board, analysis in random_boards(3, 500):
        assert analysis.safe == {cell for cell in board.grid if analysis.probability[cell] == 0}
        assert analysis.mines == {cell for cell in board.grid if analysis.probability[cell] == 1}


def test_flags_that_are_not_trusted_are_hidden_cells() -> None:
    board = mm.Board.parse("1 3 1\n!1.")
    assert mm.analyse(board).safe == {(0, 2)}
    doubted = mm.analyse(board, trust_flags=False)
    assert doubted.probability.tolist()[0][::2] == [0.5, 0.5]
    assert doubted.best_risk == 0.5
    assert str(doubted.board) == "1 3 1\n.1."
    several = mm.Board.parse("1 4 2 k=2\n! 1 . .")
    assert mm.analyse(several, trust_flags=False).solutions == 8
    with pytest.raises(mm.Impossible, match="1 mine is flagged around it"):
        mm.analyse(mm.Board.parse("1 3 1\n!0."))
    assert mm.analyse(mm.Board.parse("1 3 0\n!0."), trust_flags=False).safe == {(0, 0), (0, 2)}


# --- What was counted before


def test_results_are_the_same_bit_for_bit_without_the_cache() -> None:
    for board in positions():
        warm = CountCache(2**26)
        exact.analyse(board, None, warm)
        again, cold = exact.analyse(board, None, warm), exact.analyse(board, None, CountCache(0))
        assert again.counted == 0
        # Components that look alike are counted once.
        assert 0 < cold.counted <= len(cold.components)
        assert same(again, cold)


def test_one_more_opened_cell_is_counted_where_it_touches_only() -> None:
    compared = reused = 0
    for board in positions():
        analysis = mm.analyse(board)
        for cell in sorted(cell for cell in board.grid if analysis.probability[cell] < 1)[::40]:
            number = max(analysis.numbers(*cell).shown)
            more = analysis.assume(*cell, number)
            assert same(more, mm.analyse(more.board))
            touched = {cell, *board.grid.neighbours(*cell)}
            new = [part for part in more.components if touched & {*part.cells, *part.numbers}]
            compared += 1
            reused += more.counted < len(more.components)
            assert more.counted <= len(new) + 1
    assert compared > 50
    assert reused > compared / 2


def test_the_logarithm_of_the_solutions_takes_no_long_integers() -> None:
    for board in positions():
        analysis = exact.analyse(board)
        assert analysis.log_solutions == pytest.approx(math.log10(analysis.solutions), abs=1e-9)
    with pytest.raises(mm.InvalidValue, match="mine count is unknown"):
        _ = exact.analyse(mm.Board.parse("1 3 ?\n.1.")).log_solutions


def test_assuming_what_cannot_be_is_refused() -> None:
    analysis = mm.analyse(mm.Board.parse("1 4 1\n1..."))
    with pytest.raises(mm.InvalidValue, match="can be opened"):
        analysis.assume(0, 0, 1)
    with pytest.raises(mm.InvalidValue, match="can be opened"):
        analysis.assume(0, 1, 1)
    with pytest.raises(mm.Impossible):
        analysis.assume(0, 2, 0)
    with pytest.raises(mm.errors.OffBoard):
        analysis.assume(0, 4, 0)
    for number in (-1, 10**20):
        with pytest.raises(mm.InvalidValue, match="the number that the cell shows is"):
            analysis.assume(0, 2, number)
    with pytest.raises(mm.InvalidValue, match=r"1\.5"):
        analysis.assume(0, 2, 1.5)  # type: ignore[arg-type]


@given(st.integers(1, 20), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 6), st.booleans()), max_size=60))
def test_the_cache_forgets_what_was_not_used_for_longest(capacity: int, work: list[tuple[int, int, bool]]) -> None:
    lru = Lru(capacity)
    kept: dict[int, tuple[int, int]] = {}  # least recently used first
    for value, (key, cost, insert) in enumerate(work):
        if insert:
            lru.insert(key, value, cost)
            kept.pop(key, None)
            if cost <= capacity:
                kept[key] = (value, cost)
            while sum(c for _, c in kept.values()) > capacity:
                kept.pop(next(iter(kept)))
        else:
            assert lru.find(key) == (kept[key][0] if key in kept else None)
            if key in kept:
                kept[key] = kept.pop(key)
        assert lru.size == len(kept)
        assert lru.cost == sum(c for _, c in kept.values()) <= capacity


def test_the_memory_of_the_cache_is_bounded() -> None:
    counts = CountCache(20_000)
    for board in positions():
        exact.analyse(board, None, counts)
        assert counts.bytes <= 20_000
    assert counts.size > 0
    counts.clear()
    assert (counts.size, counts.bytes) == (0, 0)


def test_threads_do_not_disturb_each_other() -> None:
    boards = positions()
    alone = [mm.analyse(board) for board in boards]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(mm.analyse, boards * 8))
    assert all(same(analysis, alone[i % len(boards)]) for i, analysis in enumerate(together))


def test_threads_count_solutions_together() -> None:
    solutions._prime.cache_clear()
    boards = [mm.analyse(board) for board in positions()]

    def counted(analysis: mm.solve.Exact) -> int:
        return solutions.count(analysis.board, analysis._native, Deadline())

    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(counted, boards * 4))
    assert together == [analysis.solutions for analysis in boards] * 4


# --- What has no answer


@pytest.mark.parametrize(
    ("text", "says", "cells"),
    [
        ("9...", "shows 9, but a cell here can show at most 1", [(0, 0)]),
        ("1 5 ?\n1.1.2", "shows 2, but a cell here can show at most 1", [(0, 4)]),
        ("2 4 ?\n0.1.\n..0.", "these numbers cannot all be right", [(0, 0), (0, 2), (1, 2)]),
        ("1 5 1\n1...1", "no layout with exactly 1 mine fits", []),
        ("3 3 0\n1..\n...\n...", "no layout with exactly 0 mines fits the numbers", []),
        ("1 3 1\n!.!", "2 mines are flagged, but there is only 1", []),
    ],
)
def test_an_impossible_board_says_as_much_as_can_be_said(text: str, says: str, cells: list[tuple[int, int]]) -> None:
    with pytest.raises(mm.Impossible, match=says) as caught:
        mm.analyse(mm.Board.parse(text))
    assert set(caught.value.cells) <= set(cells)
    assert bool(caught.value.cells) == bool(cells)


def test_numbers_that_clash_are_named_and_none_of_them_could_be_left_out() -> None:
    rng, found = random.Random(4), 0
    while found < 50:
        board = random_board(rng)
        if board.faults():
            continue
        try:
            mm.analyse(board)
        except mm.Impossible as error:
            clashing = error.cells
            found += len(clashing) > 1
            for left_out in clashing:
                faces = board.faces.copy()
                holes = [c for c in board.grid if board.opened[c] and (c not in clashing or c == left_out)]
                rest = mm.Grid(*board.grid.shape, board.grid.topology, board.grid.reach, {*board.grid.holes, *holes})
                mm.analyse(mm.Board(rest, faces, max_per_cell=board.max_per_cell))


# --- How it is shown


def test_the_number_of_solutions_prints_whatever_its_size() -> None:
    value = Solutions(7**9000)
    assert len(str(value)) == 7606
    assert str(value) == f"{value}" == repr(value)
    assert f"{value:,}".replace(",", "") == str(value)
    assert f"{Solutions(1234567):,}" == "1,234,567"
    assert str(Solutions(10**6000)) == "1" + "0" * 6000
    assert str(Solutions(0)) == "0"
    blank = mm.analyse(mm.Board(mm.Grid(200, 200), mines=8000))
    assert str(blank.solutions).isdigit()


def test_the_number_of_solutions_is_refused_where_it_would_take_days(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minemind.solve.solutions.MAX_PRODUCTS", 1)
    analysis = mm.analyse(mm.Board.parse("3 7 5\n.......\n.1.1...\n......."))
    with pytest.raises(mm.TooHard, match="counting the solutions takes more than 1 products"):
        _ = analysis.solutions


def test_an_analysis_reads_as_a_board_of_percentages() -> None:
    analysis = mm.analyse(mm.Board.parse("2 3 1\n1..\n..."))
    assert str(analysis).split("\n")[1:] == ["    0   1   2", "0   1 33%  0%", "1 33% 33%  0%"]
    assert repr(analysis) == "<Analysis 2×3: 2 safe, 0 mines, lowest risk 0%>"
    picture = analysis._repr_svg_()
    assert picture is not None
    assert picture.count(">33<") == 3


@pytest.mark.parametrize("method", [method.name for method in mm.methods()])
def test_the_best_move_is_safe_where_anything_is_known_to_be(method: str) -> None:
    analysis = mm.analyse("2 3 1\n1..\n...", method)
    best = analysis.best
    if best is None:  # nothing is known to be safe, and the method gives no risks
        assert not analysis.safe
        assert math.isnan(analysis.best_risk)
        return
    assert best.action is mm.Action.OPEN
    assert best.cell in analysis.safe or not analysis.safe
    assert best.why == str(best.reason)
    assert analysis.best is best


def test_the_best_move_comes_with_its_proof_or_as_a_guess() -> None:
    safe = mm.analyse("4 4 3\n1...\n12..\n00..\n00..\n").best
    assert safe is not None
    assert isinstance(safe.reason, mm.Proof)
    guess = mm.analyse("2 2 1\n1.\n..").best
    assert guess is not None
    assert isinstance(guess.reason, mm.Guess)
    assert guess.probability == pytest.approx(1 / 3)
    assert mm.analyse("1 2 0\n00").best is None


def test_the_best_move_is_found_under_the_deadline_of_the_analysis() -> None:
    game = mm.Game("expert", seed=7)
    game.open(8, 15)
    analysis = mm.analyse(game, time_limit=60)
    with pytest.raises(mm.TooHard, match="not finished within the time limit of 1e-09 s"):
        _ = analysis.within(Deadline(1e-9)).best
    assert analysis.best is not None


def test_the_structure_of_a_board_can_be_read() -> None:
    analysis = mm.analyse(mm.Board.parse("3 5 3\n..1..\n.....\n....."))
    (component,) = analysis.components
    assert component.numbers == ((0, 2),)
    (group,) = component.groups
    assert analysis.groups == component.groups
    assert component.cells == group.cells == ((0, 1), (0, 3), (1, 1), (1, 2), (1, 3))
    assert analysis.outside == pytest.approx(2 / 9)
    assert analysis.best_risk == pytest.approx(1 / 5)


def test_a_board_without_hidden_cells_has_nothing_to_say() -> None:
    analysis = mm.analyse(mm.Board.parse("1 2 0\n00"))
    assert (analysis.safe, analysis.mines, analysis.solutions) == (frozenset(), frozenset(), 1)
    assert np.isnan(analysis.best_risk)
    assert np.isnan(analysis.outside)
    assert "risks unknown" in repr(analysis)


def test_open_cells_have_no_numbers_to_show() -> None:
    analysis = mm.analyse(mm.Board.parse("1 3 1\n1.."))
    with pytest.raises(mm.InvalidValue, match="ask about a hidden cell"):
        analysis.numbers(0, 0)
    assert analysis.numbers(0, 1) == (1.0, {})
    assert analysis.numbers(0, 2) == (0.0, {1: 1.0})


def test_a_million_cells_give_the_right_answer() -> None:
    layout = mm.Layout.deal(mm.Grid(1000, 1000), 150_000, seed=5, first=(500, 500))
    game = mm.Game.from_layout(layout)
    rng = random.Random(1)
    for _ in range(3_000):
        row, col = rng.randrange(1000), rng.randrange(1000)
        if layout.counts[row, col] == 0:
            game.open(row, col)
    analysis = mm.analyse(game.board)
    assert abs(analysis.expected[game.board.hidden].sum() - 150_000) < 1e-4
    assert all(layout.counts[cell] == 0 for cell in analysis.safe)
    assert all(layout.counts[cell] == 1 for cell in analysis.mines)


def test_no_answer_has_changed() -> None:
    assert signature() == int((DATA / "signature.txt").read_text())


def test_the_champion_plays_the_same_games_on_every_preset_and_on_odd_boards() -> None:
    assert together([*champion_signatures(200, threads=1)]) == "9d39445d3d8c6f2a"
