"""Board: what the player sees, with or without a game behind it.

A board is a value: it never changes, compares by content and round-trips through text. Every cell has a face, one
integer: a number is itself, `HIDDEN` a hidden cell, `flag_face(n)` a flag that claims n mines, `NO_CELL` a hole.
A board may contradict itself, since people draw such boards: `faults` lists everything that is wrong with it.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minemind import drawing, notation
from minemind.errors import Fault, InvalidValue
from minemind.grid import MAX_CELLS, Cell, Grid, IntArray, check_per_cell, frozen
from minemind.notation import MAX_NUMBER, Given, Header

__all__ = ["HIDDEN", "NO_CELL", "Board", "flag_face"]

HIDDEN: Final = -1
NO_CELL: Final = int(np.iinfo(np.int32).min)

# `o` and `x` are the annotations of a solution file, safe and mine: cells that are hidden all the same.
_HIDDEN_TOKENS = frozenset(".?#Hox")
_FLAG_MARKS = "!F"

# `repr` shows a board whole, as Python that makes it again, up to twice the size of an Expert board.
CELLS_IN_A_REPR = 960


def flag_face(mines: int) -> int:
    """The face of a flag that claims this many mines; with none, the cell is hidden."""
    return HIDDEN - mines


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Board:
    """What the player sees: every cell hidden, flagged, or open with a number; plus the mine count.

    `faces` has a face for every cell, `(rows, cols)`; without it all cells are hidden. `mines=None` means that the
    count is unknown, `density=p` that each of a cell's `max_per_cell` slots is mined independently with chance p.
    """

    grid: Grid
    faces: IntArray
    mines: int | None
    density: float | None
    max_per_cell: int

    def __init__(
        self,
        grid: Grid,
        faces: ArrayLike | None = None,
        *,
        mines: int | None = None,
        density: float | None = None,
        max_per_cell: int = 1,
    ) -> None:
        check_per_cell(max_per_cell)
        _check_count(mines, density)
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "faces", _checked_faces(grid, faces, max_per_cell))
        object.__setattr__(self, "mines", mines if mines is None else operator.index(mines))
        object.__setattr__(self, "density", density if density is None else float(density))
        object.__setattr__(self, "max_per_cell", operator.index(max_per_cell))

    @classmethod
    def parse(
        cls,
        text: str | bytes,
        mines: int | Literal[Given.IN_TEXT] | None = Given.IN_TEXT,
        density: float | Literal[Given.IN_TEXT] | None = Given.IN_TEXT,
        *,
        topology: str | None = None,
        reach: int | None = None,
        max_per_cell: int | None = None,
        strict: bool = False,
        max_cells: int = MAX_CELLS,
    ) -> Board:
        """Read a position; what is given goes before what its header says.

        `mines=None` makes the count unknown whatever the header says. Short rows are filled up and turned headers
        corrected with an `Assumption` warning; `strict` makes those errors. Raises `BadText` with every fault.
        """
        source = notation.read(text, max_cells).overridden(topology=topology, reach=reach, max_per_cell=max_per_cell)
        header = source.header
        check_per_cell(header.max_per_cell)
        source.settle(source.complain(lambda token: _objection(token, header.max_per_cell)), strict=strict)
        if mines is Given.IN_TEXT:
            mines = header.mines if density is Given.IN_TEXT else None
        if density is Given.IN_TEXT:
            density = header.density if mines is None else None
        faces = source.translate(lambda token: _face(token) or 0)
        return cls(source.grid(), faces, mines=mines, density=density, max_per_cell=header.max_per_cell)

    def __str__(self) -> str:
        return notation.write(Header.of(self.grid, self.mines, self.max_per_cell, self.density), self.tokens())

    def __repr__(self) -> str:
        if self.grid.size <= CELLS_IN_A_REPR:
            return f"Board.parse({str(self)!r})"
        header = Header.of(self.grid, self.mines, self.max_per_cell, self.density)
        return f"<Board {header}: {np.count_nonzero(self.opened):,} open, {np.count_nonzero(self.flags):,} flagged>"

    def _repr_svg_(self) -> str | None:
        return drawing.svg(self.grid, self.tokens())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._frame == other._frame and np.array_equal(self.faces, other.faces)

    def __hash__(self) -> int:
        return hash((self._frame, self.faces.tobytes()))

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (self.grid, self.faces, self.mines, self.density, self.max_per_cell)

    def __getitem__(self, cell: tuple[int, int]) -> str:
        """What a cell shows, as the token that stands for it in a text."""
        return _token(int(self.faces.flat[self.grid.index(*cell)]))

    @property
    def _frame(self) -> tuple[object, ...]:
        return self.grid, self.mines, self.density, self.max_per_cell

    @cached_property
    def opened(self) -> NDArray[np.bool_]:
        """Where a number shows: `(rows, cols)`."""
        return frozen(self.faces >= 0)

    @cached_property
    def hidden(self) -> NDArray[np.bool_]:
        """Where a cell is neither open nor flagged: `(rows, cols)`."""
        return frozen(self.faces == HIDDEN)

    @cached_property
    def numbers(self) -> IntArray:
        """The numbers: `(rows, cols)`, -1 where none shows."""
        return frozen(np.maximum(self.faces, -1))

    @cached_property
    def flags(self) -> IntArray:
        """How many mines are flagged in every cell: `(rows, cols)`."""
        return frozen(np.where((self.faces < HIDDEN) & (self.faces != NO_CELL), HIDDEN - self.faces, 0))

    def tokens(self) -> list[list[str]]:
        """Every cell as the token that stands for it in a text."""
        faces, codes = np.unique(self.faces, return_inverse=True)
        table = np.array([_token(face) for face in faces.tolist()], dtype=object)
        shown: list[list[str]] = table[codes.reshape(self.grid.shape)].tolist()
        return shown

    def faults(self) -> list[Fault]:
        """Every inconsistency that a look at one number, or at the mine count, can show.

        Numbers that contradict each other only jointly are found by counting, not here.
        """
        return [*self._number_faults(), *self._count_faults()]

    def _number_faults(self) -> Iterator[Fault]:
        flagged = self.grid.neighbour_sums(self.flags)
        room = flagged + self.max_per_cell * self.grid.neighbour_sums(self.hidden)
        largest = self.grid.degrees * self.max_per_cell
        doubtful = self.opened & ((self.faces < flagged) | (self.faces > room))
        for row, col in notation.places(doubtful):
            number, flags, most = int(self.faces[row, col]), int(flagged[row, col]), int(largest[row, col])
            if number > most:
                sentence = f"shows {number}, but this cell can show at most {most}"
            elif number < flags:
                sentence = f"shows {number}, but the flags around it claim {flags}"
            else:
                sentence = f"shows {number}, but the hidden and flagged cells around it hold at most {room[row, col]}"
            yield Fault(sentence, Cell(row, col))

    def _count_faults(self) -> Iterator[Fault]:
        if self.mines is None:
            return
        left = self.mines - int(self.flags.sum())
        room = self.max_per_cell * np.count_nonzero(self.hidden)
        if left < 0:
            yield Fault(f"the flags claim {self.mines - left} mines, but there are {self.mines}")
        elif left > room:
            yield Fault(f"{left} mines are still to be found, but the hidden cells hold at most {room}")


def _remake(grid: Grid, faces: IntArray, mines: int | None, density: float | None, max_per_cell: int) -> Board:
    return Board(grid, faces, mines=mines, density=density, max_per_cell=max_per_cell)


def _check_count(mines: int | None, density: float | None) -> None:
    if mines is not None and density is not None:
        raise InvalidValue("both a mine count and a density are given; give one of them")
    if mines is not None and not 0 <= operator.index(mines) <= MAX_NUMBER:
        raise InvalidValue(f"the mine count is {mines}; give 0 … {MAX_NUMBER}, or None if it is unknown")
    if density is not None and not 0 < density < 1:
        raise InvalidValue(f"the density is {density}; give a number between 0 and 1")


def _checked_faces(grid: Grid, faces: ArrayLike | None, max_per_cell: int) -> IntArray:
    given: NDArray[Any] = np.full(grid.shape, HIDDEN) if faces is None else np.asarray(faces)
    if given.shape != grid.shape or given.dtype.kind not in "iu":
        raise InvalidValue(f"faces must be integers of shape {grid.shape}, not {given.dtype} of shape {given.shape}")
    checked = given.astype(np.int32)
    checked[~grid.exists] = NO_CELL
    if wrong := notation.places(((given < flag_face(max_per_cell)) | (given > MAX_NUMBER)) & grid.exists):
        cell = wrong[0]
        raise InvalidValue(
            f"{given[cell]} at {cell} is no face; give a number from 0, {HIDDEN} for a hidden cell, "
            f"or down to {flag_face(max_per_cell)} for flags"
        )
    return frozen(checked)


def _face(token: str) -> int | None:
    """What a token of a position stands for; None if it is none."""
    if token in _HIDDEN_TOKENS:
        return HIDDEN
    if token == notation.HOLE:
        return NO_CELL
    if (claimed := notation.count_after(_FLAG_MARKS, token)) is not None:
        return flag_face(claimed)
    return notation.number(token)


def _token(face: int) -> str:
    """The way back from `_face`."""
    if face >= 0:
        return str(face)
    if face == NO_CELL:
        return notation.HOLE
    claimed = HIDDEN - face
    return "." if claimed == 0 else "!" if claimed == 1 else f"!{claimed}"


def _objection(token: str, max_per_cell: int) -> str | None:
    """What is wrong with a token of a position, if anything is."""
    face = _face(token)
    if face is None:
        return _not_understood(token)
    if NO_CELL < face < flag_face(max_per_cell):
        return f"{token!r} claims more mines than the {max_per_cell} that a cell can hold; say k=… in the header"
    return None


def _not_understood(token: str) -> str:
    if token == " ":
        return "a space, though not every line splits into equally many tokens; separate all of them or none"
    if token[0] in "*M":
        return f"{token!r} is a mine, which no player sees; this is a layout: read it with Layout.parse"
    return f"{token!r} is no cell of a position; write . (hidden), ! (flag), a number, or _ (no cell)"
