"""Sheet: a position as it was written, character by character, and the place of each cell in that text.

`Board` keeps what a text means; the pipeline returns the user's own text with some characters replaced. A hidden cell
is always one character long, and so is every mark, so a mark never moves what follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minemind import notation
from minemind.board import Board
from minemind.source import PADDING, Notes, TextRow

__all__ = ["Bytes", "Mark", "Places", "Sheet", "marked"]

Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Mark(IntEnum):
    """What is written in place of a hidden cell, as a byte."""

    SAFE = ord("o")
    MINE = ord("x")
    UNCERTAIN = ord("#")


@dataclass(frozen=True, eq=False)
class Sheet:
    """A position and its text: the rows as they were written, without the header and byte-order mark.

    Cells that a short row leaves out are filled in, and every row has its line end.
    """

    board: Board
    text: bytes
    places: Places  # where each cell's token begins in the text: (rows, cols)
    notes: Notes = ()  # what was assumed when it was read

    @classmethod
    def read(cls, content: bytes, *, topology: str | None = None, **given: Any) -> Sheet:
        """Read a position, which may be a part of a larger one; `given` is passed on to `Board.of_source`."""
        source = notation.read(content).overridden(topology=topology)
        board, notes = Board.of_source(source, crop=True, **given)
        rows = source.rows
        lines = content.removeprefix(BYTE_ORDER_MARK).split(b"\n")
        if not _are_as_written(rows, lines):  # another dialect: the text that is returned is in ours
            rows = tuple(row._replace(line=place) for place, row in enumerate(rows, start=1))
            lines = [*(row.text.encode() for row in rows), b""]
        line_end = b"\r\n" if lines[rows[0].line - 1].endswith(b"\r") else b"\n"
        places, texts, start = np.empty(board.grid.shape, dtype=np.int64), [], 0
        for places_of_row, row in zip(places, rows, strict=True):
            places_of_row[:] = start + _starts(row, board.grid.cols)
            line = _filled(lines[row.line - 1], row, board.grid.cols)
            texts.append(line + (b"\n" if row.line < len(lines) else line_end))
            start += len(texts[-1])
        return cls(board, b"".join(texts), places, notes)

    @property
    def line_end(self) -> bytes:
        """How the last line ends."""
        return b"\r\n" if self.text.endswith(b"\r\n") else b"\n"


def _are_as_written(rows: Iterable[TextRow], lines: Sequence[bytes]) -> bool:
    """Whether the rows are lines of the text, character by character."""
    return all(row.line <= len(lines) and lines[row.line - 1].startswith(row.text.encode()) for row in rows)


def _starts(row: TextRow, cols: int) -> Places:
    """The places at which the tokens of a row begin in its line, once missing cells are filled in."""
    if not row.is_separated:
        return np.arange(cols)
    written = [row.column(place) - 1 for place in range(len(row.tokens))]
    end = len(row.text) + 1 if written else 0
    return np.array([*written, *(end + 2 * place for place in range(cols - len(written)))])


def _filled(line: bytes, row: TextRow, cols: int) -> bytes:
    """A line with its missing cells filled in, before the spaces at its end, if there are any."""
    length, missing = len(row.text), cols - len(row.tokens)
    separator = " " if row.is_separated else ""
    padding = (separator + PADDING) * missing if length else separator.join(PADDING * missing)
    return line[:length] + padding.encode() + line[length:]


def marked(text: bytes, places: Iterable[int] | Places, marks: Iterable[int] | Bytes) -> bytes:
    """A text with these marks at these places."""
    changed = bytearray(text)
    for place, mark in zip(places, marks, strict=True):
        changed[place] = mark
    return bytes(changed)
