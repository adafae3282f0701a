"""Whether a fact about mines follows from others, by a SAT solver: every slot of a cell is a variable."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

# It has no wheel for a new Python for a while.
CardEnc = pytest.importorskip("pysat.card").CardEnc
Solver = pytest.importorskip("pysat.solvers").Solver

Place = tuple[int, int]
Fact = tuple[frozenset[Place], int, int]


def follows(sources: Sequence[Fact], fact: Fact, per_cell: int) -> bool:
    cells, least, most = fact
    capacity = len(cells) * per_cell
    too_few, too_many = (cells, 0, least - 1), (cells, most + 1, capacity)
    return not (least > 0 and possible([*sources, too_few], per_cell)) and not (
        most < capacity and possible([*sources, too_many], per_cell)
    )


def possible(facts: Sequence[Fact], per_cell: int) -> bool:
    places = sorted(frozenset[Place]().union(*(cells for cells, _, _ in facts)))
    slots = {place: range(i * per_cell + 1, (i + 1) * per_cell + 1) for i, place in enumerate(places)}
    top = len(places) * per_cell
    with Solver(name="glucose4") as solver:
        for cells, least, most in facts:
            literals = [slot for cell in cells for slot in slots[cell]]
            if least > len(literals) or most < 0:
                return False
            negated = [-literal for literal in literals]
            for some, bound in ((literals, most), (negated, len(literals) - least)):
                clauses, top = at_most(some, bound, top)
                solver.append_formula(clauses)
        return bool(solver.solve())


def at_most(literals: list[int], bound: int, top: int) -> tuple[list[list[int]], int]:
    """Clauses that at most `bound` literals are true, and the last variable used."""
    if bound >= len(literals):
        return [], top
    if bound == 0:
        return [[-literal] for literal in literals], top
    encoded = CardEnc.atmost(lits=literals, bound=bound, top_id=top)
    return encoded.clauses, max(top, encoded.nv)
