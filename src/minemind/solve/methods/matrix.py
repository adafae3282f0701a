"""Matrix: the board as simultaneous equations, solved like any others: by row reduction.

One row for each number and a last one for the mine count; one column for each group of cells, or for each cell.
Integers stay integers: rows are combined without fractions. What row reduction cannot see, that a variable holds a
whole number of mines within its bounds, is then tried for all values of the free variables.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial

from minemind.deadline import Deadline
from minemind.errors import Impossible, TooHard, counted, roughly
from minemind.grid import Cell
from minemind.solve.analysis import Findings, Inference, Quality
from minemind.solve.impossible import no_solution
from minemind.solve.methods.weights import SolutionCounts, Tallied, choices, weigh
from minemind.solve.problem import Component, Problem

__all__ = [
    "MAX_ENTRIES",
    "MAX_TUPLES",
    "Configuration",
    "Equations",
    "Reduced",
    "Solved",
    "Variable",
    "component_equations",
    "equations",
    "infer",
    "solve_equations",
]

# Entries of a matrix that is reduced in some seconds, and tuples of free variables that are tried in as many.
MAX_ENTRIES = 1_000_000
MAX_TUPLES = 2_000_000

# Tuples between two looks at the clock.
LOOK_EVERY = 1024


@dataclass(frozen=True)
class Variable:
    """How many mines some interchangeable cells hold together: between none and `most`."""

    cells: tuple[Cell, ...]
    slots: int
    most: int


@dataclass(frozen=True)
class Configuration:
    """A solution of the equations: the mines of every variable, and how many placements that stands for."""

    mines: tuple[int, ...]
    placements: int


@dataclass(frozen=True)
class Equations:
    """A row of whole numbers for each equation; the last entry is the right-hand side."""

    variables: tuple[Variable, ...]
    rows: tuple[tuple[int, ...], ...]
    labels: tuple[str, ...]  # of the rows: which number, or the mine count

    def __str__(self) -> str:
        return _table(self.rows, self.labels)

    def reduced(self, deadline: Deadline | None = None) -> Reduced:
        """The reduced echelon form, without fractions: a pivot need not be one, and stands alone in its column."""
        deadline = deadline or Deadline()
        rows, labels = [list(row) for row in self.rows], list(self.labels)
        pivots: list[int] = []
        for column in range(len(self.variables)):
            deadline.look()
            done = len(pivots)
            found = next((i for i in range(done, len(rows)) if rows[i][column]), None)
            if found is None:
                continue
            rows[done], rows[found] = rows[found], rows[done]
            rows[done] = _normalised(rows[done], column)
            labels[done], labels[found] = labels[found], labels[done]
            for i, row in enumerate(rows):
                if i != done and row[column]:
                    rows[i] = _without(row, rows[done], column)
            pivots.append(column)
        rank = len(pivots)
        if any(row[-1] for row in rows[rank:]):
            raise Impossible("the equations contradict each other")
        return Reduced(self, tuple(map(tuple, rows[:rank])), tuple(labels[:rank]), tuple(pivots), tuple(labels[rank:]))


def _without(row: list[int], pivot_row: list[int], column: int) -> list[int]:
    """The row with the pivot's variable eliminated, and divided by what all its entries share."""
    factor, times = row[column], pivot_row[column]
    combined = [times * a - factor * b for a, b in zip(row, pivot_row, strict=True)]
    common = math.gcd(*combined) or 1
    return [entry // common for entry in combined]


def _normalised(row: list[int], column: int) -> list[int]:
    """The row with a positive pivot."""
    return [-entry for entry in row] if row[column] < 0 else row


@dataclass(frozen=True)
class Reduced:
    """Equations solved for their fixed variables: each is a whole combination of the free ones, if it is whole."""

    equations: Equations
    rows: tuple[tuple[int, ...], ...]
    labels: tuple[str, ...]
    fixed: tuple[int, ...]  # the columns of the pivots, row by row
    redundant: tuple[str, ...]  # the equations that follow from the others

    def __str__(self) -> str:
        return _table(self.rows, self.labels)

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The columns without a pivot."""
        fixed = set(self.fixed)
        return tuple(column for column in range(len(self.equations.variables)) if column not in fixed)

    @cached_property
    def bounds(self) -> tuple[int, ...]:
        """The most that each free variable may hold: in a row without negative entries, what the others leave."""
        most = {column: self.equations.variables[column].most for column in self.free}
        for row in self.rows:
            if min(row) < 0:
                continue
            for column in self.free:
                if row[column]:
                    most[column] = min(most[column], row[-1] // row[column])
        return tuple(most.values())

    @property
    def loose_tuples(self) -> int:
        """The same if only their slots bounded them."""
        return math.prod(self.equations.variables[column].slots + 1 for column in self.free)

    @property
    def tuples(self) -> int:
        """The number of tuples of the free variables to try."""
        return math.prod(bound + 1 for bound in self.bounds)

    def solutions(self, deadline: Deadline | None = None) -> Iterator[tuple[int, ...]]:
        """All whole solutions within the bounds: the value of every variable. A single one is checked all the same."""
        deadline = deadline or Deadline()
        free, fixed = self.free, self.fixed
        pivots = [(row[column], row[-1], [row[i] for i in free]) for row, column in zip(self.rows, fixed, strict=True)]
        most = [self.equations.variables[column].most for column in fixed]
        for number, tried in enumerate(itertools.product(*(range(bound + 1) for bound in self.bounds))):
            if number % LOOK_EVERY == 0:
                deadline.look()
            values = [0] * len(self.equations.variables)
            for column, value in zip(free, tried, strict=True):
                values[column] = value
            for column, limit, (pivot, right, entries) in zip(fixed, most, pivots, strict=True):
                value, rest = divmod(right - sum(map(int.__mul__, entries, tried)), pivot)
                if rest or not 0 <= value <= limit:
                    break
                values[column] = value
            else:
                yield tuple(values)

    def configurations(self, deadline: Deadline | None = None) -> Iterator[Configuration]:
        """All solutions within the bounds with their placements; `TooHard` if there are too many tuples to try."""
        if self.tuples > MAX_TUPLES:
            raise TooHard(
                f"the equations leave {counted(len(self.free), 'free variable')} with {roughly(self.tuples)} tuples of "
                f"values, more than the limit of {MAX_TUPLES:,}; use a smaller board, max_cells or another method"
            )
        # Only a few mine counts of the outside occur.
        weights = [cache(partial(choices, variable.slots, deadline=deadline)) for variable in self.equations.variables]
        for mines in self.solutions(deadline):
            yield Configuration(mines, math.prod(weight(x) for weight, x in zip(weights, mines, strict=True)))


def equations(problem: Problem, *, collapse: bool = True) -> Equations:
    """The equations of a board: a column for each group, or for each cell, the cells that no number sees included.

    Columns stand in reading order of their first cells. With an unknown count, or a density, there is no last row, and
    no column for the cells that no number sees.
    """
    per_cell, left = problem.board.max_per_cell, problem.mines_left
    groups = [(group.cells, group.most) for component in problem.components for group in component.groups]
    if left is not None and problem.outside:
        groups.append((problem.outside, max(left, 0)))
    if not collapse:
        groups = [((cell,), most) for cells, most in groups for cell in cells]
    sizes = [(cells, len(cells) * per_cell, most) for cells, most in sorted(groups)]
    variables = tuple(Variable(cells, slots, min(slots, most)) for cells, slots, most in sizes)
    if (len(problem.frontier) + 1) * len(variables) > MAX_ENTRIES:
        raise TooHard(
            f"{len(problem.frontier):,} numbers over {len(variables):,} variables make a matrix of more than "
            f"{MAX_ENTRIES:,} entries; use a smaller board or another method"
        )
    column = {variable.cells[0]: i for i, variable in enumerate(variables)}
    rows = [
        _row(len(variables), [column[c] for c in view.hidden if c in column], view.remaining)
        for view in problem.frontier
    ]
    labels = [f"{view.shown} at {tuple(view.number)}" for view in problem.frontier]
    if left is not None:
        rows.append(_row(len(variables), range(len(variables)), left))
        labels.append("mine count")
    return Equations(variables, tuple(rows), tuple(labels))


@dataclass(frozen=True)
class Solved:
    """Equations, reduced, and the first of their configurations."""

    reduced: Reduced
    configurations: tuple[Configuration, ...]
    count: int | None  # of all configurations; None if there are too many tuples to try
    placements: int | None  # that all of them stand for

    @property
    def left_out(self) -> int | None:
        """The number of configurations that are not listed; None if unknown."""
        return None if self.count is None else self.count - len(self.configurations)


def solve_equations(system: Equations, most: int, deadline: Deadline) -> Solved:
    """Equations reduced, with up to so many configurations; all of them are counted, unless that takes too long."""
    reduced = system.reduced(deadline)
    if reduced.tuples > MAX_TUPLES:
        return Solved(reduced, (), None, None)
    listed, count, placements = [], 0, 0
    for configuration in reduced.configurations(deadline):
        if count < most:
            listed.append(configuration)
        count += 1
        placements += configuration.placements
    return Solved(reduced, tuple(listed), count, placements)


def component_equations(component: Component) -> Equations:
    """The equations of one component by itself, a column for each of its groups."""
    groups = component.groups
    variables = tuple(Variable(group.cells, len(group.cells) * component.per_cell, group.most) for group in groups)
    rows = [
        _row(len(groups), seen, constraint.remaining)
        for constraint, seen in zip(component.constraints, component.groups_of, strict=True)
    ]
    labels = [f"{tuple(constraint.numbers[0])}" for constraint in component.constraints]
    return Equations(variables, tuple(rows), tuple(labels))


def _row(width: int, columns: Iterable[int], right: int) -> tuple[int, ...]:
    """An equation: the sum of these columns."""
    row = [0] * width
    for column in columns:
        row[column] = 1
    return (*row, right)


def infer(problem: Problem, deadline: Deadline, *, collapse: bool = True) -> Inference:
    """All solutions of the equations, weighted. Exact, if there are not too many to try."""
    reduced = equations(problem, collapse=collapse).reduced(deadline)
    variables = reduced.equations.variables
    tally = SolutionCounts(len(variables))
    for configuration in reduced.configurations(deadline):
        tally.add(configuration.mines, configuration.placements)
    findings = Findings(problem)
    parts = [Tallied(tally, [variable.cells for variable in variables])]
    outside = problem.outside if problem.mines_left is None else ()  # else it is one of the variables
    solutions = weigh(problem, parts, outside, findings, deadline) if tally.ways else 0
    if not solutions:
        raise no_solution()
    notes = (f"{label} follows from the others" for label in reduced.redundant)
    return findings.inference("matrix", Quality.EXACT, complete=True, solutions=solutions, notes=tuple(notes))


def _table(rows: Sequence[Sequence[int]], labels: Sequence[str]) -> str:
    """Rows with aligned columns; zeros are dots, so that the structure shows."""
    if not rows:
        return "(no equations)"
    shown = [[str(entry) if entry else "·" for entry in row[:-1]] for row in rows]
    width = max((len(entry) for row in shown for entry in row), default=1)
    right = max(len(str(row[-1])) for row in rows)
    return "\n".join(
        f"[{' '.join(entry.rjust(width) for entry in entries)} | {str(row[-1]).rjust(right)} ]  {label}"
        for entries, row, label in zip(shown, rows, labels, strict=True)
    )
