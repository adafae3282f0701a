"""Problem: a board decomposed into its parts, as plain values.

Board → number constraints → constraints → components → groups. The engine does the same, much faster; this is for
readers, and for the methods that are written in Python. Tests compare the two.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from minemind.board import NO_CELL, Board
from minemind.deadline import Deadline
from minemind.errors import TooHard
from minemind.grid import Cell, IntArray, places

__all__ = [
    "Component",
    "Constraint",
    "DisjointSets",
    "Group",
    "NumberConstraint",
    "Problem",
    "Signature",
    "bits",
    "only_numbers",
]

# The mines per cell, the sizes of the groups, and for each constraint what it needs and from which groups.
Signature = tuple[int, tuple[int, ...], tuple[tuple[int, tuple[int, ...]], ...]]

# Every constraint of a component has a bit for each of its cells: half a gigabyte in all.
MAX_MASK_BITS = 4_000_000_000


@dataclass(frozen=True)
class NumberConstraint:
    """What one open number says: how many mines remain among its hidden neighbours.

    On an inconsistent board `remaining` may be negative, or more than fits.
    """

    number: Cell
    shown: int
    hidden: tuple[Cell, ...]
    flagged: tuple[Cell, ...]
    remaining: int


@dataclass(frozen=True)
class Constraint:
    """Of the cells in `scope` exactly `remaining` slots are mined. Bit i of the scope is the component's cell i."""

    numbers: tuple[Cell, ...]  # the open cells that state it: there may be several
    scope: int
    remaining: int

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.scope.bit_count()


@dataclass(frozen=True)
class Group:
    """Hidden cells that are seen by exactly the same constraints, and so are interchangeable."""

    cells: tuple[Cell, ...]
    mask: int  # the cells as bits, as in a scope
    constraints: tuple[int, ...]  # which of the component's constraints see it
    most: int  # the most mines that fit: its slots, or the smallest remainder around it


@dataclass(frozen=True)
class Component:
    """Constraints that are connected through shared cells; everything is in reading order."""

    cells: tuple[Cell, ...]
    constraints: tuple[Constraint, ...]
    per_cell: int = 1

    @property
    def numbers(self) -> tuple[Cell, ...]:
        """The open cells whose numbers are the constraints."""
        return tuple(number for constraint in self.constraints for number in constraint.numbers)

    def cells_of(self, mask: int) -> tuple[Cell, ...]:
        """The cells whose bits are set in a mask."""
        return tuple(self.cells[bit] for bit in bits(mask))

    @cached_property
    def constraints_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indices of the constraints that see it."""
        constraints_of: list[list[int]] = [[] for _ in self.cells]
        for i, constraint in enumerate(self.constraints):
            for bit in bits(constraint.scope):
                constraints_of[bit].append(i)
        return tuple(map(tuple, constraints_of))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The interchangeable cells, ordered by their first cell."""
        masks: dict[tuple[int, ...], int] = defaultdict(int)
        for bit, constraints_of in enumerate(self.constraints_of):
            masks[constraints_of] |= 1 << bit
        return tuple(self._group(mask, constraints_of) for constraints_of, mask in masks.items())

    def _group(self, mask: int, constraints_of: tuple[int, ...]) -> Group:
        slots = mask.bit_count() * self.per_cell
        most = min([slots, *(self.constraints[i].remaining for i in constraints_of)])
        return Group(self.cells_of(mask), mask, constraints_of, max(most, 0))

    @cached_property
    def groups_of(self) -> tuple[tuple[int, ...], ...]:
        """For each constraint, the indices of the groups that it sees."""
        seen: list[list[int]] = [[] for _ in self.constraints]
        for place, group in enumerate(self.groups):
            for i in group.constraints:
                seen[i].append(place)
        return tuple(map(tuple, seen))

    @cached_property
    def signature(self) -> Signature:
        """A key for caches: components that differ only in their position on the board have the same."""
        sizes = tuple(len(group.cells) for group in self.groups)
        said = tuple(
            (constraint.remaining, seen) for constraint, seen in zip(self.constraints, self.groups_of, strict=True)
        )
        return self.per_cell, sizes, said


