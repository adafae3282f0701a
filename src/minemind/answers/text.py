"""Answers as text: sentences and tables, the same for commands and the shell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from minemind.answers.answer import AnalysisAnswer, NothingToGuess
from minemind.answers.parts import Frontier, FrontierPart, Missing
from minemind.grid import Cell
from minemind.reviews.review import Review, Why
from minemind.solve.analysis import Analysis
from minemind.solve.exact import Exact
from minemind.solve.guesses import Candidate
from minemind.solve.methods.matrix import MAX_TUPLES, Solved
from minemind.solve.proof import Proof
from minemind.words import phrase, spoken

__all__ = [
    "cells_text",
    "certain_text",
    "facts",
    "frontier_text",
    "guesses_text",
    "matrix_text",
    "proof_text",
    "whys_text",
]

# Probabilities of a number that would read as 0 % are left out.
SMALLEST_SHOWN = 0.005


def cells_text(places: Iterable[Cell]) -> str:
    """Cells in one line, in reading order."""
    return spoken().cut([str(tuple(place)) for place in sorted(places)]) or phrase("list.none")


def facts(answer: AnalysisAnswer) -> Iterator[str]:
    """Everything about a board except the risk of each cell, a line each."""
    analysis = answer.analysis
    yield from certain_text(analysis).split("\n")
    if answer.solutions is not None:
        yield _solutions(answer.solutions)
    if isinstance(analysis, Exact):
        sizes = answer.component_sizes
        yield phrase("analysis.components", count=len(sizes), sizes=spoken().cut([*map(str, sizes)], ", "))
        if outside := answer.outside:
            yield phrase("analysis.outside", count=outside.cells, probability=outside.probability)
    else:
        quality = phrase("analysis.quality", quality=analysis.quality.value)
        yield phrase("analysis.method", method=analysis.method, quality=quality, complete=analysis.complete)
    yield from _telling(answer)
    yield from (phrase("analysis.note", note=note) for note in analysis.notes)
    yield _best(answer)


def _solutions(count: int | Missing) -> str:
    return count.sentence if isinstance(count, Missing) else phrase("analysis.solutions", solutions=int(count))


def _best(answer: AnalysisAnswer) -> str:
    best = answer.best
    if best is None:
        return phrase("analysis.no-best", why=NothingToGuess.on(answer.analysis).value)
    return best.sentence if isinstance(best, Missing) else phrase("analysis.best", move=str(best))


def _telling(answer: AnalysisAnswer) -> Iterator[str]:
    """The dead cells, and the pairs that only a guess can tell apart, if there are any."""
    dead, pairs = answer.dead, answer.fifty_fifties
    if isinstance(dead, Missing):
        yield dead.sentence
    elif dead:
        yield phrase("analysis.dead", count=len(dead), cells=sorted(dead))
    if isinstance(pairs, Missing):
        yield pairs.sentence
    elif pairs:
        named = [phrase("analysis.fifty-fifty", one=one, other=other) for one, other in pairs]
        yield phrase("analysis.fifty-fifties", count=len(pairs), pairs=spoken().cut(named, ", "))


def certain_text(analysis: Analysis) -> str:
    """The certain cells that are still hidden."""
    found = zip(("safe", "mines"), _hidden_certain(analysis), strict=True)
    return "\n".join(phrase(f"analysis.{name}", count=len(cells), cells=cells) for name, cells in found)


def _hidden_certain(analysis: Analysis) -> Iterator[Sequence[Any]]:
    """The safe cells and the mines, in reading order; as an array of rows and columns where there may be many."""
    if isinstance(analysis, Exact):
        cols = analysis.board.grid.cols
        yield from (np.stack(np.divmod(indices, cols), axis=1) for indices in analysis.hidden_certain)  # type: ignore[misc]
        return
    hidden = analysis.board.hidden
    yield from (sorted(cell for cell in found if hidden[cell]) for found in (analysis.safe, analysis.mines))


def guesses_text(candidates: Sequence[Candidate]) -> str:
    """A table of candidates for a guess, and a legend."""
    return "\n".join([_table(candidates), "", *_legend(candidates)])


def _table(candidates: Sequence[Candidate]) -> str:
    names = ("cell", "risk", *_following(candidates[0]), "numbers")
    heads = [phrase(f"guesses.{name}") for name in names]
    rows = [heads, *([*_columns(candidate), _numbers_text(candidate)] for candidate in candidates)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_row(row, widths) for row in rows)


def _following(candidate: Candidate) -> Iterator[str]:
    """The names of the figures about what follows: none without a mine count, and `win` only if it is known."""
    if candidate.next is not None:
        yield from ("next", "progress")
    if candidate.win is not None:
        yield "win"


def _row(row: Sequence[str], widths: Sequence[int]) -> str:
    """A row of the table: the cell and its numbers aligned left, the figures right."""
    cell, *figures, numbers = row
    aligned = [figure.rjust(width) for figure, width in zip(figures, widths[1:], strict=False)]
    return "  ".join([cell.ljust(widths[0]), *aligned, numbers]).rstrip()


def _columns(candidate: Candidate) -> Iterator[str]:
    """The cell and the figures of a candidate."""
    figures = spoken().figures
    yield str(tuple(candidate.cell))
    yield figures.odds(candidate.risk)
    if candidate.next is not None and candidate.progress is not None:
        yield figures.odds(candidate.next)
        yield figures.percent(candidate.progress)
    if candidate.win is None:
        return
    if candidate.is_exact:
        yield f"{figures.odds(candidate.win)} ({phrase('guesses.exact')})"
    else:
        yield figures.interval(candidate.win, candidate.margin, 1)


def _legend(candidates: Sequence[Candidate]) -> Iterator[str]:
    is_exact, following = all(candidate.is_exact for candidate in candidates), [*_following(candidates[0])]
    yield phrase("guesses.legend.risk")
    yield from (phrase(f"guesses.legend.{name}", exact=is_exact) for name in following)
    is_unknown = any(candidate.numbers is None for candidate in candidates)
    yield phrase("guesses.legend.unknown" if is_unknown else "guesses.legend.numbers")
    if any(candidate.partner is not None for candidate in candidates):
        yield phrase("guesses.legend.partner")
    yield phrase("guesses.order", order="win" if "win" in following else "look-ahead" if following else "risk")
    if "win" in following and not is_exact:
        yield from _verdict(candidates)


def _verdict(candidates: Sequence[Candidate]) -> Iterator[str]:
    """Which candidate is the best, if the games can tell, and what a hint chooses if it is another."""
    first, *others = candidates
    chosen = next(candidate for candidate in candidates if candidate.is_recommended)
    level = [candidate for candidate in candidates if candidate.may_be_best]
    if chosen.is_exact:
        yield phrase("guesses.perfect", cell=chosen.cell)
    elif len(level) > 1:
        games = min(candidate.games for candidate in level)
        yield phrase("guesses.level", cells=[each.cell for each in level], games=games, choice=chosen.cell)
    elif others:
        lead = (others[0].behind, others[0].behind_margin)
        yield phrase("guesses.apart", cell=first.cell, lead=lead, other=others[0].cell)
    hinted = next((candidate for candidate in candidates if candidate.is_hint), chosen)
    if hinted is not chosen:
        yield phrase("guesses.hinted", cell=hinted.cell)


def _numbers_text(candidate: Candidate) -> str:
    if candidate.numbers is None:
        return phrase("guesses.unknown-numbers")
    odds = {number: odd / (1 - candidate.risk) for number, odd in candidate.numbers.shown.items()}
    if len(odds) == 1:
        odds = dict.fromkeys(odds, 1.0)  # despite rounding
    shown = [f"{number}: {_percent(odd)}" for number, odd in odds.items() if odd >= SMALLEST_SHOWN]
    partner = [] if candidate.partner is None else [f"({phrase('guesses.partner', partner=candidate.partner)})"]
    return ", ".join(shown) + "".join(f" {each}" for each in partner)


def _percent(probability: float) -> str:
    return spoken().figures.percent(probability)


def proof_text(proof: Proof) -> str:
    """A proof in a line, and below it the steps, if there are several."""
    technique = phrase("technique", technique=proof.technique.value, count=len(proof.numbers))
    lines = [phrase("proof.named", sentence=proof.sentence, technique=technique, pattern=proof.pattern)]
    if len(proof.steps) > 1:
        lines += [f"{number:4}. {'   ' * step.depth}{step}" for number, step in enumerate(proof.steps, start=1)]
    return "\n".join(lines)


def whys_text(review: Review, whys: Iterable[Why]) -> str:
    """The reason for every judgement of a review: a proof, or the candidates for a guess."""
    found = [(move, why) for move, why in zip(review.moves, whys, strict=True) if why]
    return "\n\n".join([phrase("review.why"), *(f"{move}\n{_indented(_why_text(why))}" for move, why in found)])


def _why_text(why: Proof | tuple[Candidate, ...]) -> str:
    return proof_text(why) if isinstance(why, Proof) else _table(why)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))


def frontier_text(frontier: Frontier) -> str:
    """The independent parts of the frontier: their sizes, constraints and numbers of solutions."""
    parts = frontier.parts
    lines = [phrase("frontier", count=len(parts))]
    for number, part in enumerate(parts, start=1):
        lines += ["", *_part(number, part)]
    return "\n".join(lines)


def _part(place: int, part: FrontierPart) -> Iterator[str]:
    component, ways = part.component, part.ways
    sizes = (("cells", component.cells), ("groups", component.groups), ("constraints", component.constraints))
    counts = {name: phrase(f"frontier.{name}", count=len(found)) for name, found in sizes}
    total = None if isinstance(ways, Missing) else sum(ways.values())
    solutions = phrase("frontier.solutions", solutions=total)
    yield phrase("frontier.component", place=place, solutions=solutions, **counts)
    for constraint in component.constraints:
        cells, numbers = _listed(component.cells_of(constraint.scope)), _listed(constraint.numbers)
        yield "  " + phrase("frontier.constraint", numbers=numbers, count=constraint.remaining, cells=cells)
    if not isinstance(ways, Missing):
        by_mines = [f"{mines}: {spoken().figures.count(count)}" for mines, count in ways.items()]
        yield "  " + phrase("frontier.by-mines", counts=", ".join(by_mines))


def matrix_text(solved: Solved) -> str:
    """The equations of a board, their reduced form, and their configurations."""
    reduced, system = solved.reduced, solved.reduced.equations
    columns = [
        f"column {number}: {_listed(variable.cells)} (at most {variable.most})"
        for number, variable in enumerate(system.variables)
    ]
    free = [f"{column} (0 … {bound})" for column, bound in zip(reduced.free, reduced.bounds, strict=True)]
    redundant = [f"redundant: {', '.join(reduced.redundant)}"] if reduced.redundant else []
    lines = [*columns, "", str(system), "", "reduced:", str(reduced), *redundant]
    lines += [f"fixed columns: {', '.join(map(str, reduced.fixed)) or 'none'}"]
    lines += [f"free columns: {', '.join(free) or 'none'}", f"tuples of values to try: {_count(reduced.tuples)}"]
    return "\n".join([*lines, "", *_configurations(solved)])


def _configurations(solved: Solved) -> Iterator[str]:
    """The configurations, each as the mines of every column."""
    if solved.count is None or solved.placements is None:
        yield f"configurations: not listed; the limit is {MAX_TUPLES:,} tuples"
        return
    yield f"configurations: {solved.count:,} (placements: {_count(solved.placements)})"
    width = max((len(str(x)) for found in solved.configurations for x in found.mines), default=1)
    for found in solved.configurations:
        yield f"[{' '.join(str(x).rjust(width) for x in found.mines)} ]  placements: {_count(found.placements)}"
    if solved.left_out:
        yield f"… and {solved.left_out:,} more; list them with --most {solved.count}"


def _count(count: int) -> str:
    return spoken().figures.count(count)


def _listed(cells: Iterable[Cell]) -> str:
    return " ".join(str(tuple(cell)) for cell in cells)
