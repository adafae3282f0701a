"""Address: reads and writes the position in a link to JSMinesweeper, which packs it into letters and digits.

`board=30x16x99` is the size, columns first. `analysis=` holds the size again and the cells row by row: each run of
equal cells is a number, whose digits also tell the kind of cell. Numbers are stored less the known mines around them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from minemind.errors import Fault, ParseError, TooLarge
from minemind.grid import MAX_CELLS

__all__ = ["is_address", "packed", "unpacked"]

_SIZE = re.compile(r"(?:^|[?&#])board=([0-9]{1,4})x([0-9]{1,4})x([0-9]{1,8})(?=[&#]|$)")
_CELLS = re.compile(r"[?&]analysis=([^&#]*)")

# The digits of numbers; and how many of them each kind of cell has for the lengths of its runs. I is a hidden cell that
# is known to be a mine, F a flag, O a flag not subtracted from the numbers around it, H any other hidden cell.
_DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_KINDS = {
    "0": 10, "1": 7, "2": 5, "3": 5, "4": 4, "5": 3, "6": 3, "7": 1, "8": 1, "I": 4, "H": 10, "F": 8, "O": 1,
}  # fmt: skip
_LEFT_OUT = "IF"  # mines that are subtracted from the numbers around them
_WIDTHS = (2, 2, 4)  # characters of columns, rows and mines


def _alphabets() -> dict[str, str]:
    found, start = {}, 0
    for kind, base in _KINDS.items():
        found[kind] = _DIGITS[start : start + base]
        start += base
    return found


_ALPHABETS = _alphabets()
_MEANING = {digit: (kind, value) for kind, digits in _ALPHABETS.items() for value, digit in enumerate(digits)}


def is_address(text: str) -> bool:
    """Whether this is a link to JSMinesweeper, or the part of one that holds the board."""
    return "\n" not in text and _SIZE.search(text) is not None


def unpacked(text: str, max_cells: int = MAX_CELLS) -> str:
    """The position in an address, as JSMinesweeper would save it: a size, and rows of `0`–`8`, `H` and `F`.

    A few letters can stand for millions of cells, so more than `max_cells` raise `TooLarge`.
    """
    size, cells = _SIZE.search(text), _CELLS.search(text)
    if size is None:
        raise _damaged("the size is missing")
    if cells is None:
        cols, rows, mines = map(int, size.groups())
        _check_cells(cols, rows, max_cells)
        return _mine_text(cols, rows, mines, ["H" * cols] * rows)
    return _unpacked_cells(cells[1], max_cells)


def packed(cols: int, mines: int, cells: Sequence[str]) -> str:
    """The query of an address; `cells` has all cells row by row, each `0`–`8`, `H` or `F`."""
    rows = len(cells) // cols
    kept = _without_flags(list(cells), cols)
    numbers = zip((cols, rows, mines), _WIDTHS, strict=True)
    packing = "".join(_packed_number(*each) for each in numbers) + _packed_runs(kept)
    return f"board={cols}x{rows}x{mines}&analysis={packing}"


def _without_flags(cells: list[str], cols: int) -> list[str]:
    """The cells with every number less the flags around it; flags that are too many for a number become `O` instead."""
    flags = Counter(_spread(cells, cols, "F"))
    for index in [index for index, count in flags.items() if cells[index].isdecimal() and count > int(cells[index])]:
        for other in _near(index, cols, len(cells)):
            cells[other] = cells[other].replace("F", "O")
    for index, count in Counter(_spread(cells, cols, "F")).items():
        if cells[index].isdecimal():
            cells[index] = str(int(cells[index]) - count)
    return cells


def _unpacked_cells(packing: str, max_cells: int) -> str:
    if not packing.isascii() or not packing.isalnum():
        raise _damaged("the position has characters that are neither letters nor digits")
    places = (0, 2, 4, 8)
    cols, rows, mines = (_unpacked_number(packing[start:end]) for start, end in pairwise(places))
    _check_cells(cols, rows, max_cells)
    cells = _unpacked_runs(packing[places[-1] :], cols * rows)
    if not cells or len(cells) != cols * rows:
        raise _damaged(f"it does not hold {rows}×{cols} cells")
    for index in _spread(cells, cols, _LEFT_OUT):
        if cells[index].isdecimal():
            cells[index] = str(int(cells[index]) + 1)
    text = "".join(cells)
    if "9" in text:
        raise _damaged("a number is larger than 8")
    text = text.replace("I", "H").replace("O", "F")
    return _mine_text(cols, rows, mines, [text[start : start + cols] for start in range(0, cols * rows, cols)])


def _check_cells(cols: int, rows: int, max_cells: int) -> None:
    if cols * rows > max_cells:
        raise TooLarge(f"the link has {rows}×{cols} cells, more than the limit of {max_cells:,}")


def _mine_text(cols: int, rows: int, mines: int, lines: Iterable[str]) -> str:
    return "\n".join([f"{cols}x{rows}x{mines}", *lines])


def _spread(cells: Sequence[str], cols: int, kinds: str) -> Iterator[int]:
    """The neighbours of every cell of these kinds, each as often as it has such a neighbour."""
    return (other for index, cell in enumerate(cells) if cell in kinds for other in _near(index, cols, len(cells)))


def _near(index: int, cols: int, size: int) -> list[int]:
    """The indices of a cell's neighbours on a square board."""
    row, col = divmod(index, cols)
    rows = range(max(0, row - 1), min(row + 2, size // cols))
    return [
        other * cols + place
        for other in rows
        for place in range(max(0, col - 1), min(col + 2, cols))
        if (other, place) != (row, col)
    ]


def _packed_number(number: int, width: int) -> str:
    digits = ""
    for _ in range(width):
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def _unpacked_number(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number * len(_DIGITS) + _DIGITS.index(digit)
    return number


def _packed_runs(cells: Sequence[str]) -> str:
    packing, start = [], 0
    for end in range(1, len(cells) + 1):
        if end == len(cells) or cells[end] != cells[start]:
            packing.append(_packed_run(_ALPHABETS[cells[start]], end - start))
            start = end
    return "".join(packing)


def _packed_run(alphabet: str, length: int) -> str:
    if len(alphabet) == 1:
        return alphabet * length
    digits = ""
    while length:
        length, digit = divmod(length, len(alphabet))
        digits = alphabet[digit] + digits
    return digits


def _unpacked_runs(packing: str, most: int) -> list[str]:
    """The cells. Unpacking stops once there are more than `most`, however long a run claims to be."""
    cells: list[str] = []
    place = 0
    while place < len(packing) and len(cells) <= most:
        kind, _ = _MEANING[packing[place]]
        length, alphabet = 0, _ALPHABETS[kind]
        while place < len(packing) and packing[place] in alphabet:
            value = 0 if len(alphabet) > 1 else 1
            length = min(length * len(alphabet) + value + _MEANING[packing[place]][1], most + 1)
            place += 1
        cells += [kind] * length
    return cells


def _damaged(what: str) -> ParseError:
    return ParseError([Fault(f"this seems to be a damaged link to JSMinesweeper: {what}")])
