"""Path: the moves that clear a layout without a guess, each with the easiest proof available at that moment.

The engine finds it. A grade summarises it, and a certificate writes it down.
"""

from __future__ import annotations

from dataclasses import dataclass

from minemind import _native
from minemind.board import Action, Board
from minemind.deadline import Deadline
from minemind.errors import InvalidValue
from minemind.game import Game
from minemind.grid import Cell, CellLike
from minemind.layout import Layout
from minemind.worth import LayoutLike, layout_of

__all__ = ["Path", "path_of"]

# The most work for all proofs of a board together, in units of a few nanoseconds: some seconds. Those of an Expert
# board take some hundred thousand.
WORK = 2_000_000_000


@dataclass(frozen=True)
class Path:
    """The moves from a start, in order, and the board that they lead to."""

    layout: Layout
    start: Cell
    moves: tuple[_native.PathMove, ...]
    end: Board
    is_cleared: bool


def path_of(given: LayoutLike, start: CellLike | None, time_limit: float | None) -> Path:
    """The easiest path of a layout or a game."""
    layout, deadline = layout_of(given), Deadline(time_limit)
    grid, per_cell = layout.grid, layout.max_per_cell
    index = grid.index(_start_of(given) if start is None else start)
    first = grid.cell(index)
    if layout.counts[first]:
        raise InvalidValue(f"the start {tuple(first)} holds a mine; choose a free cell")
    mines = layout.counts.reshape(-1)
    moves, faces, is_cleared = _native.easiest_path(
        grid.graph, mines, per_cell=per_cell, start=index, work=WORK, deadline=deadline
    )
    end = Board(grid, faces.reshape(grid.shape), mines=layout.mines, max_per_cell=per_cell)
    return Path(layout, first, tuple(moves), end, is_cleared)


def _start_of(given: LayoutLike) -> Cell:
    """The first cell that was opened in a game."""
    turns = given.history if isinstance(given, Game) else ()
    opened = next((turn.cell for turn in turns if turn.action is Action.OPEN), None)
    if opened is None:
        raise InvalidValue("the start is missing; give start=(row, col), the cell that is opened first")
    return opened
