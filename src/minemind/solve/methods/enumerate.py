"""Enumerate: every solution of every component, one by one, by trying cells and turning back.

Exact and simple, and exponential in the size of a component: larger ones are left to the engine. The result for a
component is cached for others of the same form.
"""

from __future__ import annotations

import itertools
import math
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

from minemind.deadline import Deadline
from minemind.errors import InvalidValue, counted
from minemind.solve.analysis import Findings, Inference, Quality
from minemind.solve.exact import Exact, analyse_problem
from minemind.solve.impossible import no_solution
from minemind.solve.methods.rules import propagate
from minemind.solve.methods.weights import CountedPart, SolutionCounts, Tallied, weigh
from minemind.solve.problem import Component, Problem, Signature

__all__ = ["MOST_CELLS", "Lru", "enumerate_solutions", "infer"]

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Lru(Generic[Key, Value]):
    """A least-recently-used cache of at most `capacity` values, for all threads.

    Each step is atomic in Python. A lock would do as well, but a fork could copy it while it is locked. Two threads at
    once may miss a value, and compute it again.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._kept: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Key) -> Value | None:
        """The value under this key, or None."""
        value = self._kept.pop(key, None)
        if value is not None:
            self._kept[key] = value
        return value

    def insert(self, key: Key, value: Value) -> None:
        """Keep a value; the least recently used one is dropped if there are too many."""
        self._kept.pop(key, None)
        self._kept[key] = value
        if len(self._kept) > self.capacity:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()


# Cells of a component that are tried in well under a second.
MOST_CELLS = 20

# Tallies of components that are kept: some kilobytes each.
_TALLIES: Lru[Signature, SolutionCounts] = Lru(4096)

# Steps between two looks at the clock.
LOOK_EVERY = 4096


def infer(problem: Problem, deadline: Deadline, *, k_max: int = MOST_CELLS) -> Inference:
    """All solutions of components up to `k_max` cells, fewer with several mines each; the engine counts the others."""
    if k_max < 0:
        raise InvalidValue(f"k_max is {k_max}; give the size of the largest component to enumerate, 0 or more cells")
    rest = propagate(problem, deadline)
    # A cell that may hold several mines is as much work as several that hold one.
    work = math.log2(problem.board.max_per_cell + 1)
    handed_over = [component for component in rest.components if len(component.cells) * work > k_max]
    native = analyse_problem(problem, deadline) if handed_over else None
    parts: list[CountedPart] = [
        _Counted(native, component) if native and component in handed_over else _enumerated(component, deadline)
        for component in rest.components
    ]
    findings = Findings(rest)
    solutions = 0 if any(not part.ways for part in parts) else weigh(rest, parts, rest.outside, findings, deadline)
    if not solutions:
        raise no_solution()
    notes = (
        f"the engine counted the component around {tuple(component.cells[0])} ({counted(len(component.cells), 'cell')})"
        for component in handed_over
    )
    return findings.inference("enumerate", Quality.EXACT, complete=True, solutions=solutions, notes=tuple(notes))


def enumerate_solutions(component: Component, deadline: Deadline | None = None) -> Iterator[tuple[int, ...]]:
    """The solutions of a component as the mines in each of its cells, one by one, in constant memory.

    A choice is abandoned as soon as a constraint has too many mines, or too few slots left for what it needs.
    """
    per_cell, order = component.per_cell, _order(component)
    need = [constraint.remaining for constraint in component.constraints]
    room = [constraint.size * per_cell for constraint in component.constraints]
    constraints_of = [component.constraints_of[bit] for bit in order]
    chosen = [0] * len(order)
    pending: list[Iterator[int]] = []

    def put(depth: int, mines: int, slots: int) -> None:
        for i in constraints_of[depth]:
            need[i] -= mines
            room[i] -= slots

    def values(depth: int) -> Iterator[int]:
        least = max(need[i] - room[i] + per_cell for i in constraints_of[depth])
        most = min(need[i] for i in constraints_of[depth])
        return iter(range(max(least, 0), min(most, per_cell) + 1))

    pending.append(values(0))
    for turn in itertools.count():
        if not pending:
            return
        if deadline and turn % LOOK_EVERY == 0:
            deadline.look()
        depth = len(pending) - 1
        value = next(pending[-1], None)
        if value is None:
            pending.pop()
            if depth:
                put(depth - 1, -chosen[depth - 1], -per_cell)
            continue
        chosen[depth] = value
        if depth + 1 < len(order):
            put(depth, value, per_cell)
            pending.append(values(depth + 1))
        else:
            yield tuple(mines for _, mines in sorted(zip(order, chosen, strict=True)))


def _order(component: Component) -> list[int]:
    """Most constrained first: always a cell of the constraint with the fewest cells left to decide."""
    left = [constraint.size for constraint in component.constraints]
    undecided = set(range(len(component.cells)))
    order = []
    while undecided:
        bit = min(
            undecided,
            key=lambda bit: (
                min(left[i] for i in component.constraints_of[bit]),
                -len(component.constraints_of[bit]),
                bit,
            ),
        )
        undecided.remove(bit)
        order.append(bit)
        for i in component.constraints_of[bit]:
            left[i] -= 1
    return order


def _enumerated(component: Component, deadline: Deadline) -> Tallied:
    tally = _TALLIES.find(component.signature)
    if tally is None:
        tally = _tally(component, deadline)
        _TALLIES.insert(component.signature, tally)
    return Tallied(tally, [group.cells for group in component.groups])


def _tally(component: Component, deadline: Deadline) -> SolutionCounts:
    places = {cell: i for i, cell in enumerate(component.cells)}
    groups = [[places[cell] for cell in group.cells] for group in component.groups]
    tally = SolutionCounts(len(groups))
    for solution in enumerate_solutions(component, deadline):
        weight = math.prod(math.comb(component.per_cell, mines) for mines in solution)
        tally.add([sum(solution[bit] for bit in group) for group in groups], weight)
    return tally


class _Counted:
    """A component that the engine has counted."""

    def __init__(self, native: Exact, component: Component) -> None:
        self.native, self.cells = native, component.cells
        self.ways = native.ways([other.cells for other in native.components].index(component.cells))

    def find(self, findings: Findings, weight: dict[int, int], per_cell: int, deadline: Deadline) -> None:  # noqa: ARG002
        """The engine knows the probabilities already."""
        for cell in self.cells:
            findings.estimate([cell], self.native.probability[cell], self.native.expected[cell])
        findings.safe |= self.native.safe.intersection(self.cells)
        findings.mines |= self.native.mines.intersection(self.cells)
