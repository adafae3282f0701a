"""Native: how a board goes into the engine, whole or with some of its numbers taken away."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

import minemind._engine as engine
from minemind.board import NO_CELL, Board
from minemind.errors import TooHard
from minemind.grid import Cell, IntArray
from minemind.solve.deadline import Deadline

__all__ = ["COUNTS", "explain_limit", "only_numbers", "run"]

# What the counts of components may take, for all threads of a process: some ten thousand Expert components.
CACHE_BYTES = 64 * 2**20

COUNTS = engine.Counts(CACHE_BYTES)


def run(
    board: Board, faces: IntArray, deadline: Deadline, counts: engine.Counts = COUNTS, *, counted: bool = True
) -> engine.Analysis:
    """What the engine makes of some faces on a board's grid; without its mine count or density unless `counted`.

    Raises `TooHard`, or the engine's own Contradiction.
    """
    kind, mines, odds = _model(board) if counted else (engine.Kind.UNCOUNTED, 0, 1.0)
    try:
        return engine.analyse(
            board.grid.graph,
            faces.reshape(-1),
            per_cell=board.max_per_cell,
            kind=kind,
            mines=mines,
            odds=odds,
            counts=counts,
            seconds=deadline.seconds,
        )
    except (engine.TooHard, engine.OutOfTime) as limit:
        raise explain_limit(board, limit, deadline) from None


def explain_limit(board: Board, limit: Exception, deadline: Deadline) -> TooHard:
    """Which limit was met, and what to do."""
    if isinstance(limit, engine.OutOfTime):
        return deadline.passed()
    states, index = limit.args
    size = f"more than {states:,} states pass the limit of memory" if states else "it has too many hidden cells"
    where = tuple(board.grid.cell(index))
    return TooHard(f"the component around {where} cannot be counted: {size}; open more of its cells first")


def only_numbers(board: Board, numbers: Iterable[Cell]) -> IntArray:
    """The faces of a board with no other numbers than these: where others were, there is nothing."""
    faces = np.where(board.opened, np.int32(NO_CELL), board.faces)
    for number in numbers:
        faces[number] = board.faces[number]
    return faces


def _model(board: Board) -> tuple[engine.Kind, int, float]:
    if board.density is not None:
        return engine.Kind.DENSITY, 0, board.density / (1 - board.density)
    if board.mines is not None:
        return engine.Kind.COUNTED, board.mines, 1.0
    return engine.Kind.UNCOUNTED, 0, 1.0
