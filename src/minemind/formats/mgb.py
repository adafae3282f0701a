"""Boards of minegauler, `.mgb`: JSON with the size, the most mines per cell, and the coordinates of every mine.

A coordinate is `[x, y]`; if it is listed twice, the cell has two mines. Older versions used other names, and put rows
before columns.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from minemind.errors import TooLarge, quoted
from minemind.formats.definition import Content, Format, Holds, plain_layout_of, unreadable
from minemind.formats.document import json_in
from minemind.grid import MAX_PER_CELL, Grid
from minemind.layout import Layout

__all__ = ["MGB"]

TITLE = "a minegauler board"


def _recognises(content: bytes) -> bool:
    values = json_in(content)
    return isinstance(values, dict) and (
        {"x_size", "y_size", "mine_coords"} <= values.keys() or {"dims", "coords"} <= values.keys()
    )


def _read(content: bytes, max_cells: int) -> Content:
    values: Any = json_in(content)
    if values.get("type", "regular") != "regular":
        raise unreadable("this minegauler board has cells that split in four, which is another game")
    rows, cols = _size(values)
    if rows * cols > max_cells:
        raise TooLarge(f"the board has {quoted(rows)}×{quoted(cols)} cells, more than the limit of {max_cells:,}")
    counts = np.zeros((rows, cols), dtype=np.int64)
    np.add.at(counts, tuple(_cells(values, rows, cols).T), 1)
    per_cell = _whole(values.get("per_cell", 1), "per_cell", MAX_PER_CELL)
    most = int(counts.max())
    if most > MAX_PER_CELL:
        raise _damaged(f"a cell holds {most} mines")
    notes = (f"a cell holds {most} mines, but per_cell is {per_cell}; using {most}",) if most > per_cell else ()
    return Content(Layout(Grid(rows, cols, max_cells=max_cells), counts, max_per_cell=max(per_cell, most)), notes)


def _size(values: Any) -> tuple[int, int]:
    """Rows and columns."""
    if "x_size" in values:
        return _whole(values["y_size"], "y_size"), _whole(values["x_size"], "x_size")
    match values["dims"]:
        case [rows, cols]:
            return _whole(rows, "dims"), _whole(cols, "dims")
    raise _damaged("dims is not a size")


def _whole(value: object, name: str, most: int = 10**9) -> int:
    if type(value) is not int or not 1 <= value <= most:
        shown = quoted(value) if type(value) is int else f"{value!r:.40}"
        raise _damaged(f"{name} is {shown}")
    return value


def _cells(values: Any, rows: int, cols: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """The rows and columns of the mines, if all of them are on the board."""
    is_new = "mine_coords" in values
    given = values["mine_coords" if is_new else "coords"]
    ends = (cols, rows) if is_new else (rows, cols)
    if not isinstance(given, list):
        raise _damaged("the mines are not a list")
    for place in given:
        match place:
            case [int(one), int(other)] if 0 <= one < ends[0] and 0 <= other < ends[1]:
                continue
        raise _damaged(f"{place!r:.40} is not a cell of the board")
    places = np.array(given, dtype=np.int64).reshape(-1, 2)
    return places[:, ::-1] if is_new else places


def _damaged(what: str) -> Exception:
    return unreadable(f"this minegauler board is damaged: {what}")


def _write(value: object) -> bytes:
    layout = plain_layout_of(value, TITLE, max_per_cell=MAX_PER_CELL)
    rows, cols = layout.grid.shape
    places = np.repeat(np.argwhere(layout.counts.T), layout.counts.T[layout.counts.T > 0], axis=0)
    values = {"x_size": cols, "y_size": rows, "mine_coords": places.tolist(), "per_cell": layout.max_per_cell}
    return json.dumps(values).encode() + b"\n"


MGB = Format("mgb", TITLE, (Holds.LAYOUT,), _recognises, _read, _write, (".mgb",))
