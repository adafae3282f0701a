"""Format: one way to write boards, layouts or games to a file, as a row of the table in `minemind.filetypes`.

A format recognises its files by their content alone, never by the name. Its reader gets the whole content of such a
file, and raises `Unreadable` or `TooLarge` if something is wrong with it, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from minemind.arguments import shown
from minemind.board import Board
from minemind.errors import Fault, InvalidValue, ParseError, counted
from minemind.game import Game
from minemind.layout import Layout
from minemind.source import Notes

__all__ = ["Content", "Format", "Holds", "board_of", "layout_of", "one_word", "plain_layout_of", "said", "unreadable"]

# The length of a link or a game ID is limited: at most a few characters for every cell of the largest board.
MAX_WORD = 2**24


class Holds(StrEnum):
    """What a file can hold.

    >>> [kind.value for kind in mm.filetypes.Holds][:3]
    ['position', 'layout', 'game']
    """

    POSITION = "position"  # a Board
    LAYOUT = "layout"  # a Layout
    GAME = "game"  # a Game
    REPLAY = "replay"  # a Replay
    RECORD = "record"  # a Record
    CERTIFICATE = "certificate"  # a Certificate


class Content(NamedTuple):
    """What a file holds, and what was assumed to read it."""

    value: Any
    notes: Notes = ()


@dataclass(frozen=True)
class Format:
    """A file format: `recognises` tells whether a file is in this format, `read(content, max_cells)` reads it.

    `write` is None for a format that is only read; it takes whatever `holds` names, and raises `InvalidValue` for what
    the format cannot hold.
    """

    name: str
    title: str  # with its article, as messages say it: "a Minesweeper board file"
    holds: tuple[Holds, ...]
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes, int], Content]
    write: Callable[[Any], bytes] | None = None
    endings: tuple[str, ...] = ()  # of file names, with the dot; the first is the usual one
    is_text: bool = False  # whether commands read it as it is: a text in our grammar or a dialect, or a saved game
    takes: tuple[type[Any], ...] = ()  # what `write` takes as it is; anything else is made a game or a layout first


def one_word(content: bytes) -> str:
    """The content as a text without blanks, such as a link, of reasonable length; empty if it is not one."""
    words = content.split(None, 1) if len(content) < MAX_WORD else []
    return words[0].decode("utf-8", "replace").removeprefix("\ufeff") if len(words) == 1 else ""


def unreadable(sentence: str) -> ParseError:
    """What a reader raises for a file of its own format that is damaged."""
    return ParseError([Fault(sentence)])


def said(value: object) -> str:
    """The name of a value in messages that say that it cannot be written."""
    match value:
        case Board():
            return "a position"
        case Layout():
            return "a layout"
        case Game():
            return "a game"
    return shown(value)


def board_of(value: object) -> Board:
    """The position to write: a board, or that of a game."""
    board = value if isinstance(value, Board) else getattr(value, "board", None)
    if isinstance(board, Board):
        return board
    raise InvalidValue("a layout cannot be written as a position; choose a format for layouts")


def layout_of(value: object) -> Layout:
    """The layout to write: a layout, or that of a game or a replay."""
    if isinstance(value, Board):
        raise InvalidValue(
            "a position does not show the mines; write it in a format for positions, such as text or mine"
        )
    layout = value if isinstance(value, Layout) else getattr(value, "layout", None)
    if isinstance(value, Game) and layout is None:
        layout = value.given  # as it was before a first click that moves mines
    is_undealt = getattr(value, "undealt", None) is not None  # a replay without an opened cell
    if isinstance(layout, Layout) and not is_undealt:
        return layout
    if isinstance(value, Game) or is_undealt:
        raise InvalidValue("the mines are not dealt before the first click; open a cell first")
    raise InvalidValue("there is no layout to write")


def plain_layout_of(value: object, title: str, *, max_per_cell: int = 1) -> Layout:
    """The layout to write in a format for square boards without holes, with at most `max_per_cell` mines in a cell."""
    layout = layout_of(value)
    grid = layout.grid
    if (grid.topology, grid.reach) != ("square", 1) or grid.holes:
        raise InvalidValue(f"{title} holds only square boards without holes; write it as text")
    if layout.counts.max() > max_per_cell:
        raise InvalidValue(f"{title} holds at most {counted(max_per_cell, 'mine')} per cell; write it as text")
    return layout
