"""Foreign: layouts from other programs, whose headers do not follow the grammar or do not match the cells below.

What the grammar accepts is taken as it is. What it refuses is repaired here if only one meaning is possible, and a
note says how.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from minemind import notation
from minemind.board import Board
from minemind.errors import Fault, MineMindError, ParseError
from minemind.game import Game
from minemind.grid import MAX_CELLS
from minemind.layout import MINE_MARKS
from minemind.source import Notes, Source
from minemind.words import phrase

__all__ = ["read"]

# A header of numbers of at most nine digits, with any spacing, and perhaps without a mine count.
_HEADER = re.compile(r" *([0-9]{1,9}) +([0-9]{1,9})(?: +([0-9]{1,9}|\?))?((?: +[a-z]+=[^ ]+)*) *")


def read(
    text: bytes,
    *,
    topology: str | None = None,
    max_per_cell: int | None = None,
    max_cells: int = MAX_CELLS,
    **given: Any,
) -> tuple[Game, Notes]:
    """A game on a layout, as `Game.parse` reads it, or repaired; and what was assumed.

    `given` are further options of `Game.of_source`.
    """

    def game_in(content: str | bytes) -> tuple[Game, Notes]:
        source = notation.read(content, max_cells).overridden(topology=topology, max_per_cell=max_per_cell)
        return Game.of_source(source, **given)

    try:
        return game_in(text)
    except ParseError:
        mended, mending = _mended(text)
    try:
        game, notes = game_in(mended)
        return game, mending + notes
    except ParseError:
        _check_no_position(mended)
        raise


def _check_no_position(text: str | bytes) -> None:
    """Raise one clear error for a position, in which every cell would be a fault."""
    try:
        Board.of_source(notation.read(text))
    except MineMindError:
        return
    raise ParseError([Fault(phrase("foreign.position"))])


def _mended(text: bytes) -> tuple[str | bytes, Notes]:
    """The text corrected for the grammar, with every line in its place, and what that assumes.

    Only tabs and line ends are changed if the meaning is not clear.
    """
    try:
        lines = [line.rstrip("\r") for line in text.decode("utf-8-sig").replace("\t", " ").split("\n")]
    except UnicodeDecodeError:
        return text, ()
    filled = [place for place, line in enumerate(lines) if line.strip(" ")]
    header = _HEADER.fullmatch(lines[filled[0]]) if filled else None
    if header is None:
        return "\n".join(lines), ()
    if len(filled) == 1:
        raise ParseError([Fault(phrase("foreign.nothing-below"), line=filled[0] + 1)])
    return _headed(lines, header, filled[0], filled[1])


def _headed(lines: Sequence[str], match: re.Match[str], first: int, second: int) -> tuple[str, Notes]:
    """The text with a corrected header; `first` and `second` are the first two lines that are not blank."""
    rows, cols, mines, options = match.groups()
    count = f"{mines or '?'} {' '.join(options.split())}".rstrip()
    usual = f"{rows} {cols} {count}"
    # Blank lines below the header are rows of free cells if it counts them, and otherwise ignored.
    for place in dict.fromkeys((first, second - 1)):
        text = _placed(usual, place, lines)
        if _is_understood(text, place):
            return text, ()
    shape = _clear_shape(lines[second:])
    if shape is None or _is_separated([lines[first], *lines[second:]]):  # the header may also be a faulty row
        return "\n".join(lines), ()
    found = f"{shape[0]}×{shape[1]}"
    sentence = phrase("foreign.other-shape", said=f"{rows}×{cols}", found=found)
    note = str(Fault(sentence, line=first + 1))
    return _placed(f"{shape[0]} {shape[1]} {count}", second - 1, lines), (note,)


def _placed(header: str, place: int, lines: Sequence[str]) -> str:
    """The text with the header in this line, the rest below it, and blank lines above."""
    return "\n".join([*[""] * place, header, *lines[place + 1 :]])


def _is_understood(text: str, place: int) -> bool:
    """Whether the grammar takes this line for the header of the others."""
    try:
        return notation.read(text).rows[0].line == place + 2
    except ParseError:
        return False


def _is_separated(lines: Sequence[str]) -> bool:
    """Whether these are rows of equally many tokens, separated by blanks."""
    source = _unheaded(lines)
    return source is not None and source.rows[0].is_separated and not source.notes


def _unheaded(lines: Sequence[str]) -> Source | None:
    """The lines as rows, if they can be."""
    try:
        return notation.read("\n".join(lines), headed=False)
    except ParseError:
        return None


def _clear_shape(lines: Sequence[str]) -> tuple[int, int] | None:
    """`(rows, cols)` of cells that need no header: a full rectangle with mines in it, where no space can be a cell."""
    if not any(mark in line for mark in MINE_MARKS for line in lines):
        return None
    source = _unheaded(lines)
    if source is None or source.notes or source.faults:
        return None
    is_clear = source.rows[0].is_separated or not any(" " in row.text for row in source.rows)
    return source.header.shape if is_clear else None
