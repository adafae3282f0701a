"""Proof: why a cell is certain, as a minimal set of numbers that proves it.

The simplest proof is preferred: one number, then two of which one contains the other, then any numbers together, and
only then the mine count. The engine checks whether some numbers are enough with all others removed, so that a proof
never rests on more than it names.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, partial
from typing import SupportsIndex

from minemind import _native
from minemind.board import Board
from minemind.boardlike import BoardLike, as_board
from minemind.deadline import Deadline
from minemind.errors import InvalidValue, TooHard
from minemind.grid import Cell, CellLike, as_cell, places
from minemind.solve import exact
from minemind.solve.problem import NumberConstraint, Problem, only_numbers
from minemind.words import phrase

__all__ = ["Explainer", "Proof", "ProofKind", "explain", "explained", "uncertainty"]


class ProofKind(StrEnum):
    """What a proof takes, the simplest first."""

    SINGLE = "single"  # one number
    SUBSET = "subset"  # two numbers, and the cells of one are among those of the other
    COMBINATION = "combination"  # several numbers together
    MINE_COUNT = "mine count"  # … and the number of mines on the board


# Numbers that prove something together, and the kind of proof.
LongProof = tuple[list[NumberConstraint], ProofKind]

# What players call numbers in a row that prove something: by what they still need.
PATTERNS = {(1, 1): "1-1", (1, 2): "1-2", (1, 2, 1): "1-2-1", (1, 2, 2, 1): "1-2-2-1"}


@dataclass(frozen=True)
class Proof:
    r"""Why a cell is certain: a minimal set of `numbers` that proves it.

    >>> proof = mm.explain("1 4 1\n01..", 0, 2)
    >>> proof.is_mine, proof.numbers, proof.kind.value
    (True, (Cell(row=0, col=1),), 'single')
    >>> proof.sentence
    'the 1 at (0, 1) needs a mine in every hidden cell around it, so (0, 2) is a mine'
    >>> proof.uses_mine_count, mm.explain("1 4 1\n01..", 0, 3).uses_mine_count
    (False, True)
    """

    cell: Cell
    is_mine: bool
    numbers: tuple[Cell, ...]
    shown: tuple[int, ...]  # what each of these numbers shows
    flags: tuple[Cell, ...]  # the flags that it trusts: those around its numbers, or all if it uses the mine count
    mines: int | None  # the mine count, if the proof uses it
    kind: ProofKind
    pattern: str | None  # the players' name for it, if there is one

    @property
    def uses_mine_count(self) -> bool:
        """Whether the mine count is part of the proof."""
        return self.mines is not None

    @property
    def sentence(self) -> str:
        """The proof in words."""
        shown = zip(self.shown, self.numbers, strict=True)
        return phrase(
            "proof",
            kind=self.kind.value,
            is_mine=self.is_mine,
            cell=self.cell,
            numbers=[{"number": number, "cell": cell} for number, cell in shown],
            count=len(self.numbers),
            mines=self.mines,
        )

    def __str__(self) -> str:
        return self.sentence


def explain(
    board: BoardLike,
    cell: SupportsIndex | CellLike,
    col: SupportsIndex | None = None,
    *,
    time_limit: float | None = None,
) -> Proof:
    r"""Why a hidden cell is certainly safe, or certainly a mine. Flags are trusted.

    The cell is a pair, or a row and a column. Raises `InvalidValue` for a cell that is not hidden, or not certain;
    otherwise what `analyse` raises.

    >>> board = "3 4 2\n01..\n01..\n01.."
    >>> mm.explain(board, 0, 2).numbers, mm.explain(board, (0, 2)).is_mine
    ((Cell(row=1, col=1), Cell(row=2, col=1)), False)
    """
    return explained(as_board(board), as_cell(cell, col), Deadline(time_limit))


def explained(board: Board, cell: CellLike, deadline: Deadline) -> Proof:
    """The same under a running deadline."""
    index = board.grid.index(cell)
    place = board.grid.cell(index)
    if not board.hidden[place]:
        raise InvalidValue(f"{tuple(place)} is not hidden; ask about a hidden cell")
    problem = Problem(board, deadline=deadline)
    probability = exact.analyse_problem(problem, deadline).probability.item(index)
    if probability not in (0, 1):
        raise InvalidValue(f"{uncertainty(place, probability)}; ask about a cell in analysis.safe or analysis.mines")
    return Explainer(problem, deadline).proof(place, is_mine=probability == 1)


def uncertainty(cell: Cell, probability: float) -> str:
    """The sentence that a cell is not certain, with its risk; nan if that is unknown."""
    return phrase("uncertain", cell=cell, probability=None if math.isnan(probability) else probability)


class Explainer:
    """Proves the certain cells of one board, and reuses what it found out for other cells.

    `patience` limits the states of all questions to the engine together: with fewer numbers, a component can be far
    wider than on the board itself.
    """

    def __init__(self, problem: Problem, deadline: Deadline, patience: float = math.inf) -> None:
        self.problem, self.board, self.deadline, self.patience = problem, problem.board, deadline, patience
        self._constraints_of: dict[Cell, tuple[NumberConstraint, ...]] = {}
        self._long_proofs: dict[
            tuple[tuple[NumberConstraint, ...], bool], tuple[list[NumberConstraint], ProofKind]
        ] = {}

    def constraints_of(self, cell: Cell) -> tuple[NumberConstraint, ...]:
        """The numbers that see a hidden cell, in reading order. Cells with the same ones are interchangeable."""
        if cell not in self._constraints_of:
            around = self.board.grid.around(self.board.grid.index(*cell))
            numbers = around[self.board.faces.reshape(-1)[around] >= 0]
            self._constraints_of[cell] = tuple(map(self.problem.number_constraint, numbers.tolist()))
        return self._constraints_of[cell]

    def proof(self, cell: Cell, *, is_mine: bool) -> Proof:
        """The simplest proof of a cell, which must be certain. Raises `TooHard` if patience runs out."""
        short = self.single(cell, is_mine=is_mine) or self.pair(cell, is_mine=is_mine)
        return short or self.long(cell, is_mine=is_mine)

    def single(self, cell: Cell, *, is_mine: bool) -> Proof | None:
        """A proof by a number that needs nothing more, or more than its other cells can hold."""
        for view in self.constraints_of(cell):
            others = (len(view.hidden) - 1) * self.board.max_per_cell
            if view.remaining > others if is_mine else view.remaining == 0:
                return self._proof(cell, [view], ProofKind.SINGLE, is_mine=is_mine)
        return None

    def pair(self, cell: Cell, *, is_mine: bool) -> Proof | None:
        """A proof by two numbers, if there is one; those of which one contains the other go first."""
        self.deadline.look()
        found = [pair for view in self.constraints_of(cell) for pair in self._pairs_with(view, cell, is_mine=is_mine)]
        best = min(found, key=lambda pair: (not _contains(*pair), [view.number for view in pair]), default=None)
        if best is None:
            return None
        return self._proof(cell, best, ProofKind.SUBSET if _contains(*best) else ProofKind.COMBINATION, is_mine=is_mine)

    def long(self, cell: Cell, *, is_mine: bool) -> Proof:
        """A proof by as many numbers as it takes, and by the mine count if they are not enough."""
        key = self.constraints_of(cell), is_mine
        if key not in self._long_proofs:
            certain = partial(self._is_certain, self.board.grid.index(*cell), is_mine=is_mine)
            near = self._connected(cell)  # without the mine count no other number can matter
            counted = not certain(list(near.values()), counted=False)
            ordered = near | {view.number: view for view in self.problem.frontier} if counted else near
            enough = _irredundant(list(ordered.values()), partial(certain, counted=counted))
            self._long_proofs[key] = enough, ProofKind.MINE_COUNT if counted else ProofKind.COMBINATION
        numbers, kind = self._long_proofs[key]
        return self._proof(cell, numbers, kind, is_mine=is_mine)

    def _pairs_with(self, view: NumberConstraint, cell: Cell, *, is_mine: bool) -> Iterator[list[NumberConstraint]]:
        """Pairs of which one needs so much more that the other is empty outside it, or no cell of its own is.

        The cell is seen by one of them: by the fuller if it is a mine.
        """
        for other in {other.number: other for shared in view.hidden for other in self.constraints_of(shared)}.values():
            if cell in other.hidden:
                continue
            fuller, emptier = (view, other) if is_mine else (other, view)
            beside = len(set(fuller.hidden) - set(emptier.hidden)) - is_mine
            more = fuller.remaining - emptier.remaining - beside * self.board.max_per_cell
            if more > 0 if is_mine else more == 0:
                yield sorted([view, other], key=lambda each: each.number)

    def _is_certain(self, index: int, numbers: Sequence[NumberConstraint], *, is_mine: bool, counted: bool) -> bool:
        """Whether these numbers alone, and perhaps the mine count, make a cell certain.

        What cannot be counted does not count as a proof: more numbers often leave less to count.
        """
        if self.patience <= 0:
            raise TooHard("the proof would take too long here; ask for it with explain")
        board = self.board
        faces = only_numbers(board, [view.number for view in numbers])
        try:
            native = _native.analyse(
                board.grid.graph,
                faces.reshape(-1),
                per_cell=board.max_per_cell,
                deadline=self.deadline,
                mines=board.mines if counted else None,
                density=board.density if counted else None,
            )
        except TooHard:
            self.deadline.look()
            self.patience = self.patience if self.patience == math.inf else 0
            return False
        self.patience -= native.states
        return native.probability.item(index) == is_mine

    def _connected(self, cell: Cell) -> dict[Cell, NumberConstraint]:
        """The numbers that see the cell, then those that share cells with them, and so on."""
        ordered = {view.number: view for view in self.constraints_of(cell)}
        for view in (pending := list(ordered.values())):
            self.deadline.look()
            for shared in view.hidden:
                new = [other for other in self.constraints_of(shared) if other.number not in ordered]
                ordered.update((other.number, other) for other in new)
                pending.extend(new)
        return ordered

    @cached_property
    def _all_flags(self) -> tuple[Cell, ...]:
        return tuple(map(Cell._make, places(self.board.flags)))

    def _proof(self, cell: Cell, numbers: Sequence[NumberConstraint], kind: ProofKind, *, is_mine: bool) -> Proof:
        counted = kind is ProofKind.MINE_COUNT
        claims = {flag for view in numbers for flag in view.flagged}
        return Proof(
            cell=cell,
            is_mine=is_mine,
            numbers=tuple(view.number for view in numbers),
            shown=tuple(view.shown for view in numbers),
            flags=self._all_flags if counted else tuple(sorted(claims)),
            mines=self.board.mines if counted else None,
            kind=kind,
            pattern=None if counted else self._pattern(numbers),
        )

    def _pattern(self, numbers: Sequence[NumberConstraint]) -> str | None:
        """The players' name for a row or column of numbers, by what they need: those of the proof, and those between.

        It is theirs for the usual board, where a number sees the cells that touch it.
        """
        grid, first, last = self.board.grid, numbers[0].number, numbers[-1].number
        is_line = len({view.number.row for view in numbers}) == 1 or len({view.number.col for view in numbers}) == 1
        if (grid.topology, grid.reach, self.board.max_per_cell) != ("square", 1, 1) or not is_line:
            return None
        line = [Cell(row, col) for row in range(first.row, last.row + 1) for col in range(first.col, last.col + 1)]
        if not all(self.board.opened[place] for place in line):
            return None
        needs = tuple(self.problem.number_constraint(grid.index(*place)).remaining for place in line)
        return PATTERNS.get(needs) or PATTERNS.get(needs[::-1])


def _irredundant(
    ordered: Sequence[NumberConstraint], suffice: Callable[[Sequence[NumberConstraint]], bool]
) -> list[NumberConstraint]:
    """A minimal set of numbers that suffices, from as few of the first ones as possible."""
    size = bisect.bisect_left(range(len(ordered)), 1, key=lambda n: suffice(ordered[:n]))
    numbers = list(ordered[:size])
    for number in reversed(ordered[: size - 1] if size else []):
        without = [other for other in numbers if other != number]
        if suffice(without):
            numbers = without
    return sorted(numbers, key=lambda view: view.number)


def _contains(a: NumberConstraint, b: NumberConstraint) -> bool:
    """Whether one sees all cells of the other."""
    one, other = set(a.hidden), set(b.hidden)
    return one <= other or other <= one
