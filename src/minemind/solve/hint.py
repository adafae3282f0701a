"""Hint: what to do next on a board, and why. Nothing is changed: who plays decides.

What is certain goes first, with a reason; where nothing is, the cell of least risk, with those that come close.
"""

from __future__ import annotations

import numpy as np

from minemind.board import Action, Board
from minemind.grid import Cell
from minemind.solve import exact, rules
from minemind.solve.analysis import Analysis
from minemind.solve.deadline import Deadline
from minemind.solve.explain import Explainer, Kind, Proof
from minemind.solve.move import Guess, Move
from minemind.solve.problem import Problem

__all__ = ["best_guess", "certain_cells", "certain_moves", "hint"]

# How many cells a guess names that come close.
RUNNERS_UP = 5

# Chances that differ by less are the same: so no rounding decides between cells.
QUANTUM = 1e-9


def certain_moves(board: Board, *, time_limit: float | None = None) -> tuple[Move, ...]:
    """Everything that is certain: free cells to open, mines to flag, each once.

    What the rules conclude stands first, in the order of their conclusions; then, in reading order, what takes more.
    Where a cell can hold several mines, it is flagged only if the rules say that it is full.
    """
    analysis = exact.analyse(board, time_limit)
    problem, deadline = Problem(board), Deadline(time_limit)
    conclusions = rules.conclude(problem, deadline=deadline)
    moves = [Move.certain(found.cell, found.mines, found) for found in conclusions]
    concluded = {found.cell for found in conclusions}
    explainer = Explainer(problem, deadline)
    for cell in certain_cells(analysis):
        if cell not in concluded:
            is_mine = cell in analysis.mines
            moves.append(Move.certain(cell, int(is_mine), explainer.proof(cell, is_mine=is_mine)))
    return tuple(moves)


def hint(board: Board, *, time_limit: float | None = None) -> Move | None:
    """The next move: what is certain by the simplest proof, free cells before mines, or else the best guess.

    None where there is no hidden cell of which anything is known.
    """
    analysis = exact.analyse(board, time_limit)
    certain = certain_cells(analysis)
    if not certain:
        return best_guess(analysis)
    explainer = Explainer(Problem(board), Deadline(time_limit))
    short = [explainer.short_proof(cell, is_mine=cell in analysis.mines) for cell in certain]
    # Longer ones take longer to find, and are looked for only where there is no other.
    proofs = list(filter(None, short)) or [explainer.proof(cell, is_mine=cell in analysis.mines) for cell in certain]
    best = min(proofs, key=_difficulty)
    return Move.certain(best.cell, int(best.is_mine), best)


def certain_cells(analysis: Analysis) -> list[Cell]:
    """The hidden cells that are certain, in reading order. Of a mine its number must be known, too."""
    board = analysis.board
    mines = analysis.mines if board.max_per_cell == 1 else frozenset[Cell]()
    return sorted(cell for cell in analysis.safe | mines if board.hidden[cell])


def _difficulty(proof: Proof) -> tuple[int, int, bool, Cell]:
    return list(Kind).index(proof.kind), len(proof.numbers), proof.is_mine, proof.cell


def best_guess(analysis: Analysis) -> Move | None:
    """The cell of least risk, but no certain mine; of equal ones the nearest to the centre, then the first.

    None where there is no hidden cell of which anything is known.
    """
    grid, risk = analysis.board.grid, analysis.probability
    known = analysis.board.hidden & ~np.isnan(risk)
    for cell in analysis.mines:
        known[cell] = False
    if not known.any():
        return None
    cells = np.flatnonzero(known).astype(np.int32)
    rank = np.lexsort((cells, grid.off_centre.reshape(-1)[cells], np.rint(risk[known] / QUANTUM)))
    ranked = grid.cells(cells[rank[: RUNNERS_UP + 1]])
    chances = [(cell, float(risk[cell])) for cell in ranked]
    return Move(ranked[0], Action.OPEN, Guess(chances[0][1], tuple(chances[1:]), analysis.method))
