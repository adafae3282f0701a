"""Exact: the analysis by the native engine, which is exact.

The engine takes the board's faces as they are and decides by integers what is certain; docs/exact.md explains how, and
why rounding cannot change it. What is costly and not always wanted, such as the number of solutions, is computed when
it is used.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from minemind import _native
from minemind.arguments import whole
from minemind.board import NO_CELL, Board, flag_face
from minemind.deadline import Deadline
from minemind.errors import InvalidValue
from minemind.grid import Cell, CellLike, IntArray, frozen
from minemind.header import MAX_NUMBER
from minemind.layout import Layout, check_seed
from minemind.solve import solutions
from minemind.solve.analysis import Analysis, Quality
from minemind.solve.impossible import explain_contradiction
from minemind.solve.problem import Component, Group, NumberConstraint, Problem, component_of

__all__ = ["Exact", "Numbers", "analyse", "analyse_problem"]


class Numbers(NamedTuple):
    r"""What opening a cell may show, a mine or a number, with probabilities that add up to one.

    >>> mm.analyse("1 4 1\n1...").numbers(0, 2)
    Numbers(mine=0.0, shown={1: 1.0})
    """

    mine: float
    shown: Mapping[int, float]


def analyse(board: Board, time_limit: float | None = None, cache: _native.CountCache = _native.CACHE) -> Exact:
    """Everything that the numbers and the mine count of a board imply."""
    return _analysed(board, board.faces, Deadline(time_limit), cache)


def analysed(board: Board, deadline: Deadline, cache: _native.CountCache = _native.CACHE) -> Exact:
    """Everything that a board implies, as `analyse` gives it, under a running deadline."""
    return _analysed(board, board.faces, deadline, cache)


def analyse_problem(problem: Problem, deadline: Deadline) -> Exact:
    """Everything that a problem implies: its board without the excluded numbers, and with the known cells.

    The known cells are passed to the engine: mines as flags, safe cells as holes, which have no probability.
    """
    board = problem.board
    faces = board.faces.copy()
    for number in problem.excluded:
        faces[number] = NO_CELL
    for cell, mines in problem.known.items():
        faces[cell] = flag_face(mines) if mines else NO_CELL
    return _analysed(board, faces, deadline, _native.CACHE)


def _analysed(board: Board, faces: IntArray, deadline: Deadline, cache: _native.CountCache) -> Exact:
    try:
        native = _native.analyse(
            board.grid.graph,
            faces.reshape(-1),
            per_cell=board.max_per_cell,
            deadline=deadline,
            mines=board.mines,
            density=board.density,
            cache=cache,
        )
    except _native.Contradiction as contradiction:
        raise explain_contradiction(board, contradiction.indices, deadline) from None
    return Exact(board, native, cache, deadline.time_limit)


class Exact(Analysis):
    r"""What a board implies, exactly: all solutions were counted.

    What is computed only when used (`best`, `solutions`, `ways`, `numbers`, `draw`, `assume`, `dead`, `fifty_fifties`)
    gets the time limit of the analysis each time; `within` gives all of them one deadline.

    >>> analysis = mm.analyse("3 4 2\n1...\n....\n....")
    >>> analysis.outside, analysis.solutions, round(analysis.log_solutions, 3)
    (0.125, 24, 1.38)
    >>> analysis.component_sizes, len(analysis.components), analysis.groups[0].cells
    ((3,), 1, (Cell(row=0, col=1), Cell(row=1, col=0), Cell(row=1, col=1)))
    >>> analysis.counted <= 1, analysis.nodes
    (True, 2)

    `obvious` are the safe cells that follow from single numbers and pairs.

    >>> sorted(mm.analyse("3 4 2\n01..\n01..\n01..").obvious)
    [Cell(row=0, col=2), Cell(row=2, col=2)]
    """

    method = "exact"
    quality = Quality.EXACT
    complete = True

    def __init__(
        self,
        board: Board,
        native: _native.Analysis,
        cache: _native.CountCache,
        time_limit: float | None = None,
        deadline: Deadline | None = None,
    ) -> None:
        self.board = board
        self._begun = deadline
        self._native = native
        self._cache = cache
        self._time_limit = time_limit

    def __reduce__(self) -> tuple[object, ...]:
        # The engine's part is not pickled, but made again.
        return analyse, (self.board, self._time_limit)

    def within(self, deadline: Deadline) -> Exact:
        r"""The same analysis, with one running deadline for all that it computes when used.

        >>> mm.analyse("1 3 1\n1..").within(mm.deadline.Deadline(5.0)).solutions
        1
        """
        return Exact(self.board, self._native, self._cache, self._time_limit, deadline)

    @property
    def _deadline(self) -> Deadline:
        return self._begun or Deadline(self._time_limit)

    @cached_property
    def probability(self) -> NDArray[np.float64]:
        """The probability of any mine: `(rows, cols)`; nan where a cell is open or its probability is unknown."""
        return frozen(self._native.probability.reshape(self.board.grid.shape))

    @cached_property
    def expected(self) -> NDArray[np.float64]:
        """The mean number of mines: `(rows, cols)`; the same as `probability` with one mine per cell."""
        return frozen(self._native.expected.reshape(self.board.grid.shape))

    @cached_property
    def safe(self) -> frozenset[Cell]:
        """The cells that are safe in every solution."""
        return frozenset(self.board.grid.cells(self._native.safe))

    @cached_property
    def obvious(self) -> frozenset[Cell]:
        """The safe cells that follow from single numbers and pairs, without counting."""
        return frozenset(self.board.grid.cells(self._native.obvious))

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """The cells that are mined in every solution, trusted flags among them."""
        return frozenset(self.board.grid.cells(self._native.mines))

    @property
    def certain(self) -> tuple[IntArray, IntArray]:
        r"""The same as `safe` and `mines`, as indices in reading order.

        >>> [indices.tolist() for indices in mm.analyse("1 5 2\n.1.1!").certain]
        [[2], [0, 4]]
        """
        return self._native.safe, self._native.mines

    @cached_property
    def hidden_certain(self) -> tuple[IntArray, IntArray]:
        r"""The hidden cells that are certainly safe, and those that are mines: indices in reading order.

        They are those of `safe` and `mines` that are not flagged, but fast to get even by the hundreds of thousands.

        >>> [indices.tolist() for indices in mm.analyse("1 5 2\n.1.1!").hidden_certain]
        [[2], [0]]
        """
        hidden = self.board.hidden.reshape(-1)
        return self._native.safe[hidden[self._native.safe]], self._native.mines[hidden[self._native.mines]]

    @cached_property
    def dead(self) -> frozenset[Cell]:
        """The hidden cells that show the same number in every solution in which they are free: they tell nothing."""
        return frozenset(self.board.grid.cells(_native.dead_cells(self._native, self._cache, self._deadline)))

    @cached_property
    def fifty_fifties(self) -> tuple[tuple[Cell, Cell], ...]:
        """The pairs of cells that only a guess can tell apart, in reading order."""
        cell, found = self.board.grid.cell, _native.fifty_fifties(self._native, self._deadline)
        return tuple((cell(one), cell(other)) for one, other in found)

    @property
    def outside(self) -> float:
        """The probability of a mine in a cell that no number sees; nan if there is none, or the count is unknown."""
        return self._native.outside

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The independent parts of the frontier, in reading order."""
        deadline = self._deadline
        return tuple(self._component(index, deadline) for index in range(self._native.components))

    @property
    def component_sizes(self) -> tuple[int, ...]:
        """The number of cells in each component, in reading order."""
        native = self._native
        return tuple(sum(map(len, native.groups(index))) for index in range(native.components))

    @property
    def groups(self) -> tuple[Group, ...]:
        """The interchangeable cells of the frontier, component by component."""
        return tuple(group for component in self.components for group in component.groups)

    def ways(self, component: int) -> dict[int, int]:
        r"""The solutions of one component by itself, counted by their number of mines.

        >>> mm.analyse("3 4 2\n1...\n....\n....").ways(0)
        {1: 3}
        """
        if not self._native.components:
            raise InvalidValue("the board has no components: everything on its frontier is certain")
        component = whole(component, "component", 0, self._native.components - 1)
        least, ways = solutions.ways_of(self._native, component, self.board.max_per_cell, self._deadline)
        return {least + more: count for more, count in enumerate(ways) if count}

    @property
    def counted(self) -> int:
        """How many components had to be counted; the others came from the cache."""
        return self._native.counted

    @property
    def nodes(self) -> int:
        """The states of all components, whether counted now or taken from the cache."""
        return self._native.states

    @cached_property
    def solutions(self) -> int:
        """The exact number of mine placements that fit the board.

        With several mines per cell, these are placements in slots; with an unknown count, placements on the frontier.
        """
        return solutions.count(self.board, self._native, self._deadline)

    @property
    def log_solutions(self) -> float:
        """The logarithm of `solutions` to base 10, which is quick for any size; the mine count must be known."""
        if self.board.mines is None:
            raise InvalidValue("the mine count is unknown; the number of solutions depends on it")
        return self._native.log_solutions

    def numbers(self, row: SupportsIndex | CellLike, col: SupportsIndex | None = None) -> Numbers:
        r"""What opening a hidden cell may show, with probabilities.

        >>> analysis = mm.analyse("1 5 2\n1....")
        >>> analysis.numbers(0, 2), analysis.numbers(mm.Cell(0, 2)).mine
        (Numbers(mine=0.3333333333333333, shown={1: 0.33333333333333337, 2: 0.33333333333333337}), 0.3333333333333333)
        """
        index = self.board.grid.index(row, col)
        cell = tuple(self.board.grid.cell(index))
        mine = self.probability.item(index)
        if math.isnan(mine):
            raise InvalidValue(f"{cell} is open, or its probability is unknown; ask about a hidden cell")
        if mine == 1:
            return Numbers(1.0, {})
        if self._sees_unknown(index):
            raise InvalidValue(
                f"the number in {cell} depends on cells whose probability is unknown; give a mine count or a density"
            )
        odds = _native.numbers(self._native, index, self._deadline)
        return Numbers(mine, {number: (1 - mine) * odd for number, odd in enumerate(odds) if odd > 0})

    def _sees_unknown(self, index: int) -> bool:
        """Whether a neighbour is hidden and its probability unknown, which takes an unknown count and no density."""
        if self.board.mines is not None or self.board.density is not None:
            return False
        around = self.board.grid.around(index)
        hidden = self.board.hidden.reshape(-1)[around]
        return bool(np.isnan(self._native.probability[around][hidden]).any())

    def draw(self, seed: int) -> Layout:
        r"""A random layout that fits the board, all of them equally likely; the mine count must be known.

        >>> mm.analyse("1 3 1\n1..").draw(seed=7)
        Layout.parse('1 3 1\n.*.')
        """
        if self.board.mines is None:
            raise InvalidValue("the mine count is unknown; drawing a layout needs it")
        counts = _native.draw(self._native, check_seed(seed), self._deadline)
        grid = self.board.grid
        return Layout(grid, counts.reshape(grid.shape), max_per_cell=self.board.max_per_cell)

    def assume(
        self, row: SupportsIndex | CellLike, col: SupportsIndex | None = None, number: SupportsIndex | None = None
    ) -> Exact:
        r"""The analysis after a cell is opened and shows a number; only what it touches is counted again.

        The cell is a row and a column, or a pair of them.

        >>> analysis = mm.analyse("1 5 2\n1....")
        >>> analysis.assume(0, 2, 1).solutions, analysis.assume((0, 2), 1).solutions
        (1, 1)
        """
        if number is None:
            col, number = None, col
        index, shown = self.board.grid.index(row, col), whole(number, "the number that the cell shows", 0, MAX_NUMBER)
        if not self.board.hidden.reshape(-1)[index] or self._native.probability[index] == 1:
            cell = tuple(self.board.grid.cell(index))
            raise InvalidValue(
                f"{cell} is open, flagged or certainly a mine; assume a number in a cell that can be opened"
            )
        faces = self.board.faces.copy()
        faces.reshape(-1)[index] = shown
        board = self.board.showing(faces)
        deadline = self._deadline
        try:
            native = _native.assume(self._native, index, shown, cache=self._cache, deadline=deadline)
        except _native.Contradiction as contradiction:
            raise explain_contradiction(board, contradiction.indices, deadline) from None
        return Exact(board, native, self._cache, self._time_limit)

    def _component(self, index: int, deadline: Deadline) -> Component:
        grid = self.board.grid
        members = {cell for group in self._native.groups(index) for cell in group}
        views = []
        for number, remaining in self._native.constraints(index):
            hidden = tuple(grid.cell(cell) for cell in grid.around(number).tolist() if cell in members)
            views.append(NumberConstraint(grid.cell(number), int(self.board.faces.flat[number]), hidden, (), remaining))
        return component_of(views, self.board.max_per_cell, deadline)
