"""Explain: why a cell is certain, as the fewest numbers that prove it.

The simplest proof goes first: one number, then two of which one contains the other, then any numbers together, and
only then the mine count. Of several numbers none can be left out. Whether some numbers are enough is asked of the
engine, with all others taken away, so that a proof never rests on more than it names.
"""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import SupportsIndex

from minemind.board import Board
from minemind.errors import InvalidValue
from minemind.grid import Cell, places
from minemind.solve import exact
from minemind.solve.deadline import Deadline
from minemind.solve.native import hearing, run
from minemind.solve.problem import Problem, View

__all__ = ["Explainer", "Kind", "Proof", "explain"]


class Kind(StrEnum):
    """What a proof takes, the simplest first."""

    SINGLE = "single"  # one number
    SUBSET = "subset"  # two numbers, and the cells of one are among those of the other
    COMBINATION = "combination"  # numbers that say it together
    MINE_COUNT = "mine count"  # … and the number of mines on the board


# What players call numbers in a row that prove something: by what they still need.
PATTERNS = {(1, 1): "1-1", (1, 2): "1-2", (1, 2, 1): "1-2-1", (1, 2, 2, 1): "1-2-2-1"}


@dataclass(frozen=True)
class Proof:
    """Why a cell is certain: without any one of `numbers` it would not be."""

    cell: Cell
    is_mine: bool
    numbers: tuple[Cell, ...]
    flags: tuple[Cell, ...]  # the claims that it believes: those beside its numbers, or all if it counts mines
    uses_mine_count: bool
    kind: Kind
    pattern: str | None  # what players call it, where they have a name for it
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def explain(board: Board, cell: tuple[SupportsIndex, SupportsIndex], *, time_limit: float | None = None) -> Proof:
    """Why a hidden cell is surely free, or surely a mine. Flags are believed.

    Raises `InvalidValue` for a cell that is not hidden, or not certain; otherwise what `analyse` raises.
    """
    index = board.grid.index(*cell)
    place = board.grid.cell(index)
    if not board.hidden[place]:
        raise InvalidValue(f"{tuple(place)} is not hidden; ask about a hidden cell")
    deadline = Deadline(time_limit)
    chance = exact.analyse(board, time_limit).probability.item(index)
    if chance not in (0, 1):
        known = "nothing is known of it" if chance != chance else f"a mine is there with a chance of {chance:.4f}"
        raise InvalidValue(
            f"{tuple(place)} is not certain: {known}; ask about a cell of analysis.safe or analysis.mines"
        )
    return Explainer(Problem(board), deadline).proof(place, is_mine=chance == 1)


