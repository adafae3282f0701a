"""Rules: what a player sees at once. One number alone, or two numbers of which one contains the other.

Sound and incomplete: a conclusion is always right, but chains of three numbers, guesses and the mine count are beyond
it. With `overlaps`, two numbers need not contain one another; this is what the engine takes out before it counts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from minemind.board import Board
from minemind.deadline import Deadline
from minemind.errors import Impossible
from minemind.grid import Cell, places
from minemind.solve.analysis import Findings, Inference, Quality
from minemind.solve.problem import Component, Constraint, Problem, bits
from minemind.words import phrase

__all__ = ["Conclusion", "Reason", "conclude", "infer", "overflagged", "propagate"]


class Reason(StrEnum):
    """Why a cell is certain, the simplest first."""

    SINGLE = "single"  # a number that needs nothing more, or all that fits, or has a single cell left
    SUBSET = "subset"  # the cells of one number are among those of another
    OVERLAP = "overlap"  # one number needs so many more mines than another that the cells of its own must all be mines


@dataclass(frozen=True)
class Conclusion:
    """A cell that certainly holds so many mines, why, and the numbers that prove it.

    Conclusions are in order: each may build on the cells of earlier ones, and names those that it needs.
    """

    cell: Cell
    mines: int
    reason: Reason
    numbers: tuple[Cell, ...]
    given: tuple[tuple[Cell, int], ...] = ()  # what was concluded before and is needed here: cells and their mines

    def __str__(self) -> str:
        known = [self._known(mines) for mines in sorted({mines for _, mines in self.given}, reverse=True)]
        return phrase(
            "conclusion",
            numbers=self.numbers,
            count=len(self.numbers),
            cell=self.cell,
            mines=self.mines,
            given=known or None,
        )

    def _known(self, mines: int) -> dict[str, object]:
        cells = [cell for cell, held in self.given if held == mines]
        return {"cells": cells, "count": len(cells), "mines": mines}


def infer(problem: Problem, deadline: Deadline, *, overlaps: bool = False, strict: bool = True) -> Inference:
    """What follows from single numbers and pairs. Raises `Impossible` if that shows a contradiction.

    Unless `strict`, numbers with too many flags around them are ignored, and the notes name them.
    """
    if not strict:
        problem = problem.excluding(overflagged(problem.board))
    conclusions = conclude(problem, Reason.OVERLAP if overlaps else Reason.SUBSET, deadline)
    notes = tuple(_excluded(problem.board, number) for number in sorted(problem.excluded))
    return Findings(_after(problem, conclusions)).inference(
        "rules", Quality.SOUND, complete=False, conclusions=conclusions, notes=notes
    )


def overflagged(board: Board) -> frozenset[Cell]:
    """The numbers around which flags claim more mines than they show: at least one of these flags is wrong."""
    claimed = board.grid.neighbour_sums(board.flags)
    return frozenset(Cell(*place) for place in places(board.opened & (board.faces < claimed)))


def _excluded(board: Board, number: Cell) -> str:
    flagged = int(board.grid.neighbour_sums(board.flags)[number])
    return phrase("ignored", number=board[number], cell=number, count=flagged)


def propagate(problem: Problem, deadline: Deadline | None = None) -> Problem:
    """The problem after removing all that single numbers and pairs make certain, as the engine does it."""
    return _after(problem, conclude(problem, Reason.OVERLAP, deadline))


def _after(problem: Problem, conclusions: Iterable[Conclusion]) -> Problem:
    rest = problem.knowing({conclusion.cell: conclusion.mines for conclusion in conclusions})
    if rest.broken:
        raise Impossible(phrase("impossible.some-numbers"), cells=[view.number for view in rest.broken])
    return rest


def conclude(
    problem: Problem, hardest: Reason = Reason.SUBSET, deadline: Deadline | None = None
) -> tuple[Conclusion, ...]:
    """Every conclusion up to the hardest reason, until nothing more follows; none from numbers that cannot be true."""
    found: list[Conclusion] = []
    for component in problem.components:
        found.extend(_Reasoner(component, hardest).run(deadline or Deadline()))
    return tuple(found)


# Compared with this, a number stands by itself.
_NOTHING = Constraint((), 0, 0)


class _Reasoner:
    """One component while its cells become known."""

    def __init__(self, component: Component, hardest: Reason) -> None:
        self.component, self.per_cell = component, component.per_cell
        self.hardest = hardest
        self.constraints = list(component.constraints)
        self.scopes = {constraint.numbers: constraint.scope for constraint in (*self.constraints, _NOTHING)}
        self.known: dict[int, int] = {}
        self.changed = deque(range(len(self.constraints)))

    def run(self, deadline: Deadline) -> Iterator[Conclusion]:
        """Singles first: they are the simpler reason, and make the pairs smaller."""
        while self.changed:
            to_compare = []
            while self.changed:
                deadline.look()
                i = self.changed.popleft()
                yield from self._single(i)
                to_compare.append(i)
            for i in dict.fromkeys(to_compare if self.hardest is not Reason.SINGLE else ()):
                deadline.look()
                for other in self._neighbours(i):
                    yield from self._pair(self.constraints[i], self.constraints[other])
                    yield from self._pair(self.constraints[other], self.constraints[i])

    def _single(self, i: int) -> Iterator[Conclusion]:
        constraint = self.constraints[i]
        if constraint.scope == 0:
            return
        if constraint.remaining == 0:
            yield from self._difference(_NOTHING, constraint, Reason.SINGLE)
        elif constraint.remaining == constraint.size * self.per_cell:
            yield from self._difference(constraint, _NOTHING, Reason.SINGLE)
        elif constraint.size == 1 and 0 < constraint.remaining < self.per_cell and self.hardest is not Reason.OVERLAP:
            # The engine leaves such a cell to the counting, and overlaps do as the engine does.
            given = self._given(self._gone(constraint), self._gone(constraint))
            yield from self._learn(constraint.scope, constraint.remaining, Reason.SINGLE, constraint.numbers[:1], given)

    def _neighbours(self, i: int) -> list[int]:
        """The constraints that share a cell with this one: found through the cells, not by trying all."""
        shared = {other for bit in bits(self.constraints[i].scope) for other in self.component.constraints_of[bit]}
        return sorted(shared - {i})

    def _pair(self, a: Constraint, b: Constraint) -> Iterator[Conclusion]:
        """If one needs so much more that all of it outside the other is full, then the other has nothing outside it.

        A subset with an equal remainder is the case in which nothing is outside the fuller one. The engine has forms of
        its own of this rule; docs/decisions.md says why.
        """
        only_a = a.scope & ~b.scope
        if not a.scope & b.scope or a.remaining - b.remaining != only_a.bit_count() * self.per_cell:
            return
        reason = Reason.OVERLAP if only_a and b.scope & ~a.scope else Reason.SUBSET
        if reason is Reason.OVERLAP and self.hardest is not Reason.OVERLAP:
            return
        if 0 <= b.remaining <= b.size * self.per_cell and 0 <= a.remaining <= a.size * self.per_cell:
            yield from self._difference(a, b, reason)

    def _difference(self, fuller: Constraint, emptier: Constraint, reason: Reason) -> Iterator[Conclusion]:
        """All of one constraint outside the other is full, and all of the other outside it is free."""
        gone, also_gone = self._gone(fuller), self._gone(emptier)
        given = self._given(gone & ~also_gone, also_gone & ~gone)
        numbers = fuller.numbers[:1] + emptier.numbers[:1]
        yield from self._learn(fuller.scope & ~emptier.scope, self.per_cell, reason, numbers, given)
        yield from self._learn(emptier.scope & ~fuller.scope, 0, reason, numbers, given)

    def _gone(self, constraint: Constraint) -> int:
        """The cells that a constraint had and that are known by now."""
        return self.scopes[constraint.numbers] & ~constraint.scope

    def _given(self, fuller: int, emptier: int) -> tuple[tuple[Cell, int], ...]:
        """The known cells that matter.

        A full one in the fuller constraint does not, because it would be found with the others; nor a free one in the
        emptier.
        """
        needed = {bit for bit in bits(fuller) if self.known[bit] < self.per_cell}
        needed |= {bit for bit in bits(emptier) if self.known[bit] > 0}
        return tuple((self.component.cells[bit], self.known[bit]) for bit in sorted(needed))

    def _learn(
        self, mask: int, mines: int, reason: Reason, numbers: tuple[Cell, ...], given: tuple[tuple[Cell, int], ...]
    ) -> Iterator[Conclusion]:
        for bit in bits(mask):
            yield Conclusion(self.component.cells[bit], mines, reason, tuple(sorted(numbers)), given)
            self.known[bit] = mines
            for i in self.component.constraints_of[bit]:
                seer = self.constraints[i]
                self.constraints[i] = Constraint(seer.numbers, seer.scope & ~(1 << bit), seer.remaining - mines)
                self.changed.append(i)
