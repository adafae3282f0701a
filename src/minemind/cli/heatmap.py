"""Heatmap: the board with every hidden cell's risk, on a terminal or in a pipe."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.text import Text

from minemind.answers.text import facts
from minemind.cli.output import folded
from minemind.cli.terminal import LABEL_STYLE, Shown, draw_cells, is_too_large, style_of, too_large
from minemind.grid import Cell, Grid
from minemind.words.figures import uncertain_percent

if TYPE_CHECKING:
    from rich.console import Console

    from minemind.answers.answer import AnalysisAnswer
    from minemind.solve.analysis import Analysis

__all__ = ["CERTAIN_MINE_STYLE", "SAFE_STYLE", "analysis_text", "heatmap"]

# From no risk to a mine, in steps that are distinct on terminals with 256 colours.
RISK_STYLES = ("black on green3", "black on chartreuse3", "black on yellow3", "black on orange1", "white on red3")
SAFE_STYLE, CERTAIN_MINE_STYLE = "bold white on green4", "bold white on dark_red"

# If neither colours nor a % distinguish a risk from a number, letters stand for tens of percent.
LETTERS = "abcdefghij"


def analysis_text(answer: AnalysisAnswer, out: Console) -> Text:
    """The heatmap of a board, and below it the facts about it."""
    said = (folded(fact, out.width) if out.is_terminal else fact for fact in facts(answer))
    return Text("\n").join([heatmap(answer.analysis, out), Text(), *map(Text, said)])


def heatmap(analysis: Analysis, out: Console) -> Text:
    """The board with the risk of every hidden cell in percent; o is certainly safe and x certainly a mine.

    If percentages are too wide for the console, each cell has one character: tens of percent. A board that no screen
    can hold is not drawn.
    """
    grid = analysis.board.grid
    if is_too_large(grid):
        return Text(too_large(grid), LABEL_STYLE)
    form, legend = _form(out, grid)
    risks = analysis.probability.tolist()
    shown = [
        [_risk(analysis, Cell(row, col), token, risks[row][col], form) for col, token in enumerate(line)]
        for row, line in enumerate(analysis.board.tokens())
    ]
    return Text("\n").join([draw_cells(grid, shown), *([Text(legend, LABEL_STYLE)] if legend else [])])


def _form(out: Console, grid: Grid) -> tuple[str, str]:
    """The format of a risk, and a legend if it needs one."""
    has_colours = out.is_terminal and out.color_system is not None and not out.no_color
    percent = "{percent}" if has_colours else "{percent}%"
    margin, width = len(str(grid.rows - 1)) + 1, len(percent.format(percent=99)) + 1
    if margin + width * grid.cols - 1 <= out.width:
        return percent, ""
    if has_colours:
        return "{tens}", "o safe, x mine, coloured digits: risk in tens of percent"
    return "{letter}", "o safe, x mine; risk: a under 10 %, b 10 to 19 %, … j 90 % or more"


def _risk(analysis: Analysis, cell: Cell, token: str, risk: float, form: str) -> Shown:
    if token != ".":
        return Shown(" " if token == "0" else token, style_of(token))
    if cell in analysis.safe:
        return Shown("o", SAFE_STYLE)
    if cell in analysis.mines:
        return Shown("x", CERTAIN_MINE_STYLE)
    if math.isnan(risk):
        return Shown(token, style_of(token))
    percent = uncertain_percent(risk)
    style = RISK_STYLES[min(int(risk * len(RISK_STYLES)), len(RISK_STYLES) - 1)]
    return Shown(form.format(percent=percent, tens=percent // 10, letter=LETTERS[percent // 10]), style)
