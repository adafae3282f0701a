"""The rules of the game on sets of places: what a cell shows, and what opening it opens."""

from __future__ import annotations

from collections.abc import Mapping, Set

Place = tuple[int, int]


def shown(around: Mapping[Place, Set[Place]], mines: Mapping[Place, int], place: Place) -> int:
    return sum(mines.get(other, 0) for other in around[place])


def opened(
    around: Mapping[Place, Set[Place]],
    mines: Mapping[Place, int],
    start: Place,
    walls: Set[Place] = frozenset(),
) -> set[Place]:
    """Connected zeros and their border: grown to a fixed point, all cells at once."""
    area = {start}
    while True:
        zeros = {place for place in area if shown(around, mines, place) == 0}
        grown = area | {other for zero in zeros for other in around[zero] if other not in walls}
        if grown == area:
            return area
        area = grown
