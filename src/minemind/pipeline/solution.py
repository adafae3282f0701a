"""Solution: a board's text in which every outline cell is marked with what all configurations agree on.

`combine` finds it in one pass over a file of configurations. The boards there must be the same except for o and x. They
are compared with the first one, a megabyte of them at once, so that a file of any length takes little memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minemind.errors import Fault, ParseError, counted
from minemind.files import write_file
from minemind.grid import Cell
from minemind.pipeline.boards import BoardBatch, FirstBoard, following
from minemind.pipeline.sheet import Bytes, Mark, Places, marked

__all__ = ["Combined", "Solution", "combine"]

# The most characters of a line that a message quotes.
QUOTED = 40


@dataclass(frozen=True)
class Solution:
    """The text of a solution file, and what it says: o is safe, x is a mine, # depends on the configuration."""

    text: bytes
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    uncertain: frozenset[Cell]

    @classmethod
    def of(cls, text: bytes, cells: list[Cell], places: Places, marks: Bytes) -> Solution:
        """The solution in which these cells of a text, at these places, have these marks."""
        found = {mark: frozenset(cells[i] for i in np.flatnonzero(marks == mark).tolist()) for mark in Mark}
        return cls(
            marked(text, places.tolist(), marks.tolist()), found[Mark.SAFE], found[Mark.MINE], found[Mark.UNCERTAIN]
        )

    def about(self, cells: Iterable[Cell]) -> Solution:
        """The same text as a solution for these cells only: other annotations were already in the board."""
        wanted = frozenset(cells)
        return Solution(self.text, self.safe & wanted, self.mines & wanted, self.uncertain & wanted)

    def __str__(self) -> str:
        return self.text.decode().removesuffix("\n")

    def write(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Write the solution file, whole or not at all; replace another file only with `force`.

        It ends with a blank line, as solutions of this format do.
        """
        blank = b"\r\n" if self.text.endswith(b"\r\n") else b"\n"
        write_file(path, self.text + blank, overwrite=force)


class Combined(NamedTuple):
    """What the configurations of a file agree on, and their number."""

    solution: Solution
    configurations: int


def combine(file: BinaryIO, progress: Callable[[int], object] | None = None) -> Combined:
    """What all configurations of a file agree on; `progress` is called with the number of bytes read.

    The solution is the first board with other marks. The number of blank lines, spaces at the end of lines and the kind
    of line ends do not matter. Raises `ParseError` with the line in which a board differs in more than o and x.
    """
    report = progress or (lambda _: None)
    first = FirstBoard.read(file)
    report(first.bytes_read)
    agreement = _Unanimity(first)
    for batch in following(file, first.next_line, report):
        agreement.add(batch)
    return Combined(agreement.solution(), agreement.configurations)


class _Unanimity:
    """Which marks were seen so far in each marked cell of the boards."""

    def __init__(self, first: FirstBoard) -> None:
        self.first = first
        self.bare: Bytes = np.frombuffer(first.bare, dtype=np.uint8)
        self.is_cell = (self.bare == Mark.SAFE) | (self.bare == Mark.MINE)
        marks = self.bare[self.is_cell]
        self.ever_safe: NDArray[np.bool_] = marks == Mark.SAFE
        self.ever_mine: NDArray[np.bool_] = marks == Mark.MINE
        self.configurations = 1

    def add(self, batch: BoardBatch) -> None:
        """Take in more boards. Raises `ParseError` if one differs from the first in more than o and x."""
        size = len(self.bare)
        for i, board in enumerate(batch.boards):
            if len(board) != size:
                raise self._differs(batch, i)
        boards: Bytes = np.frombuffer(b"".join(batch.boards), dtype=np.uint8).reshape(-1, size)
        marks = boards[:, self.is_cell]
        is_safe, is_mine = marks == Mark.SAFE, marks == Mark.MINE
        is_mark = is_safe | is_mine
        if not (is_mark.all() and self._agree_elsewhere(boards)):
            fits = is_mark.all(axis=1) & ((boards == self.bare) | self.is_cell).all(axis=1)
            raise self._differs(batch, int(np.argmin(fits)))
        self.ever_safe |= is_safe.any(axis=0)
        self.ever_mine |= is_mine.any(axis=0)
        self.configurations += len(boards)

    def _agree_elsewhere(self, boards: Bytes) -> bool:
        """Whether all boards equal the first except in the marks: then so do their bitwise AND and their bitwise OR."""
        in_all, in_any = np.bitwise_and.reduce(boards, axis=0), np.bitwise_or.reduce(boards, axis=0)
        return bool(((in_all == self.bare) & (in_any == self.bare) | self.is_cell).all())

    def solution(self) -> Solution:
        """The first board, marked with what all boards agree on."""
        marks = np.where(self.ever_mine, np.uint8(Mark.MINE), np.uint8(Mark.SAFE))
        marks[self.ever_safe & self.ever_mine] = Mark.UNCERTAIN
        text = self.first.text
        shown: Bytes = np.frombuffer(text, dtype=np.uint8)
        places = np.flatnonzero((shown == Mark.SAFE) | (shown == Mark.MINE))
        return Solution.of(text, self.first.cells, places, marks)

    def _differs(self, batch: BoardBatch, place: int) -> ParseError:
        """The error for a board that differs from the first."""
        lines, firsts = batch.boards[place].split(b"\n"), self.first.bare.split(b"\n")
        start = batch.line_of(place)
        for offset, (line, first) in enumerate(zip(lines, firsts, strict=False)):
            if _blurred(line) != _blurred(first):
                sentence = f"{_quoted(line)} differs from {_quoted(first)} in the first board"
                return ParseError(
                    [Fault(f"{sentence}; boards of one file may differ only in o and x", line=start + offset)]
                )
        sentence = (
            f"this board has {counted(len(lines), 'line')}, but the first one has {len(firsts)}; is the file complete?"
        )
        return ParseError([Fault(sentence, line=start)])


def _blurred(line: bytes) -> bytes:
    """A line in which o and x look the same."""
    return line.replace(b"x", b"o")


def _quoted(line: bytes) -> str:
    return repr(line.decode("utf-8", "replace")[:QUOTED])
