"""Boards: the boards of a file that holds many, a batch at a time, whatever tool wrote them.

Boards are separated by one or more blank lines. They are compared by their bare text: without spaces at the end of
lines, and whatever the kind of line ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, NamedTuple

from minemind import notation
from minemind.board import Board
from minemind.errors import Fault, ParseError, TooLarge
from minemind.grid import Cell
from minemind.pipeline.sheet import BYTE_ORDER_MARK

__all__ = ["BoardBatch", "FirstBoard", "following"]

# Bytes read at once.
BYTES_AT_ONCE = 2**20

# The largest board, of four million cells, takes 8 MB.
MAX_BOARD_BYTES = 2**25

HEADED = "this is a header, but configuration files have none; to make one from a position, use minemind configurations"

_BLANK_LINES = re.compile(rb"\n{2,}")
_SPACES = b" \t\r"


@dataclass(frozen=True)
class FirstBoard:
    """The first board of a file, from which the others may differ only in o and x."""

    text: bytes  # as it was written
    bare: bytes
    cells: list[Cell]  # those that are marked o or x
    next_line: int
    bytes_read: int

    @classmethod
    def read(cls, file: BinaryIO) -> FirstBoard:
        """Read a file up to the blank line after its first board. Raises `ParseError` if that is not a board."""
        lines: list[bytes] = []
        number = start = size = 0
        while line := file.readline(MAX_BOARD_BYTES):
            number, size = number + 1, size + len(line)
            line = line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line
            if line.strip(b" \t\r\n"):
                start = start or number
                lines.append(line)
            elif lines:
                break
            if size > MAX_BOARD_BYTES:
                raise _too_large(start or 1)
        if not lines:
            raise ParseError([Fault("this file contains no board; is it the right one?")])
        text = b"".join(lines)
        if not text.endswith(b"\n"):
            text += b"\r\n" if lines[0].endswith(b"\r\n") else b"\n"
        bare = _bare(text).rstrip(b"\n")
        return cls(text, bare, _marked_cells(text, start), number + 1, size)


def _too_large(line: int) -> TooLarge:
    return TooLarge(
        f"line {line}: this board is larger than {MAX_BOARD_BYTES // 2**20} MB; separate the boards by blank lines"
    )


def _bare(lines: bytes) -> bytes:
    """Lines without carriage returns and spaces at their ends. Most files have none."""
    if b"\r" not in lines and b" \n" not in lines and b"\t\n" not in lines:
        return lines
    return b"\n".join([line.rstrip(_SPACES) for line in lines.split(b"\n")])


def _marked_cells(text: bytes, line: int) -> list[Cell]:
    """The cells of a board that are marked o or x. Raises `ParseError` if it is not a board."""
    try:
        source = notation.read(text, headed=False)
    except ParseError as error:
        raise _moved(error, line - 1) from None
    try:
        # Such a file has no header, but its first row may look like one; below a header of ours it cannot be mistaken.
        Board.of_source(notation.read(f"{source.header}\n".encode() + text))  # a short row stays as it is
    except ParseError as error:
        if _is_headed(text, len(source.rows)):
            raise ParseError([Fault(HEADED, line=line)]) from None
        raise _moved(error, line - 2) from None
    rows = enumerate(source.rows)
    return [Cell(r, c) for r, row in rows for c, token in enumerate(row.tokens) if token in ("o", "x")]


def _is_headed(text: bytes, lines: int) -> bool:
    """Whether a text that can be read without a header has one, even if that is wrong."""
    try:
        return len(notation.read(text).rows) < lines
    except ParseError:
        return True


def _moved(error: ParseError, lines: int) -> ParseError:
    """The same error with line numbers of the whole file."""
    return ParseError([replace(fault, line=fault.line and fault.line + lines) for fault in error.faults])


class BoardBatch(NamedTuple):
    """Consecutive boards, bare, and the text that they were cut from, which tells their lines."""

    boards: list[bytes]
    text: bytes
    line: int

    def line_of(self, place: int) -> int:
        """The line of the file at which a board begins."""
        start = 0
        for match, _ in zip(_BLANK_LINES.finditer(self.text), range(place), strict=False):
            start = match.end()
        return self.line + self.text.count(b"\n", 0, start)


def following(file: BinaryIO, line: int, progress: Callable[[int], object]) -> Iterator[BoardBatch]:
    """The boards from `line` on, at which the file is positioned."""
    board = half_line = b""
    while chunk := file.read(BYTES_AT_ONCE):
        progress(len(chunk))
        lines, end, half_line = (half_line + chunk).rpartition(b"\n")
        text, line = _without_blank_start(board + _bare(lines + end), line)
        *boards, board = _split(text)
        if len(board) + len(half_line) > MAX_BOARD_BYTES:
            raise _too_large(line)
        if boards:
            yield BoardBatch(boards, text, line)
        line += text.count(b"\n") - board.count(b"\n")
    text, line = _without_blank_start(board + half_line.rstrip(_SPACES), line)
    if text:
        yield BoardBatch([text.rstrip(b"\n")], text, line)


def _split(text: bytes) -> list[bytes]:
    """A text split at its blank lines, in a faster way if there is one between any two boards."""
    return _BLANK_LINES.split(text) if b"\n\n\n" in text else text.split(b"\n\n")


def _without_blank_start(text: bytes, line: int) -> tuple[bytes, int]:
    """A text without the blank lines at its start, and the number of the line at which it begins then."""
    stripped = text.lstrip(b"\n")
    return stripped, line + len(text) - len(stripped)
