"""Answers as people read them: sentences and tables. Commands and the shell say the same in the same words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from minemind.answers.answer import AnalysisAnswer, Frontier, Missing, Part
from minemind.errors import roughly
from minemind.grid import Cell
from minemind.solve.analysis import Analysis
from minemind.solve.exact import Exact
from minemind.solve.guesses import Candidate
from minemind.solve.methods.matrix import MAX_TUPLES, Solved
from minemind.solve.move import Move
from minemind.solve.problem import Component, Constraint
from minemind.solve.proof import Proof

__all__ = ["cells_text", "certain_text", "facts", "frontier_text", "guesses_text", "matrix_text", "proof_text"]

# Cells that a line of text lists before it stops, and components.
CELLS_IN_A_LINE = 12
COMPONENTS_IN_A_LINE = 10
# Probabilities of a number that would read as 0 % are left out.
SMALLEST_SHOWN = 0.005
# What is said below a table of guesses in which only the risk is known.
WITHOUT_COUNT = (
    "risk: the probability of a mine; numbers: what it shows, if it is no mine; unknown where it touches cells whose",
    "probability is unknown. The safest come first. The win probability needs a mine count: give --mines.",
)


def cells_text(places: Iterable[Cell]) -> str:
    """Some cells in a line, in reading order."""
    listed = [str(tuple(place)) for place in sorted(places)]
    more = f" and {len(listed) - CELLS_IN_A_LINE:,} more" if len(listed) > CELLS_IN_A_LINE else ""
    return (" ".join(listed[:CELLS_IN_A_LINE]) + more) or "none"


def facts(answer: AnalysisAnswer) -> Iterator[str]:
    """Everything that is known of a board beside the risk of each cell, a line each."""
    analysis = answer.analysis
    yield from certain_text(analysis).split("\n")
    yield from _solutions(answer.solutions)
    if isinstance(analysis, Exact):
        yield _components(answer.component_sizes)
        if outside := answer.outside:
            yield f"outside: {outside.cells:,} cells that no number sees, {outside.probability:.1%} each"
    else:
        completeness = "every certain cell is found" if analysis.complete else "not every certain cell need be found"
        yield f"method: {analysis.method} ({analysis.quality}; {completeness})"
    yield from _telling(answer)
    yield from (f"note: {note}" for note in analysis.notes)
    yield _best(answer.best)


def _solutions(count: int | Missing | None) -> Iterator[str]:
    if count is not None:
        yield count.sentence if isinstance(count, Missing) else f"solutions: {roughly(count)}"


def _best(best: Move | Missing | None) -> str:
    if isinstance(best, Missing):
        return best.sentence
    return f"best: {best}" if best else "best: nothing is known of any hidden cell"


def _telling(answer: AnalysisAnswer) -> Iterator[str]:
    """Cells that tell nothing, and pairs that only a guess can tell apart, if there are any."""
    dead, pairs = answer.dead, answer.fifty_fifties
    if isinstance(dead, Missing) or dead:
        yield dead.sentence if isinstance(dead, Missing) else f"dead ({len(dead):,}): {cells_text(dead)}"
    if isinstance(pairs, Missing):
        yield pairs.sentence
    elif pairs:
        shown = [f"{tuple(one)} or {tuple(other)}" for one, other in pairs[:CELLS_IN_A_LINE]]
        more = f" and {len(pairs) - len(shown):,} more" if len(pairs) > len(shown) else ""
        yield f"50/50 ({len(pairs):,}): {', '.join(shown)}{more}"


def _components(sizes: Sequence[int]) -> str:
    shown = ", ".join(map(str, sizes[:COMPONENTS_IN_A_LINE])) + (", …" if len(sizes) > COMPONENTS_IN_A_LINE else "")
    return f"components: {len(sizes):,}" + (f" of {shown} cells" if sizes else "")


def certain_text(analysis: Analysis) -> str:
    """The certain cells that are still hidden."""
    hidden = analysis.board.hidden
    safe, mines = ([cell for cell in found if hidden[cell]] for found in (analysis.safe, analysis.mines))
    return f"safe ({len(safe):,}): {cells_text(safe)}\nmines ({len(mines):,}): {cells_text(mines)}"


def guesses_text(candidates: Sequence[Candidate]) -> str:
    """A table of cells to guess from, and what its columns mean."""
    width = max(len(str(tuple(candidate.cell))) for candidate in candidates)
    follows = candidates[0].win is not None
    heads = "    risk    next  progress              win   numbers" if follows else "    risk   numbers"
    lines = [f"{'cell':{width}}{heads}"]
    for candidate in candidates:
        cell, numbers = f"{tuple(candidate.cell)!s:{width}}", _numbers_text(candidate)
        lines.append(f"{cell}  {candidate.risk:6.1%}{_what_follows(candidate)}   {numbers}".rstrip())
    return "\n".join([*lines, "", *(_legend(candidates) if follows else WITHOUT_COUNT)])


def _what_follows(candidate: Candidate) -> str:
    """The columns that need a mine count."""
    if candidate.next is None or candidate.progress is None or candidate.win is None:
        return ""
    margin = " (exact)" if candidate.is_exact else f" ± {candidate.margin:.1%}"
    return f"  {candidate.next:6.1%}  {candidate.progress:8.1%}  {f'{candidate.win:.1%}{margin}':>15}"


def _legend(candidates: Sequence[Candidate]) -> Iterator[str]:
    yield "risk: a mine; next: this and the next step go well; progress: if it is no mine, a safe cell comes of it"
    yield "that tells something; win: the chance to win; numbers: what it shows, if it is no mine."
    if any(candidate.partner is not None for candidate in candidates):
        yield "partner: at most one of the two is a mine, and only a guess can tell which."
    yield "The best come first." if candidates[0].is_exact else "The champion's choice comes first."


def _numbers_text(candidate: Candidate) -> str:
    if candidate.numbers is None:
        return "unknown"
    odds = {number: chance / (1 - candidate.risk) for number, chance in candidate.numbers.shown.items()}
    shown = [f"{number}:{chance:.0%}" for number, chance in odds.items() if chance >= SMALLEST_SHOWN]
    return " ".join(shown if candidate.partner is None else [*shown, f"(partner {tuple(candidate.partner)})"])


def proof_text(proof: Proof) -> str:
    """A proof in a line."""
    name = f", known as {proof.pattern}" if proof.pattern else ""
    return f"{'a mine' if proof.is_mine else 'safe'}: {proof.sentence} ({proof.kind}{name})"


def frontier_text(frontier: Frontier) -> str:
    """The independent parts of the frontier: their cells, what the numbers say of them, and how many solutions."""
    parts = frontier.parts
    lines = [f"components: {len(parts):,}, after what numbers show singly and in pairs was taken out"]
    for number, part in enumerate(parts, start=1):
        lines += ["", *_part(number, part)]
    return "\n".join(lines)


def _part(number: int, part: Part) -> Iterator[str]:
    component, ways = part.component, part.ways
    count = "uncounted" if isinstance(ways, Missing) else roughly(sum(ways.values()))
    yield (
        f"component {number}: {len(component.cells)} cells in {len(component.groups)} groups, "
        f"{len(component.constraints)} constraints, {count} solutions"
    )
    yield from (f"  {_constraint(component, constraint)}" for constraint in component.constraints)
    if not isinstance(ways, Missing):
        yield "  solutions by mines: " + ", ".join(f"{mines}: {roughly(count)}" for mines, count in ways.items())


def matrix_text(solved: Solved) -> str:
    """The equations of a board, what reduction makes of them, and their configurations."""
    reduced, system = solved.reduced, solved.reduced.equations
    columns = [
        f"column {number}: {_listed(variable.cells)} (at most {variable.most})"
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


def _constraint(component: Component, constraint: Constraint) -> str:
    """What some numbers say: how many mines are among which cells."""
    numbers, cells = constraint.numbers, component.cells_of(constraint.scope)
    return f"{_listed(numbers)}: {constraint.remaining} in {_listed(cells)}"


def _listed(cells: Iterable[Cell]) -> str:
    return " ".join(str(tuple(cell)) for cell in cells)
