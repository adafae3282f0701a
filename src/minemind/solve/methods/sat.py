"""SAT: all certain cells of a whole board, by asking a SAT solver whether the opposite is possible.

A group of cells is a number in unary: a literal "at least j mines" for each j. What the numbers need are sums of such
literals. A cell is certain if its opposite cannot be satisfied; the solver of a component keeps what it has learned
between the questions, and every answer that is not a proof refutes other claims, too. For the mine count, the solver
finds which totals each component can have; which of them fit together is plain arithmetic.
"""

from __future__ import annotations

import importlib
import itertools
import math
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from minemind.deadline import Deadline
from minemind.errors import MissingExtra, TooHard
from minemind.grid import Cell
from minemind.solve.analysis import Findings, Inference, Quality
from minemind.solve.impossible import no_solution, wrong_count
from minemind.solve.methods.rules import propagate
from minemind.solve.problem import Component, Group, Problem, bits

__all__ = ["infer"]

SOLVER = "glucose4"

# Conflicts of one question that take some milliseconds, and how often a longer one looks at the clock.
CONFLICTS_AT_ONCE = 1_000
SECONDS_BETWEEN_LOOKS = 0.05

# The sums of a component are encoded with about as many clauses as literals times what is needed: a few hundred
# megabytes. Beyond, the solver would end the whole process.
MAX_CLAUSES = 3_000_000

# The solver takes so many in some milliseconds.
CLAUSES_AT_ONCE = 10_000


def infer(problem: Problem, deadline: Deadline) -> Inference:
    """Every certain cell, the mine count included. Complete, but without probabilities for the other cells."""
    rest = propagate(problem, deadline)
    findings = Findings(rest)
    mean = 1.0 if problem.board.max_per_cell == 1 else math.nan  # how many mines a mined cell holds is not asked
    components: list[_Questions] = []
    try:
        components.extend(_Questions(component, deadline) for component in rest.components)
        totals = [None] * len(components) if rest.mines_left is None else _allowed(rest, components, findings)
        for component, allowed in zip(components, totals, strict=True):
            for cells, is_mine in component.certain(allowed):
                findings.settle(cells, mean if is_mine else 0.0, is_mine=is_mine)
        nodes = sum(component.decisions for component in components)
    finally:
        for component in components:
            component.close()
    return findings.inference("sat", Quality.SOUND, complete=True, nodes=nodes)


def _allowed(problem: Problem, components: Sequence[_Questions], findings: Findings) -> list[list[int] | None]:
    """For each component the totals that the mine count allows, None if it allows all; and what it says of the outside.

    A set of totals is a whole number whose bits are its members: adding a mine to all is shifting by one.
    """
    assert problem.mines_left is not None
    mines, per_cell = problem.mines_left, problem.board.max_per_cell
    slots = len(problem.outside) * per_cell
    if sum(len(component.literals) for component in components) < mines <= slots - per_cell:
        return [None] * len(components)  # whatever the frontier holds, some mines and some free cells are left outside
    fewest = max(0, mines - slots)
    fitting = (1 << mines + 1) - (1 << fewest) if mines >= 0 else 0
    before = [1]  # the totals of all components before each one
    for component in components:
        before.append(_joined(before[-1] << total for total in bits(component.totals)))
    after = [fitting]  # the totals so far, for which the components after each one can do the rest
    for component in reversed(components):
        after.append(_joined(after[-1] >> total for total in bits(component.totals)))
    after.reverse()
    if not before[-1] & fitting:
        raise wrong_count(problem.board)
    rests = [mines - total for total in bits(before[-1] & fitting)]
    if problem.outside and max(rests) == 0:
        findings.settle(problem.outside, 0, is_mine=False)
    elif problem.outside and min(rests) > slots - per_cell:
        findings.settle(problem.outside, 1.0 if per_cell == 1 else math.nan, is_mine=True)
    allowed = []
    for component, early, late in zip(components, before[:-1], after[1:], strict=True):
        totals = list(bits(component.totals))
        fits = [total for total in totals if early & late >> total]
        allowed.append(None if fits == totals else fits)
    return allowed


def _joined(sets: Iterator[int]) -> int:
    union = 0
    for members in sets:
        union |= members
    return union


