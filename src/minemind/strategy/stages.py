"""Stages: what pipelines are made of. Each looks at a board in one way, and gives moves or passes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

import numpy as np

from minemind.board import Board
from minemind.errors import MissingExtra, TooHard
from minemind.solve.analysis import Analysis
from minemind.solve.hint import best_guess, certain_cells
from minemind.solve.methods import analyse
from minemind.solve.move import Agreement, Move
from minemind.solve.problem import Problem
from minemind.solve.rules import Reason, conclude

__all__ = ["Found", "Stage", "complete", "estimate", "first_click", "propagate", "sample"]


class Found(NamedTuple):
    """The moves of a stage, none if it passes, and the size of the search behind them."""

    moves: list[Move]
    nodes: int = 0


Stage = Callable[[Board, Random], Found]


def first_click(board: Board, rng: Random) -> Found:
    """Where nothing is open yet: the cell nearest to the centre, for all are alike."""
    return Found([]) if board.opened.any() else estimate("local")(board, rng)


def propagate(hardest: Reason) -> Stage:
    """What single numbers show, or pairs of them."""

    def stage(board: Board, rng: Random) -> Found:  # noqa: ARG001
        return Found([Move.certain(found.cell, found.mines, found) for found in conclude(Problem(board), hardest)])

    return stage


def complete(board: Board, rng: Random) -> Found:  # noqa: ARG001
    """Every certain cell: by SAT, or by the engine where SAT is not installed or refuses."""
    try:
        return _certain(analyse(board, "sat"))
    except (MissingExtra, TooHard):
        return _certain(analyse(board))


def sample(board: Board, rng: Random) -> Found:
    """The lowest risk among random solutions. Passes where the board is too hard to draw them."""
    with suppress(TooHard):
        analysis = analyse(board, "sampling", seed=rng.getrandbits(63))
        heard = board.grid.neighbour_sums(board.opened) > 0
        if not np.isnan(analysis.probability[board.hidden & heard]).any():
            return _lowest_risk(analysis)
    return Found([])


def estimate(method: str) -> Stage:
    """The lowest risk as a method sees it, or all that it calls safe."""

    def stage(board: Board, rng: Random) -> Found:  # noqa: ARG001
        return _lowest_risk(analyse(board, method))

    return stage


def _certain(analysis: Analysis) -> Found:
    reason = Agreement(analysis.method)
    cells = certain_cells(analysis)
    return Found([Move.certain(cell, int(cell in analysis.mines), reason) for cell in cells], analysis.nodes)


def _lowest_risk(analysis: Analysis) -> Found:
    safe = [move for move in _certain(analysis).moves if not move.mines]
    guess = None if safe else best_guess(analysis)
    return Found([guess] if guess else safe, analysis.nodes)
