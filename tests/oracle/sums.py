"""Whether exact facts show a cell by adding and subtracting what chains leave of them: every sign is tried."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracle import chains
from tests.oracle.steps import Fact, Place, adds_up

MOST_FACTS = 8


def left(facts: Sequence[Fact], per_cell: int) -> tuple[dict[Place, int], list[Fact]]:
    """The mines in the cells that chains of numbers and pairs settle, and what is left of the facts."""
    known = chains.settled(facts, per_cell, hardest="overlap")
    rests = dict(chains.rest(fact, known) for fact in facts)
    return known, [Fact(cells, need, need) for cells, need in rests.items() if cells]


def components(facts: Sequence[Fact]) -> list[list[Fact]]:
    """Groups of facts that are connected through cells."""
    found: list[list[Fact]] = []
    for fact in facts:
        joined = [some for some in found if any(fact.cells & other.cells for other in some)]
        found = [some for some in found if some not in joined] + [[fact, *(other for some in joined for other in some)]]
    return found


def shows(facts: Sequence[Fact], cell: Place, *, is_mine: bool, per_cell: int) -> bool:
    """Whether chains show the cell, or a sum of the facts that are left, each added or subtracted at most once.

    With more than `MOST_FACTS` facts, no sums are tried.
    """
    known, rests = left(facts, per_cell)
    if cell in known:
        return (known[cell] > 0) == is_mine
    wanted = Fact(frozenset({cell}), 1, per_cell) if is_mine else Fact(frozenset({cell}), 0, 0)
    return len(rests) <= MOST_FACTS and adds_up(rests, wanted, per_cell)
