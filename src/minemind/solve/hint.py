"""Hint: what to do next on a board, and why. Nothing is changed: who plays decides.

What is certain goes first, with a reason; where nothing is, the cell of least risk, with those that come close.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from minemind.board import Action, Board
from minemind.grid import Cell
from minemind.solve import exact, rules
from minemind.solve.analysis import Analysis
from minemind.solve.deadline import Deadline
from minemind.solve.explain import Explainer, Kind, Proof
from minemind.solve.problem import Problem
from minemind.solve.rules import Conclusion

__all__ = ["Guess", "Move", "certain_moves", "hint"]

# How many cells a guess names that come close.
RUNNERS_UP = 5

# Chances that differ by less are the same: so no rounding decides between cells.
QUANTUM = 1e-9


@dataclass(frozen=True)
class Guess:
    """Nothing is certain: the chance of a mine in the chosen cell, and the next cells with theirs."""

    probability: float
    runners_up: tuple[tuple[Cell, float], ...]

    def __str__(self) -> str:
        others = ", ".join(f"{tuple(cell)} {chance:.1%}" for cell, chance in self.runners_up)
        return f"nothing is certain; a mine is here with a chance of {self.probability:.1%}" + (
            f" (next: {others})" if others else ""
        )


@dataclass(frozen=True)
class Move:
    """A cell, what to do with it, and why. A flag claims `mines`."""

    cell: Cell
    action: Action
    reason: Conclusion | Proof | Guess
    mines: int = 0

    @property
    def is_certain(self) -> bool:
        """Whether it cannot be wrong, if the flags on the board are not."""
        return not isinstance(self.reason, Guess)

    def __str__(self) -> str:
        return f"{self.action} {tuple(self.cell)}: {self.reason}"


def certain_moves(board: Board, *, time_limit: float | None = None) -> tuple[Move, ...]:
    """Everything that is certain: free cells to open, mines to flag, each once.

    What the rules conclude stands first, in the order of their conclusions; then, in reading order, what takes more.
    Where a cell can hold several mines, it is flagged only if the rules say that it is full.
    """
    analysis = exact.analyse(board, time_limit)
    problem, deadline = Problem(board), Deadline(time_limit)
    conclusions = rules.conclude(problem, deadline=deadline)
    moves = [_certain(found.cell, found.mines, found) for found in conclusions]
    concluded = {found.cell for found in conclusions}
    explainer = Explainer(problem, deadline)
    for cell in _askable(analysis):
        if cell not in concluded:
            is_mine = cell in analysis.mines
            moves.append(_certain(cell, int(is_mine), explainer.proof(cell, is_mine=is_mine)))
    return tuple(moves)


def hint(board: Board, *, time_limit: float | None = None) -> Move | None:
    """The next move: what is certain by the simplest proof, free cells before mines, or else the best guess.

    None where there is no hidden cell of which anything is known.
    """
    analysis = exact.analyse(board, time_limit)
    certain = _askable(analysis)
    if not certain:
        return _guess(analysis)
    explainer = Explainer(Problem(board), Deadline(time_limit))
    short = [explainer.short_proof(cell, is_mine=cell in analysis.mines) for cell in certain]
    # Longer ones take longer to find, and are looked for only where there is no other.
    proofs = list(filter(None, short)) or [explainer.proof(cell, is_mine=cell in analysis.mines) for cell in certain]
    best = min(proofs, key=_difficulty)
    return _certain(best.cell, int(best.is_mine), best)


def _askable(analysis: Analysis) -> list[Cell]:
    """The hidden cells that are certain, in reading order. Of a mine its number must be known, too."""
    board = analysis.board
    mines = analysis.mines if board.max_per_cell == 1 else frozenset[Cell]()
    return sorted(cell for cell in analysis.safe | mines if board.hidden[cell])


def _difficulty(proof: Proof) -> tuple[int, int, bool, Cell]:
    return list(Kind).index(proof.kind), len(proof.numbers), proof.is_mine, proof.cell


def _certain(cell: Cell, mines: int, reason: Conclusion | Proof) -> Move:
    return Move(cell, Action.FLAG if mines else Action.OPEN, reason, mines)


def _guess(analysis: Analysis) -> Move | None:
    """The cell of least risk, but no certain mine; of equal ones the nearest to the centre, then the first."""
    board = analysis.board
    middle = Cell(board.grid.rows - 1, board.grid.cols - 1)

    def rank(cell: Cell) -> tuple[int, int, Cell]:
        away = (2 * cell.row - middle.row) ** 2 + (2 * cell.col - middle.col) ** 2
        return round(analysis.probability[cell] / QUANTUM), away, cell

    known = board.hidden & ~np.isnan(analysis.probability)
    ranked = sorted((cell for cell in board.grid if known[cell] and cell not in analysis.mines), key=rank)
    if not ranked:
        return None
    chances = [(cell, float(analysis.probability[cell])) for cell in ranked[: RUNNERS_UP + 1]]
    return Move(ranked[0], Action.OPEN, Guess(chances[0][1], tuple(chances[1:])))