class Explainer:
    """Proves the certain cells of one board: what numbers see is looked up once for all of them."""

    def __init__(self, problem: Problem, deadline: Deadline) -> None:
        self.board, self.deadline = problem.board, deadline
        self.views = {view.number: view for view in problem.views}
        self.seers: dict[Cell, list[View]] = defaultdict(list)
        for view in problem.views:
            for cell in view.hidden:
                self.seers[cell].append(view)

    def proof(self, cell: Cell, *, is_mine: bool) -> Proof:
        """The simplest proof of a cell, which must be certain."""
        return self.short_proof(cell, is_mine=is_mine) or self._long_proof(cell, is_mine=is_mine)

    def short_proof(self, cell: Cell, *, is_mine: bool) -> Proof | None:
        """A proof by one number or two, if there is one."""
        numbers = self._single(cell, is_mine=is_mine) or self._pair(cell, is_mine=is_mine)
        if not numbers:
            return None
        kind = Kind.SINGLE if len(numbers) == 1 else Kind.SUBSET if self._contains(*numbers) else Kind.COMBINATION
        return self._proof(cell, numbers, kind, is_mine=is_mine)

    def _long_proof(self, cell: Cell, *, is_mine: bool) -> Proof:
        certain = partial(self._is_certain, self.board.grid.index(*cell), is_mine=is_mine)
        counted = not certain(list(self.views), counted=False)
        fewest = self._fewest(cell, partial(certain, counted=counted))
        return self._proof(cell, fewest, Kind.MINE_COUNT if counted else Kind.COMBINATION, is_mine=is_mine)

    def _single(self, cell: Cell, *, is_mine: bool) -> list[Cell]:
        """A number that needs nothing more, or more than its other cells can hold."""
        for view in self.seers[cell]:
            others = (len(view.hidden) - 1) * self.board.max_per_cell
            if view.remaining > others if is_mine else view.remaining == 0:
                return [view.number]
        return []

    def _pair(self, cell: Cell, *, is_mine: bool) -> list[Cell]:
        """Two numbers, of which one needs so much more that all of it outside the other is full, and the other empty.

        Those of which one contains the other go first: they are what a player sees.
        """
        found = [pair for view in self.seers[cell] for pair in self._pairs_with(view, cell, is_mine=is_mine)]
        return min(found, key=lambda pair: (not self._contains(*pair), pair), default=[])

    def _pairs_with(self, view: View, cell: Cell, *, is_mine: bool) -> Iterator[list[Cell]]:
        beside = {other.number: other for shared in view.hidden for other in self.seers[shared]}
        for number, other in beside.items():
            if cell in other.hidden:
                continue
            fuller, emptier = (view, other) if is_mine else (other, view)
            outside = len(set(fuller.hidden) - set(emptier.hidden)) * self.board.max_per_cell
            if fuller.remaining - emptier.remaining == outside:
                yield sorted([view.number, number])

    def _contains(self, a: Cell, b: Cell) -> bool:
        one, other = set(self.views[a].hidden), set(self.views[b].hidden)
        return one <= other or other <= one

    def _is_certain(self, index: int, numbers: Sequence[Cell], *, is_mine: bool, counted: bool) -> bool:
        """Whether these numbers alone, and perhaps the mine count, make a cell certain."""
        native = run(self.board, hearing(self.board, numbers), self.deadline, counted=counted)
        return native.probability.item(index) == is_mine

    def _fewest(self, cell: Cell, suffice: Callable[[Sequence[Cell]], bool]) -> list[Cell]:
        """Numbers of which none can be left out: of as few of the nearest as suffice, those that matter."""
        ordered = self._by_distance(cell)
        size = bisect.bisect_left(range(len(ordered)), 1, key=lambda n: suffice(ordered[:n]))
        numbers = ordered[:size]
        for number in reversed(ordered[: size - 1] if size else []):
            without = [other for other in numbers if other != number]
            if suffice(without):
                numbers = without
        return sorted(numbers)

    def _by_distance(self, cell: Cell) -> list[Cell]:
        """All numbers, those first that see the cell, then those that share cells with them, and so on."""
        ordered = {view.number: view for view in self.seers[cell]}
        for view in (pending := list(ordered.values())):
            for shared in view.hidden:
                new = [other for other in self.seers[shared] if other.number not in ordered]
                ordered.update((other.number, other) for other in new)
                pending.extend(new)
        return list(ordered | self.views)

    def _proof(self, cell: Cell, numbers: Sequence[Cell], kind: Kind, *, is_mine: bool) -> Proof:
        counted = kind is Kind.MINE_COUNT
        claims = {flag for number in numbers for flag in self.views[number].flagged}
        return Proof(
            cell=cell,
            is_mine=is_mine,
            numbers=tuple(numbers),
            flags=tuple(map(Cell._make, places(self.board.flags)) if counted else sorted(claims)),
            uses_mine_count=counted,
            kind=kind,
            pattern=None if counted else self._pattern(numbers),
            sentence=self._sentence(cell, numbers, is_mine=is_mine, counted=counted),
        )

    def _pattern(self, numbers: Sequence[Cell]) -> str | None:
        """The players' name for numbers that stand side by side in a row or a column."""
        first = numbers[0]
        in_line = [
            [Cell(first.row, first.col + i) for i in range(len(numbers))],
            [Cell(first.row + i, first.col) for i in range(len(numbers))],
        ]
        if self.board.max_per_cell > 1 or list(numbers) not in in_line:
            return None
        needs = tuple(self.views[number].remaining for number in numbers)
        return PATTERNS.get(needs) or PATTERNS.get(needs[::-1])

    def _sentence(self, cell: Cell, numbers: Sequence[Cell], *, is_mine: bool, counted: bool) -> str:
        said = [f"the {self.views[number].shown} at {tuple(number)}" for number in numbers]
        if counted:
            said.append(f"the mine count of {self.board.mines}")
        subject = " and ".join(filter(None, [", ".join(said[:-1]), said[-1]]))
        verb = "put a mine in" if is_mine else "leave no mine for"
        if len(said) == 1:
            verb = "puts a mine in" if is_mine else "leaves no mine for"
        return f"{subject} {verb} {tuple(cell)}"
