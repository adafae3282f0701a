"""Positions of JSMinesweeper: its files, `.mine`, and the links that carry a position.

Both are text, which the grammar reads with all other dialects (see `minemind.dialect`); here they are written. A layout
is written as a file, too: its mines are `M`.
"""

from __future__ import annotations

import re

from minemind import address, dialect
from minemind.board import Board
from minemind.errors import InvalidValue
from minemind.formats.definition import Format, Holds, board_of, one_word, plain_layout_of
from minemind.formats.reading import read_text
from minemind.layout import Layout

__all__ = ["LINK", "MINE"]

TITLE = "a file of JSMinesweeper"
PAGE = "https://davidnhill.github.io/JSMinesweeper/index.html"


def _recognises_file(content: bytes) -> bool:
    first = content[:200].decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    return re.match(rf"{dialect.SIZE.pattern}(?:\r?\n|\r?$)", first) is not None


def _recognises_link(content: bytes) -> bool:
    return address.is_address(one_word(content))


def _write_file(value: object) -> bytes:
    if isinstance(value, Layout):
        layout = plain_layout_of(value, TITLE)
        cells = [["M" if count else "H" for count in row] for row in layout.counts.tolist()]
        mines = layout.mines
    else:
        cells, mines = _cells(board_of(value))
    head = f"{len(cells[0])}x{len(cells)}x{mines}"
    return "\n".join([head, *map("".join, cells), ""]).encode()


def _write_link(value: object) -> bytes:
    cells, mines = _cells(board_of(value))
    return f"{PAGE}?{address.packed(len(cells[0]), mines, [cell for row in cells for cell in row])}\n".encode()


def _cells(board: Board) -> tuple[list[list[str]], int]:
    """The cells in the characters of JSMinesweeper, and the mine count."""
    grid = board.grid
    if (grid.topology, grid.reach, board.max_per_cell) != ("square", 1, 1) or grid.holes:
        raise InvalidValue(f"{TITLE} holds only square boards without holes, and one mine per cell; write it as text")
    if board.mines is None:
        raise InvalidValue(f"{TITLE} needs a mine count; give one, as in Board.parse(text, mines=99)")
    if (board.numbers > 8).any():
        raise InvalidValue(f"{TITLE} holds numbers up to 8; write it as text")
    return [[{".": "H", "!": "F"}.get(token, token) for token in row] for row in board.tokens()], board.mines


MINE = Format(
    "mine", TITLE, (Holds.POSITION, Holds.LAYOUT), _recognises_file, read_text, _write_file, (".mine",), is_text=True
)
LINK = Format(
    "mine-link", "a link to JSMinesweeper", (Holds.POSITION,), _recognises_link, read_text, _write_link, is_text=True
)
