"""Analysis: what a board implies, as one method sees it, and how far it can be trusted.

Every method gives the same kind of answer, so that they can be compared. What only some of them find, such as the
number of solutions, is None for the others.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from minemind import notation
from minemind.board import Board
from minemind.deadline import Deadline
from minemind.errors import counted
from minemind.grid import Cell, frozen, places
from minemind.solve.pictured import HeatMap
from minemind.solve.problem import Problem
from minemind.svg import Drawing, Picture, shade
from minemind.words import spoken
from minemind.words.figures import uncertain_percent

if TYPE_CHECKING:
    from minemind.solve.methods.rules import Conclusion
    from minemind.solve.move import Move

__all__ = ["Analysis", "Findings", "Inference", "Quality"]

Probabilities = NDArray[np.float64]


class Quality(StrEnum):
    r"""How far an answer can be trusted.

    >>> mm.analyse("1 3 1\n1..").quality, mm.analyse("1 3 1\n1..", "local").quality
    (<Quality.EXACT: 'exact'>, <Quality.ESTIMATE: 'estimate'>)
    """

    EXACT = "exact"  # the probabilities are exact, and every certain cell is found
    SOUND = "sound"  # the certain cells are right; the other cells have no probability
    ESTIMATE = "estimate"  # the probabilities are estimates; the certain cells are still right


class Analysis(Picture):
    r"""What a board implies: each cell's probability of a mine, and the certain cells.

    `probability` and `expected` are arrays of shape `(rows, cols)`, nan where a cell is open or its probability is
    unknown: the probability of any mine, and the mean number. `safe` and `mines` are the certain cells, trusted flags
    among the mines. `solutions` is how many placements fit the board, None if the method does not count them.
    `complete` is whether every certain cell was found, and `notes` list what was assumed or excluded. `nodes` is
    the size of the search behind it, if there is one: states, decisions or random samples.

    >>> analysis = mm.analyse("3 4 2\n01..\n01..\n01..")
    >>> print(analysis)
    <Analysis 3×4: 2 safe, 1 mine, lowest risk 0%>
         0    1    2    3
    0    0    1   0%  33%
    1    0    1 100%  33%
    2    0    1   0%  33%
    >>> sorted(analysis.safe), analysis.mines
    ([Cell(row=0, col=2), Cell(row=2, col=2)], frozenset({Cell(row=1, col=2)}))
    >>> analysis.probability[0].round(2).tolist(), analysis.expected[1, 2].item(), analysis.solutions
    ([nan, nan, 0.0, 0.33], 1.0, 3)
    >>> analysis.best.cell, analysis.best.action.value, analysis.best_risk
    (Cell(row=0, col=2), 'open', 0.0)
    >>> analysis.dead, analysis.fifty_fifties, analysis.nodes
    (frozenset({Cell(row=1, col=3)}), (), 0)
    """

    board: Board
    method: str
    quality: Quality
    complete: bool
    notes: tuple[str, ...] = ()

    if TYPE_CHECKING:  # every kind of analysis has these, as values or as properties

        @property
        def probability(self) -> Probabilities:
            """The probability of any mine: `(rows, cols)`; nan where a cell is open or its probability is unknown."""

        @property
        def expected(self) -> Probabilities:
            """The mean number of mines: `(rows, cols)`; the same as `probability` with one mine per cell."""

        @property
        def safe(self) -> frozenset[Cell]:
            """The cells that are certainly safe."""

        @property
        def mines(self) -> frozenset[Cell]:
            """The cells that certainly hold a mine, trusted flags among them."""

        @property
        def nodes(self) -> int:
            """The size of the search behind it: states, decisions or random draws; 0 if there is none."""

        @property
        def dead(self) -> frozenset[Cell] | None:
            """The hidden cells that show the same number whenever they are free; None if the method does not know."""

        @property
        def fifty_fifties(self) -> tuple[tuple[Cell, Cell], ...] | None:
            """The pairs of cells that only a guess can tell apart; None if the method does not know."""

        @property
        def solutions(self) -> int | None:
            """The number of mine placements that fit the board; None if the method does not count them."""

    @cached_property
    def best(self) -> Move | None:
        """The cell to open next and why: a safe one by the simplest proof, or the best guess; None if there is none.

        It is computed when first used, under the time limit of the analysis.
        """
        from minemind.solve.hint import best_move

        return best_move(self, self._deadline)

    def plot(self) -> HeatMap:
        r"""The heat map with a ring around the best cell: a notebook draws it, and `save` writes it as .svg or .png.

        >>> mm.analyse("3 4 2\n01..\n01..\n01..").plot().save("best.svg")
        """
        return HeatMap(self)

    @property
    def _deadline(self) -> Deadline:
        """The deadline for what is computed only when it is used."""
        return Deadline()

    @cached_property
    def best_risk(self) -> float:
        """The lowest risk of any hidden cell; nan if no cell is hidden, or no risk is known."""
        risks = self.probability[self.board.hidden]
        return float(np.nanmin(risks)) if not np.isnan(risks).all() else math.nan

    def __repr__(self) -> str:
        certain = f"{len(self.safe)} safe, {counted(len(self.mines), 'mine')}"
        risk = "risks unknown" if math.isnan(self.best_risk) else f"lowest risk {_percent(self.best_risk)}"
        method = (
            "" if (self.method, self.quality) == ("exact", Quality.EXACT) else f" by {self.method} ({self.quality})"
        )
        return f"<Analysis {self.board.grid.rows}×{self.board.grid.cols}{method}: {certain}, {risk}>"

    def __str__(self) -> str:
        """The board with every hidden cell's risk in percent, and row and column numbers around it."""
        shown = [
            [token if math.isnan(p) else _percent(p) for p, token in zip(risks, tokens, strict=True)]
            for risks, tokens in zip(self.probability.tolist(), self.board.tokens(), strict=True)
        ]
        return "\n".join([repr(self), *self.notes, notation.drawn(self.board.grid, shown)])

    def _percents(self) -> dict[Cell, int]:
        """The known risks of hidden cells in percent; only certain cells have 0 or 100."""
        known = places(self.board.hidden & ~np.isnan(self.probability))
        risks = {Cell(*place): float(self.probability[place]) for place in Deadline().each(known)}
        rounded = {cell: uncertain_percent(risk) for cell, risk in risks.items()}
        return {cell: 0 if cell in self.safe else 100 if cell in self.mines else rounded[cell] for cell in rounded}

    def _drawing(self) -> Drawing:
        certain = self.safe | self.mines
        shades = {
            cell: shade(self.probability[cell], str(percent), is_certain=cell in certain)
            for cell, percent in Deadline().each(self._percents().items())
        }
        return Drawing(self.board.grid, self.board.tokens(), shades)


