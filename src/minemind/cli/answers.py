"""Answers: what is known of a board, as people read it. Commands and the shell say the same in the same words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from rich.console import Console
from rich.text import Text

import minemind as mm
from minemind.cli.output import CELLS_IN_A_LINE, cells
from minemind.cli.terminal import LABEL_STYLE, Shown, draw_cells, style_of
from minemind.errors import roughly
from minemind.formats.answers import dead_of, fifty_fifties_of, solutions_of
from minemind.solve.hint import best_move, certain_cells
from minemind.solve.methods.matrix import MAX_TUPLES, Solved

__all__ = [
    "analysis_text",
    "certain_text",
    "frontier_text",
    "guesses_text",
    "heatmap",
    "matrix_text",
    "proof_text",
    "risk_text",
]

# From no risk to a mine, in steps that can be told apart on 256 colours.
RISK_STYLES = ("black on green3", "black on chartreuse3", "black on yellow3", "black on orange1", "white on red3")
# Probabilities of a number that would read as 0 % are left out.
SMALLEST_SHOWN = 0.005
# What is said below a table of guesses in which only the risk is known.
WITHOUT_COUNT = (
    "risk: the probability of a mine; numbers: what it shows, if it is no mine; unknown where it touches cells whose",
    "probability is unknown. The safest come first. The win probability needs a mine count: give --mines.",
)
SAFE_STYLE, CERTAIN_MINE_STYLE = "bold white on green4", "bold white on dark_red"


def heatmap(analysis: mm.Analysis, out: Console) -> Text:
    """The board with every hidden cell's chance of a mine in percent: o is surely safe, x surely a mine.

    Without colours only a % behind each chance tells it from a number. With colours, a console that is too narrow gets
    tens of percent, one digit each.
    """
    board, chances = analysis.board, analysis.probability.tolist()
    has_colours = out.is_terminal and out.color_system is not None and not out.no_color
    is_narrow = has_colours and out.width < 3 * board.grid.cols + len(str(board.grid.rows))
    written = "{tens}" if is_narrow else "{percent}" if has_colours else "{percent}%"
    shown = [
        [_risk(analysis, mm.Cell(row, col), token, chances[row][col], written) for col, token in enumerate(line)]
        for row, line in enumerate(board.tokens())
    ]
    legend = Text("o safe, x mine, 0 … 9 the chance of a mine in tens of percent", LABEL_STYLE)
    return Text("\n").join([draw_cells(board.grid, shown), *([legend] if is_narrow else [])])


def _risk(analysis: mm.Analysis, cell: mm.Cell, token: str, chance: float, written: str) -> Shown:
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


def analysis_text(analysis: mm.Analysis, out: Console) -> Text:
    """Everything about a board on one screen."""
    return Text("\n").join([heatmap(analysis, out), Text(), *map(Text, _facts(analysis))])


def certain_text(analysis: mm.Analysis) -> str:
    """The certain cells that are still hidden."""
    hidden = analysis.board.hidden
    safe, mines = ([cell for cell in found if hidden[cell]] for found in (analysis.safe, analysis.mines))
    return f"safe ({len(safe):,}): {cells(safe)}\nmines ({len(mines):,}): {cells(mines)}"


def risk_text(board: mm.Board, cell: mm.Cell, time_limit: float | None = None) -> str | None:
    """What is known of a hidden cell that is not certain; None of any other."""
    chance = mm.analyse(board, time_limit=time_limit).probability.item(board.grid.index(*cell))
    if not board.hidden[cell] or chance in (0, 1):
        return None
    known = "nothing is known of it" if math.isnan(chance) else f"a mine is there with a chance of {chance:.1%}"
    return f"{tuple(cell)} is not certain: {known}"


def guesses_text(candidates: Sequence[mm.Candidate]) -> str:
    """A table of cells to guess from, and what its columns mean."""
    width = max(len(str(tuple(candidate.cell))) for candidate in candidates)
    follows = candidates[0].win is not None
    heads = "    risk    next  progress              win   numbers" if follows else "    risk   numbers"
    lines = [f"{'cell':{width}}{heads}"]
    for candidate in candidates:
        cell, numbers = f"{tuple(candidate.cell)!s:{width}}", _numbers_text(candidate)
        lines.append(f"{cell}  {candidate.risk:6.1%}{_what_follows(candidate)}   {numbers}".rstrip())
    return "\n".join([*lines, "", *(_legend(candidates) if follows else WITHOUT_COUNT)])


def _what_follows(candidate: mm.Candidate) -> str:
    """The columns that need a mine count."""
    if candidate.next is None or candidate.progress is None or candidate.win is None:
        return ""
    margin = " (exact)" if candidate.is_exact else f" ± {candidate.margin:.1%}"
    return f"  {candidate.next:6.1%}  {candidate.progress:8.1%}  {f'{candidate.win:.1%}{margin}':>15}"


def _legend(candidates: Sequence[mm.Candidate]) -> Iterator[str]:
    yield "risk: a mine; next: this and the next step go well; progress: if it is no mine, a safe cell comes of it"
    yield "that tells something; win: the chance to win; numbers: what it shows, if it is no mine."
    if any(candidate.partner is not None for candidate in candidates):
        yield "partner: at most one of the two is a mine, and only a guess can tell which."
    yield "The best come first." if candidates[0].is_exact else "The champion's choice comes first."


def _numbers_text(candidate: mm.Candidate) -> str:
    if candidate.numbers is None:
        return "unknown"
    odds = {number: chance / (1 - candidate.risk) for number, chance in candidate.numbers.shown.items()}
    shown = [f"{number}:{chance:.0%}" for number, chance in odds.items() if chance >= SMALLEST_SHOWN]
    return " ".join(shown if candidate.partner is None else [*shown, f"(partner {tuple(candidate.partner)})"])


def proof_text(proof: mm.Proof) -> str:
    """A proof in a line."""
    name = f", known as {proof.pattern}" if proof.pattern else ""
    return f"{'a mine' if proof.is_mine else 'safe'}: {proof.sentence} ({proof.kind}{name})"


def _facts(analysis: mm.Analysis) -> Iterator[str]:
    yield from certain_text(analysis).split("\n")
    if (count := solutions_of(analysis)) is not None:
        yield f"solutions: {roughly(count)}"
    elif isinstance(analysis, mm.solve.Exact):
        yield "solutions: too many to count"
    if isinstance(analysis, mm.solve.Exact):
        sizes = ", ".join(str(len(component.cells)) for component in analysis.components[:10])
        more = ", …" if len(analysis.components) > 10 else ""
        yield f"components: {len(analysis.components):,}" + (f" of {sizes}{more} cells" if sizes else "")
        yield from _outside(analysis)
    else:
        completeness = "every certain cell is found" if analysis.complete else "not every certain cell need be found"
        yield f"method: {analysis.method} ({analysis.quality}; {completeness})"
    yield from _telling(analysis)
    yield from (f"note: {note}" for note in analysis.notes)
    best = best_move(analysis)
    yield f"best: {best}" if best else "best: nothing is known of any hidden cell"


def _telling(analysis: mm.Analysis) -> Iterator[str]:
    """Cells that tell nothing, and pairs that nothing tells apart, if there are any."""
    if dead := dead_of(analysis):
        yield f"dead ({len(dead):,}): {cells(dead)}"
    if pairs := fifty_fifties_of(analysis):
        shown = [f"{tuple(one)} or {tuple(other)}" for one, other in pairs[:CELLS_IN_A_LINE]]
        more = f" and {len(pairs) - len(shown):,} more" if len(pairs) > len(shown) else ""
        yield f"50/50 ({len(pairs):,}): {', '.join(shown)}{more}"


def _outside(analysis: mm.solve.Exact) -> Iterator[str]:
    if not math.isnan(analysis.outside):
        seen = {cell for component in analysis.components for cell in component.cells}
        unseen = np.count_nonzero(analysis.board.hidden) - len(seen) - len(certain_cells(analysis))
        if unseen > 0:
            yield f"outside: {unseen:,} cells that no number sees, {analysis.outside:.1%} each"


def frontier_text(analysis: mm.solve.Exact) -> str:
    """The independent parts of the frontier: their cells, what the numbers say of them, and how many solutions."""
    lines = [f"components: {len(analysis.components):,}, after what numbers show singly and in pairs was taken out"]
    for i, component in enumerate(analysis.components):
        ways = analysis.ways(i)
        lines += [
            "",
            f"component {i + 1}: {len(component.cells)} cells in {len(component.groups)} groups, "
            f"{len(component.constraints)} constraints, {roughly(sum(ways.values()))} solutions",
            *(f"  {constraint_text(component, constraint)}" for constraint in component.constraints),
            "  solutions by mines: " + ", ".join(f"{mines}: {roughly(count)}" for mines, count in ways.items()),
        ]
    return "\n".join(lines)


def matrix_text(solved: Solved) -> str:
    """The equations of a board, what reduction makes of them, and their configurations."""
    reduced, system = solved.reduced, solved.reduced.equations
    columns = [
        f"column {number}: {' '.join(str(tuple(cell)) for cell in variable.cells)} (at most {variable.most})"
        for number, variable in enumerate(system.variables)
    ]
    free = [f"{column} (0 … {bound})" for column, bound in zip(reduced.free, reduced.bounds, strict=True)]
    redundant = [f"follow from the others: {', '.join(reduced.redundant)}"] if reduced.redundant else []
    lines = [*columns, "", str(system), "", "reduced:", str(reduced), *redundant]
    lines += [f"fixed columns: {', '.join(map(str, reduced.fixed)) or 'none'}"]
    lines += [f"free columns: {', '.join(free) or 'none'}", f"tuples of values to try: {roughly(reduced.tuples)}"]
    return "\n".join([*lines, "", *_configurations(solved)])


def _configurations(solved: Solved) -> Iterator[str]:
    """Each as the mines of every column."""
    if solved.count is None or solved.placements is None:
        yield f"configurations: not listed, for at most {MAX_TUPLES:,} tuples are tried"
        return
    yield f"configurations: {solved.count:,}, which stand for {roughly(solved.placements)} placements"
    width = max((len(str(x)) for found in solved.configurations for x in found.mines), default=1)
    for found in solved.configurations:
        yield f"[{' '.join(str(x).rjust(width) for x in found.mines)} ]  placements: {roughly(found.placements)}"
    if solved.left_out:
        yield f"… and {solved.left_out:,} more that are not listed; --most lists more"


def constraint_text(component: mm.solve.Component, constraint: mm.solve.Constraint) -> str:
    """What some numbers say: how many mines are among which cells."""
    numbers = " ".join(str(tuple(number)) for number in constraint.numbers)
    return (
        f"{numbers}: {constraint.remaining} in {' '.join(str(tuple(c)) for c in component.cells_of(constraint.scope))}"
    )
