"""Hint: what to do next on a board, and why. It only advises: nothing is played.

Certain cells come first, with a proof; if nothing is certain, the champion's guess.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator

import numpy as np

from minemind import _native
from minemind.arguments import whole
from minemind.board import Action, Board
from minemind.boardlike import BoardLike, as_board
from minemind.deadline import Deadline
from minemind.errors import TooHard
from minemind.grid import Cell
from minemind.solve import exact
from minemind.solve.analysis import Analysis
from minemind.solve.choice import MOST_THINK, advised_guess, best_guess
from minemind.solve.move import Agreement, Move
from minemind.solve.proof import Explainer

__all__ = ["best_move", "certain_cells", "certain_count", "certain_moves", "each_certain", "hint", "so_far"]

# The most work for all proofs of a board, in units of a few nanoseconds: some tenths of a second. Beyond that, moves
# have no proof. The proofs of an Expert board take some hundred thousand.
WORK = 100_000_000

# The best move is the one with the simplest proof among this many safe cells: some tenths of a second, however large
# the board is.
CELLS_COMPARED = 1_000


def certain_moves(board: BoardLike, *, time_limit: float | None = None) -> tuple[Move, ...]:
    r"""All certain moves, safe cells to open and mines to flag, each once and with its proof, in reading order.

    A cell is certain if all solutions agree on it. If the board is too hard to count, only what single numbers and
    pairs make certain is found, and `TooHard` is raised if that is nothing. With several mines per cell, a mined cell
    is flagged only if single numbers and pairs tell how many mines it holds. A move whose proof takes too much work has
    an `Agreement` instead.

    >>> [(move.action.value, tuple(move.cell)) for move in mm.certain_moves("3 4 2\n01..\n01..\n01..")]
    [('open', (0, 2)), ('flag', (1, 2)), ('open', (2, 2))]
    """
    deadline = Deadline(time_limit)
    found, _ = so_far(each_certain(as_board(board), deadline), deadline)
    return found


def so_far(moves: Iterator[Move], deadline: Deadline) -> tuple[tuple[Move, ...], TooHard | None]:
    """All of these moves, and None; or those found before it became too hard to find more, and the error."""
    found: list[Move] = []
    try:
        for move in moves:
            found.append(move)  # noqa: PERF402  (what was found must outlive the error)
    except TooHard as limit:
        deadline.look()
        if not found:
            raise
        return tuple(found), limit
    return tuple(found), None


def each_certain(board: Board, deadline: Deadline) -> Iterator[Move]:
    """All certain moves, as for `certain_moves`, one at a time.

    Raises `Impossible` before any move, and `TooHard` after the moves that single numbers and pairs make certain.
    """
    counted = _counted(board, deadline)
    explainer = Explainer(board, deadline, WORK)
    for cell, mines in _certain_mines(board, counted, deadline).items():
        yield _proved(explainer, cell, mines)
    if isinstance(counted, TooHard):
        raise counted


def _counted(board: Board, deadline: Deadline) -> exact.Exact | TooHard:
    """The exact analysis, or why it is too hard; raises if time is up, because no clock decides what is certain."""
    deadline.look()
    try:
        return exact.analysed(board, deadline)
    except TooHard as limit:
        deadline.look()
        return limit


def _certain_mines(board: Board, counted: exact.Exact | TooHard, deadline: Deadline) -> dict[Cell, int]:
    """The hidden cells whose number of mines is certain, and that number, in reading order."""
    certain = np.full(board.faces.size, -1, np.int32)
    if isinstance(counted, TooHard) or board.max_per_cell > 1:
        known = _native.propagate(board.grid.graph, board.faces.reshape(-1), board.max_per_cell, deadline)
        certain = np.where(board.hidden.reshape(-1), known, certain)
    if not isinstance(counted, TooHard):
        safe, mines = counted.hidden_certain
        certain[safe] = 0
        if board.max_per_cell == 1:
            certain[mines] = 1
    indices = np.flatnonzero(certain >= 0).astype(np.int32)
    return dict(zip(board.grid.cells(indices), certain[indices].tolist(), strict=True))


def _proved(explainer: Explainer, cell: Cell, mines: int) -> Move:
    """The move for a certain cell, with its proof unless that would take too much work."""
    try:
        return Move.certain(cell, mines, explainer.proof(cell, is_mine=mines > 0))
    except TooHard:
        explainer.deadline.look()
        return Move.certain(cell, mines, Agreement(exact.Exact.method))


def hint(board: BoardLike, *, think: int = 0, time_limit: float | None = None) -> Move | None:
    r"""The next move: the certain cell with the simplest proof, safe cells before mines, or else the best guess.

    The guess is the champion's; with `think`, that of `champion:deep` after up to `think` million units of work, about
    6 ms each. Returns None if no hidden cell has a known probability.

    >>> move = mm.hint("3 4 2\n01..\n01..\n01..")
    >>> move.action.value, move.cell, move.is_certain
    ('open', Cell(row=0, col=2), True)
    """
    most, deadline, board = whole(think, "think", 0, MOST_THINK), Deadline(time_limit), as_board(board)
    counted = _counted(board, deadline)
    if certain := _certain_mines(board, counted, deadline):
        return _simplest(Explainer(board, deadline, WORK), certain)
    if isinstance(counted, TooHard):
        raise counted
    return advised_guess(counted, deadline, most)


def best_move(analysis: Analysis, deadline: Deadline) -> Move | None:
    """The cell to open next: a safe one with the simplest proof, or the best guess that the method can give."""
    if isinstance(analysis, exact.Exact):
        safe = analysis.board.grid.cells(analysis.hidden_certain[0][:CELLS_COMPARED])
    else:
        safe = heapq.nsmallest(CELLS_COMPARED, (cell for cell in analysis.safe if analysis.board.hidden[cell]))
    if not safe:
        return advised_guess(analysis, deadline) if isinstance(analysis, exact.Exact) else best_guess(analysis)
    if isinstance(analysis, exact.Exact):
        return _simplest(Explainer(analysis.board, deadline, WORK), dict.fromkeys(safe, 0))
    return Move(safe[0], Action.OPEN, Agreement(analysis.method))


def _simplest(explainer: Explainer, certain: dict[Cell, int]) -> Move:
    """The move with the simplest proof; of equal ones the first, safe cells before mines.

    The first proof by a single number ends the search: none is simpler.
    """
    best: tuple[tuple[int, ...], Cell, _native.NativeProof] | None = None
    in_order = sorted(certain, key=lambda cell: certain[cell] > 0)
    for place, cell in enumerate(in_order):
        try:
            found = explainer.found(cell, is_mine=certain[cell] > 0)
        except TooHard:
            explainer.deadline.look()
            break
        difficulty = _difficulty(found, place)
        if best is None or difficulty < best[0]:
            best = difficulty, cell, found
        if len(found.numbers) == 1 and not found.counts_mines:
            break
    if best is None:
        return Move.certain(in_order[0], certain[in_order[0]], Agreement(exact.Exact.method))
    _, cell, found = best
    mines = certain[cell]
    return Move.certain(cell, mines, explainer.written(cell, found, is_mine=mines > 0))


def certain_cells(analysis: Analysis) -> list[Cell]:
    """The hidden cells that are certain, in reading order; with several mines per cell, only the safe ones."""
    return sorted(_certain(analysis))


def certain_count(analysis: Analysis) -> int:
    """The number of `certain_cells`."""
    if isinstance(analysis, exact.Exact) and analysis.board.max_per_cell == 1:
        return sum(map(len, analysis.hidden_certain))
    return sum(1 for _ in _certain(analysis))


def _certain(analysis: Analysis) -> Iterator[Cell]:
    board, hidden = analysis.board, analysis.board.hidden
    mines = analysis.mines if board.max_per_cell == 1 else frozenset[Cell]()
    return (cell for cell in itertools.chain(analysis.safe, mines) if hidden[cell])


def _difficulty(found: _native.NativeProof, place: int) -> tuple[int, ...]:
    return found.grade, found.together, len(found.numbers), len(found.steps), place
