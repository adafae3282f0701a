"""Links to boards of the PTT ZiNi calculator and of LlamaSweeper: `b` is the size and `m` the mines.

`b` is 1, 2 or 3 for the standard sizes, else columns and rows with equally many digits. `m` has five cells in each
character, row by row, in base 32; without it there is no mine.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs

import numpy as np

from minemind.errors import TooLarge
from minemind.formats.definition import Content, Format, Holds, one_word, plain_layout_of, unreadable
from minemind.game import PRESETS
from minemind.grid import Grid
from minemind.layout import Layout

__all__ = ["PTTA"]

TITLE = "a link to a board of the PTT ZiNi calculator or LlamaSweeper"
PAGE = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"

_SIZES = {"1": "beginner", "2": "intermediate", "3": "expert"}
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_BITS = 5  # cells in a character


def _query(content: bytes) -> dict[str, str]:
    """The parameters of the link; empty if it is not one of these."""
    for part in re.split("[?#]", one_word(content)):
        given = {name: values[0] for name, values in parse_qs(part).items()}
        if given.get("b", "").isdecimal():
            return given
    return {}


def _recognises(content: bytes) -> bool:
    return bool(_query(content))


def _read(content: bytes, max_cells: int) -> Content:
    given = _query(content)
    rows, cols = _size(given.get("b", ""))
    if rows * cols > max_cells:
        raise TooLarge(f"the link has {rows}×{cols} cells, more than the limit of {max_cells:,}")
    bits = _bits(given.get("m", "").lower(), rows, cols)
    notes = ("the clicks in the link are left out",) if "c" in given else ()
    return Content(Layout(Grid(rows, cols, max_cells=max_cells), bits.reshape(rows, cols)), notes)


def _size(text: str) -> tuple[int, int]:
    if text in _SIZES:
        preset = PRESETS[_SIZES[text]]
        return preset.rows, preset.cols
    half = len(text) // 2
    if (
        len(text) % 2
        or not (text.isascii() and text.isdecimal())
        or half > 6
        or not int(text[:half]) * int(text[half:])
    ):
        raise _damaged(f"{text[:20]!r} is not a size")
    return int(text[half:]), int(text[:half])


def _bits(text: str, rows: int, cols: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """A bit for every cell."""
    size = rows * cols
    wanted = -(-size // _BITS)
    if len(text) not in (0, wanted):
        raise _damaged(f"{rows}×{cols} cells need {wanted} characters, not {len(text)}")
    if strange := set(text) - set(_DIGITS):
        raise _damaged(f"{min(strange)!r} is not a digit of base 32")
    values = np.array([_DIGITS.index(digit) for digit in text], dtype=np.uint8)
    bits = np.unpackbits(values).reshape(-1, 8)[:, 8 - _BITS :].reshape(-1)[:size]
    return bits if text else np.zeros(size, dtype=np.uint8)


def _damaged(what: str) -> Exception:
    return unreadable(f"the link to this board is damaged: {what}")


def _write(value: object) -> bytes:
    layout = plain_layout_of(value, TITLE)
    rows, cols = layout.grid.shape
    bits = np.zeros((-(-layout.counts.size // _BITS), 8), dtype=np.uint8)
    padded = np.resize(np.append(layout.counts.reshape(-1) > 0, [False] * _BITS), (len(bits), _BITS))
    bits[:, 8 - _BITS :] = padded
    mines = "".join(_DIGITS[value] for value in np.packbits(bits, axis=1).reshape(-1).tolist())
    return f"{PAGE}?b={_size_text(rows, cols)}{f'&m={mines}' if layout.mines else ''}\n".encode()


def _size_text(rows: int, cols: int) -> str:
    standard = {(PRESETS[name].rows, PRESETS[name].cols): code for code, name in _SIZES.items()}
    width = max(len(str(rows)), len(str(cols)))
    return standard.get((rows, cols)) or f"{cols:0{width}}{rows:0{width}}"


PTTA = Format("ptta", TITLE, (Holds.LAYOUT,), _recognises, _read, _write)
