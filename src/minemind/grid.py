"""Grid: which cells exist and which are neighbours. The shape of a board, and nothing that changes during a game.

A cell's index is `row * cols + col`, holes included, so that arrays over cells reshape to `(rows, cols)` for free.
A hole keeps its index and has no neighbours. The engine sees the neighbours through `Grid.graph`.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, SupportsIndex, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minemind import _native
from minemind._native import IntArray
from minemind.arguments import iterated, named, shown, whole
from minemind.errors import InvalidValue, OffBoard, TooLarge, quoted
from minemind.topology import TOPOLOGIES, Adjacency, Topology, adjacency, most_places
from minemind.words import phrase

__all__ = [
    "MAX_CELLS",
    "MAX_PER_CELL",
    "Cell",
    "CellLike",
    "Grid",
    "IntArray",
    "as_cell",
    "as_grid",
    "check_per_cell",
    "frozen",
    "grid_of",
    "places",
]

Array = TypeVar("Array", bound=NDArray[Any])

# 2000 × 2000: the neighbour table of such a square grid takes 130 MB, and every array over its cells 16 MB.
MAX_CELLS = 4_000_000

# Entries of the neighbour table for every cell that the limit allows. The table grows with the square of `reach`:
# by default this stops it at 160 MB.
LINKS_PER_CELL = 10

# The most mines that a cell may hold: it fits a byte, and a deal on the largest grid still fits 32-bit draws.
MAX_PER_CELL = 255

# Equal grids share their table if it has at most this many entries (4 MB), so that thousands of games build only one.
SHARED_LINKS = 1_000_000


class Cell(NamedTuple):
    """A place on the grid; compares equal to the plain tuple `(row, col)`.

    >>> cell = mm.Cell(3, 4)
    >>> cell.row, cell.col, cell == (3, 4)
    (3, 4, True)
    """

    row: int
    col: int


# What is accepted wherever a cell is expected; most functions take two integers as well.
CellLike: TypeAlias = Sequence[SupportsIndex] | NDArray[np.integer[Any]]


def as_cell(row: SupportsIndex | CellLike, col: SupportsIndex | None = None) -> Cell:
    """The cell given by a row and a column, or by a pair of them."""
    try:
        if col is not None:
            return Cell(operator.index(row), operator.index(col))  # type: ignore[arg-type]
        if isinstance(row, Sequence | np.ndarray):
            return Cell(*map(operator.index, row))
    except TypeError:
        pass
    given = shown(row) if col is None else f"{shown(row)}, {shown(col)}"
    raise InvalidValue(f"{given} is not a cell; give a row and a column, or a pair (row, col) of whole numbers")


@dataclass(frozen=True, init=False, repr=False)
class Grid:
    """The shape of a board: rows, columns, topology (`square`, `torus` or `hex`), reach and holes.

    A cell's index is its place in flat arrays over all cells, row by row, holes included.

    >>> grid = mm.Grid(3, 4, holes=[(0, 0)])
    >>> grid.shape, grid.size, (0, 0) in grid, (2, 3) in grid
    ((3, 4), 11, False, True)
    >>> list(grid)[:2]
    [Cell(row=0, col=1), Cell(row=0, col=2)]
    >>> grid.exists[0].tolist(), grid.indices[:3].tolist()
    ([False, True, True, True], [1, 2, 3])

    The number of neighbours of each cell, its distance from the centre, and the order in which equally good cells are
    opened; the neighbours of all cells as flat arrays, and as the engine sees them:

    >>> grid.degrees[1].tolist()
    [4, 7, 8, 5]
    >>> grid.off_centre[1].tolist(), grid.centre, grid.rank[4:8].tolist()
    ([9, 1, 1, 9], Cell(row=1, col=1), [5, 10, 11, 9])
    >>> grid.adjacency.targets[: grid.adjacency.offsets[2]].tolist()
    [2, 4, 5, 6]
    >>> type(grid.graph).__name__
    'Graph'
    """

    rows: int
    cols: int
    topology: str = "square"
    reach: int = 1
    holes: frozenset[Cell] = frozenset()

    def __init__(
        self,
        rows: int,
        cols: int,
        topology: str = "square",
        reach: int = 1,
        holes: Iterable[CellLike] = (),
        *,
        max_cells: int = MAX_CELLS,
    ) -> None:
        rows, cols = whole(rows, "rows", None), whole(cols, "cols", None)
        reach, max_cells = whole(reach, "reach", 1), whole(max_cells, "max_cells", None)
        _check_shape(rows, cols, topology, reach, max_cells)
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "cols", cols)
        object.__setattr__(self, "topology", topology)
        # No two cells are further apart in any topology, so a longer reach means the same.
        object.__setattr__(self, "reach", min(reach, rows + cols))
        object.__setattr__(self, "holes", frozenset(map(self._inside, _holes(holes))))
        if not self.size:
            raise InvalidValue(f"every cell of the {rows}×{cols} grid is a hole; leave at least one cell")

    def __repr__(self) -> str:
        options = [f"{self.rows}, {self.cols}"]
        if self.topology != "square":
            options.append(f"topology={self.topology!r}")
        if self.reach != 1:
            options.append(f"reach={self.reach}")
        if self.holes:
            options.append(f"holes={sorted(tuple(hole) for hole in self.holes)}")
        return f"Grid({', '.join(options)})"

    def __reduce__(self) -> tuple[object, ...]:
        # The tables are not pickled, but made again when they are needed.
        return _remake, (self.rows, self.cols, self.topology, self.reach, self.holes)

    @property
    def shape(self) -> tuple[int, int]:
        """`(rows, cols)`, the shape of arrays over all cells."""
        return self.rows, self.cols

    @property
    def size(self) -> int:
        """The number of cells that exist, holes excluded."""
        return self.rows * self.cols - len(self.holes)

    def __contains__(self, cell: object) -> bool:
        try:
            self.index(cell)  # type: ignore[arg-type]
        except (InvalidValue, OffBoard):
            return False
        return True

    def __iter__(self) -> Iterator[Cell]:
        """All cells that exist, in reading order."""
        return iter(self.cells(self.indices))

    def index(self, row: SupportsIndex | CellLike, col: SupportsIndex | None = None) -> int:
        """The index of a cell in flat arrays; raises `OffBoard` if there is no such cell.

        >>> grid = mm.Grid(9, 9)
        >>> grid.index(1, 2), grid.index((1, 2))
        (11, 11)
        """
        cell = self._inside(row, col)
        if cell in self.holes:
            raise OffBoard(phrase("cell.hole", cell=cell), cell)
        return cell.row * self.cols + cell.col

    def cell(self, index: int) -> Cell:
        """The cell with this index.

        >>> mm.Grid(9, 9).cell(11)
        Cell(row=1, col=2)
        """
        try:
            return Cell(*divmod(index, self.cols))
        except TypeError:
            raise InvalidValue(f"{shown(index)} is not an index; give a whole number") from None

    def cells(self, indices: IntArray) -> list[Cell]:
        """The cells with these indices, in order.

        >>> import numpy as np
        >>> mm.Grid(9, 9).cells(np.array([0, 11]))
        [Cell(row=0, col=0), Cell(row=1, col=2)]
        """
        rows, cols = np.divmod(_flat_integers(indices), self.cols)
        return list(map(Cell, rows.tolist(), cols.tolist()))

    @cached_property
    def exists(self) -> NDArray[np.bool_]:
        """Which cells exist: `(rows, cols)`, False at holes."""
        there = np.ones(self.shape, dtype=bool)
        for hole in self.holes:
            there[hole] = False
        return frozen(there)

    @cached_property
    def indices(self) -> IntArray:
        """The indices of all cells that exist, ascending."""
        return frozen(np.flatnonzero(self.exists).astype(np.int32))

    @cached_property
    def adjacency(self) -> Adjacency:
        """The neighbours of every index, as flat arrays."""
        return self._links[0]

    @cached_property
    def graph(self) -> _native.Graph:
        """The neighbours in the form that the engine takes."""
        return self._links[1]

    @cached_property
    def _links(self) -> tuple[Adjacency, _native.Graph]:
        rule = TOPOLOGIES[self.topology]
        is_small = self.rows * self.cols * most_places(self.shape, self.reach) <= SHARED_LINKS
        return _shared_links(self, rule) if is_small else _link(self, rule)

    @cached_property
    def degrees(self) -> IntArray:
        """The number of neighbours of every cell: `(rows, cols)`. Times `max_per_cell`, it is the most it can show."""
        return frozen(np.diff(self.adjacency.offsets).reshape(self.shape))

    @cached_property
    def off_centre(self) -> IntArray:
        """The squared distance of every cell from the centre, in half cells: `(rows, cols)`."""
        down, across = (2 * np.arange(size, dtype=np.int32) - (size - 1) for size in self.shape)
        return frozen(down[:, None] ** 2 + across**2)

    @property
    def centre(self) -> Cell:
        """The cell nearest to the centre, the first of several in reading order."""
        return self.cell(int(self.indices[np.argmin(self.off_centre.reshape(-1)[self.indices])]))

    @cached_property
    def rank(self) -> IntArray:
        """For every index, its rank in the order in which equally good cells are opened.

        Cells with few neighbours come first, because they tell more and are likelier to start an opening; then cells
        near the centre.
        """
        order = np.lexsort((self.off_centre.reshape(-1), self.degrees.reshape(-1)))
        rank = np.empty(len(order), dtype=np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        return frozen(rank)

    def neighbours(self, row: SupportsIndex | CellLike, col: SupportsIndex | None = None) -> frozenset[Cell]:
        """The neighbours of one cell.

        >>> sorted(mm.Grid(9, 9).neighbours(0, 0))
        [Cell(row=0, col=1), Cell(row=1, col=0), Cell(row=1, col=1)]
        >>> len(mm.Grid(9, 9, "torus").neighbours(0, 0)), len(mm.Grid(9, 9, "hex").neighbours(4, 4))
        (8, 6)
        """
        return frozenset(self.cells(self.around(self.index(row, col))))

    def around(self, index: int) -> IntArray:
        """The neighbours of one index, ascending.

        >>> mm.Grid(9, 9).around(0).tolist()
        [1, 9, 10]
        """
        offsets, targets = self.adjacency
        try:
            return targets[offsets[index] : offsets[index + 1]]
        except (TypeError, IndexError):
            raise InvalidValue(f"{shown(index)} is not an index of this grid; give a whole number") from None

    def neighbour_sums(self, values: NDArray[np.integer] | NDArray[np.bool_]) -> IntArray:
        """For every cell, the sum of `values` over its neighbours: `(rows, cols)` in, the same shape out.

        >>> import numpy as np
        >>> mm.Grid(1, 4).neighbour_sums(np.array([[1, 0, 1, 0]])).tolist()
        [[0, 2, 0, 1]]
        """
        flat = self.integers(values, "values").reshape(-1).astype(np.int32)
        return _native.neighbour_sums(self.graph, flat).reshape(self.shape)

    def integers(self, values: ArrayLike, what: str) -> NDArray[Any]:
        """The values as an array, which must be one integer for every cell: `(rows, cols)`.

        >>> mm.Grid(1, 2).integers([[3, 4]], "counts")
        array([[3, 4]])
        """
        try:
            given = np.asarray(values)
        except ValueError:  # rows of different lengths
            given = np.empty(0, dtype=object)
        if given.shape != self.shape or given.dtype.kind not in "iub":
            raise InvalidValue(
                f"{what} must be integers of shape {self.shape}, not {given.dtype} of shape {given.shape}"
            )
        return given

    def _inside(self, row: SupportsIndex | CellLike, col: SupportsIndex | None = None) -> Cell:
        cell = as_cell(row, col)
        if not (0 <= cell.row < self.rows and 0 <= cell.col < self.cols):
            place = {"row": quoted(cell.row), "col": quoted(cell.col)}
            last = {"last_row": str(self.rows - 1), "last_col": str(self.cols - 1)}
            raise OffBoard(phrase("cell.off-board", **place, **last), cell)
        return cell


def check_per_cell(max_per_cell: int) -> int:
    """The most mines that a cell may hold; raises `InvalidValue` if the number is not valid."""
    return whole(max_per_cell, "max_per_cell", 1, MAX_PER_CELL)


def as_grid(given: Grid) -> Grid:
    """The value, which must be a grid; raises `InvalidValue` otherwise."""
    if isinstance(given, Grid):
        return given
    raise InvalidValue(f"{shown(given)} is not a grid; give Grid(rows, cols)")


def grid_of(rows: int | None, cols: int | None, grid: Grid | None) -> Grid:
    """The given grid, or a square one of this size."""
    if grid is None:
        if rows is None or cols is None:
            raise InvalidValue("the size is missing; give rows and cols, a grid, or the name of a preset")
        return Grid(rows, cols)
    grid = as_grid(grid)
    if (grid.rows if rows is None else rows, grid.cols if cols is None else cols) != grid.shape:
        raise InvalidValue(
            f"the grid is {grid.rows}×{grid.cols}, but rows={rows} and cols={cols} are given; leave them out"
        )
    return grid


def _flat_integers(values: IntArray) -> IntArray:
    given = np.asarray(values)
    if given.ndim == 1 and (given.dtype.kind in "iu" or not given.size):
        return given.astype(np.int32, copy=False)
    raise InvalidValue(f"{shown(values)} are not indices; give an array of whole numbers")


def _holes(given: Iterable[CellLike]) -> list[CellLike]:
    return iterated(given, "holes", "some cells")


def places(where: NDArray[Any]) -> list[tuple[int, int]]:
    """The rows and columns at which an array is not zero, in reading order."""
    rows, cols = np.nonzero(where)
    return list(zip(rows.tolist(), cols.tolist(), strict=True))


def _check_shape(rows: int, cols: int, topology: str, reach: int, max_cells: int) -> None:
    size = f"{quoted(rows)}×{quoted(cols)}"
    if rows < 1 or cols < 1:
        raise InvalidValue(f"a grid of {size} has no cells; give at least 1 row and 1 column")
    if rows * cols > max_cells:
        raise TooLarge(
            f"{size} is {quoted(rows * cols)} cells, more than the limit of {max_cells:,}; use a smaller grid"
        )
    named(topology, sorted(TOPOLOGIES), "a topology")
    links = rows * cols * most_places((rows, cols), reach)
    limit = min(LINKS_PER_CELL * max_cells, np.iinfo(np.int32).max)
    if links > limit:
        raise TooLarge(
            f"a reach of {quoted(reach)} on {size} means up to {links:,} pairs of neighbours, "
            f"more than the limit of {limit:,}; use a shorter reach or a smaller grid"
        )


def _remake(rows: int, cols: int, topology: str, reach: int, holes: frozenset[Cell]) -> Grid:
    """A grid whose size has been checked before."""
    return Grid(rows, cols, topology, reach, holes, max_cells=np.iinfo(np.int32).max)


def frozen(array: Array) -> Array:
    """The same array, read-only from now on, so that values never change once they are handed out."""
    array.flags.writeable = False
    return array


def _link(grid: Grid, rule: Topology) -> tuple[Adjacency, _native.Graph]:
    offsets, targets = adjacency(rule, grid.exists, grid.reach)
    frozen_adjacency = Adjacency(frozen(offsets), frozen(targets))
    return frozen_adjacency, _native.Graph(*frozen_adjacency, grid.indices, grid.cols)


_shared_links = lru_cache(maxsize=32)(_link)