def _percent(risk: float) -> str:
    """A risk as a table shows it, in percent without a space."""
    return spoken().figures.percent(risk).replace(" ", "")


@dataclass(frozen=True, repr=False, eq=False)
class Inference(Analysis):
    r"""The answer of a method that is written in Python, as plain values.

    >>> mm.analyse("3 4 2\n01..\n01..\n01..", "rules")
    <Analysis 3×4 by rules (sound): 2 safe, 1 mine, lowest risk 0%>
    """

    board: Board
    method: str
    quality: Quality
    complete: bool
    probability: Probabilities  # (rows, cols); nan where a cell is open or its probability is unknown
    expected: Probabilities
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    solutions: int | None = None
    standard_error: Probabilities | None = None  # of each probability, if they are estimates from samples
    effective_samples: float | None = None  # how many independent solutions would give the worst of them its error
    conclusions: tuple[Conclusion, ...] = ()  # the steps of the rules, in order
    nodes: int = 0
    notes: tuple[str, ...] = ()
    dead: frozenset[Cell] | None = None
    fifty_fifties: tuple[tuple[Cell, Cell], ...] | None = None


class Findings:
    """Collects what a method finds, cell by cell, for an inference; it starts with what the problem knows."""

    def __init__(self, problem: Problem) -> None:
        self.board, self.deadline = problem.board, problem.deadline
        flags = self.board.flags
        self.probability = np.where(flags > 0, 1.0, math.nan)
        self.expected = np.where(flags > 0, flags, math.nan)
        self.safe: set[Cell] = set()
        self.mines = {Cell(*place) for place in places(flags)}
        for cell, mines in problem.known.items():
            self.certain(cell, mines)

    def certain(self, cell: Cell, mines: int) -> None:
        """Record a cell that certainly holds this many mines."""
        self.settle([cell], mines, is_mine=mines > 0)

    def settle(self, cells: Collection[Cell], expected: float, *, is_mine: bool) -> None:
        """Record cells that certainly hold a mine, or none, and their mean number of mines."""
        (self.mines if is_mine else self.safe).update(cells)
        self.estimate(cells, float(is_mine), expected)

    def estimate(self, cells: Iterable[Cell], probability: float, expected: float) -> None:
        """Record the probability of a mine in some cells, and their mean number of mines."""
        for cell in self.deadline.each(cells):
            self.probability[cell] = probability
            self.expected[cell] = expected

    def inference(self, method: str, quality: Quality, *, complete: bool, **more: Any) -> Inference:
        """The inference from all that was recorded."""
        return Inference(
            self.board,
            method,
            quality,
            complete,
            frozen(self.probability),
            frozen(self.expected),
            frozenset(self.safe),
            frozenset(self.mines),
            **more,
        )
