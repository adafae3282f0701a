"""Topology: which places are neighbours, as one function per rule, and the neighbour table that it gives.

See docs/topologies.md for how to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from minemind._native import IntArray

__all__ = ["TOPOLOGIES", "Adjacency", "Topology", "adjacency", "most_places", "topology"]

# The table is made in parts of about this many entries, so that making it takes little more memory than keeping it.
LINKS_AT_A_TIME = 4_000_000

Places: TypeAlias = tuple[IntArray, IntArray]
Topology: TypeAlias = Callable[[IntArray, IntArray, tuple[int, int], int], Iterator[Places]]
TOPOLOGIES: dict[str, Topology] = {}


def topology(rule: Topology) -> Topology:
    """Register a function as the topology of that name.

    It takes the rows and columns of some cells, the grid's shape and the reach. Each item that it yields has one
    neighbour of every cell, again as rows and columns. The caller drops places off the grid, repeated places and the
    cell itself. Neighbours must be mutual.
    """
    TOPOLOGIES[rule.__name__] = rule
    return rule


def _steps(shape: tuple[int, int], reach: int) -> Iterator[tuple[int, int]]:
    """All (down, right) steps of at most `reach` either way; steps longer than the grid lead nowhere new."""
    down, right = (min(reach, size - 1) for size in shape)
    return ((d, r) for d in range(-down, down + 1) for r in range(-right, right + 1))


@topology
def square(row: IntArray, col: IntArray, shape: tuple[int, int], reach: int) -> Iterator[Places]:
    """The 8 cells around; with a longer reach, the whole square of side 2 * reach + 1."""
    return ((row + down, col + right) for down, right in _steps(shape, reach))


@topology
def torus(row: IntArray, col: IntArray, shape: tuple[int, int], reach: int) -> Iterator[Places]:
    """Like square, with opposite edges glued together."""
    rows, cols = shape
    return (((row + down) % rows, (col + right) % cols) for down, right in _steps(shape, reach))


@topology
def hex(row: IntArray, col: IntArray, shape: tuple[int, int], reach: int) -> Iterator[Places]:  # noqa: A001
    """Hexagons in rows, every odd row shifted half a cell to the right: 6 around, or all within `reach` steps.

    Columns slanted along the rows' shift turn every step into a constant difference. One step down then also
    takes one step left for free, so the distance is the largest of |down|, |right| and |down + right|.
    """
    rows, cols = shape
    slanted = col - row // 2
    for down in range(-min(reach, rows - 1), min(reach, rows - 1) + 1):
        # Within reach, and not so far to a side that no row is long enough.
        leftmost = max(-reach - min(down, 0), -cols - down // 2)
        rightmost = min(reach - max(down, 0), cols - down // 2)
        for right in range(leftmost, rightmost + 1):
            yield row + down, slanted + right + (row + down) // 2


def most_places(shape: tuple[int, int], reach: int) -> int:
    """The most places that a topology may yield for each cell."""
    rows, cols = shape
    return min(2 * reach + 1, 2 * rows - 1) * min(2 * reach + 1, 2 * cols + 1)


class Adjacency(NamedTuple):
    """All neighbours as two flat arrays: those of index `i` are `targets[offsets[i]:offsets[i + 1]]`, ascending."""

    offsets: IntArray
    targets: IntArray


def adjacency(rule: Topology, exists: NDArray[np.bool_], reach: int) -> Adjacency:
    """The neighbours of all cells that exist, found for some of them at a time."""
    at_a_time = 1 + LINKS_AT_A_TIME // most_places(exists.shape, reach)
    counts, targets = [], []
    for first in range(0, exists.size, at_a_time):
        here = np.arange(first, min(first + at_a_time, exists.size), dtype=np.int32)
        table, wanted = _neighbour_table(rule, exists, reach, here)
        counts.append(np.count_nonzero(wanted, axis=1))
        targets.append(table[wanted])
    offsets = np.zeros(exists.size + 1, dtype=np.int32)
    np.cumsum(np.concatenate(counts), out=offsets[1:])
    return Adjacency(offsets, np.concatenate(targets))


def _neighbour_table(
    rule: Topology, exists: NDArray[np.bool_], reach: int, here: IntArray
) -> tuple[IntArray, NDArray[np.bool_]]:
    """A table with a row of indices, ascending, for each of these cells, and which of them are neighbours."""
    row, col = np.divmod(here, np.int32(exists.shape[1]))
    table = np.stack([_indices_of(exists, *place) for place in rule(row, col, exists.shape, reach)], axis=1)
    table.sort(axis=1)  # off-grid places first, repeated ones side by side
    wanted = (table >= 0) & (table != here[:, None])
    wanted[:, 1:] &= table[:, 1:] != table[:, :-1]
    wanted &= exists.reshape(-1)[here][:, None]
    return table, wanted


def _indices_of(exists: NDArray[np.bool_], row: IntArray, col: IntArray) -> IntArray:
    """The indices of the cells in these rows and columns, -1 where there is no cell."""
    rows, cols = exists.shape
    inside = (row >= 0) & (row < rows) & (col >= 0) & (col < cols)
    index = np.where(inside, row * cols + col, -1).astype(np.int32)
    if not exists.all():
        index[~exists.reshape(-1)[index]] = -1
    return index
