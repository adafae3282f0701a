"""Reading: what kind of text somebody gives us, and what is in it.

A text with `*` or `M` is a layout, JSON a saved game, and any other a position; with cells annotated `o`, `x` or `#` it
is a solution, and several of the same shape with blank lines between them are configurations.
"""

from __future__ import annotations

import codecs
import re
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from minemind import notation
from minemind.board import HIDDEN_TOKENS, Board
from minemind.errors import Assumption, Fault, MineMindError, ParseError
from minemind.formats import foreign, saved
from minemind.formats.document import parsed
from minemind.game import Game
from minemind.grid import MAX_CELLS
from minemind.layout import MINE_MARKS, FirstClick, Layout

__all__ = ["Read", "TextKind", "assumptions", "blocks", "is_solution", "read", "saved_game", "wanting_a_position"]

# Configurations of a text that are looked at.
MAX_BOARDS = 1_000

# What a solution file says of hidden cells: safe, mine, and neither for certain, which positions also write for hidden.
ANNOTATIONS, UNCERTAIN = frozenset("ox"), "#"

# Python has one list of filters for all threads: who listens for warnings must be alone.
_LISTENING = threading.RLock()


class TextKind(StrEnum):
    """What a text can be."""

    POSITION = "position"
    LAYOUT = "layout"
    SOLUTION = "solution"
    CONFIGURATIONS = "configurations"
    GAME = "game"


@dataclass(frozen=True)
class Read:
    """What a text holds. A layout is a game that has not begun; of configurations, the first is the board."""

    kind: TextKind
    board: Board
    game: Game | None = None
    boards: tuple[str, ...] = ()  # the configurations, as they stand

    @property
    def layout(self) -> Layout | None:
        """Where the mines are, if that is known."""
        return self.game.layout if self.game else None


def read(content: bytes, *, max_cells: int = MAX_CELLS) -> Read:
    """What a text holds, whatever kind it is; raises `Unreadable` or `TooLarge` for what is none."""
    if (game := saved_game(content, max_cells=max_cells)) is not None:
        return Read(TextKind.GAME, game.board, game)
    if any(mark.encode() in content for mark in MINE_MARKS):
        game = foreign.parse(content, first_click=FirstClick.ANY, max_cells=max_cells)  # as it lies
        return Read(TextKind.LAYOUT, game.board, game)
    if len(texts := blocks(content)) > 1:
        return _configurations(texts[:MAX_BOARDS], max_cells)
    kind = TextKind.SOLUTION if is_solution(notation.read(content, max_cells)) else TextKind.POSITION
    return Read(kind, Board.parse(content, max_cells=max_cells))


def is_solution(source: notation.Source) -> bool:
    """Whether cells are annotated. With `#` alone, the hidden cells beside numbers are those, and no others are."""
    tokens = source.vocabulary[0]
    if UNCERTAIN not in tokens or not ANNOTATIONS.isdisjoint(tokens):
        return not ANNOTATIONS.isdisjoint(tokens)
    numbered = source.grid().neighbour_sums(source.translate(lambda token: notation.number(token) is not None)) > 0
    annotated = source.translate(lambda token: token == UNCERTAIN) > 0
    other = source.translate(lambda token: token in HIDDEN_TOKENS and token != UNCERTAIN) > 0
    return bool(numbered[annotated].all() and not numbered[other].any())


def _configurations(texts: Sequence[bytes], max_cells: int) -> Read:
    boards = [Board.parse(text, max_cells=max_cells) for text in texts]
    for place, board in enumerate(boards, start=1):
        if board.grid != boards[0].grid:
            sentence = f"board {place} has another shape than the first; configurations are all of one board"
            raise ParseError([Fault(sentence)])
    return Read(TextKind.CONFIGURATIONS, boards[0], boards=tuple(text.decode() for text in texts))


def blocks(content: bytes) -> list[bytes]:
    """The boards of a text: a blank line lies between two."""
    return [block for block in re.split(rb"\r?\n(?:[ \t]*\r?\n)+", content.strip(b"\r\n")) if block.strip()]


def saved_game(content: bytes, *, max_cells: int = MAX_CELLS) -> Game | None:
    """The game in a saved file; None if this is no JSON at all."""
    text = content.removeprefix(codecs.BOM_UTF8)
    if text.lstrip()[:1] != b"{":
        return None
    return saved.from_json(parsed(text, "game"), max_cells=max_cells)


@contextmanager
def wanting_a_position(content: bytes) -> Iterator[None]:
    """Say what can be done with a layout that is read as a position."""
    try:
        yield
    except ParseError:
        if _is_layout(content):
            sentence = "this is a layout, which shows the mines; minemind solve plays it, minemind view shows it"
            raise ParseError([Fault(sentence)]) from None
        raise


def _is_layout(content: bytes) -> bool:
    with assumptions():
        try:
            Layout.parse(content)
        except MineMindError:
            return False
    return True


@contextmanager
def assumptions() -> Iterator[list[str]]:
    """What has to be assumed within the block, as sentences that are there when it ends."""
    sentences: list[str] = []
    with _LISTENING, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", Assumption)
        try:
            yield sentences
        finally:
            sentences += [str(warning.message) for warning in caught if issubclass(warning.category, Assumption)]
