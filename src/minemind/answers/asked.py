"""Asked: reads what programs send with their questions, by HTTP or through a pipe, within the same limits.

A question must not take long to read: if it is too large, it is refused with a message that says what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from minemind import notation
from minemind.board import Board, plain_board
from minemind.errors import BadSave, ParseError, TooLarge, quoted
from minemind.faces import plain
from minemind.grid import Grid
from minemind.layout import Layout
from minemind.source import Notes

if TYPE_CHECKING:
    from minemind.game import Game

__all__ = ["CELLS_ACROSS", "CELLS_READ", "MINES_PER_CELL", "check_size", "game", "layout", "position", "within_limits"]

# The most rows, and the most columns.
CELLS_ACROSS: Final = 100

# The most mines in a cell: as many as a cell of a square grid has neighbours. The states of a constraint grow with it,
# and so do the digits of the number of solutions, while few people play with more than three or four.
MINES_PER_CELL: Final = 8

# The most cells of a text that is parsed before it is refused for its shape. Its neighbour table may have ten times as
# many entries, which leaves room for a reach of 4 on the largest board.
CELLS_READ: Final = 10 * CELLS_ACROSS**2


def position(text: str, *, trust_flags: bool = True, **given: Any) -> tuple[Board, Notes]:
    """The position in a text, and what was assumed to read it; `given` are options of `Board.of_source`."""
    if not given and (found := plain(text)) is not None and max(found[0].shape) <= CELLS_ACROSS:
        faces, mines = found
        board = plain_board(_grid(*faces.shape), faces, mines)
        return board if trust_flags else board.unflagged(), ()
    with within_limits():
        try:
            board, notes = Board.of_source(notation.read(text, CELLS_READ), **given)
        except ParseError:
            from minemind.formats.reading import wanting_a_position

            with wanting_a_position(text.encode()):
                raise
    check_size(*board.grid.shape, board.max_per_cell)
    return board if trust_flags else board.unflagged(), notes


# Positions of one game come one after the other: they share a grid, and all that it has computed about its cells.
_grid = lru_cache(maxsize=32)(Grid)


def layout(text: str) -> tuple[Layout, Notes]:
    """The layout in a text, and what was assumed to read it."""
    from minemind import filetypes  # loads all formats, which a position does not need

    with within_limits(), filetypes.naming("the text"):
        content, assumed = filetypes.as_text(text.encode(), max_cells=CELLS_READ)
        found, notes = Layout.of_source(notation.read(content, CELLS_READ))
    check_size(*found.grid.shape, found.max_per_cell)
    return found, assumed + notes


def game(values: object) -> Game:
    """The saved game in some JSON values."""
    from minemind.formats import saved

    with within_limits():
        try:
            found = saved.from_json(values, max_cells=CELLS_READ)
        except BadSave as error:
            raise BadSave(f"the game {error}") from None
    check_size(*found.grid.shape, found.board.max_per_cell)
    return found


@contextmanager
def within_limits() -> Iterator[None]:
    """Raise an error that says what is allowed if something is too large to be read."""
    try:
        yield
    except TooLarge:
        raise _too_large("this board, or its reach,") from None


def check_size(rows: int, cols: int, max_per_cell: int) -> None:
    """Raise `TooLarge` for a board beyond the limits of a request."""
    if max(rows, cols) > CELLS_ACROSS:
        raise _too_large(f"a board of {quoted(rows)}×{quoted(cols)} cells")
    if max_per_cell > MINES_PER_CELL:
        raise TooLarge(
            f"up to {quoted(max_per_cell)} mines per cell are more than the limit of {MINES_PER_CELL} for one "
            "request; use the command line"
        )


def _too_large(what: str) -> TooLarge:
    return TooLarge(
        f"{what} is too large for one request; ask about a part of at most {CELLS_ACROSS}×{CELLS_ACROSS} cells, "
        "or use the command line"
    )
