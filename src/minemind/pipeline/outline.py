"""Outline: the hidden cells of a board that touch a number, and what all of them together imply.

Everything is known before any configuration is written: the exact analysis splits the board into components and counts,
and what remains to be done here is arithmetic on whole numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minemind.board import Board
from minemind.errors import Impossible, InvalidValue, TooHard
from minemind.grid import Cell
from minemind.pipeline.sheet import Bytes, Mark, Places, Sheet
from minemind.pipeline.solution import Solution
from minemind.solve import exact
from minemind.solve.exact import Exact
from minemind.solve.problem import DisjointSets, Problem
from minemind.solve.solutions import Solutions
from minemind.source import Notes

__all__ = ["Outline", "Ways"]

# The configurations of one component, counted by the mines that they hold.
Ways = dict[int, int]

# The most products of two counts for counting the total: some seconds of work.
MAX_PRODUCTS = 10_000_000


@dataclass(frozen=True, eq=False)
class Outline:
    """A position to be studied: its text and its exact analysis."""

    sheet: Sheet
    analysis: Exact

    @classmethod
    def read(cls, content: bytes, **given: Any) -> Outline:
        """Read a position, with arguments as for `Sheet.read`. Raises `Impossible` if it contradicts itself."""
        sheet = Sheet.read(content, **given)
        if sheet.board.max_per_cell > 1:
            raise InvalidValue(
                f"cells of this board can hold up to {sheet.board.max_per_cell} mines, but a configuration marks "
                "each cell as safe (o) or one mine (x); use a board without k=…"
            )
        return cls(sheet, _analysed(sheet.board))

    @property
    def board(self) -> Board:
        """What the player sees."""
        return self.sheet.board

    @property
    def notes(self) -> Notes:
        """What was assumed when the position was read."""
        return self.sheet.notes

    @cached_property
    def where(self) -> NDArray[np.bool_]:
        """Whether each cell belongs to the outline: `(rows, cols)`."""
        return self.board.hidden & (self.board.grid.neighbour_sums(self.board.opened) > 0)

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells of the outline, in reading order."""
        return self.board.grid.cells(np.flatnonzero(self.where).astype(np.int32))

    @cached_property
    def places(self) -> Places:
        """The places of these cells in the text."""
        return self.sheet.places[self.where]

    @cached_property
    def clusters(self) -> int:
        """The number of clusters: parts of the outline that no number connects."""
        views = Problem(self.board).frontier
        sets = DisjointSets(len(views))
        first_seer: dict[Cell, int] = {}
        for i, view in enumerate(views):
            for cell in view.hidden:
                sets.join(first_seer.setdefault(cell, i), i)
        return len(sets.members())

    @cached_property
    def settled(self) -> dict[Cell, Mark]:
        """The cells that numbers singly or in pairs make certain: they are the same in every configuration."""
        open_questions = {cell for component in self.analysis.components for cell in component.cells}
        mines = self.analysis.mines
        return {cell: Mark.MINE if cell in mines else Mark.SAFE for cell in self.cells if cell not in open_questions}

    @cached_property
    def ways(self) -> tuple[Ways, ...]:
        """For every component of the analysis, its configurations counted by their mines."""
        return tuple(map(self.analysis.ways, range(len(self.analysis.components))))

    @cached_property
    def totals(self) -> range:
        """The numbers of mines that the components may hold together.

        With a mine count, the mines that are not on the outline have to fit outside it.
        """
        if self.board.mines is None:
            return range(sum(map(max, self.ways)) + 1)
        settled = sum(mark is Mark.MINE for mark in self.settled.values())
        left = self.board.mines - int(self.board.flags.sum()) - settled
        outside = int(np.count_nonzero(self.board.hidden & ~self.where))
        return range(max(left - outside, 0), left + 1)

    @cached_property
    def configurations(self) -> int:
        """The exact number of valid placements on the outline. Raises `TooHard` if counting would take too long."""
        if all(total in self.totals for total in (sum(map(min, self.ways)), sum(map(max, self.ways)))):
            return Solutions(math.prod(sum(ways.values()) for ways in self.ways))
        together, work = {0: 1}, 0
        for ways in self.ways:
            work += len(together) * len(ways)
            if work > MAX_PRODUCTS:
                raise TooHard(
                    f"the outline of {len(self.cells):,} cells is too large to count its configurations; "
                    "get the solution without listing them (--direct)"
                )
            together = _multiplied(together, ways, self.totals.stop)
        return Solutions(sum(count for total, count in together.items() if total in self.totals))

    def solution(self) -> Solution:
        """What all configurations agree on, from the exact analysis, without writing any of them."""
        safe, mines = self.analysis.safe, self.analysis.mines
        marks = [Mark.SAFE if cell in safe else Mark.MINE if cell in mines else Mark.UNCERTAIN for cell in self.cells]
        return Solution.of(self.sheet.text, self.cells, self.places, np.array(marks, dtype=np.uint8))

    def marks(self) -> Bytes:
        """The marks of the outline's cells: what is settled, and `Mark.UNCERTAIN` elsewhere."""
        return np.array([self.settled.get(cell, Mark.UNCERTAIN) for cell in self.cells], dtype=np.uint8)


def _multiplied(together: Ways, ways: Ways, stop: int) -> Ways:
    """The ways of two parts together, without totals from `stop` on, which more parts could only increase."""
    product: Ways = {}
    for a, ways_a in together.items():
        for b, ways_b in ways.items():
            if a + b < stop:
                product[a + b] = product.get(a + b, 0) + ways_a * ways_b
    return product


def _analysed(board: Board) -> Exact:
    try:
        return exact.analyse(board)
    except Impossible as error:
        raise _explained(board, error) from None


def _explained(board: Board, error: Impossible) -> Impossible:
    """Why there is no configuration: numbers that are wrong by themselves, numbers that clash, or the mine count."""
    if error.faults:
        return error
    if error.cells:
        return Impossible(f"no configuration is valid: {error}", cells=error.cells)
    uncounted = Board(board.grid, board.faces)
    outline = Outline(Sheet(uncounted, b"", np.empty(0, dtype=np.int64)), exact.analyse(uncounted))
    settled = sum(mark is Mark.MINE for mark in outline.settled.values())
    least, most = (settled + sum(map(bound, outline.ways)) for bound in (min, max))
    needed = f"from {least} to {most}" if least < most else str(least)
    assert board.mines is not None
    left = board.mines - int(board.flags.sum())
    outside = np.count_nonzero(board.hidden & ~outline.where)
    return Impossible(
        f"no configuration is valid: the numbers need {needed} mines on the outline, {outside} fit outside it, "
        f"and {left} of {board.mines} are left; check the mine count"
    )