class _Questions:
    """A component as clauses, in a solver that answers questions about it."""

    def __init__(self, component: Component, deadline: Deadline) -> None:
        self.component, self.deadline = component, deadline
        self.variables = self.clauses = 0
        self.claims: dict[int, tuple[Sequence[Cell], bool]] = {}  # if always true: these cells are mines, or safe
        self.solver = _pysat("solvers").Solver(name=SOLVER)
        self.unary = [self._add_group(group) for group in component.groups]
        self.literals = [literal for literals in self.unary for literal in literals]
        for constraint, places in zip(component.constraints, component.groups_of, strict=True):
            self._add_sum([literal for i in places for literal in self.unary[i]], constraint.remaining)
        self.solution = self._solution([])
        if self.solution is None:
            raise no_solution()

    @property
    def decisions(self) -> int:
        """What the solver has tried so far."""
        return int(self.solver.accum_stats()["decisions"])

    def close(self) -> None:
        """Free the solver's memory, which Python does not."""
        self.solver.delete()

    def _new_variable(self) -> int:
        self.variables += 1
        return self.variables

    def _add_group(self, group: Group) -> list[int]:
        literals = [self._new_variable() for _ in range(group.most)]
        for less, more in itertools.pairwise(literals):
            self.solver.add_clause([-more, less])
        if not literals:
            self.solver.add_clause([-self._new_variable()])
        self.claims[-literals[0] if literals else -self.variables] = group.cells, False
        full = (len(group.cells) - 1) * self.component.per_cell  # with more mines than this, no cell is free
        if full < len(literals):
            self.claims[literals[full]] = group.cells, True
        return literals

    def _add_sum(self, literals: list[int], total: int) -> None:
        """Exactly so many of the literals are true."""
        cards = _pysat("card")
        if not 0 <= total <= len(literals):
            raise no_solution()
        self._spend(len(literals) * max(1, min(total, len(literals) - total)))
        encoded = cards.CardEnc.equals(literals, total, top_id=self.variables, encoding=cards.EncType.seqcounter)
        self.variables = max(self.variables, encoded.nv)
        self.solver.append_formula(encoded.clauses)

    def _spend(self, clauses: int) -> None:
        self.deadline.look()
        self.clauses += clauses
        if self.clauses > MAX_CLAUSES:
            raise TooHard(
                f"the component around {tuple(self.component.cells[0])} needs more than {MAX_CLAUSES:,} clauses; "
                "open more of its cells first or use another method"
            )

    @cached_property
    def totals(self) -> int:
        """The numbers of mines that the component can have, as bits."""
        self._spend(2 * len(self.literals) ** 2)
        self._more, self._fewer = self._counter(self.literals), self._counter([-x for x in self.literals])
        candidates = range(len(self.literals) + 1)
        return sum(1 << total for total in candidates if self._solution(self._exactly(total)))

    def _counter(self, literals: list[int]) -> list[int]:
        """Literals that are true if at least 1, 2, … of some literals are. They may be true without it."""
        if not literals:
            return []
        self.deadline.look()
        with _pysat("card").ITotalizer(literals, ubound=len(literals), top_id=self.variables) as counter:
            self.variables = max(self.variables, counter.top_id)
            for first in range(0, len(counter.cnf.clauses), CLAUSES_AT_ONCE):
                self.deadline.look()
                self.solver.append_formula(counter.cnf.clauses[first : first + CLAUSES_AT_ONCE])
            outputs: list[int] = counter.rhs[: len(literals)]
        return outputs

    def _exactly(self, total: int) -> list[int]:
        """What to assume for a total: not one more is true, and not one more is false."""
        return [-output for output in self._more[total : total + 1] + self._fewer[len(self.literals) - total :][:1]]

    def certain(self, allowed: list[int] | None) -> Iterator[tuple[Sequence[Cell], bool]]:
        """The cells that are safe, or mines, in every solution with an allowed total; None allows all."""
        cases = [[]] if allowed is None else [self._exactly(total) for total in allowed]
        solution = self._any_solution([], cases)
        claims = [literal for literal in self.claims if literal in solution]
        while claims:
            literal = claims.pop()
            solution = self._any_solution([-literal], cases)
            if solution:
                claims = [other for other in claims if other in solution]
            else:
                yield self.claims[literal]

    def _any_solution(self, assumptions: list[int], cases: list[list[int]]) -> set[int]:
        """A solution in one of some cases, or nothing."""
        solutions = (self._solution(assumptions + case) for case in cases)
        return next((solution for solution in solutions if solution), set())

    def _solution(self, assumptions: list[int]) -> set[int] | None:
        """A solution under these assumptions.

        The solver ignores Ctrl-C. Most questions take no time; one with many conflicts continues in a thread, while
        this one watches for its answer, the deadline and Ctrl-C.
        """
        self.deadline.look()
        self.solver.conf_budget(CONFLICTS_AT_ONCE)
        # Expecting an interrupt keeps the solver from its own handling of Ctrl-C, which would break it.
        found = self.solver.solve_limited(assumptions, expect_interrupt=True)
        if found is None:
            self.solver.conf_budget()
            found = self._patiently(assumptions)
        return set(self.solver.get_model()) if found else None

    def _patiently(self, assumptions: list[int]) -> bool:
        answers: list[bool | None] = []
        done = threading.Event()

        def work() -> None:
            try:
                answers.append(self.solver.solve_limited(assumptions, expect_interrupt=True))
            finally:
                done.set()

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            while not done.wait(SECONDS_BETWEEN_LOOKS):
                self.deadline.look()
        finally:
            if not done.is_set():
                self.solver.interrupt()
            while not done.is_set():  # even after Ctrl-C: the solver must not be deleted while it runs
                with suppress(KeyboardInterrupt):
                    done.wait()
            thread.join()  # what is left of it must not outlive the interpreter, which may end now
            self.solver.clear_interrupt()
        return bool(answers[0])


def _pysat(module: str) -> Any:
    try:
        return importlib.import_module(f"pysat.{module}")
    except ImportError:
        raise MissingExtra('the method "sat" needs python-sat: pip install "minemind-engine[sat]"') from None
