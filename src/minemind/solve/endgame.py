"""Endgame: perfect play and its exact probability of winning, if few enough solutions are left to search them all.

The engine lists the solutions, in independent parts, and searches each part to its end; the probabilities of the parts
multiply. On a board with nothing open, the first-click rule decides which solutions count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from minemind import _native
from minemind.arguments import whole
from minemind.board import Board
from minemind.boardlike import BoardLike, as_board
from minemind.deadline import Deadline
from minemind.errors import InvalidValue
from minemind.grid import Cell, Grid, IntArray
from minemind.layout import FirstClick
from minemind.solve import exact
from minemind.words import phrase

__all__ = ["MAX_NODES", "MAX_SOLUTIONS", "Ending", "Win", "win_probability"]

# The most solutions that are listed, a byte for each cell of each; and the most states that are searched, 32 bytes each
# and as much again while their table grows: about a gigabyte.
MAX_SOLUTIONS = 2_000_000
MAX_NODES = 20_000_000

# Boards up to this many cells are searched for symmetries.
MOST_CELLS = 400


@dataclass(frozen=True)
class Win:
    r"""The probability of winning with perfect play, and all cells that are best to begin with, in reading order.

    >>> mm.win_probability("2 2 1\n1.\n..").probability
    Fraction(1, 3)
    """

    probability: Fraction
    best: tuple[Cell, ...]

    def __str__(self) -> str:
        fraction, certain = str(self.probability), self.probability in (0, 1)
        if not self.best:
            return phrase("win.nothing", fraction=fraction)
        cells = " ".join(str(tuple(cell)) for cell in self.best)
        return phrase("win", fraction=fraction, certain=certain, win=float(self.probability), cells=cells)


def win_probability(
    board: BoardLike,
    first_click: FirstClick | str = FirstClick.ANY,
    *,
    max_solutions: int = MAX_SOLUTIONS,
    max_nodes: int = MAX_NODES,
    time_limit: float | None = None,
) -> Win:
    r"""The exact probability of winning a board with perfect play, and the cells to begin with.

    On a board with nothing open, `first_click` is what the first click is promised: `safe`, a free cell, or `opening`,
    a cell with no mine around it; only cells that can keep the promise are considered. Flags are trusted. Raises
    `TooHard` if there are more than `max_solutions` solutions or the search takes more than `max_nodes` states, and
    `Impossible` like `analyse`.

    >>> mm.win_probability("3 3 2\n1..\n...\n...")
    Win(probability=Fraction(11, 15), best=(Cell(row=0, col=2), Cell(row=1, col=2), Cell(row=2, col=0), ...))
    >>> mm.win_probability(mm.Board(mm.Grid(3, 3), mines=1), "safe").probability
    Fraction(1, 1)
    """
    board = as_board(board)
    if board.mines is None:
        raise InvalidValue("the mine count is unknown; the probability of winning depends on it")
    rule = FirstClick(first_click)
    if board.opened.any():
        rule = FirstClick.ANY
    max_solutions = whole(max_solutions, "max_solutions", 0, 2**63 - 1)
    max_nodes = whole(max_nodes, "max_nodes", 0, 2**63 - 1)
    deadline = Deadline(time_limit)
    search = Ending(exact.analysed(board, deadline), max_solutions, max_nodes, deadline)
    return search.best() if rule is FirstClick.ANY else search.best_first(rule)


class Ending:
    """The independent parts of a board, which the engine searches."""

    def __init__(self, analysis: exact.Exact, max_solutions: int, max_nodes: int, deadline: Deadline) -> None:
        self.board, self.deadline = analysis.board, deadline
        self.safe = analysis._native.safe.tolist()
        self.ending = _native.EndingParts(analysis._native, max_solutions, max_nodes, deadline)

    def best(self) -> Win:
        """The result of searching every part by itself; the best cells of any part are best to begin with."""
        probability, cells = Fraction(1), list(self.safe)
        for part in self.ending.parts:
            orbits = self._orbits(self.ending.cells(part))
            moves = self.ending.best_moves(part, list(orbits))
            if self.board.max_per_cell > 1:  # then some solutions may already be won
                probability *= Fraction(self.ending.won(part), self.ending.weight(part))
            elif moves:
                probability *= Fraction(moves[0].won, self.ending.weight(part))
            cells += [cell for move in moves for cell in orbits[move.cell]]
        return Win(probability, self._places(set(cells)))

    def best_first(self, rule: FirstClick) -> Win:
        """The result for a first click under a rule, whose promise decides which solutions count."""
        if rule is FirstClick.SAFE:
            return self._best_safe()
        found: dict[Fraction, list[int]] = {}
        for first, alike in self._orbits(np.flatnonzero(self.board.hidden).tolist()).items():
            free = [first, *self.board.grid.around(first).tolist()]
            if probability := self._probability(free):
                found.setdefault(probability, []).extend(alike)
        if not found:
            raise InvalidValue("the first click cannot open an area: there are too many mines")
        best = max(found)
        return Win(best, self._places(found[best]))

    def _best_safe(self) -> Win:
        """The result for a safe first click: all cells are free equally often, so the move that wins most is best."""
        orbits = self._orbits(np.flatnonzero(self.board.hidden).tolist())
        moves = [move for part in self.ending.parts for move in self.ending.best_moves(part, list(orbits))]
        if not moves:
            raise InvalidValue("the first click cannot be safe: there are too many mines")
        best = Fraction(moves[0].won, moves[0].safe)
        return Win(best, self._places(cell for move in moves for cell in orbits[move.cell]))

    def win_by(self, cell: int) -> Fraction:
        """The probability of winning by opening a cell, with perfect play from there on."""
        ending = self.ending
        shares = [Fraction(ending.won(part, [cell]), ending.weight(part)) for part in ending.parts]
        return math.prod(shares, start=Fraction(1))

    def _probability(self, free: list[int]) -> Fraction | None:
        """The probability of winning once these cells have turned out safe; None if they cannot be safe."""
        factors = []
        for part in self.ending.parts:
            weight = self.ending.weight(part, free)
            if not weight:
                return None
            factors.append(Fraction(self.ending.won(part, free), weight))
        if any(self._is_mined(cell) for cell in free):
            return None
        return math.prod(factors, start=Fraction(1))

    def _is_mined(self, cell: int) -> bool:
        return bool(self.board.flags.reshape(-1)[cell])

    def _places(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(self.board.grid.cell(cell) for cell in sorted(cells))

    def _orbits(self, cells: Sequence[int]) -> dict[int, list[int]]:
        """The cells in classes that symmetries of the board map to each other, each by its first cell."""
        orbits: dict[int, list[int]] = {}
        among = set(cells)
        for cell in cells:
            self.deadline.look()
            images = {cell, *(int(symmetry[cell]) for symmetry in self.symmetries)}
            orbits.setdefault(min(images & among), []).append(cell)
        return orbits

    @cached_property
    def symmetries(self) -> list[IntArray]:
        """For every symmetry of the board, where each index goes."""
        return [np.ascontiguousarray(symmetry).reshape(-1) for symmetry in symmetries(self.board)]


def symmetries(board: Board) -> list[IntArray]:
    """Every rotation and reflection, except the identity, that preserves what the board shows and its neighbours.

    Each is an array `(rows, cols)` of where the cells go. Large boards get none: they cannot be searched anyway.
    """
    grid = board.grid
    if grid.size > MOST_CELLS:
        return []
    indices = np.arange(grid.rows * grid.cols, dtype=np.int32).reshape(grid.shape)
    turned = [np.rot90(indices, quarter) for quarter in range(4)]
    others = [moved for turn in turned for moved in (turn, turn.T)][1:]
    return [moved for moved in others if _keeps(grid, board, moved)]


def _keeps(grid: Grid, board: Board, moved: IntArray) -> bool:
    if moved.shape != grid.shape or not np.array_equal(board.faces.reshape(-1)[moved], board.faces):
        return False
    goes = np.ascontiguousarray(moved).reshape(-1)
    return all(
        np.array_equal(np.sort(goes[grid.around(index)]), np.sort(grid.around(int(goes[index]))))
        for index in grid.indices.tolist()
    )
