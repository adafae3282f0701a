"""Hint: what to do next on a board, and why. It only advises: nothing is played.

Certain cells come first, with a proof; where nothing is certain, the champion's guess.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator

from minemind import _native
from minemind.arguments import whole
from minemind.board import Action, Board
from minemind.boardlike import BoardLike, as_board
from minemind.deadline import Deadline
from minemind.errors import TooHard
from minemind.grid import Cell
from minemind.solve import exact
from minemind.solve.analysis import Analysis
from minemind.solve.guesses import MOST_THINK, advised_guess, best_guess
from minemind.solve.methods import rules
from minemind.solve.move import Agreement, Move
from minemind.solve.problem import Problem
from minemind.solve.proof import Explainer

__all__ = ["best_move", "certain_cells", "certain_count", "certain_moves", "each_certain", "hint", "proved", "so_far"]

# What all proofs of a board may take before its moves go without, in units of a few nanoseconds: some tenths of a
# second. The proofs of an Expert board take some hundred thousand.
WORK = 100_000_000

# The safe cells of which the best move is the one with the simplest proof: some tenths of a second, however large the
# board is.
CELLS_COMPARED = 1_000


def certain_moves(board: BoardLike, *, time_limit: float | None = None) -> tuple[Move, ...]:
    r"""All certain moves: safe cells to open and mines to flag, each once.

    What the rules conclude comes first, in the order of their conclusions; then the rest, in reading order. If the
    rest is too hard to find, only the conclusions of the rules are given; `TooHard` is raised if there are none. With
    several mines per cell, a mine is flagged only if the rules say how many mines it holds.

    >>> [(move.action.value, tuple(move.cell)) for move in mm.certain_moves("3 4 2\n01..\n01..\n01..")]
    [('open', (2, 2)), ('open', (0, 2)), ('flag', (1, 2))]
    """
    deadline = Deadline(time_limit)
    return so_far(each_certain(as_board(board), deadline), deadline)


def so_far(moves: Iterator[Move], deadline: Deadline) -> tuple[Move, ...]:
    """All of these moves, or those found until it became too hard to find more."""
    found: list[Move] = []
    try:
        for move in moves:
            found.append(move)  # noqa: PERF402  (what was found must outlive the error)
    except TooHard:
        deadline.look()
        if not found:
            raise
    return tuple(found)


def each_certain(board: Board, deadline: Deadline) -> Iterator[Move]:
    """All certain moves, as for `certain_moves`, one at a time.

    Raises `Impossible` before anything else, and `TooHard` after what the rules conclude.
    """
    problem = Problem(board, deadline=deadline)
    analysis = _counted(problem)
    conclusions = _conclusions(problem)
    yield from (Move.certain(found.cell, found.mines, found) for found in conclusions)
    if isinstance(analysis, TooHard):
        raise analysis
    concluded = {found.cell for found in conclusions}
    explainer = Explainer(board, deadline, WORK)
    for cell in certain_cells(analysis):
        if cell not in concluded:
            yield proved(explainer, cell, analysis)


def _counted(problem: Problem) -> exact.Exact | TooHard:
    """The exact analysis, or why there is none. A deadline is raised at once: no clock decides what is certain."""
    try:
        return exact.analyse_problem(problem, problem.deadline)
    except TooHard as limit:
        problem.deadline.look()
        return limit


def _conclusions(problem: Problem) -> tuple[rules.Conclusion, ...]:
    """What the rules conclude; nothing if the board is too large to be decomposed in Python."""
    try:
        return rules.conclude(problem, deadline=problem.deadline)
    except TooHard:
        problem.deadline.look()
        return ()


def proved(explainer: Explainer, cell: Cell, analysis: Analysis) -> Move:
    """The move for a certain cell, with its proof unless that would take too long."""
    is_mine = cell in analysis.mines
    try:
        return Move.certain(cell, int(is_mine), explainer.proof(cell, is_mine=is_mine))
    except TooHard:
        explainer.deadline.look()
        return Move.certain(cell, int(is_mine), Agreement(analysis.method))


def hint(board: BoardLike, *, think: int = 0, time_limit: float | None = None) -> Move | None:
    r"""The next move: the certain cell with the simplest proof, safe cells before mines, or else the best guess.

    The guess is the champion's; with `think`, that of `champion:deep` after up to so many million units of work, about
    6 ms each. None if no probability is known for any hidden cell.

    >>> move = mm.hint("3 4 2\n01..\n01..\n01..")
    >>> move.action.value, move.cell, move.is_certain
    ('open', Cell(row=0, col=2), True)
    """
    most = whole(think, "think", 0, MOST_THINK)
    problem = Problem(as_board(board), deadline=Deadline(time_limit))
    counted = _counted(problem)
    analysis = rules.infer(problem, problem.deadline) if isinstance(counted, TooHard) else counted
    if certain := certain_cells(analysis):
        return _simplest(problem, sorted(certain, key=lambda cell: cell in analysis.mines), analysis)
    # What is left are cells that can hold several mines, and how many they hold.
    if conclusions := _conclusions(problem):
        return Move.certain(conclusions[0].cell, conclusions[0].mines, conclusions[0])
    if isinstance(counted, TooHard):
        raise counted
    return advised_guess(counted, problem.deadline, most)


def best_move(analysis: Analysis, deadline: Deadline) -> Move | None:
    """The cell to open next: a safe one with the simplest proof, or the best guess that the method can give."""
    if isinstance(analysis, exact.Exact):
        safe = analysis.board.grid.cells(analysis.hidden_certain[0][:CELLS_COMPARED])
    else:
        safe = heapq.nsmallest(CELLS_COMPARED, (cell for cell in analysis.safe if analysis.board.hidden[cell]))
    if not safe:
        return advised_guess(analysis, deadline) if isinstance(analysis, exact.Exact) else best_guess(analysis)
    if isinstance(analysis, exact.Exact):
        return _simplest(Problem(analysis.board, deadline=deadline), safe, analysis)
    return Move(safe[0], Action.OPEN, Agreement(analysis.method))


def _simplest(problem: Problem, certain: list[Cell], analysis: Analysis) -> Move:
    """The move with the simplest proof; of equal ones the first, and the first that takes a single number at once."""
    explainer = Explainer(problem.board, problem.deadline, WORK)
    best: tuple[tuple[int, ...], Cell, _native.Proof] | None = None
    for place, cell in enumerate(certain):
        try:
            found = explainer.found(cell, is_mine=cell in analysis.mines)
        except TooHard:
            problem.deadline.look()
            break
        difficulty = _difficulty(found, place)
        if best is None or difficulty < best[0]:
            best = difficulty, cell, found
        if len(found.numbers) == 1 and not found.counts_mines:
            break
    if best is None:
        return Move.certain(certain[0], int(certain[0] in analysis.mines), Agreement(analysis.method))
    _, cell, found = best
    proof = explainer.written(cell, found, is_mine=cell in analysis.mines)
    return Move.certain(cell, int(proof.is_mine), proof)


def certain_cells(analysis: Analysis) -> list[Cell]:
    """The hidden cells that are certain, in reading order. Of a mine its number must be known, too."""
    return sorted(_certain(analysis))


def certain_count(analysis: Analysis) -> int:
    """The number of these cells."""
    if isinstance(analysis, exact.Exact) and analysis.board.max_per_cell == 1:
        return sum(map(len, analysis.hidden_certain))
    return sum(1 for _ in _certain(analysis))


def _certain(analysis: Analysis) -> Iterator[Cell]:
    board, hidden = analysis.board, analysis.board.hidden
    mines = analysis.mines if board.max_per_cell == 1 else frozenset[Cell]()
    return (cell for cell in itertools.chain(analysis.safe, mines) if hidden[cell])


def _difficulty(found: _native.Proof, place: int) -> tuple[int, ...]:
    return found.grade, found.together, len(found.numbers), len(found.steps), place
