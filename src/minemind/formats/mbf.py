"""Minesweeper board files, `.mbf` and `.abf`: columns, rows, two bytes of mine count, and two bytes for every mine.

Several programs write them, and players paste them as text, two hexadecimal digits a byte. Nothing marks such a file:
it is known by its numbers, which must all fit.
"""

from __future__ import annotations

import re

import numpy as np

from minemind.errors import InvalidValue, counted
from minemind.formats.format import Format, Found, Holds, plain_layout_of, unreadable
from minemind.grid import Grid
from minemind.layout import Layout

__all__ = ["ABF", "MBF", "MBF_HEX", "seems_cut_off"]

TITLE = "a Minesweeper board file"

# Columns, rows, and the mine count in two bytes.
HEADER = 4

# Bytes as text, the way board editors show them.
_HEX = re.compile(rb"\s*[0-9a-fA-F]{2}(?:[ \t]+[0-9a-fA-F]{2}){5,}\s*")


def _recognises(content: bytes) -> bool:
    return len(content) == HEADER + 2 * _mines(content) and _problem(content) is None


def _recognises_more(content: bytes) -> bool:
    """Whether something follows the mines, which no reader of such files looks at."""
    return len(content) > HEADER + 2 * _mines(content) > HEADER and _problem(content) is None


def _recognises_hex(content: bytes) -> bool:
    return _HEX.fullmatch(content) is not None and _recognises(bytes.fromhex(content.decode("ascii")))


def seems_cut_off(content: bytes) -> bool:
    """Whether this is how such a file begins, if some mines are there and all of them fit."""
    if len(content) < HEADER + 2 or len(content) >= HEADER + 2 * _mines(content):
        return False
    return _problem(content, whole=False) is None


def _mines(content: bytes) -> int:
    return int.from_bytes(content[2:HEADER], "big")


def _problem(content: bytes, *, whole: bool = True) -> str | None:
    """What keeps these bytes from being a board file, or None."""
    if len(content) < HEADER or 0 in content[:2]:
        return "the size is missing"
    cols, rows = content[:2]
    mines = _mines(content)
    if mines > cols * rows:
        return f"{counted(mines, 'mine')} do not fit {rows}×{cols} cells"
    places = _places(content)
    if whole and len(places) < mines:
        return f"it ends after {len(places)} of {counted(mines, 'mine')}"
    if (places >= (cols, rows)).any():
        return "a mine is off the board"
    if len(np.unique(places, axis=0)) < len(places):
        return "two mines are in the same cell"
    return None


def _places(content: bytes) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """The column and the row of every mine."""
    pairs = content[HEADER : HEADER + 2 * _mines(content)]
    return np.frombuffer(pairs[: len(pairs) // 2 * 2], dtype=np.uint8).reshape(-1, 2)


def _read(content: bytes, max_cells: int) -> Found:
    if problem := _problem(content):
        raise unreadable(f"this seems to be a damaged board file: {problem}")
    cols, rows = content[:2]
    counts = np.zeros((rows, cols), dtype=np.int32)
    counts[tuple(_places(content).T[::-1])] = 1
    return Found(Layout(Grid(rows, cols, max_cells=max_cells), counts))


def _read_more(content: bytes, max_cells: int) -> Found:
    end = HEADER + 2 * _mines(content)
    note = f"{counted(len(content) - end, 'byte')} after the last mine left out"
    return Found(_read(content[:end], max_cells).value, (note,))


def _read_hex(content: bytes, max_cells: int) -> Found:
    return _read(bytes.fromhex(content.decode("ascii")), max_cells)


def _write(value: object) -> bytes:
    layout = plain_layout_of(value, TITLE)
    rows, cols = layout.grid.shape
    if max(rows, cols) > 255 or layout.mines >= 2**16:
        raise InvalidValue(f"{TITLE} holds at most 255×255 cells and 65,535 mines; write it as text")
    places = np.argwhere(layout.counts.T).astype(np.uint8)  # column by column, as other programs write them
    return bytes((cols, rows)) + layout.mines.to_bytes(2, "big") + places.tobytes()


def _write_hex(value: object) -> bytes:
    return _write(value).hex(" ").encode() + b"\n"


MBF = Format("mbf", TITLE, (Holds.LAYOUT,), _recognises, _read, _write, (".mbf", ".abf"))
ABF = Format("abf", f"{TITLE} with more behind the mines", (Holds.LAYOUT,), _recognises_more, _read_more)
MBF_HEX = Format("mbf-hex", f"{TITLE} as text", (Holds.LAYOUT,), _recognises_hex, _read_hex, _write_hex)
