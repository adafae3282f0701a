"""What opening cells can tell, by looking at every placement of mines: dead cells, and 50/50s."""

from __future__ import annotations

from collections.abc import Mapping, Set
from itertools import combinations, product
from typing import NamedTuple

Place = tuple[int, int]


class Telling(NamedTuple):
    """The cells that tell nothing, and the pairs that nothing tells apart."""

    dead: set[Place]
    fifty_fifties: set[frozenset[Place]]


def look(
    around: Mapping[Place, Set[Place]],
    numbers: Mapping[Place, int],
    flags: Mapping[Place, int],
    *,
    per_cell: int,
    mines: int | None,
) -> Telling | None:
    """Dead cells and 50/50s; None if nothing fits. Without a count, cells that no number sees may hold anything."""
    hidden = sorted(place for place in around if place not in numbers and place not in flags)
    layouts = []
    for held in product(range(per_cell + 1), repeat=len(hidden)):
        layout = {**flags, **dict(zip(hidden, held, strict=True))}
        if mines is not None and sum(layout.values()) != mines:
            continue
        if all(sum(layout.get(other, 0) for other in around[place]) == number for place, number in numbers.items()):
            layouts.append(layout)
    if not layouts:
        return None
    shown = {
        place: {sum(layout.get(other, 0) for other in around[place]) for layout in layouts if not layout[place]}
        for place in hidden
    }
    dead = {place for place, seen in shown.items() if len(seen) == 1}
    lookers = {*numbers, *(place for place, seen in shown.items() if seen)}
    pairs = set()
    for one, other in combinations(hidden, 2):
        together = {(layout[one] > 0) + (layout[other] > 0) for layout in layouts}
        told = any((one in around[place]) != (other in around[place]) for place in lookers - {one, other})
        if together in ({1}, {0, 1}) and not told:
            pairs.add(frozenset({one, other}))
    return Telling(dead, pairs)
