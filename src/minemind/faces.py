"""Faces: what a cell shows, as one integer and as the token that stands for it in a text.

A number is itself, `HIDDEN` a hidden cell, `flag_face(n)` a flag that claims n mines, `NO_CELL` a hole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from minemind import header, notation
from minemind.arguments import iterated, shown
from minemind.errors import Fault, InvalidValue, ParseError, counted
from minemind.grid import IntArray
from minemind.source import HOLE
from minemind.words import phrase

__all__ = [
    "HIDDEN",
    "HIDDEN_TOKENS",
    "NO_CELL",
    "Rows",
    "face_of",
    "faces_of_rows",
    "flag_face",
    "lines_of_text",
    "objection",
    "plain",
    "token_of",
]

HIDDEN: Final = -1
NO_CELL: Final = int(np.iinfo(np.int32).min)

# `o` and `x` are annotations of a solution file, safe and mine; their cells are still hidden.
HIDDEN_TOKENS = frozenset(".?#Hox")
_FLAG_MARKS = "!F"

# A board as rows: lines of text, or lists in which each cell is a number, a token, or None for a hidden cell.
Rows: TypeAlias = Sequence[str] | Sequence[Sequence[int | str | None]] | NDArray[np.integer[Any]]


# What `plain` reads: a header without options, and one character per cell, without holes and with one mine per cell.
_PLAIN_HEADER = re.compile(r"([1-9][0-9]{0,2}) ([1-9][0-9]{0,2}) (0|[1-9][0-9]{0,4})\n", re.ASCII)
_PLAIN_FACES = np.full(256, NO_CELL, dtype=np.int32)
_PLAIN_FACES[[*b"012345678"]] = range(9)
_PLAIN_FACES[[*b".!"]] = HIDDEN, HIDDEN - 1


def plain(text: str) -> tuple[IntArray, int] | None:
    """The faces and the mine count of a position in its usual form; None for any other text.

    A fast path: `notation.read`, which handles everything else, reads the same from such a text many times slower.
    """
    header = _PLAIN_HEADER.match(text)
    if header is None or not text.isascii():
        return None
    rows, cols, mines = map(int, header.groups())
    body = text[header.end() :].removesuffix("\n") + "\n"
    if len(body) != rows * (cols + 1) or body[cols :: cols + 1] != "\n" * rows:
        return None
    letters = np.frombuffer(body.encode(), dtype=np.uint8).reshape(rows, cols + 1)
    faces = _PLAIN_FACES[letters[:, :cols]]
    return None if (faces == NO_CELL).any() else (faces, mines)


def flag_face(mines: int) -> int:
    """The face of a flag that claims this many mines; with none, the cell is hidden."""
    return HIDDEN - mines


def face_of(token: str) -> int | None:
    """The face that a token of a position stands for; None if the token is not valid."""
    if token in HIDDEN_TOKENS:
        return HIDDEN
    if token == HOLE:
        return NO_CELL
    if (claimed := notation.count_after(_FLAG_MARKS, token)) is not None:
        return flag_face(claimed)
    return header.number(token)


def token_of(face: int) -> str:
    """The token of a face, the inverse of `face_of`."""
    if face >= 0:
        return str(face)
    if face == NO_CELL:
        return HOLE
    claimed = HIDDEN - face
    return "." if claimed == 0 else "!" if claimed == 1 else f"!{claimed}"


def objection(token: str, max_per_cell: int) -> str | None:
    """What is wrong with a token of a position, if anything is."""
    face = face_of(token)
    if face is None:
        return _not_understood(token)
    if NO_CELL < face < flag_face(max_per_cell):
        return notation.too_many(token, max_per_cell)
    return None


def _not_understood(token: str) -> str:
    if token in notation.BLANKS:
        return phrase("text.space")
    if token[:1] in ("*", "M"):
        return phrase("text.mine-in-a-position", token=repr(token))
    return phrase("text.cell", token=repr(token))


def faces_of_rows(rows: Rows) -> NDArray[np.integer[Any]]:
    """The faces of rows of cells: `(rows, cols)`; raises `ParseError` with every cell that is not valid."""
    if isinstance(rows, np.ndarray) and rows.ndim == 2 and rows.dtype.kind in "iu":
        return rows
    lines = [iterated(row, f"row {place}", "a list of cells") for place, row in enumerate(_listed(rows))]
    _check_rectangle(lines)
    faces = [[_face_of_value(value) for value in line] for line in lines]
    missing = [(row, col) for row, line in enumerate(faces) for col, face in enumerate(line) if face is None]
    if missing:
        raise ParseError([Fault(_wrong(lines[row][col]), cell=(row, col)) for row, col in missing])
    return np.array(faces, dtype=np.int32)


def lines_of_text(rows: Rows) -> list[str] | None:
    """The rows, if all of them are lines of text."""
    lines = [] if isinstance(rows, np.ndarray) else _listed(rows)
    return lines if lines and all(isinstance(line, str) for line in lines) else None


def _listed(rows: Rows) -> list[Any]:
    return iterated(rows, "the board", "a list of rows")


def _check_rectangle(lines: Sequence[Sequence[object]]) -> None:
    if not lines or not lines[0]:
        raise InvalidValue("the board has no cells; give at least one row with one cell")
    for place, line in enumerate(lines):
        if len(line) != len(lines[0]):
            found = f"row {place} has {counted(len(line), 'cell')}, but row 0 has {len(lines[0])}"
            raise InvalidValue(f"{found}; make all rows the same length")


def _face_of_value(value: object) -> int | None:
    """The face of one cell of a row; None if it is not valid."""
    if value is None:
        return HIDDEN
    if isinstance(value, str):
        return face_of(value)
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        return None
    return int(value) if NO_CELL <= value <= header.MAX_NUMBER else None


def _wrong(value: object) -> str:
    if isinstance(value, str):
        return _not_understood(value)
    return f"{shown(value)} is not a valid cell; give a number, None or '.' (hidden), '!' (flag), or '_' (no cell)"
