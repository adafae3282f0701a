"""A board or a layout on a terminal: coordinates around it, colours where there are any, plain characters in a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from minemind.board import Board
from minemind.layout import Layout

__all__ = ["draw"]

# Chosen to be told apart on dark and on light backgrounds; the first three are the classic ones.
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


def draw(board: Board | Layout) -> Text:
    """The cells with their row and column numbers; hexagons lie half a cell further right in odd rows."""
    tokens = board.tokens()
    width = 1 + max(len(token) for row in tokens for token in row)
    margin = len(str(board.grid.rows - 1)) + 1
    lines = [*_column_labels(board.grid.cols, width, margin)]
    for row, line in enumerate(tokens):
        shift = " " * (width // 2) if board.grid.topology == "hex" and row % 2 else ""
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


def _row(tokens: Sequence[str], width: int) -> Text:
    line = Text()
    for token in tokens:
        line.append(_shown(token).rjust(width - 1), _style(token)).append(" ", _gap_style(token))
    line.rstrip()
    return line


def _shown(token: str) -> str:
    return " " if token == "0" else token


def _style(token: str) -> str:
    if token.isdigit():
        return NUMBER_STYLES[min(int(token), len(NUMBER_STYLES)) - 1]
    return {".": HIDDEN_STYLE, "_": LABEL_STYLE, "*": MINE_STYLE, "!": FLAG_STYLE}[token[0]]


def _gap_style(token: str) -> str:
    return HIDDEN_STYLE if token == "." else ""
