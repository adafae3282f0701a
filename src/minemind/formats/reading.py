"""Reading: which kind of text something is, and what it holds.

A text with `*` or `M` is a layout, JSON a saved game, and any other a position; with cells annotated `o`, `x` or `#` it
is a solution, and several of the same shape with blank lines between them are configurations.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from minemind import header, notation
from minemind.board import HIDDEN_TOKENS, Board
from minemind.errors import Fault, MineMindError, ParseError, counted
from minemind.formats import foreign, saved
from minemind.formats.definition import Content
from minemind.formats.document import parsed
from minemind.game import Game
from minemind.grid import MAX_CELLS
from minemind.layout import MINE_MARKS, FirstClick, Layout
from minemind.source import Notes, Source

__all__ = ["Read", "TextKind", "blocks", "is_solution", "read", "read_text", "saved_game", "wanting_a_position"]

# The most configurations of a text that are read.
MAX_BOARDS = 1_000

# How solutions mark hidden cells: `o` is safe, `x` a mine, `#` uncertain; in positions `#` is any hidden cell.
ANNOTATIONS, UNCERTAIN = frozenset("ox"), "#"


class TextKind(StrEnum):
    """What a text can be."""

    POSITION = "position"
    LAYOUT = "layout"
    SOLUTION = "solution"
    CONFIGURATIONS = "configurations"
    GAME = "game"


@dataclass(frozen=True)
class Read:
    """What a text holds, and what was assumed to read it.

    A layout is read as a game that has not begun; of several configurations, `board` is the first.
    """

    kind: TextKind
    board: Board
    game: Game | None = None
    boards: tuple[str, ...] = ()  # the texts of the configurations
    notes: Notes = ()

    @property
    def layout(self) -> Layout | None:
        """Where the mines are, if that is known."""
        return self.game.layout if self.game else None


def read(content: bytes, *, max_cells: int = MAX_CELLS) -> Read:
    """What a text holds, whatever kind it is; raises `Unreadable` or `TooLarge` for anything else."""
    if (game := saved_game(content, max_cells=max_cells)) is not None:
        return Read(TextKind.GAME, game.board, game)
    source = _taken_apart(content, max_cells)
    if _shows_mines(content, source):
        game, notes = foreign.read(content, first_click=FirstClick.ANY, max_cells=max_cells)  # so that no mine is moved
        return Read(TextKind.LAYOUT, game.board, game, notes=notes)
    if len(texts := blocks(content)) > 1:
        return _configurations(texts[:MAX_BOARDS], max_cells)
    if isinstance(source, ParseError):
        raise source
    board, notes = Board.of_source(source)
    return Read(TextKind.SOLUTION if is_solution(source) else TextKind.POSITION, board, notes=notes)


def _taken_apart(content: bytes, max_cells: int) -> Source | ParseError:
    """The text split into tokens, or the error if that is not possible."""
    try:
        return notation.read(content, max_cells)
    except ParseError as error:
        return error


def _shows_mines(content: bytes, source: Source | ParseError) -> bool:
    """Whether this is a layout; a text that could not be split is one if it has the marks of mines."""
    if isinstance(source, ParseError):
        return any(mark.encode() in content for mark in MINE_MARKS)
    return any(token[0] in MINE_MARKS for token in source.vocabulary[0])


def read_text(content: bytes, max_cells: int) -> Content:
    """The board or the layout in a text."""
    found = read(content, max_cells=max_cells)
    if found.boards:
        raise ParseError([Fault(f"the text has {counted(len(found.boards), 'board')}; give one at a time")])
    return Content(found.board if found.game is None else found.game.given, found.notes)


def is_solution(source: Source) -> bool:
    """Whether cells are annotated. If only with `#`, these must be exactly the hidden cells next to numbers."""
    tokens = source.vocabulary[0]
    if UNCERTAIN not in tokens or not ANNOTATIONS.isdisjoint(tokens):
        return not ANNOTATIONS.isdisjoint(tokens)
    numbered = source.grid().neighbour_sums(source.translate(lambda token: header.number(token) is not None)) > 0
    annotated = source.translate(lambda token: token == UNCERTAIN) > 0
    other = source.translate(lambda token: token in HIDDEN_TOKENS and token != UNCERTAIN) > 0
    return bool(numbered[annotated].all() and not numbered[other].any())


def _configurations(texts: Sequence[bytes], max_cells: int) -> Read:
    found = [Board.of_source(notation.read(text, max_cells)) for text in texts]
    first = found[0][0]
    for place, (board, _) in enumerate(found, start=1):
        if board.grid != first.grid:
            sentence = f"board {place} has another shape than the first; all configurations must belong to one board"
            raise ParseError([Fault(sentence)])
    notes = tuple(dict.fromkeys(note for _, notes in found for note in notes))
    return Read(TextKind.CONFIGURATIONS, first, boards=tuple(text.decode() for text in texts), notes=notes)


def blocks(content: bytes) -> list[bytes]:
    """The boards of a text, separated by blank lines."""
    return [block for block in re.split(rb"\r?\n(?:[ \t]*\r?\n)+", content.strip(b"\r\n")) if block.strip()]


def saved_game(content: bytes, *, max_cells: int = MAX_CELLS) -> Game | None:
    """The game in a saved file; None if it does not begin like a JSON object."""
    text = content.removeprefix(codecs.BOM_UTF8)
    if text.lstrip()[:1] != b"{":
        return None
    return saved.from_json(parsed(text, "game"), max_cells=max_cells)


@contextmanager
def wanting_a_position(content: bytes) -> Iterator[None]:
    """Raise one clear error for a layout that is read as a position."""
    try:
        yield
    except ParseError:
        if _is_layout(content):
            sentence = "this is a layout, not a position: it shows the mines; use minemind solve or minemind view"
            raise ParseError([Fault(sentence)]) from None
        raise


def _is_layout(content: bytes) -> bool:
    try:
        Layout.of_source(notation.read(content))
    except MineMindError:
        return False
    return True
