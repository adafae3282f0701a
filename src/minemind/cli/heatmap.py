"""Heat map: the board with every hidden cell's risk, on a terminal or in a pipe."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.text import Text

from minemind.answers.text import facts
from minemind.cli.terminal import LABEL_STYLE, Shown, draw_cells, style_of
from minemind.grid import Cell

if TYPE_CHECKING:
    from rich.console import Console

    from minemind.answers.answer import AnalysisAnswer
    from minemind.solve.analysis import Analysis

__all__ = ["CERTAIN_MINE_STYLE", "SAFE_STYLE", "analysis_text", "heatmap"]

# From no risk to a mine, in steps that can be told apart on 256 colours.
RISK_STYLES = ("black on green3", "black on chartreuse3", "black on yellow3", "black on orange1", "white on red3")
SAFE_STYLE, CERTAIN_MINE_STYLE = "bold white on green4", "bold white on dark_red"


def analysis_text(answer: AnalysisAnswer, out: Console) -> Text:
    """Everything about a board on one screen."""
    return Text("\n").join([heatmap(answer.analysis, out), Text(), *map(Text, facts(answer))])


def heatmap(analysis: Analysis, out: Console) -> Text:
    """The board with every hidden cell's chance of a mine in percent: o is surely safe, x surely a mine.

    Without colours only a % behind each chance tells it from a number. With colours, a console that is too narrow gets
    tens of percent, one digit each.
    """
    board, chances = analysis.board, analysis.probability.tolist()
    has_colours = out.is_terminal and out.color_system is not None and not out.no_color
    is_narrow = has_colours and out.width < 3 * board.grid.cols + len(str(board.grid.rows))
    written = "{tens}" if is_narrow else "{percent}" if has_colours else "{percent}%"
    shown = [
        [_risk(analysis, Cell(row, col), token, chances[row][col], written) for col, token in enumerate(line)]
        for row, line in enumerate(board.tokens())
    ]
    legend = Text("o safe, x mine, 0 … 9 the chance of a mine in tens of percent", LABEL_STYLE)
    return Text("\n").join([draw_cells(board.grid, shown), *([legend] if is_narrow else [])])


def _risk(analysis: Analysis, cell: Cell, token: str, chance: float, written: str) -> Shown:
    if token != ".":
        return Shown(" " if token == "0" else token, style_of(token))
    if cell in analysis.safe:
        return Shown("o", SAFE_STYLE)
    if cell in analysis.mines:
        return Shown("x", CERTAIN_MINE_STYLE)
    if math.isnan(chance):
        return Shown(token, style_of(token))
    percent = min(max(round(100 * chance), 1), 99)  # neither certain, whatever the rounding says
    style = RISK_STYLES[min(int(chance * len(RISK_STYLES)), len(RISK_STYLES) - 1)]
    return Shown(written.format(percent=percent, tens=min(round(10 * chance), 9)), style)
