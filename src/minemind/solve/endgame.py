"""Endgame: perfect play, and the exact chance to win by it, where few enough solutions are left to look at all of them.

The engine lists the solutions, in parts that tell nothing about each other, and searches each part to its end; the
chances of the parts multiply. On a board with nothing open, the first-click rule decides which solutions there are.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import TypeVar

import numpy as np

import minemind._engine as engine
from minemind.board import Board
from minemind.errors import InvalidValue, TooHard, quoted
from minemind.grid import Cell, Grid, IntArray
from minemind.layout import FirstClick
from minemind.solve import exact
from minemind.solve.deadline import Deadline

__all__ = ["MAX_NODES", "MAX_SOLUTIONS", "Ending", "Win", "win_probability"]

# Solutions that are listed, a byte for each cell of each; and states that are searched, 32 bytes each and as much again
# while their table grows: about a gigabyte.
MAX_SOLUTIONS = 2_000_000
MAX_NODES = 20_000_000

# Cells of a board whose symmetries are of any use.
MOST_CELLS = 400

Value = TypeVar("Value")


@dataclass(frozen=True)
class Win:
    """The chance to win by perfect play, and the cells that begin it: any of them, in reading order."""

    probability: Fraction
    best: tuple[Cell, ...]

    def __str__(self) -> str:
        cells = " ".join(str(tuple(cell)) for cell in self.best)
        return f"{self.probability} ({float(self.probability):.4%}), opening {cells or 'nothing'}"


def win_probability(
    board: Board,
    first_click: FirstClick | str = FirstClick.ANY,
    *,
    max_solutions: int = MAX_SOLUTIONS,
    max_nodes: int = MAX_NODES,
    time_limit: float | None = None,
) -> Win:
    """The exact chance to win a board by perfect play, and how to begin.

    On a board with nothing open, the first click opens a free cell with `safe`, and one with no mine around it with
    `opening`: then only cells are considered that can be one. Flags are believed. Raises `TooHard` where more than
    `max_solutions` have to be looked at or `max_nodes` to be searched, and `Impossible` like `analyse`.
    """
    if board.mines is None:
        raise InvalidValue("the mine count is unknown; the chance to win needs it")
    rule = FirstClick(first_click)
    if board.opened.any():
        rule = FirstClick.ANY
    for name, limit in (("max_solutions", max_solutions), ("max_nodes", max_nodes)):
        if not 0 <= operator.index(limit) < 2**63:
            raise InvalidValue(f"{name} is {quoted(limit)}; give a whole number from 0")
    deadline = Deadline(time_limit)
    search = Ending(exact.analysed(board, deadline), max_solutions, max_nodes, deadline)
    return search.best() if rule is FirstClick.ANY else search.best_first(rule)


class Ending:
    """The parts of a board, in the engine."""

    def __init__(self, analysis: exact.Exact, max_solutions: int, max_nodes: int, deadline: Deadline) -> None:
        self.board, self.deadline = analysis.board, deadline
        self.limits = f"the limits are {max_solutions:,} solutions and {max_nodes:,} states of the game"
        native, self.safe = analysis._native, analysis._native.safe.tolist()
        self.ending = self._asked(
            lambda: engine.list_ending(
                native, most_solutions=max_solutions, most_nodes=max_nodes, seconds=deadline.seconds
            )
        )

    def _asked(self, question: Callable[[], Value]) -> Value:
        try:
            return question()
        except engine.TooHard:
            raise TooHard(
                f"too many ways lead on from here to play them all to the end: {self.limits}; "
                "open more cells first, or raise a limit"
            ) from None
        except engine.OutOfTime:
            raise self.deadline.passed() from None

    def best(self) -> Win:
        """Every part by itself; any of their best cells will do to begin with."""
        chance, cells = Fraction(1), list(self.safe)
        for part in range(self.ending.parts):
            orbits = self._orbits(self.ending.cells(part))
            moves = self._asked(partial(self.ending.best_moves, part, list(orbits)))
            if self.board.max_per_cell > 1:  # then there may be solutions that are won already
                chance *= Fraction(self._asked(partial(self.ending.won, part, [])), self._weight(part))
            elif moves:
                chance *= Fraction(moves[0][2], self._weight(part))
            cells += [cell for first, _, _ in moves for cell in orbits[first]]
        return Win(chance, self._places(set(cells)))

    def best_first(self, rule: FirstClick) -> Win:
        """The first click alone: what it promises says which solutions there are."""
        if rule is FirstClick.SAFE:
            return self._best_safe()
        found: dict[Fraction, list[int]] = {}
        for first, alike in self._orbits(np.flatnonzero(self.board.hidden).tolist()).items():
            free = [first, *self.board.grid.around(first).tolist()]
            if chance := self._chance(free):
                found.setdefault(chance, []).extend(alike)
        if not found:
            raise _refused("cell whose neighbours can all be free")
        best = max(found)
        return Win(best, self._places(found[best]))

    def _best_safe(self) -> Win:
        """With nothing open every cell is free equally often: the first move that wins most is the best."""
        orbits = self._orbits(np.flatnonzero(self.board.hidden).tolist())
        parts = range(self.ending.parts)
        moves = [move for part in parts for move in self._asked(partial(self.ending.best_moves, part, list(orbits)))]
        if not moves:
            raise _refused("cell that can be free")
        _, safe, won = moves[0]
        return Win(Fraction(won, safe), self._places(cell for first, _, _ in moves for cell in orbits[first]))

    def win_by(self, cell: int) -> Fraction:
        """The chance to win by opening a cell, and perfect play from there on."""
        parts = range(self.ending.parts)
        won = [self._asked(partial(self.ending.won, part, [cell])) for part in parts]
        return math.prod((Fraction(won[part], self._weight(part)) for part in parts), start=Fraction(1))

    def _chance(self, free: list[int]) -> Fraction | None:
        """The chance to win after these cells were found to be free; None if they cannot be."""
        chances = []
        for part in range(self.ending.parts):
            weight = self._weight(part, free)
            if not weight:
                return None
            chances.append(Fraction(self._asked(partial(self.ending.won, part, free)), weight))
        if any(self._is_mined(cell) for cell in free):
            return None
        return math.prod(chances, start=Fraction(1))

    def _weight(self, part: int, free: Sequence[int] = ()) -> int:
        """The solutions of a part in which some cells are free."""
        return self._asked(partial(self.ending.weight, part, list(free)))

    def _is_mined(self, cell: int) -> bool:
        return bool(self.board.flags.reshape(-1)[cell])

    def _places(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(self.board.grid.cell(cell) for cell in sorted(cells))

    def _orbits(self, cells: Sequence[int]) -> dict[int, list[int]]:
        """Cells by the first of those that are the same up to a symmetry of the board."""
        orbits: dict[int, list[int]] = {}
        among = set(cells)
        for cell in cells:
            self.deadline.look()
            images = {cell, *(int(symmetry[cell]) for symmetry in self.symmetries)}
            orbits.setdefault(min(images & among), []).append(cell)
        return orbits

    @cached_property
    def symmetries(self) -> list[IntArray]:
        """For every turn and reflection that changes nothing, where each index goes."""
        return [np.ascontiguousarray(symmetry).reshape(-1) for symmetry in symmetries(self.board)]


def _refused(what: str) -> InvalidValue:
    return InvalidValue(f"no first click can be kept: the mines leave no {what}")


def symmetries(board: Board) -> list[IntArray]:
    """Every turn and reflection, but none at all, that changes neither what the board shows nor who neighbours whom.

    Each is an array `(rows, cols)` that says where a cell goes. Large boards are not looked at: no search of one ends.
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
