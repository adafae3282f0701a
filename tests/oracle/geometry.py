"""Neighbours, from the positions of cells in the plane: distances between places, no tables of steps."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from math import hypot, sqrt

Place = tuple[int, int]


@lru_cache(maxsize=4096)  # bounded: random holes keep making new grids
def neighbours(
    rows: int, cols: int, topology: str = "square", reach: int = 1, holes: frozenset[Place] = frozenset()
) -> dict[Place, set[Place]]:
    """The neighbours of every cell that exists."""
    if holes:
        whole = neighbours(rows, cols, topology, reach)
        return {here: around - holes for here, around in whole.items() if here not in holes}
    cells = list(product(range(rows), range(cols)))
    return {
        here: {there for there in cells if there != here and near(here, there, rows, cols, topology, reach)}
        for here in cells
    }


def near(here: Place, there: Place, rows: int, cols: int, topology: str, reach: int) -> bool:
    down, right = abs(here[0] - there[0]), abs(here[1] - there[1])
    if topology == "square":
        return max(down, right) <= reach
    if topology == "torus":
        return max(min(down, rows - down), min(right, cols - right)) <= reach
    assert topology == "hex"
    return hexagon_steps(here, there) <= reach


@cache
def hexagon_steps(here: Place, there: Place) -> int:
    """The steps between two hexagons, always to the neighbour whose centre is nearest to the goal."""
    steps = 0
    while here != there:
        row, col = here
        around = product(range(row - 1, row + 2), range(col - 1, col + 2))
        touching = [place for place in around if 0.9 < centre_distance(here, place) < 1.1]
        assert len(touching) == 6
        here = min(touching, key=lambda place: centre_distance(place, there))
        steps += 1
    return steps


def centre_distance(here: Place, there: Place) -> float:
    (x, y), (u, v) = centre(here), centre(there)
    return hypot(x - u, y - v)


@cache
def centre(place: Place) -> tuple[float, float]:
    row, col = place
    return col + (row % 2) / 2, row * sqrt(3) / 2
