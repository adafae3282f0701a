"""Every method against the oracle, and the face that they share."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minemind as mm
from minemind.solve.methods.rules import propagate
from tests.oracle import literal
from tests.solve.boards import literal_truth, random_board
from tests.solve.lattice import lattice

# Each method, and the options that change how it works.
WAYS: dict[str, dict[str, Any]] = {
    "rules": {},
    "rules with overlaps": {"overlaps": True},
    "matrix": {},
    "matrix by cells": {"collapse": False},
    "enumerate": {},
    "enumerate, mostly handed over": {"k_max": 3},
    "sat": {},
    "sampling": {"samples": 200},
    "local": {},
    "local by hidden cells": {"weights": "hidden"},
}

# These notice a contradiction only where a number, or two of them, show it.
MAY_MISS_A_CONTRADICTION = {"rules", "local"}

BOARDS = 700


def run(way: str, board: mm.Board) -> mm.Analysis:
    return mm.analyse(board, method=way.split()[0].rstrip(","), **WAYS[way])


@cache
def boards_and_truths(seed: int) -> list[tuple[mm.Board, literal.Truth | None]]:
    """The same for all methods, and never changed by one."""
    rng = random.Random(seed)
    return [(board, literal_truth(board)) for board in (random_board(rng) for _ in range(BOARDS))]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("way", WAYS)
def test_methods_keep_what_they_promise_on_boards_of_every_kind(way: str, seed: int) -> None:
    impossible = 0
    for board, truth in boards_and_truths(seed):
        if truth is not None:
            check(run(way, board), truth)
            continue
        try:
            found = run(way, board)
        except mm.Impossible:
            impossible += 1
        else:
            assert found.method in MAY_MISS_A_CONTRADICTION
    assert impossible > 0


def check(found: mm.Analysis, truth: literal.Truth) -> None:
    board = found.board
    flagged = {cell for cell in board.grid if board.flags[cell]}
    safe = {place for place, probability in truth.probability.items() if probability == 0}
    mines = {place for place, probability in truth.probability.items() if probability == 1} | flagged
    assert found.safe <= safe, board
    assert found.mines <= mines, board
    if found.complete:
        assert (found.safe, found.mines) == (safe, mines), board
    for cell in found.safe | found.mines:
        assert found.probability[cell] == (cell in found.mines)
    if found.quality is mm.solve.Quality.EXACT:
        check_probabilities(found, truth)
    elif found.quality is mm.solve.Quality.SOUND:
        known = {cell for cell in board.grid if not np.isnan(found.probability[cell])}
        assert known == found.safe | found.mines


def check_probabilities(found: mm.Analysis, truth: literal.Truth) -> None:
    assert found.solutions == truth.solutions, found.board
    for cell, probability in truth.probability.items():
        mean = truth.mean[cell]
        if probability is None or mean is None:
            assert np.isnan(found.probability[cell])
        else:
            assert abs(found.probability[cell] - probability) < 1e-12, (found.board, cell)
            assert abs(found.expected[cell] - mean) < 1e-11, (found.board, cell)


@pytest.mark.parametrize("way", [way for way in WAYS if "sampling" not in way and "matrix" not in way])
def test_methods_agree_with_the_engine_on_games(way: str, stuck: list[mm.Board]) -> None:
    for board in stuck:
        exact = mm.analyse(board)
        found = run(way, board)
        assert found.safe <= exact.safe
        assert found.mines <= exact.mines
        if found.complete:
            assert (found.safe, found.mines) == (exact.safe, exact.mines)
        if found.quality is mm.solve.Quality.EXACT:
            assert found.solutions == exact.solutions
            assert np.abs(found.probability - exact.probability)[board.hidden].max() < 1e-9


@pytest.fixture(scope="module")
def stuck() -> list[mm.Board]:
    """Expert games, opened in the middle and then wherever the engine is sure."""
    boards = []
    for seed in range(12):
        game = mm.Game.preset("expert", seed=seed)
        game.open(8, 15)
        while game.state is mm.State.PLAYING and (safe := mm.analyse(game.board).safe):
            for cell in sorted(safe):
                game.open(*cell)
        boards.append(game.board)
    return [board for board in boards if board.hidden.any()]


@pytest.mark.parametrize("method", [method.name for method in mm.methods()])
def test_a_component_above_max_cells_is_excluded(method: str) -> None:
    board = mm.Board.parse("3 14 5\n.1............\n..............\n.........2.2..")
    few, many = mm.analyse(board).components
    assert (len(few.cells), len(many.cells)) == (5, 8)
    small, large = mm.analyse(board, method, max_cells=5), mm.analyse(board, method)
    gone = set(many.cells)
    assert all(np.isnan(small.probability[cell]) for cell in gone)
    assert not gone & (small.safe | small.mines)
    assert small.safe <= large.safe
    assert small.mines <= large.mines
    assert not small.complete
    assert small.quality is not mm.solve.Quality.EXACT
    assert small.solutions is None
    assert any("excluded" in note for note in small.notes)


@pytest.mark.parametrize("method", [method.name for method in mm.methods()])
def test_a_large_limit_changes_nothing(method: str) -> None:
    board = mm.Board.parse("4 5 4\n.2...\n.....\n1....\n11...")
    limited, free = mm.analyse(board, method, max_cells=99), mm.analyse(board, method)
    assert np.array_equal(limited.probability, free.probability, equal_nan=True)
    assert (limited.safe, limited.mines, limited.quality) == (free.safe, free.mines, free.quality)


def test_what_propagation_finds_is_kept_when_its_numbers_are_excluded() -> None:
    game = mm.Game.preset("beginner", seed=6)
    game.open(4, 4)
    known = propagate(mm.solve.Problem(game.board)).known
    assert known
    for method in mm.methods():
        found = mm.analyse(game.board, method.name, max_cells=0)
        if method.obeys_limit:
            assert set(known) <= found.safe | found.mines, method.name
        assert not {cell for part in mm.analyse(game.board).components for cell in part.cells} & found.safe


def test_the_table_in_the_guide_is_what_the_methods_say() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "methods.md").read_text(encoding="utf-8")
    for method in mm.methods():
        options = ", ".join(f"`{name}={default}`" for name, default in method.options.items()) or "none"
        complete = "yes" if method.complete else "no"
        row = f"| `{method.name}` | {method.quality} | {complete} | {options} | {method.shines} | {method.fails} |"
        assert row in guide, row


def test_excluding_around_is_sound_where_the_mine_count_matters() -> None:
    rng = random.Random(5)
    said = 0
    for _ in range(300):
        board = random_board(rng)
        truth = literal_truth(board)
        if truth is None:
            continue
        for way in WAYS:
            if "sampling" in way:
                continue
            found = mm.analyse(board, method=way.split()[0].rstrip(","), max_cells=2, **WAYS[way])
            assert all(truth.probability[cell] == 0 for cell in found.safe)
            assert all(board.flags[cell] or truth.probability[cell] == 1 for cell in found.mines)
            said += any("excluded" in note for note in found.notes)
    assert said > 100


def test_flags_are_believed_or_not_by_every_method() -> None:
    board = mm.Board.parse("1 3 1\n!1.")
    for method in mm.methods():
        assert mm.analyse(board, method.name).mines == {(0, 0)}
        assert mm.analyse(board, method.name, trust_flags=False).mines == set()


def test_methods_say_what_they_are() -> None:
    names = [method.name for method in mm.methods()]
    assert names == [*dict.fromkeys(way.split()[0].rstrip(",") for way in WAYS), "exact"]
    board = mm.Board.parse("1 3 1\n.1.")
    for method in mm.methods():
        found = mm.analyse(board, method.name)
        assert (found.method, found.quality, found.complete) == (method.name, method.quality, method.complete)
        assert all((method.summary, method.time, method.space, method.shines, method.fails))
    assert mm.methods()[4].options == {"samples": 10_000, "seed": 0}


def test_what_cannot_be_meant_is_refused() -> None:
    board = mm.Board.parse("1 3 1\n.1.")
    for options, message in (
        ({"method": "magic"}, "'magic' is not a method; choose from rules, matrix"),
        ({"method": "rules", "samples": 3}, "the method 'rules' has no option 'samples'; its options are overlaps"),
        ({"method": "sat", "seed": 3}, "it has no options"),
        ({"method": "rules", "max_cells": -1}, "max_cells is -1"),
        ({"method": "enumerate", "k_max": -1}, "k_max is -1"),
        ({"method": "sampling", "samples": 1}, "samples is 1; give a whole number from 2"),
        ({"method": "sampling", "samples": 10**9}, "samples is 1,000,000,000"),
        ({"method": "sampling", "samples": 10.0}, "samples is 10.0; give a whole number"),
        ({"method": "enumerate", "k_max": "3"}, "k_max is '3'; give a whole number"),
        ({"method": "rules", "overlaps": "no"}, "overlaps is 'no'; give True or False"),
        ({"method": "rules", "max_cells": "3"}, "max_cells is '3'; give a whole number"),
        ({"method": ["rules"]}, "is not a method"),
        ({"method": "sat", "time_limit": "1"}, "the time limit is '1'"),
        ({"method": "sampling", "seed": -1}, "the seed is -1"),
        ({"method": "sat", "time_limit": 0}, "the time limit is 0"),
    ):
        with pytest.raises(mm.InvalidValue, match=message):
            mm.analyse(board, **options)


@pytest.mark.parametrize("method", [method.name for method in mm.methods()])
def test_faults_are_listed_whatever_the_method(method: str) -> None:
    with pytest.raises(mm.Impossible, match="shows 3, but") as raised:
        mm.analyse(mm.Board.parse("1 3 1\n.3."), method)
    assert raised.value.faults


@pytest.mark.parametrize("method", ["matrix", "enumerate", "sat", "sampling", "exact"])
def test_numbers_that_clash_are_named_whatever_the_method(method: str) -> None:
    board = mm.Board.parse("2 3 ?\n1.3\n...")
    with pytest.raises(mm.Impossible, match="these numbers cannot all be right") as raised:
        mm.analyse(board, method)
    assert raised.value.cells


@pytest.mark.parametrize("method", ["matrix", "enumerate", "sat", "sampling"])
def test_a_time_limit_stops_every_method(method: str) -> None:
    board = lattice(15, 15, seed=1, density=0.3)
    options: dict[str, Any] = {"enumerate": {"k_max": 999}, "sampling": {"max_cells": 999}}.get(method, {})
    with pytest.raises(mm.TooHard, match="time limit"):
        mm.analyse(board, method, time_limit=1e-6, **options)


def test_an_inference_shows_itself() -> None:
    board = mm.Board.parse("2 3 ?\n.1.\n...")
    found = mm.analyse(board, "local")
    assert repr(found) == "<Analysis 2×3 by local (estimate): 0 safe, 0 mines, lowest risk 20%>"
    assert "20%" in str(found)
    assert found._repr_svg_().startswith("<svg")  # type: ignore[union-attr]
    silent = mm.analyse(board, "rules")
    assert repr(silent) == "<Analysis 2×3 by rules (sound): 0 safe, 0 mines, risks unknown>"


def test_without_the_extra_sat_says_how_to_get_it() -> None:
    program = """
