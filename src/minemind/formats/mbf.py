"""Minesweeper board files, `.mbf` and `.abf`: columns, rows, two bytes of mine count, and two bytes for every mine.

Several programs write them, and players paste them as text, two hexadecimal digits a byte. Such a file has no
signature: it is recognised by its numbers, which must all fit.
"""

from __future__ import annotations

import re

import numpy as np

from minemind import _native
from minemind.errors import InvalidValue, counted
from minemind.formats.definition import Content, Format, Holds, plain_layout_of, unreadable
from minemind.grid import Grid
from minemind.layout import Layout

__all__ = ["ABF", "MBF", "MBF_HEX", "seems_cut_off"]

TITLE = "a Minesweeper board file"

# Columns, rows, and the mine count in two bytes.
HEADER = 4

# Bytes as text, the way board editors show them.
_HEX = re.compile(rb"\s*[0-9a-fA-F]{2}(?:[ \t]+[0-9a-fA-F]{2}){5,}\s*")


def _recognises(content: bytes) -> bool:
    return len(content) == _end(content) and _fits(content)


def _recognises_more(content: bytes) -> bool:
    """Whether this is such a file with more bytes after the mines, which other programs ignore."""
    return len(content) > _end(content) > HEADER and _fits(content)


def _recognises_hex(content: bytes) -> bool:
    return _HEX.fullmatch(content) is not None and _recognises(bytes.fromhex(content.decode("ascii")))


def seems_cut_off(content: bytes) -> bool:
    """Whether this can be the beginning of such a file: there are some mines, and all of them fit."""
    there = (len(content) - HEADER) // 2
    if there < 1 or len(content) >= _end(content) or _mines(content) > content[0] * content[1]:
        return False
    return _fits(content[:2] + there.to_bytes(2, "big") + content[HEADER:])


def _mines(content: bytes) -> int:
    return int.from_bytes(content[2:HEADER], "big")


def _end(content: bytes) -> int:
    """The length of the file in bytes, by its mine count."""
    return HEADER + 2 * _mines(content)


def _fits(content: bytes) -> bool:
    return not isinstance(_native.read_board_file(content), str)


def _read(content: bytes, max_cells: int) -> Content:
    found = _native.read_board_file(content)
    if isinstance(found, str):
        raise unreadable(f"this seems to be a damaged board file: {found}")
    return Content(
        Layout(Grid(found.rows, found.cols, max_cells=max_cells), found.mines.reshape(found.rows, found.cols))
    )


def _read_more(content: bytes, max_cells: int) -> Content:
    end = _end(content)
    note = f"{counted(len(content) - end, 'byte')} after the last mine left out"
    return Content(_read(content[:end], max_cells).value, (note,))


def _read_hex(content: bytes, max_cells: int) -> Content:
    return _read(bytes.fromhex(content.decode("ascii")), max_cells)


def _write(value: object) -> bytes:
    layout = plain_layout_of(value, TITLE)
    rows, cols = layout.grid.shape
    if max(rows, cols) > 255 or layout.mines >= 2**16:
        raise InvalidValue(f"{TITLE} holds at most 255×255 cells and 65,535 mines; write it as text")
    places = np.argwhere(layout.counts.T).astype(np.uint8)  # column by column, as other programs write them
    return bytes((cols, rows)) + layout.mines.to_bytes(2, "big") + places.tobytes()


def _write_hex(value: object) -> bytes:
    content = _write(value)
    if len(content) == HEADER:
        raise InvalidValue(f"{TITLE} as text needs a mine, or it would be read as a row of numbers; write it as mbf")
    return content.hex(" ").encode() + b"\n"


MBF = Format("mbf", TITLE, (Holds.LAYOUT,), _recognises, _read, _write, (".mbf", ".abf"))
ABF = Format("abf", f"{TITLE} with more after the mines", (Holds.LAYOUT,), _recognises_more, _read_more)
MBF_HEX = Format("mbf-hex", f"{TITLE} as text", (Holds.LAYOUT,), _recognises_hex, _read_hex, _write_hex)
