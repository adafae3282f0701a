"""Analysis: the face of the native engine, which knows exactly what a board implies.

The engine takes the board's faces as they are and decides by integers what is certain; docs/exact.md says how, and why
no rounding can flip it. What costs something and is not always wanted, such as the number of solutions, waits until it
is asked for.
"""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

import minemind._engine as engine
from minemind import drawing
from minemind.board import HIDDEN, Board
from minemind.errors import InvalidValue, quoted
from minemind.grid import Cell, IntArray, frozen
from minemind.notation import MAX_NUMBER
from minemind.solve import solutions
from minemind.solve.impossible import explain_contradiction, explain_limit

__all__ = ["Analysis", "Component", "Numbers", "analyse"]

# What the counts of components may take, for all threads of a process: some ten thousand Expert components.
CACHE_BYTES = 64 * 2**20

_COUNTS = engine.Counts(CACHE_BYTES)


@dataclass(frozen=True)
class Component:
    """Numbers that hang together through shared hidden cells, after what is certain at sight was taken out.

    Cells of one group are seen by exactly the same numbers, and so are interchangeable.
    """

    numbers: tuple[Cell, ...]
    groups: tuple[tuple[Cell, ...], ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All hidden cells of the component."""
        return tuple(cell for group in self.groups for cell in group)


class Numbers(NamedTuple):
    """What opening a cell may show: a mine, or a number; the chances add up to one."""

    mine: float
    shown: Mapping[int, float]


def analyse(board: Board, *, trust_flags: bool = True, time_limit: float | None = None) -> Analysis:
    """Everything that the numbers and the mine count of a board imply, exactly.

    Flags are believed unless `trust_flags` is off. Raises `Impossible` for a board that no layout explains, and
    `TooHard` where memory or the time limit (in seconds) does not suffice; Ctrl-C stops it at once.
    """
    if not trust_flags:
        board = _with_faces(board, np.where(board.flags > 0, np.int32(HIDDEN), board.faces))
    return _analysed(board, time_limit, _COUNTS)


def _with_faces(board: Board, faces: IntArray) -> Board:
    """The same board, showing something else."""
    return Board(board.grid, faces, mines=board.mines, density=board.density, max_per_cell=board.max_per_cell)


def _analysed(board: Board, time_limit: float | None, counts: engine.Counts) -> Analysis:
    if time_limit is not None and not time_limit > 0:
        raise InvalidValue(f"the time limit is {time_limit}; give a number of seconds above 0, or None")
    kind, mines, odds = _model(board)
    deadline = time.monotonic() + (time_limit or math.inf)
    try:
        native = engine.analyse(
            board.grid.graph,
            board.faces.reshape(-1),
            per_cell=board.max_per_cell,
            kind=kind,
            mines=mines,
            odds=odds,
            counts=counts,
            seconds=time_limit or 0.0,
        )
    except engine.Contradiction as contradiction:
        raise explain_contradiction(board, contradiction.args[0], deadline) from None
    except (engine.TooHard, engine.OutOfTime) as limit:
        raise explain_limit(board, limit, time_limit) from None
    return Analysis(board, native, counts)


def _model(board: Board) -> tuple[engine.Kind, int, float]:
    if board.density is not None:
        return engine.Kind.DENSITY, 0, board.density / (1 - board.density)
    if board.mines is not None:
        return engine.Kind.COUNTED, board.mines, 1.0
    return engine.Kind.UNCOUNTED, 0, 1.0


class Analysis:
    """What a board implies: each cell's chance of a mine, the certain cells, the number of solutions."""

    method = "exact"
    exact = True

    def __init__(self, board: Board, native: engine.Analysis, counts: engine.Counts) -> None:
        self.board = board
        self._native = native
        self._counts = counts

    def __repr__(self) -> str:
        certain = f"{len(self.safe)} safe, {len(self.mines)} mines"
        risk = "no cell left" if math.isnan(self.best_risk) else f"best risk {self.best_risk:.4f}"
        return f"<Analysis {self.board.grid.rows}×{self.board.grid.cols}: {certain}, {risk}>"

    def __str__(self) -> str:
        """The chances in percent, laid out like the board; numbers stand as they are."""
        shown = [
            [f"{100 * p:.0f}%" if not math.isnan(p) else token for p, token in zip(chances, tokens, strict=True)]
            for chances, tokens in zip(self.probability.tolist(), self.board.tokens(), strict=True)
        ]
        width = max(len(text) for row in shown for text in row)
        return "\n".join([repr(self), *(" ".join(text.rjust(width) for text in row) for row in shown)])

    def _repr_svg_(self) -> str | None:
        return drawing.svg(self.board.grid, self.board.tokens(), self.probability.tolist())

    @cached_property
    def probability(self) -> NDArray[np.float64]:
        """The chance of any mine: `(rows, cols)`; nan where a cell is open, or where nothing is known of it."""
        return frozen(self._native.probability.reshape(self.board.grid.shape))

    @cached_property
    def expected(self) -> NDArray[np.float64]:
        """The mean number of mines: `(rows, cols)`; the same as `probability` with one mine per cell."""
        return frozen(self._native.expected.reshape(self.board.grid.shape))

    @cached_property
    def safe(self) -> frozenset[Cell]:
        """The cells that are mined in no solution."""
        return frozenset(self.board.grid.cells(self._native.safe))

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """The cells that are mined in every solution, believed flags among them."""
        return frozenset(self.board.grid.cells(self._native.mines))

    @property
    def outside(self) -> float:
        """The chance of a mine in a cell that no number sees; nan if there is none, or the count is unknown."""
        return self._native.outside

    @cached_property
    def best_risk(self) -> float:
        """The least chance of a mine in any hidden cell; nan if there is none to open."""
        risks = self.probability[self.board.hidden]
        return float(np.nanmin(risks)) if not np.isnan(risks).all() else math.nan

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The independent parts of the frontier, in reading order."""
        return tuple(map(self._component, range(self._native.components)))

    @property
    def groups(self) -> tuple[tuple[Cell, ...], ...]:
        """The interchangeable cells of the frontier, component by component."""
        return tuple(group for component in self.components for group in component.groups)

    @property
    def counted(self) -> int:
        """How many components had to be counted; the others were known from before."""
        return self._native.counted

    @cached_property
    def solutions(self) -> int:
        """How many placements of the mines agree with the board, exactly.

        With several mines per cell, placements in slots. With an unknown count, placements on the frontier.
        """
        return solutions.count(self.board, self._native)

    def numbers(self, row: SupportsIndex, col: SupportsIndex) -> Numbers:
        """What opening a hidden cell may show, and how likely."""
        index = self.board.grid.index(row, col)
        mine = self.probability.item(index)
        if math.isnan(mine):
            raise InvalidValue(f"({row}, {col}) is open, or nothing is known of it; ask about a hidden cell")
        if mine == 1:
            return Numbers(1.0, {})
        if self._sees_unknown(index):
            raise InvalidValue(
                f"what ({row}, {col}) shows depends on cells that nothing is known of; give a mine count or a density"
            )
        odds = self._native.numbers(index)
        return Numbers(mine, {number: (1 - mine) * chance for number, chance in enumerate(odds) if chance > 0})

    def _sees_unknown(self, index: int) -> bool:
        """Whether a neighbour is hidden and nothing is known of it: only where there is neither count nor density."""
        if self.board.mines is not None or self.board.density is not None:
            return False
        around = self.board.grid.around(index)
        hidden = self.board.hidden.reshape(-1)[around]
        return bool(np.isnan(self._native.probability[around][hidden]).any())

    def assume(self, row: SupportsIndex, col: SupportsIndex, number: int) -> Analysis:
        """The analysis after this cell was opened and showed that number; only what it touches is counted again."""
        index, shown = self.board.grid.index(row, col), operator.index(number)
        if not 0 <= shown <= MAX_NUMBER:
            raise InvalidValue(f"a cell cannot show {quoted(shown)}; give a number from 0")
        if not self.board.hidden.reshape(-1)[index] or self._native.probability[index] == 1:
            raise InvalidValue(f"({row}, {col}) is not hidden or surely a mine; assume a cell that may be opened")
        faces = self.board.faces.copy()
        faces.reshape(-1)[index] = shown
        board = _with_faces(self.board, faces)
        try:
            native = self._native.assume(index, shown, counts=self._counts, seconds=0.0)
        except engine.Contradiction as contradiction:
            raise explain_contradiction(board, contradiction.args[0]) from None
        except engine.TooHard as limit:
            raise explain_limit(board, limit, None) from None
        return Analysis(board, native, self._counts)

    def _component(self, index: int) -> Component:
        cell = self.board.grid.cell
        groups = tuple(tuple(map(cell, group)) for group in self._native.groups(index))
        return Component(tuple(map(cell, self._native.constraints(index))), groups)
