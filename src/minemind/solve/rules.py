"""Rules: what a player sees at once. One number alone, or two numbers of which one contains the other.

Sound and incomplete: a conclusion is always right, but chains of three numbers, guesses and the mine count are beyond
it. With `overlaps`, two numbers need not contain one another; this is what the engine takes out before it counts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from minemind.errors import Impossible
from minemind.grid import Cell
from minemind.solve.analysis import Findings, Inference, Quality
from minemind.solve.deadline import Deadline
from minemind.solve.problem import Component, Constraint, Problem, bits

__all__ = ["Conclusion", "Reason", "conclude", "infer", "propagate"]


class Reason(StrEnum):
    """Why a cell is certain, the simplest first."""

    SINGLE = "single"  # a number that needs nothing more, or all that fits
    SUBSET = "subset"  # the cells of one number are among those of another
    OVERLAP = "overlap"  # one number needs so much more than another that only the cells beside it can make it up


@dataclass(frozen=True)
class Conclusion:
    """A cell that surely holds so many mines, why, and the numbers that say so.

    Conclusions stand in order: each may use the cells of those before it.
    """

    cell: Cell
    mines: int
    reason: Reason
    numbers: tuple[Cell, ...]

    def __str__(self) -> str:
        places = " and ".join(str(tuple(number)) for number in self.numbers)
        who, s = ("the numbers", "") if len(self.numbers) > 1 else ("the number", "s")
        does = (f"leave{s} no mine for", f"put{s} a mine in", f"fill{s}")[min(self.mines, 2)]
        return f"{who} at {places} {does} {tuple(self.cell)}"


def infer(problem: Problem, deadline: Deadline, *, overlaps: bool = False) -> Inference:
    """What follows from numbers taken singly and in pairs. Raises `Impossible` where that shows a contradiction."""
    conclusions = conclude(problem, Reason.OVERLAP if overlaps else Reason.SUBSET, deadline)
    return Findings(_after(problem, conclusions)).inference(
        "rules", Quality.SOUND, complete=False, conclusions=conclusions
    )


def propagate(problem: Problem, deadline: Deadline | None = None) -> Problem:
    """The problem after all that numbers say singly and in pairs was taken out, as the engine does it."""
    return _after(problem, conclude(problem, Reason.OVERLAP, deadline))


def _after(problem: Problem, conclusions: Iterable[Conclusion]) -> Problem:
    rest = problem.knowing({conclusion.cell: conclusion.mines for conclusion in conclusions})
    if rest.broken:
        raise Impossible("these numbers cannot all be true", cells=[view.number for view in rest.broken])
    return rest


def conclude(
    problem: Problem, hardest: Reason = Reason.SUBSET, deadline: Deadline | None = None
) -> tuple[Conclusion, ...]:
    """Every conclusion up to the hardest reason, until nothing more follows; none from numbers that cannot be true."""
    found: list[Conclusion] = []
    for component in problem.components:
        found.extend(_Reasoner(component, hardest).run(deadline or Deadline()))
    return tuple(found)


class _Reasoner:
    """One component while its cells become known."""

    def __init__(self, component: Component, hardest: Reason) -> None:
        self.component = component
        self.hardest = hardest
        self.constraints = list(component.constraints)
        self.changed = deque(range(len(self.constraints)))

    def run(self, deadline: Deadline) -> Iterator[Conclusion]:
        """Singles first: they are the simpler reason, and make the pairs smaller."""
        while self.changed:
            deadline.look()
            to_compare = []
            while self.changed:
                i = self.changed.popleft()
                yield from self._single(i)
                to_compare.append(i)
            for i in dict.fromkeys(to_compare if self.hardest is not Reason.SINGLE else ()):
                for other in self._neighbours(i):
                    yield from self._pair(i, other)

    def _single(self, i: int) -> Iterator[Conclusion]:
        constraint = self.constraints[i]
        if constraint.remaining == 0:
            yield from self._learn(constraint.scope, 0, Reason.SINGLE, constraint)
        elif constraint.remaining == constraint.size * self.component.per_cell:
            yield from self._learn(constraint.scope, self.component.per_cell, Reason.SINGLE, constraint)

    def _neighbours(self, i: int) -> list[int]:
        """The constraints that share a cell with this one: found through the cells, not by trying all."""
        shared = {other for bit in bits(self.constraints[i].scope) for other in self.component.seers[bit]}
        return sorted(shared - {i})

    def _pair(self, i: int, j: int) -> Iterator[Conclusion]:
        yield from self._difference(i, j)
        yield from self._difference(j, i)

    def _difference(self, fuller: int, emptier: int) -> Iterator[Conclusion]:
        """If one needs so much more that all of it outside the other is full, then the other has nothing outside it.

        A subset with an equal remainder is the case in which nothing is outside the fuller one.
        """
        a, b = self.constraints[fuller], self.constraints[emptier]
        only_a, only_b = a.scope & ~b.scope, b.scope & ~a.scope
        per_cell = self.component.per_cell
        if not a.scope & b.scope or a.remaining - b.remaining != only_a.bit_count() * per_cell:
            return
        if only_a and only_b and self.hardest is not Reason.OVERLAP:
            return
        if not (0 <= b.remaining <= b.size * per_cell and 0 <= a.remaining <= a.size * per_cell):
            return
        reason = Reason.OVERLAP if only_a and only_b else Reason.SUBSET
        yield from self._learn(only_a, per_cell, reason, a, b)
        yield from self._learn(only_b, 0, reason, a, b)

    def _learn(self, mask: int, mines: int, reason: Reason, *because: Constraint) -> Iterator[Conclusion]:
        numbers = tuple(sorted(constraint.numbers[0] for constraint in because))
        for bit in bits(mask):
            yield Conclusion(self.component.cells[bit], mines, reason, numbers)
            for i in self.component.seers[bit]:
                seer = self.constraints[i]
                self.constraints[i] = Constraint(seer.numbers, seer.scope & ~(1 << bit), seer.remaining - mines)
                self.changed.append(i)
