"""Game IDs of Mines in Simon Tatham's Portable Puzzle Collection: `9x9:4,4,m…`, a size, a first click and a bitmap.

The bitmap has a bit for every cell, row by row, the most significant first, in hexadecimal digits. After an `m` it is
masked, so that nobody sees the mines by accident: each half of its bytes is combined with SHA-1 hashes of the other.
"""

from __future__ import annotations

import hashlib
import re

import numpy as np

from minemind.errors import TooLarge
from minemind.formats.definition import Content, Format, Holds, one_word, plain_layout_of, unreadable
from minemind.grid import Grid
from minemind.layout import Layout

__all__ = ["TATHAM", "masked", "unmasked"]

TITLE = "a game ID of Simon Tatham's Mines"

# The parameters, which may follow the address of a page, and the description, or a seed after a `#`.
_ID = re.compile(r"(?:[^#]*\.html#)?([0-9]{1,6})(?:x([0-9]{1,6}))?(?:n[0-9]+%?)?a?([:#])(\S*)")
_DESCRIPTION = re.compile(r"(?:([0-9]+),([0-9]+),)?([mu]?)([0-9a-fA-F]*)")


def _match(content: bytes) -> re.Match[str] | None:
    return _ID.fullmatch(one_word(content))


def _recognises(content: bytes) -> bool:
    return _match(content) is not None


def _read(content: bytes, max_cells: int) -> Content:
    found = _match(content)
    if found is None:
        raise unreadable(f"this is not {TITLE}")
    cols, rows = int(found[1]), int(found[2] or found[1])
    if found[3] == "#" or found[4].startswith("r"):
        raise unreadable(
            "this game ID of Mines holds only the seed of a game, which Mines alone can deal; "
            "make the first click there, and copy the ID of the game then"
        )
    if rows * cols > max_cells:
        raise TooLarge(f"the game ID has {rows}×{cols} cells, more than the limit of {max_cells:,}")
    bits, notes = _described(found[4], rows, cols)
    return Content(Layout(Grid(rows, cols, max_cells=max_cells), bits.reshape(rows, cols)), notes)


def _described(text: str, rows: int, cols: int) -> tuple[np.ndarray[tuple[int], np.dtype[np.uint8]], tuple[str, ...]]:
    """A bit for every cell, and a note about the first click."""
    found = _DESCRIPTION.fullmatch(text)
    if found is None:
        raise _damaged("it is not a first click and a bitmap of hexadecimal digits")
    x, y, mask, digits = found.groups()
    size = rows * cols
    if not size or len(digits) != -(-size // 4):
        raise _damaged(f"{rows}×{cols} cells need {-(-size // 4)} digits, not {len(digits)}")
    if x is not None and not (len(x + y) < 12 and int(x) < cols and int(y) < rows):
        raise _damaged("the first click is off the board")
    bitmap = bytes.fromhex(digits + "0" * (len(digits) % 2))
    if mask == "m":
        bitmap = unmasked(bitmap, size)
    notes = (f"the game starts with a click at ({int(y)}, {int(x)}), which is not part of the layout",) if x else ()
    return np.unpackbits(np.frombuffer(bitmap, dtype=np.uint8), count=size), notes


def masked(bitmap: bytes, bits: int) -> bytes:
    """The bitmap as a game ID shows it."""
    first, second = _halves(bitmap)
    first = _combined(first, second)
    return first + _cut(_combined(second, first), bits - 8 * len(first))


def unmasked(bitmap: bytes, bits: int) -> bytes:
    """The inverse of `masked`."""
    first, second = _halves(bitmap)
    second = _cut(_combined(second, first), bits - 8 * len(first))
    return _combined(first, second) + second


def _halves(bitmap: bytes) -> tuple[bytes, bytes]:
    return bitmap[: len(bitmap) // 2], bitmap[len(bitmap) // 2 :]


def _combined(target: bytes, seed: bytes) -> bytes:
    """The target XOR a stream of bytes: the hashes of the seed followed by 0, 1, 2 and so on."""
    blocks = range(-(-len(target) // hashlib.sha1(usedforsecurity=False).digest_size))
    stream = b"".join(hashlib.sha1(seed + b"%d" % block, usedforsecurity=False).digest() for block in blocks)
    return bytes(one ^ other for one, other in zip(target, stream, strict=False))


def _cut(part: bytes, bits: int) -> bytes:
    """The bytes with zeros after the first `bits` bits."""
    spare = 8 * len(part) - bits
    return (int.from_bytes(part, "big") >> spare << spare).to_bytes(len(part), "big")


def _damaged(what: str) -> Exception:
    return unreadable(f"this game ID of Mines is damaged: {what}")


def _write(value: object) -> bytes:
    layout = plain_layout_of(value, TITLE)
    rows, cols = layout.grid.shape
    bitmap = masked(np.packbits(layout.counts.reshape(-1) > 0).tobytes(), rows * cols)
    digits = bitmap.hex()[: -(-rows * cols // 4)]
    return f"{cols}x{rows}:{_start(layout)}m{digits}\n".encode()


def _start(layout: Layout) -> str:
    """A first click as it is written in the ID: the first 0, else the first free cell, if there is one."""
    free = layout.counts == 0
    for cells in (free & (layout.numbers == 0), free):
        if cells.any():
            row, col = np.argwhere(cells)[0].tolist()
            return f"{col},{row},"
    return ""


TATHAM = Format("tatham", TITLE, (Holds.LAYOUT,), _recognises, _read, _write)