import sys
sys.modules["pysat"] = None
import minemind as mm
for method in mm.methods():
    try:
        mm.analyse(mm.Board.parse("1 3 1\\n.1."), method.name)
    except mm.errors.MissingExtra as missing:
        print(method.name, missing)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == 'sat the method "sat" needs python-sat: pip install "minemind-engine[sat]"\n'


@pytest.mark.parametrize("method", [method.name for method in mm.methods()])
def test_answers_can_be_sent_elsewhere(method: str) -> None:
    found = mm.analyse(mm.Board.parse("2 4 2\n....\n11_1"), method)
    received = pickle.loads(pickle.dumps(found))
    assert (received.method, received.safe, received.mines) == (found.method, found.safe, found.mines)
    assert np.array_equal(received.probability, found.probability, equal_nan=True)
    assert pickle.loads(pickle.dumps(mm.solve.Problem(found.board))).frontier == mm.solve.Problem(found.board).frontier


@pytest.mark.parametrize("method", ["matrix", "enumerate", "sampling", "local", "exact"])
def test_a_small_density_is_not_rounded_to_certainty(method: str) -> None:
    found = mm.analyse(mm.Board.parse("1 5 ? density=1e-18\n.1..."), method)
    assert found.probability[0, 4] == pytest.approx(1e-18)
    assert (0, 4) not in found.safe


def test_a_large_outside_costs_the_equations_little() -> None:
    board = mm.Board(mm.Grid(100, 100), mines=2_000)
    assert mm.analyse(board, "matrix").probability[0, 0] == pytest.approx(0.2)
    with pytest.raises(mm.TooHard, match="tuples of values"):
        mm.analyse(mm.Board(mm.Grid(60, 60), mines=300), "matrix", collapse=False)


def test_cells_of_many_mines_are_handed_over_rather_than_tried_for_ever() -> None:
    board = mm.Board.parse("3 5 ? k=4\n. . . . .\n. 9 . 9 .\n. . . . .")
    assert mm.analyse(board, "enumerate").solutions == mm.analyse(board).solutions
    assert mm.analyse(board, "enumerate").notes


def test_thousands_of_components_are_refused_by_name() -> None:
    rows = ["." * 300 if row % 4 else "11...." * 50 for row in range(300)]
    with pytest.raises(mm.TooHard, match="totals between them"):
        mm.analyse(mm.Board.parse("\n".join(rows), mines=20_000), "enumerate")
