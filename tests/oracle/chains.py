"""What chains of numbers show, up to a technique: plain sets, tried in rounds until nothing more follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from tests.oracle.steps import Fact, Place

TECHNIQUES = ("single", "subset", "overlap")


def shows(facts: Sequence[Fact], cell: Place, *, is_mine: bool, per_cell: int, hardest: str) -> bool:
    """Whether chains of single numbers, and of pairs up to the hardest technique, show the cell. Facts are exact."""
    known = settled(facts, per_cell, hardest=hardest, cell=cell)
    if cell in known:
        return (known[cell] > 0) == is_mine
    rests = list({rest(fact, known) for fact in facts})
    return is_mine and any(_is_some(*difference, cell, per_cell) for difference in _differences(rests, hardest))


def settled(facts: Sequence[Fact], per_cell: int, *, hardest: str, cell: Place | None = None) -> dict[Place, int]:
    """The mines in the cells that chains settle; stops when the given cell is settled."""
    known: dict[Place, int] = {}
    while cell not in known:
        rests = list({rest(fact, known) for fact in facts})
        found = {place: need for cells, need in rests if len(cells) == 1 for place in cells}
        found |= {
            place: mines
            for difference in _differences(rests, hardest)
            for place, mines in _settled(*difference, per_cell)
        }
        if not found:
            break
        known |= found
    return known


Rest = tuple[frozenset[Place], int]


def rest(fact: Fact, known: dict[Place, int]) -> Rest:
    return frozenset(fact.cells - known.keys()), fact.least - sum(known.get(place, 0) for place in fact.cells)


def _differences(rests: Sequence[Rest], hardest: str) -> Iterator[tuple[frozenset[Place], frozenset[Place], int]]:
    """The cells of one number only, those of another only, and how many more mines are in the former."""
    for cells, mines in rests:
        yield cells, frozenset(), mines
        yield frozenset(), cells, -mines
    if hardest == "single":
        return
    for (one, need), (other, less) in permutations(rests, 2):
        if one & other and (hardest == "overlap" or one <= other or other <= one):
            yield one - other, other - one, need - less


def _settled(
    fuller: frozenset[Place], emptier: frozenset[Place], more: int, per_cell: int
) -> Iterator[tuple[Place, int]]:
    if more == len(fuller) * per_cell:
        yield from ((place, per_cell) for place in fuller)
        yield from ((place, 0) for place in emptier)


def _is_some(fuller: frozenset[Place], emptier: frozenset[Place], more: int, cell: Place, per_cell: int) -> bool:
    """Whether a cell holds a mine because the others cannot hold all that are needed."""
    return cell in fuller and more - (len(fuller) - 1) * per_cell >= 1
