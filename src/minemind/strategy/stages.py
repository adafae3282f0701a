"""Stages: the parts of a pipeline. Each looks at a board in one way, and gives moves or passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from minemind.board import Board
from minemind.errors import MissingExtra, TooHard
from minemind.grid import Cell
from minemind.solve.analysis import Analysis
from minemind.solve.choice import best_guess
from minemind.solve.exact import Exact
from minemind.solve.hint import certain_cells
from minemind.solve.methods.registry import analyse
from minemind.solve.methods.rules import Reason, conclude
from minemind.solve.move import Agreement, Move
from minemind.solve.problem import Problem

__all__ = ["Exactly", "Stage", "StageMoves", "complete", "estimate", "first_click", "propagate", "sample"]


NO_MINES: frozenset[Cell] = frozenset()


class StageMoves(NamedTuple):
    """The moves of a stage, none if it passes, and the size of the search behind them."""

    moves: list[Move]
    nodes: int = 0
    mines: frozenset[Cell] = NO_MINES  # hidden cells that hold mines, perhaps an unknown number


# What a stage gets: the board, the random numbers, and the mines that earlier stages found.
Stage = Callable[[Board, Random, frozenset[Cell]], StageMoves]


def first_click(board: Board, rng: Random, mines: frozenset[Cell] = NO_MINES) -> StageMoves:  # noqa: ARG001
    """If nothing is open yet: the cell nearest to the centre, because all cells are alike."""
    if board.opened.any():
        return StageMoves([])
    # Without a mine count the exact method has no probability for cells that no number sees; the local one assumes one.
    analysis = analyse(board, "local" if board.mines is None else "exact")
    first = best_guess(analysis, mines)
    if first and first.cell in analysis.safe:
        first = Move.certain(first.cell, 0, Agreement(analysis.method))
    return StageMoves([first] if first else [], analysis.nodes)


def propagate(hardest: Reason, *, in_reading_order: bool = False) -> Stage:
    """A stage: what single numbers or pairs prove, in the order of the conclusions or in reading order."""

    def stage(board: Board, rng: Random, mines: frozenset[Cell] = NO_MINES) -> StageMoves:  # noqa: ARG001
        moves = [Move.certain(found.cell, found.mines, found) for found in conclude(Problem(board), hardest)]
        return StageMoves(sorted(moves, key=lambda move: move.cell) if in_reading_order else moves)

    return stage


def complete(board: Board, rng: Random, mines: frozenset[Cell] = NO_MINES) -> StageMoves:  # noqa: ARG001
    """Every certain cell: by SAT, or by the engine if SAT is not installed or refuses."""
    try:
        return _certain(analyse(board, "sat"))
    except (MissingExtra, TooHard):
        return _certain(analyse(board))


def sample(board: Board, rng: Random, mines: frozenset[Cell] = NO_MINES) -> StageMoves:
    """All cells that propagation finds safe, or else the lowest risk among random solutions; passes without these."""
    with suppress(TooHard):
        return _lowest_risk(analyse(board, "sampling", seed=rng.getrandbits(63)), mines)
    return StageMoves([])


def estimate(method: str) -> Stage:
    """A stage: all cells that a method finds safe, or else the one with the lowest risk."""

    def stage(board: Board, rng: Random, mines: frozenset[Cell] = NO_MINES) -> StageMoves:  # noqa: ARG001
        return _lowest_risk(analyse(board, method), mines)

    return stage


@dataclass(frozen=True)
class Exactly:
    """What single numbers and pairs prove, then what takes counting, and then a guess."""

    guess: Callable[[Exact], Move | None]

    def __call__(self, board: Board, rng: Random, mines: frozenset[Cell] = NO_MINES) -> StageMoves:  # noqa: ARG002
        """The moves on a board."""
        analysis = analyse(board)
        if analysis.obvious:
            return StageMoves(_opened(analysis.obvious, analysis))  # nothing had to be counted
        if analysis.safe:
            return StageMoves(_opened(analysis.safe, analysis), analysis.nodes)
        if best := self.guess(analysis):
            return StageMoves([best], analysis.nodes)
        return StageMoves([], analysis.nodes, analysis.mines)


def _opened(cells: Iterable[Cell], analysis: Exact) -> list[Move]:
    reason = Agreement(analysis.method)
    return [Move.certain(cell, 0, reason) for cell in sorted(cells)]


def _certain(analysis: Analysis) -> StageMoves:
    reason = Agreement(analysis.method)
    cells = certain_cells(analysis)
    moves = [Move.certain(cell, int(cell in analysis.mines), reason) for cell in cells]
    return StageMoves(moves, analysis.nodes, analysis.mines)


def _lowest_risk(analysis: Analysis, mines: frozenset[Cell]) -> StageMoves:
    safe = [move for move in _certain(analysis).moves if not move.mines]
    guess = None if safe else best_guess(analysis, mines)
    return StageMoves([guess] if guess else safe, analysis.nodes)
