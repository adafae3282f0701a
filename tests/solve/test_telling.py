"""Dead cells, and 50/50s, compared with every placement of mines."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import minemind as mm
from minemind import _native
from minemind.board import HIDDEN, flag_face
from minemind.deadline import Deadline
from tests.oracle import geometry, telling
from tests.solve.boards import random_board
from tests.solve.lattice import lattice


def truth_of(board: mm.Board) -> telling.Telling | None:
    grid = board.grid
    holes = frozenset((hole.row, hole.col) for hole in grid.holes)
    around = geometry.neighbours(*grid.shape, grid.topology, grid.reach, holes)
    numbers = {(c.row, c.col): int(board.faces[c]) for c in grid if board.opened[c]}
    flags = {(c.row, c.col): int(board.flags[c]) for c in grid if board.flags[c]}
    return telling.look(around, numbers, flags, per_cell=board.max_per_cell, mines=board.mines)


def check(board: mm.Board) -> telling.Telling | None:
    truth = truth_of(board)
    if truth is not None:
        analysis = mm.analyse(board)
        assert analysis.dead == truth.dead, board
        pairs = analysis.fifty_fifties
        assert pairs == tuple(sorted(pairs))
        assert all(one < other for one, other in pairs)
        assert {frozenset(pair) for pair in pairs} == truth.fifty_fifties, board
    return truth


def ending(rng: random.Random) -> mm.Board:
    """A small game in which nearly everything is open, so that what is left is walled in."""
    grid = mm.Grid(rng.randint(2, 5), rng.randint(3, 5), rng.choice(["square", "torus", "hex"]))
    per_cell = rng.choice([1, 1, 1, 2])
    counts = np.zeros(grid.shape, dtype=np.int32)
    for cell in grid:
        counts[cell] = sum(rng.random() < 0.35 for _ in range(per_cell))
    layout = mm.Layout(grid, counts, max_per_cell=per_cell)
    faces = np.full(grid.shape, HIDDEN, dtype=np.int32)
    most = min(7 if per_cell == 1 else 5, grid.size)
    hidden = set(rng.sample(list(grid), rng.randint(2, most)))
    for cell in grid:
        if cell not in hidden:
            faces[cell] = flag_face(int(counts[cell])) if counts[cell] else layout.numbers[cell]
    count = rng.choice(["known", "known", "unknown", "density"])
    return mm.Board(
        grid,
        faces,
        mines=layout.mines if count == "known" else None,
        density=0.25 if count == "density" else None,
        max_per_cell=per_cell,
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_dead_cells_and_fifty_fifties_are_what_all_placements_say(seed: int) -> None:
    rng = random.Random(seed)
    met: Counter[tuple[str, str]] = Counter()
    for made in range(400):
        board = ending(rng) if made % 4 else random_board(rng)
        if board.hidden.sum() > 8:
            continue
        truth = check(board)
        if truth is not None:
            model = "count" if board.mines is not None else "density" if board.density is not None else "unknown"
            for kind in (str(board.grid.topology), model, f"k={board.max_per_cell}"):
                met["dead", kind] += bool(truth.dead)
                met["pair", kind] += bool(truth.fifty_fifties)
    for name in ("dead", "pair"):
        for kind in ("square", "torus", "hex", "count", "unknown", "density", "k=1", "k=2"):
            assert met[name, kind] > 1, (name, kind, met)


@pytest.mark.parametrize(
    ("text", "dead", "pairs"),
    [
        # A corner of two cells behind a wall: each shows the same, and only a guess tells which is mined.
        ("2 3 3\n.3!\n.3!", {(0, 0), (1, 0)}, {((0, 0), (1, 0))}),
        # One mine in either of two cells that nothing sees.
        ("1 5 3\n.!_!.", {(0, 0), (0, 4)}, {((0, 0), (0, 4))}),
        # … if the count is unknown, one, both or none may be mined.
        ("1 5 ?\n.!_!.", {(0, 0), (0, 4)}, set()),
        # Three cells that see each other: any two of them.
        ("2 2 1\n..\n.1", {(0, 0), (0, 1), (1, 0)}, {((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 0))}),
        # On both sides of a number; a mine behind one of them tells nothing, but a safe cell there tells all.
        ("3 1 1\n.\n1\n.", {(0, 0), (2, 0)}, {((0, 0), (2, 0))}),
        ("1 4 2\n..1.", {(0, 1), (0, 3)}, {((0, 1), (0, 3))}),
        ("1 5 1\n..1..", {(0, 1), (0, 3)}, set()),
    ],
)
def test_what_players_know(text: str, dead: set[tuple[int, int]], pairs: set[tuple[tuple[int, int], ...]]) -> None:
    board = mm.Board.parse(text)
    check(board)
    analysis = mm.analyse(board)
    assert analysis.dead == dead
    assert set(analysis.fifty_fifties) == pairs


def test_what_the_look_ahead_takes_for_partners_are_fifty_fifties() -> None:
    met = 0
    for seed in range(25):
        game = mm.Game.preset("expert", seed=seed)
        if mm.play(game, "csp-sat").result is not mm.strategy.Result.STUCK:
            continue
        analysis = mm.analyse(game.board)
        prospects = _native.look_ahead(analysis._native, _native.Breadth.CLOSE, game.grid.rank, Deadline())
        for prospect in prospects:
            if prospect.partner is not None:
                pair = sorted((prospect.cell, prospect.partner))
                assert tuple(map(game.grid.cell, pair)) in analysis.fifty_fifties
                met += 1
    assert met > 3


def test_the_look_ahead_cuts_off_no_guess_that_is_the_best() -> None:
    # Looking only for the best, it drops guesses that bounds exclude; looking for close ones, it drops fewer.
    boards = [
        (mm.Grid(16, 30), 99),
        (mm.Grid(12, 14, topology="hex"), 36),
        (mm.Grid(12, 12, topology="torus"), 32),
        (mm.Grid(12, 12, reach=2), 16),
    ]
    cut_off = 0
    for grid, mines in boards:
        for seed in range(12):
            game = mm.Game(mines=mines, grid=grid, seed=seed)
            if mm.play(game, "csp-sat").result is not mm.strategy.Result.STUCK:
                continue
            native = mm.analyse(game.board)._native
            best = _native.look_ahead(native, _native.Breadth.BEST, grid.rank, Deadline())
            close = _native.look_ahead(native, _native.Breadth.CLOSE, grid.rank, Deadline())
            assert best[0] == close[0]
            cut_off += len(best) < len(close)
    assert cut_off > 10


def test_other_methods_do_not_know() -> None:
    board = mm.Board.parse("1 4 1\n.1..")
    for method in mm.methods():
        found = mm.analyse(board, method.name)
        if method.name != "exact":
            assert (found.dead, found.fifty_fifties) == (None, None)


def test_it_is_worked_out_only_when_asked_for_and_under_the_time_limit() -> None:
    board = lattice(15, 21, seed=3, density=0.35)
    analysis = mm.analyse(board, time_limit=60)
    assert "dead" not in vars(analysis)
    hurried = mm.solve.Exact(board, analysis._native, analysis._cache, 1e-6)
    for asked in ("dead", "fifty_fifties"):
        with pytest.raises(mm.TooHard, match="time limit"):
            getattr(hurried, asked)


def test_what_is_too_unlikely_for_a_double_is_still_possible() -> None:
    """The mine is in the middle, or three are at the ends: 1e-400 times as likely, and then (0, 2) sees one."""
    board = mm.Board.parse("6 5 ? density=1e-200\n__.__\n__.__\n__1__\n.1.__\n__1__\n__.__")
    check(board)
    analysis = mm.analyse(board)
    assert analysis.numbers(0, 2).shown == {0: 1.0}
    assert (0, 2) not in analysis.dead