@dataclass(frozen=True, eq=False)
class Problem:
    """All constraints of a board, minus what is already known and what is excluded."""

    board: Board
    known: Mapping[Cell, int] = field(default_factory=dict)  # hidden cells whose number of mines is known
    excluded: frozenset[Cell] = field(default_factory=frozenset)  # numbers that are not used
    deadline: Deadline = field(default_factory=Deadline)  # for the decomposition: large boards take seconds

    def knowing(self, known: Mapping[Cell, int]) -> Problem:
        """The problem after more cells became known."""
        return replace(self, known={**self.known, **known})

    def excluding_around(self, cells: Iterable[Cell]) -> Problem:
        """The problem without the numbers that see any of these cells."""
        wanted = np.zeros(self.board.grid.shape, dtype=bool)
        for cell in cells:
            wanted[cell] = True
        seeing = self.board.opened & (self.board.grid.neighbour_sums(wanted) > 0)
        return self.excluding(Cell(*place) for place in places(seeing))

    def excluding(self, numbers: Iterable[Cell]) -> Problem:
        """The problem without some numbers."""
        return replace(self, excluded=self.excluded | frozenset(numbers))

    @property
    def mines_left(self) -> int | None:
        """Mines that are neither flagged nor known; None if the count is unknown."""
        if self.board.mines is None:
            return None
        return self.board.mines - int(self.board.flags.sum()) - sum(self.known.values())

    @cached_property
    def frontier(self) -> tuple[NumberConstraint, ...]:
        """The constraints of all open numbers that touch a hidden cell that is not known, in reading order."""
        return tuple(view for view in self._considered if view.hidden)

    @property
    def broken(self) -> tuple[NumberConstraint, ...]:
        """The numbers that cannot be right: they need a negative number of mines, or more than fit."""
        per_cell = self.board.max_per_cell
        return tuple(view for view in self._considered if not 0 <= view.remaining <= len(view.hidden) * per_cell)

    @cached_property
    def _considered(self) -> list[NumberConstraint]:
        board = self.board
        touching = board.opened & (board.grid.neighbour_sums(board.hidden) > 0)
        views = map(self.number_constraint, np.flatnonzero(touching).tolist())
        return [view for view in views if view.number not in self.excluded]

    @cached_property
    def _number_constraints(self) -> dict[int, NumberConstraint]:
        return {}

    def number_constraint(self, index: int) -> NumberConstraint:
        """The constraint of the open number at an index."""
        if index not in self._number_constraints:
            self.deadline.look()
            self._number_constraints[index] = self._view(index)
        return self._number_constraints[index]

    def _view(self, index: int) -> NumberConstraint:
        board = self.board
        around = board.grid.around(index)
        closed = around[board.faces.flat[around] < 0]
        hidden, flagged, claimed = [], [], 0
        for cell, flag in zip(board.grid.cells(closed), board.flags.flat[closed].tolist(), strict=True):
            if flag:
                flagged.append(cell)
            elif cell not in self.known:
                hidden.append(cell)
            claimed += flag or self.known.get(cell, 0)
        shown = int(board.faces.flat[index])
        return NumberConstraint(board.grid.cell(index), shown, tuple(hidden), tuple(flagged), shown - claimed)

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The independent parts, in reading order of their first numbers."""
        sets = DisjointSets(len(self.frontier))
        first_seer: dict[Cell, int] = {}
        for i, view in enumerate(self.frontier):
            self.deadline.look()
            for cell in view.hidden:
                sets.join(first_seer.setdefault(cell, i), i)
        parts = ([self.frontier[i] for i in members] for members in sets.members())
        return tuple(component_of(views, self.board.max_per_cell, self.deadline) for views in parts)

    @cached_property
    def outside(self) -> tuple[Cell, ...]:
        """The hidden cells that no number sees, or only excluded ones."""
        seen = {cell for view in self.frontier for cell in view.hidden}
        hidden = map(self.board.grid.cell, np.flatnonzero(self.board.hidden).tolist())
        return tuple(cell for cell in self.deadline.each(hidden) if cell not in seen and cell not in self.known)


def component_of(views: Iterable[NumberConstraint], per_cell: int, deadline: Deadline) -> Component:
    """One component, from all its number constraints. Raises `TooHard` if its masks would take too much memory."""
    said: dict[tuple[tuple[Cell, ...], int], list[Cell]] = defaultdict(list)
    for view in deadline.each(views):
        said[view.hidden, view.remaining].append(view.number)
    cells = tuple(sorted({cell for hidden, _ in said for cell in hidden}))
    if len(cells) * len(said) > MAX_MASK_BITS:
        raise TooHard(
            f"the component around {tuple(cells[0])} has {len(cells):,} cells and {len(said):,} numbers, too many for "
            "methods written in Python; use the method exact"
        )
    place = {cell: i for i, cell in enumerate(cells)}
    constraints = tuple(
        Constraint(tuple(numbers), sum(1 << place[cell] for cell in hidden), remaining)
        for (hidden, remaining), numbers in deadline.each(said.items())
    )
    return Component(cells, constraints, per_cell)


def only_numbers(board: Board, numbers: Iterable[Cell]) -> IntArray:
    """The faces of a board with only these numbers; the others are holes."""
    faces = np.where(board.opened, np.int32(NO_CELL), board.faces)
    for number in numbers:
        faces[number] = board.faces[number]
    return faces


def bits(mask: int) -> Iterator[int]:
    """The indices of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class DisjointSets:
    """Disjoint sets (union-find), with path compression; the smaller set joins the larger one."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))
        self._size = [1] * count

    def root(self, thing: int) -> int:
        """The representative of the set of an item."""
        root = thing
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[thing] != root:
            self._parent[thing], thing = root, self._parent[thing]
        return root

    def join(self, a: int, b: int) -> None:
        """Join the sets of two items."""
        a, b = self.root(a), self.root(b)
        if a == b:
            return
        if self._size[a] < self._size[b]:
            a, b = b, a
        self._parent[b] = a
        self._size[a] += self._size[b]

    def members(self) -> list[list[int]]:
        """The sets, ordered by their first members."""
        sets: dict[int, list[int]] = defaultdict(list)
        for thing in range(len(self._parent)):
            sets[self.root(thing)].append(thing)
        return list(sets.values())
