"""Board: what the player sees, with or without a game behind it.

A board is a value: it never changes, compares by content and round-trips through text. Every cell has a face, one
integer (see `minemind.faces`). A board may contradict itself, because people draw such boards: see `faults`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minemind import notation
from minemind.arguments import fraction, whole
from minemind.errors import Fault, InvalidValue
from minemind.faces import (
    HIDDEN,
    HIDDEN_TOKENS,
    NO_CELL,
    Rows,
    face_of,
    faces_of_rows,
    flag_face,
    lines_of_text,
    objection,
    token_of,
)
from minemind.files import read_file
from minemind.grid import MAX_CELLS, Cell, CellLike, Grid, IntArray, as_grid, check_per_cell, frozen, places
from minemind.header import MAX_NUMBER, Header
from minemind.notation import CELLS_IN_A_REPR, Override
from minemind.source import Notes, Source
from minemind.svg import Drawing, Picture
from minemind.words import phrase

__all__ = ["HIDDEN", "HIDDEN_TOKENS", "NO_CELL", "Action", "Board", "flag_face"]

# What is accepted for the mine count and the density when a text is read.
GivenMines = int | Literal[Override.IN_TEXT] | None
GivenDensity = float | Literal[Override.IN_TEXT] | None

# A note names at most this many numbers.
NUMBERS_IN_A_NOTE = 10


class Action(StrEnum):
    """What a player can do to a cell.

    >>> [action.value for action in mm.Action]
    ['open', 'flag', 'chord']
    >>> mm.Action("open") is mm.Action.OPEN
    True
    """

    OPEN = "open"
    FLAG = "flag"
    CHORD = "chord"


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Board(Picture):
    r"""What the player sees: every cell hidden, flagged, or open with a number; plus the mine count.

    `faces` has a face for every cell, `(rows, cols)`; without it all cells are hidden. `mines=None` means that the
    count is unknown, `density=p` that each of a cell's `max_per_cell` slots is mined independently with probability p.

    >>> board = mm.Board.parse("2 3 1\n1!.\n1..")
    >>> print(board)
    2 3 1
    1!.
    1..
    >>> board[0, 0], board[0, 1], board.mines
    ('1', '!', 1)
    >>> mm.Board(mm.Grid(1, 2), mines=1)
    Board.parse('1 2 1\n..')

    As arrays: which cells are open, which are hidden, the numbers (-1 where there is none), and the flags.

    >>> board.opened.tolist()
    [[True, False, False], [True, False, False]]
    >>> board.hidden[0].tolist(), board.numbers[0].tolist(), board.flags[0].tolist()
    ([False, False, True], [1, -1, -1], [0, 1, 0])
    >>> board.unexplained
    []
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
        grid, per_cell = as_grid(grid), check_per_cell(max_per_cell)
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "faces", _checked_faces(grid, faces, per_cell))
        object.__setattr__(self, "mines", None if mines is None else _checked_mines(mines))
        object.__setattr__(self, "density", None if density is None else _checked_density(density))
        object.__setattr__(self, "max_per_cell", per_cell)
        if mines is not None and density is not None:
            raise InvalidValue("both a mine count and a density are given; give only one")

    @classmethod
    def parse(
        cls,
        text: str | bytes,
        mines: GivenMines = Override.IN_TEXT,
        density: GivenDensity = Override.IN_TEXT,
        *,
        topology: str | None = None,
        reach: int | None = None,
        max_per_cell: int | None = None,
        crop: bool = False,
        strict: bool = False,
        max_cells: int = MAX_CELLS,
    ) -> Board:
        r"""Read a position; arguments override its header.

        `mines=None` makes the count unknown whatever the header says; a density in the header is kept. Short rows are
        padded, and a header that gives columns before rows is corrected, with an `Assumption` warning; `strict` turns
        these into errors. `crop` reads part of a larger board (see `cropped`) and warns about the numbers that it
        leaves out. Raises `ParseError` with every fault.

        >>> mm.Board.parse("3 3 2\n1..\n...\n...").mines
        2
        >>> mm.Board.parse("1..\n...", mines=2) == mm.Board.parse("2 3 2\n1 . .\n. . .")
        True
        >>> mm.Board.parse("1..", density=0.2)
        Board.parse('1 3 ? density=0.2\n1..')
        """
        source = notation.read(text, max_cells).overridden(topology=topology, reach=reach, max_per_cell=max_per_cell)
        board, notes = cls.of_source(source, mines, density, crop=crop, strict=strict)
        notation.warn(notes)
        return board

    @classmethod
    def from_rows(
        cls,
        rows: Rows,
        mines: int | None = None,
        density: float | None = None,
        *,
        topology: str = "square",
        reach: int = 1,
        max_per_cell: int = 1,
    ) -> Board:
        """A board from rows: lines of text, or lists whose cells are numbers, tokens, or None for hidden cells.

        Raises `ParseError` with every cell that is not valid.

        >>> board = mm.Board.from_rows([[1, None, None], [1, "!", "."]], mines=1)
        >>> print(board)
        2 3 1
        1..
        1!.
        >>> mm.Board.from_rows(["1..", "1!."], mines=1) == board
        True
        """
        if isinstance(rows, str | bytes):
            raise InvalidValue("the board is a text; read it with Board.parse, or give a list of rows")
        if (lines := lines_of_text(rows)) is not None:
            source = notation.read("\n".join(lines), headed=False)
            source = source.overridden(topology=topology, reach=reach, max_per_cell=max_per_cell)
            board, notes = cls.of_source(source, mines, density)
            notation.warn(notes)
            return board
        faces = faces_of_rows(rows)
        height, width = faces.shape
        grid = Grid(height, width, topology, reach, places(faces == NO_CELL))
        return cls(grid, faces, mines=mines, density=density, max_per_cell=max_per_cell)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        mines: GivenMines = Override.IN_TEXT,
        density: GivenDensity = Override.IN_TEXT,
        *,
        topology: str | None = None,
        reach: int | None = None,
        max_per_cell: int | None = None,
        crop: bool = False,
        strict: bool = False,
    ) -> Board:
        r"""Read a position from a text file, as `parse` reads its text.

        >>> mm.Board.parse("1 2 1\n1.").save("board.txt")
        >>> mm.Board.load("board.txt")
        Board.parse('1 2 1\n1.')
        """
        return cls.parse(
            read_file(path),
            mines,
            density,
            topology=topology,
            reach=reach,
            max_per_cell=max_per_cell,
            crop=crop,
            strict=strict,
        )

    @classmethod
    def of_source(
        cls,
        source: Source,
        mines: GivenMines = Override.IN_TEXT,
        density: GivenDensity = Override.IN_TEXT,
        *,
        crop: bool = False,
        strict: bool = False,
    ) -> tuple[Board, Notes]:
        r"""The position in a text already split into tokens, and what was assumed; otherwise like `parse`.

        >>> board, notes = mm.Board.of_source(mm.notation.read("1.\n1"))
        >>> board[1, 1], len(notes)
        ('.', 1)
        """
        header, per_cell = source.header, check_per_cell(source.header.max_per_cell)
        notes = source.settled(source.complain(lambda token: objection(token, per_cell)), strict=strict)
        if mines is Override.IN_TEXT:
            mines = header.mines if density is Override.IN_TEXT or density is None else None
        if density is Override.IN_TEXT:
            density = header.density if mines is None else None
        faces = source.translate(lambda token: face_of(token) or 0)
        board = cls(source.grid(), faces, mines=mines, density=density, max_per_cell=per_cell)
        return (board.cropped(), notes + _crop_notes(board)) if crop else (board, notes)

    @property
    def _header(self) -> Header:
        return Header.of(self.grid, self.mines, self.max_per_cell, self.density)

    def __str__(self) -> str:
        return notation.write(self._header, self.tokens())

    def __repr__(self) -> str:
        if self.faces.size <= CELLS_IN_A_REPR:
            return f"Board.parse({str(self)!r})"
        return (
            f"<Board {self._header}: {np.count_nonzero(self.opened):,} open, {np.count_nonzero(self.flags):,} flagged>"
        )

    def _drawing(self) -> Drawing:
        return Drawing(self.grid, self.tokens())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._header == other._header and np.array_equal(self.faces, other.faces)

    def __hash__(self) -> int:
        return hash((self._header, self.faces.tobytes()))

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (self.grid, self.faces, self.mines, self.density, self.max_per_cell)

    def __getitem__(self, cell: CellLike) -> str:
        """What a cell shows, as the token that stands for it in a text."""
        return token_of(int(self.faces.flat[self.grid.index(cell)]))

    def showing(self, faces: ArrayLike) -> Board:
        r"""The same board with other faces: a number is itself, -1 is hidden, -2 flagged.

        >>> mm.Board.parse("1 3 1\n1..").showing([[1, -2, 0]])
        Board.parse('1 3 1\n1!0')
        """
        return Board(self.grid, faces, mines=self.mines, density=self.density, max_per_cell=self.max_per_cell)

    def unflagged(self) -> Board:
        r"""The same board with every flag removed.

        >>> mm.Board.parse("1 3 1\n1!.").unflagged()
        Board.parse('1 3 1\n1..')
        """
        return self.showing(np.where(self.flags > 0, np.int32(HIDDEN), self.faces))

    def cropped(self) -> Board:
        r"""The same board as part of a larger one: numbers that only the missing part could explain become holes.

        They see no hidden cell, so leaving them out changes nothing that can be inferred.

        >>> board = mm.Board.parse("1 4 ?\n21.1")
        >>> board.unexplained, board.cropped()
        ([(0, 0)], Board.parse('1 4 ?\n_1.1'))
        """
        if not (outside := self.unexplained):
            return self
        rest = outside[len(outside) == self.grid.size :]  # a grid needs a cell: if all go, the first stays as a zero
        holes, size = self.grid.holes.union(rest), max(MAX_CELLS, self.faces.size)
        grid = Grid(*self.grid.shape, self.grid.topology, self.grid.reach, holes, max_cells=size)
        faces = self.faces.copy()
        faces[tuple(np.array(outside).T)] = 0
        return Board(grid, faces, mines=self.mines, density=self.density, max_per_cell=self.max_per_cell)

    @property
    def unexplained(self) -> list[tuple[int, int]]:
        """The numbers that see no hidden cell and do not match the flags around them."""
        flagged, hidden = self.grid.neighbour_sums(self.flags), self.grid.neighbour_sums(self.hidden)
        return places(self.opened & (hidden == 0) & (self.faces != flagged))

    @cached_property
    def opened(self) -> NDArray[np.bool_]:
        """Which cells are open, as booleans: `(rows, cols)`."""
        return frozen(self.faces >= 0)

    @cached_property
    def hidden(self) -> NDArray[np.bool_]:
        """Which cells are neither open nor flagged, as booleans: `(rows, cols)`."""
        return frozen(self.faces == HIDDEN)

    @cached_property
    def numbers(self) -> IntArray:
        """The numbers of open cells: `(rows, cols)`, -1 elsewhere."""
        return frozen(np.maximum(self.faces, -1))

    @cached_property
    def flags(self) -> IntArray:
        """The number of mines that each cell is flagged with: `(rows, cols)`."""
        return frozen(np.where((self.faces < HIDDEN) & (self.faces != NO_CELL), HIDDEN - self.faces, 0))

    def tokens(self) -> list[list[str]]:
        r"""Every cell as the token that stands for it in a text.

        >>> mm.Board.parse("1 3 1\n1!.").tokens()
        [['1', '!', '.']]
        """
        faces, codes = np.unique(self.faces, return_inverse=True)
        table = np.array([token_of(face) for face in faces.tolist()], dtype=object)
        shown: list[list[str]] = table[codes.reshape(self.grid.shape)].tolist()
        return shown

    def faults(self) -> list[Fault]:
        r"""Every inconsistency that a single number or the mine count reveals.

        Numbers that contradict each other only jointly are found by `analyse`, not here.

        >>> [fault.cell for fault in mm.Board.parse("2 3 9\n1!.\n5!.").faults()]
        [Cell(row=0, col=0), Cell(row=1, col=0), None]
        """
        return [*self._number_faults(), *self._count_faults()]

    def _number_faults(self) -> Iterator[Fault]:
        flagged = self.grid.neighbour_sums(self.flags)
        room = flagged + self.max_per_cell * self.grid.neighbour_sums(self.hidden)
        largest = self.grid.degrees * self.max_per_cell
        doubtful = self.opened & ((self.faces < flagged) | (self.faces > room))
        for row, col in places(doubtful):
            number, flags, most = int(self.faces[row, col]), int(flagged[row, col]), int(largest[row, col])
            if number > most:
                sentence = phrase("fault.too-large", number=number, most=most)
            elif number < flags:
                sentence = phrase("fault.too-many-flags", number=number, count=flags)
            else:
                sentence = phrase("fault.too-few-cells", number=number, room=int(room[row, col]))
            yield Fault(sentence, Cell(row, col))

    def _count_faults(self) -> Iterator[Fault]:
        if self.mines is None:
            return
        left = self.mines - int(self.flags.sum())
        room = self.max_per_cell * int(np.count_nonzero(self.hidden))
        if left < 0:
            yield Fault(
                phrase("fault.flags", flagged=phrase("fault.flagged", count=self.mines - left), count=self.mines)
            )
        elif left > room:
            yield Fault(phrase("fault.no-room", left=phrase("fault.left", count=left), count=room))


