"""BoardLike: what is accepted wherever a board is expected, and its conversion to a board."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Protocol, TypeAlias, cast

import numpy as np

from minemind.arguments import shown
from minemind.board import Board
from minemind.errors import InvalidValue
from minemind.faces import Rows
from minemind.files import suspecting_a_file_name
from minemind.layout import Layout

__all__ = ["BoardLike", "HasBoard", "as_board"]


class HasBoard(Protocol):
    """Anything that has a board, such as a game or an analysis."""

    @property
    def board(self) -> Board:
        """What the player sees."""


# A board; a game; the text of a position, or a file with one; rows of cells.
BoardLike: TypeAlias = Board | HasBoard | str | bytes | os.PathLike[str] | Rows


def as_board(given: BoardLike) -> Board:
    """The board, given in any accepted form."""
    if isinstance(given, Board):
        return given
    if isinstance(given, str | bytes):
        with suspecting_a_file_name(given):
            return Board.parse(given)
    if isinstance(given, os.PathLike):
        return Board.load(given)
    if isinstance(given, Sequence | np.ndarray):
        return Board.from_rows(cast("Rows", given))
    if isinstance(board := getattr(given, "board", None), Board):
        return board
    hint = "; play it with Game.from_layout" if isinstance(given, Layout) else ""
    raise InvalidValue(f"{shown(given)} is not a board; give a Board, a Game, a text, or rows of cells{hint}")
