"""Problem: a board decomposed into its parts, as values to print and to look at.

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

# Mines per cell, sizes of the groups, and what each constraint needs of which groups.
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
    """Hidden cells that exactly the same constraints see, and so are interchangeable."""

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
        """The cells that some bits stand for."""
        return tuple(self.cells[bit] for bit in bits(mask))

    @cached_property
    def constraints_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the constraints that see it, by their places."""
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
        """For each constraint the groups that it sees, by their places."""
        seen: list[list[int]] = [[] for _ in self.constraints]
        for place, group in enumerate(self.groups):
            for i in group.constraints:
                seen[i].append(place)
        return tuple(map(tuple, seen))

    @cached_property
    def signature(self) -> Signature:
        """The same for components that differ only in where they lie; a key for caches."""
        sizes = tuple(len(group.cells) for group in self.groups)
        said = tuple(
            (constraint.remaining, seen) for constraint, seen in zip(self.constraints, self.groups_of, strict=True)
        )
        return self.per_cell, sizes, said


@dataclass(frozen=True, eq=False)
class Problem:
    """All constraints of a board, minus what is already known and what is excluded."""

    board: Board
    known: Mapping[Cell, int] = field(default_factory=dict)  # hidden cells of which the mines are known
    excluded: frozenset[Cell] = field(default_factory=frozenset)  # numbers that are not used
    deadline: Deadline = field(default_factory=Deadline)  # for the decomposition: large boards take seconds

    def knowing(self, known: Mapping[Cell, int]) -> Problem:
        """The same after more became known."""
        return replace(self, known={**self.known, **known})

    def excluding_around(self, cells: Iterable[Cell]) -> Problem:
        """The same without the numbers that see any of these cells."""
        wanted = np.zeros(self.board.grid.shape, dtype=bool)
        for cell in cells:
            wanted[cell] = True
        seeing = self.board.opened & (self.board.grid.neighbour_sums(wanted) > 0)
        return self.excluding(Cell(*place) for place in places(seeing))

    def excluding(self, numbers: Iterable[Cell]) -> Problem:
        """The same without some numbers."""
        return replace(self, excluded=self.excluded | frozenset(numbers))

    @property
    def mines_left(self) -> int | None:
        """Mines that are neither flagged nor known; None if the count is unknown."""
        if self.board.mines is None:
            return None
        return self.board.mines - int(self.board.flags.sum()) - sum(self.known.values())

    @cached_property
    def frontier(self) -> tuple[NumberConstraint, ...]:
        """The frontier: every open number that touches a hidden cell that is not known, in reading order."""
        return tuple(view for view in self._considered if view.hidden)

    @property
    def broken(self) -> tuple[NumberConstraint, ...]:
        """The numbers that cannot be right: they need fewer than no mines, or more than fit."""
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
        """What the open number at one index says."""
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
    """The places of the bits that are set, ascending."""
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
        """The representative of its set."""
        root = thing
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[thing] != root:
            self._parent[thing], thing = root, self._parent[thing]
        return root

    def join(self, a: int, b: int) -> None:
        """Join the sets of these two."""
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