def plain_board(grid: Grid, faces: IntArray, mines: int) -> Board:
    """A board with one mine per cell, made without checks from faces that `faces.plain` has read."""
    board = Board.__new__(Board)
    values = (("grid", grid), ("faces", frozen(faces)), ("mines", mines), ("density", None), ("max_per_cell", 1))
    for name, value in values:
        object.__setattr__(board, name, value)
    return board


def _remake(grid: Grid, faces: IntArray, mines: int | None, density: float | None, max_per_cell: int) -> Board:
    return Board(grid, faces, mines=mines, density=density, max_per_cell=max_per_cell)


def _crop_notes(board: Board) -> Notes:
    """The note about the numbers that are left out if a board is read as part of a larger one."""
    if not (outside := board.unexplained):
        return ()
    named = [f"the {board[cell]} at {tuple(cell)}" for cell in outside[:NUMBERS_IN_A_NOTE]]
    more = f" and {len(outside) - len(named)} more" if len(outside) > len(named) else ""
    return (f"read as part of a larger board, because these numbers do not add up: {', '.join(named)}{more}",)


def _checked_mines(mines: int) -> int:
    return whole(mines, "the mine count", 0, MAX_NUMBER, f"0 to {MAX_NUMBER:,}, or None if it is unknown")


def _checked_density(density: float) -> float:
    wanted = "a number between 0 and 1"
    value = fraction(density, "the density", wanted)
    if not 0 < value < 1:
        raise InvalidValue(f"the density is {value}; give {wanted}")
    return value


def _checked_faces(grid: Grid, faces: ArrayLike | None, max_per_cell: int) -> IntArray:
    given = np.full(grid.shape, HIDDEN) if faces is None else grid.integers(faces, "faces")
    checked = given.astype(np.int32)
    checked[~grid.exists] = NO_CELL
    if wrong := places(((given < flag_face(max_per_cell)) | (given > MAX_NUMBER)) & grid.exists):
        cell = wrong[0]
        raise InvalidValue(
            f"{given[cell]} at {cell} is not a valid face; use a number from 0, {HIDDEN} for a hidden cell, "
            f"and down to {flag_face(max_per_cell)} for flags"
        )
    return frozen(checked)
