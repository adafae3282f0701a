"""Minefield: where the mines are and which cells are neighbours, read from the text of a layout without the engine.

Certificates are checked on it. It shares no code with `Grid` and `Layout`, so that a mistake in these cannot hide. It
reads only what `str(layout)` writes, not everything that people may type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from minemind.errors import Fault, ParseError

__all__ = ["Minefield", "Place"]

Place = tuple[int, int]

HEADER = re.compile(
    r"(?P<rows>[0-9]{1,7}) (?P<cols>[0-9]{1,7}) (?P<mines>[0-9]{1,9})"
    r"(?: topology=(?P<topology>[a-z]{1,20}))?(?: reach=(?P<reach>[0-9]{1,9}))?(?: k=(?P<k>[0-9]{1,3}))?"
)
MINE = re.compile(r"\*([1-9][0-9]{0,2})?")
FREE, HOLE = ".", "_"

# The most mines that a cell can hold.
MAX_PER_CELL = 255

# The most pairs of neighbours: five times as many as a square board of a million cells has.
MAX_LINKS = 40_000_000


@dataclass(frozen=True)
class Minefield:
    """The mines of every cell that exists, and the geometry."""

    rows: int
    cols: int
    topology: str
    reach: int
    per_cell: int
    counts: dict[Place, int]

    @classmethod
    def parse(cls, text: str) -> Minefield:
        """Read the text of a layout; raises `ParseError`."""
        first, *lines = text.split("\n")
        match = HEADER.fullmatch(first)
        if match is None:
            raise _bad("the header is not rows, columns and mines with options as in '9 9 10 topology=hex'", 1)
        rows, cols = int(match["rows"]), int(match["cols"])
        topology, reach, per_cell = match["topology"] or "square", int(match["reach"] or 1), int(match["k"] or 1)
        if topology not in TOPOLOGIES:
            raise _bad(f"the topology {topology!r} is unknown; it can be {', '.join(TOPOLOGIES)}", 1)
        if not (1 <= per_cell <= MAX_PER_CELL and rows and cols and reach):
            raise _bad("the header has no cells, no reach, or too many mines per cell", 1)
        if len(lines) != rows:
            raise _bad(f"the header says {rows} rows, but {len(lines)} are below it", 1)
        if rows * cols * min(2 * reach + 1, 2 * rows) * min(2 * reach + 1, 2 * cols) > MAX_LINKS:
            raise _bad(f"a reach of {reach} on {rows}×{cols} cells is too much to check", 1)
        counts = dict(_counts(lines, cols, per_cell))
        if sum(counts.values()) != int(match["mines"]):
            raise _bad(f"the header says {match['mines']} mines, but the rows have {sum(counts.values())}", 1)
        return cls(rows, cols, topology, min(reach, rows + cols), per_cell, counts)

    @property
    def mines(self) -> int:
        """The number of mines."""
        return sum(self.counts.values())

    @property
    def free(self) -> int:
        """The number of cells without a mine."""
        return sum(mines == 0 for mines in self.counts.values())

    def around(self, place: Place) -> list[Place]:
        """The neighbours of a cell, each once."""
        near = {other for other in TOPOLOGIES[self.topology](self, *place) if other in self.counts}
        return sorted(near - {place})

    def number(self, place: Place) -> int:
        """What a free cell shows."""
        return sum(self.counts[other] for other in self.around(place))


def _bad(sentence: str, line: int) -> ParseError:
    return ParseError([Fault(sentence, line=line)])


def _counts(lines: list[str], cols: int, per_cell: int) -> Iterator[tuple[Place, int]]:
    """The cells that exist, and their mines. Spaces separate the cells if any takes more than a character."""
    is_separated = cols == 1 or any(" " in line for line in lines)
    for row, line in enumerate(lines):
        tokens = line.split(" ") if is_separated else list(line)
        if len(tokens) != cols:
            raise _bad(f"the row has {len(tokens)} of {cols} cells", row + 2)
        for col, token in enumerate(tokens):
            if token == HOLE:
                continue
            mine = MINE.fullmatch(token)
            mines = int(mine[1] or 1) if mine else 0
            if mines > per_cell or (not mine and token != FREE):
                raise _bad(f"{token[:20]!r} in column {col} is not a cell of this layout", row + 2)
            yield (row, col), mines


# --- Which places are near a cell; some may be off the board, and the cell itself is among them


def _square(field: Minefield, row: int, col: int) -> Iterator[Place]:
    down = range(max(0, row - field.reach), min(field.rows, row + field.reach + 1))
    right = range(max(0, col - field.reach), min(field.cols, col + field.reach + 1))
    return product(down, right)


def _torus(field: Minefield, row: int, col: int) -> Iterator[Place]:
    down = {place % field.rows for place in range(row - field.reach, row + field.reach + 1)}
    right = {place % field.cols for place in range(col - field.reach, col + field.reach + 1)}
    return product(down, right)


def _hex(field: Minefield, row: int, col: int) -> Iterator[Place]:
    """Odd rows are shifted half a cell to the right. With every row of distance, one cell fewer is within reach."""
    middle = 2 * col + row % 2  # in halves of a cell
    for other in range(max(0, row - field.reach), min(field.rows, row + field.reach + 1)):
        halves = 2 * field.reach - abs(other - row)
        first = middle - halves - other % 2
        for twice in range(max(first, first % 2), min(middle + halves, 2 * field.cols) + 1, 2):
            yield other, twice // 2


TOPOLOGIES: dict[str, Callable[[Minefield, int, int], Iterator[Place]]] = {
    "square": _square,
    "torus": _torus,
    "hex": _hex,
}
