"""A board or a layout on a terminal: with coordinates around it, and in colours if there are any; plain in a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.text import Text

from minemind.board import Board
from minemind.grid import Grid
from minemind.layout import Layout

__all__ = ["LABEL_STYLE", "Shown", "draw", "draw_cells", "is_too_large", "style_of", "too_large"]

# Chosen to be distinct on dark and on light backgrounds; the first three are the classic ones.
NUMBER_STYLES = (
    "bold dodger_blue1",
    "bold green3",
    "bold red1",
    "bold medium_purple",
    "bold dark_orange3",
    "bold dark_cyan",
    "bold magenta3",
    "bold grey50",
)
HIDDEN_STYLE = "grey62 on grey27"
FLAG_STYLE = "bold white on red3"
MINE_STYLE = "bold white on grey27"
LABEL_STYLE = "dim"

# A larger board is drawn only on explicit request: it takes a second, and many screens.
CELLS_DRAWN = 10_000


class Shown(NamedTuple):
    """The text of a cell and its style; `gap` is the style of the space after it."""

    text: str
    style: str
    gap: str = ""


def is_too_large(grid: Grid) -> bool:
    """Whether no screen can hold the board."""
    return grid.rows * grid.cols > CELLS_DRAWN


def too_large(grid: Grid) -> str:
    """The text in place of a board that is not drawn."""
    return f"({grid.rows}×{grid.cols} cells are too many to draw; --json lists them all)"


def draw(board: Board | Layout) -> Text:
    """The cells with their row and column numbers."""
    return draw_cells(board.grid, [[_shown(token) for token in line] for line in board.tokens()])


def draw_cells(grid: Grid, shown: Sequence[Sequence[Shown]]) -> Text:
    """Cells with row and column numbers around them; hexagons lie half a cell further right in odd rows."""
    width = 1 + max(len(cell.text) for line in shown for cell in line)
    margin = len(str(grid.rows - 1)) + 1
    lines = [*_column_labels(grid.cols, width, margin)]
    for row, line in enumerate(shown):
        shift = " " * (width // 2) if grid.topology == "hex" and row % 2 else ""
        label = (f"{row:>{margin - 1}} {shift}", LABEL_STYLE)
        lines.append(Text.assemble(label, _row(line, width)))
    return Text("\n").join(lines)


def _column_labels(cols: int, width: int, margin: int) -> Iterator[Text]:
    """The column numbers written downwards, so that every column keeps its width."""
    digits = len(str(cols - 1))
    for place in range(digits):
        labels = (str(col).rjust(digits)[place] for col in range(cols))
        line = " " * margin + "".join(label.rjust(width - 1) + " " for label in labels)
        yield Text(line.rstrip(), LABEL_STYLE)


def _row(line: Sequence[Shown], width: int) -> Text:
    """A row of cells; a run of the same style is one piece, because on a large board every piece costs time."""
    pieces = [piece for cell in line for piece in ((cell.text.rjust(width - 1), cell.style), (" ", cell.gap))]
    runs = groupby(pieces, key=lambda piece: piece[1])
    drawn = Text.assemble(*(("".join(text for text, _ in run), style) for style, run in runs))
    drawn.rstrip()
    return drawn


@lru_cache
def _shown(token: str) -> Shown:
    return Shown(" " if token == "0" else token, style_of(token), HIDDEN_STYLE if token == "." else "")


def style_of(token: str) -> str:
    """The style in which a token of a board or a layout is drawn."""
    if token.isdigit():
        return NUMBER_STYLES[min(int(token), len(NUMBER_STYLES)) - 1]
    return {".": HIDDEN_STYLE, "_": LABEL_STYLE, "*": MINE_STYLE, "!": FLAG_STYLE}[token[0]]
