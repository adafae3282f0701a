"""Whether exact facts show a cell by adding and subtracting what chains leave of them: every sign is tried."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tests.oracle import chains
from tests.oracle.steps import Fact, Place

MOST_FACTS = 8


def left(facts: Sequence[Fact], per_cell: int) -> tuple[dict[Place, int], list[Fact]]:
    """The mines in the cells that chains of numbers and pairs settle, and what these leave of the facts."""
    known = chains.settled(facts, per_cell, hardest="overlap")
    rests = dict(chains.rest(fact, known) for fact in facts)
    return known, [Fact(cells, need, need) for cells, need in rests.items() if cells]


def components(facts: Sequence[Fact]) -> list[list[Fact]]:
    """Facts that are connected through cells."""
    found: list[list[Fact]] = []
    for fact in facts:
        joined = [some for some in found if any(fact.cells & other.cells for other in some)]
        found = [some for some in found if some not in joined] + [[fact, *(other for some in joined for other in some)]]
    return found


def shows(facts: Sequence[Fact], cell: Place, *, is_mine: bool, per_cell: int) -> bool:
    """Whether chains lead to the cell, or some of the facts do that are left, each added or subtracted once.

    Of more than `MOST_FACTS` no sums are tried.
    """
    known, rests = left(facts, per_cell)
    if cell in known:
        return (known[cell] > 0) == is_mine
    if len(rests) > MOST_FACTS:
        return False
    places = sorted({cell}.union(*(fact.cells for fact in rests)))
    signs = _signs(len(rests))
    total = signs @ np.array([fact.least for fact in rests], dtype=np.int64)
    weights = signs @ np.array([[place in fact.cells for place in places] for fact in rests], dtype=np.int64)
    weights = weights.reshape(len(signs), len(places)) - np.array([place == cell for place in places])
    # The cell holds a mine at least, or none at most, whatever the other places hold.
    if is_mine:
        return bool((total - per_cell * weights.clip(min=0).sum(axis=1) >= 1).any())
    return bool((total - per_cell * weights.clip(max=0).sum(axis=1) <= 0).any())


@cache
def _signs(facts: int) -> NDArray[np.int64]:
    return np.array(list(product((0, 1, -1), repeat=facts)), dtype=np.int64).reshape(3**facts, facts)
