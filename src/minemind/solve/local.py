"""Local: the quick estimate of a player in a hurry, from each number by itself.

A number whose flags are all there makes its other cells safe (A); one that needs them all makes them mines (B).
Otherwise a cell's chance is what its numbers say on average, each weighted by its hidden cells (C), and elsewhere the
mines that are left over the hidden cells that are left (D). Nothing ties numbers together, so the chances are
estimates.
"""

from __future__ import annotations

from collections import defaultdict

from minemind.errors import Impossible
from minemind.grid import Cell
from minemind.solve.analysis import Findings, Inference, Quality
from minemind.solve.deadline import Deadline
from minemind.solve.problem import Problem
from minemind.solve.weights import chance_of_any

__all__ = ["ASSUMED_DENSITY", "infer"]

# What is assumed of cells that no number sees when the mine count is unknown: about the density of Intermediate.
ASSUMED_DENSITY = 0.15


def infer(problem: Problem, deadline: Deadline) -> Inference:
    """The rules A to D. What A and B make certain is certain; everything else is an estimate."""
    findings = Findings(problem)
    per_cell = problem.board.max_per_cell
    density, notes = _density(problem)
    deadline.look()
    findings.chance(problem.outside, *_chance(density, per_cell))
    for cell, (remaining, slots) in _averages(problem).items():
        findings.chance([cell], *_chance(remaining / slots, per_cell))
    for view in problem.views:
        others = (len(view.hidden) - 1) * per_cell
        if view.remaining == 0 or view.remaining > others:
            findings.settle(view.hidden, view.remaining / len(view.hidden), is_mine=view.remaining > 0)
    if clash := findings.safe & findings.mines:
        numbers = [view.number for view in problem.views if not clash.isdisjoint(view.hidden)]
        raise Impossible("these numbers cannot all be true", cells=numbers)
    return findings.inference("local", Quality.ESTIMATE, complete=False, notes=notes)


def _averages(problem: Problem) -> dict[Cell, tuple[int, int]]:
    """For each cell the mines that its numbers miss and the slots that they see, summed over its numbers.

    Averaging remaining / slots weighted by slots is dividing the sums.
    """
    sums: dict[Cell, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for view in problem.views:
        slots = len(view.hidden) * problem.board.max_per_cell
        for cell in view.hidden:
            remaining, seen = sums[cell]
            sums[cell] = remaining + view.remaining, seen + slots
    return sums


def _density(problem: Problem) -> tuple[float, tuple[str, ...]]:
    """The chance of a mine in a slot that nothing is said of."""
    board = problem.board
    if board.density is not None:
        return board.density, ()
    if problem.mines_left is None:
        return ASSUMED_DENSITY, (f"the mine count is unknown: a density of {ASSUMED_DENSITY} is assumed elsewhere",)
    return problem.mines_left / max(1, int(board.hidden.sum()) * board.max_per_cell), ()


def _chance(slot: float, per_cell: int) -> tuple[float, float]:
    """The chance of any mine in a cell, and the mean number, from the chance of each of its slots."""
    return chance_of_any(slot, per_cell), slot * per_cell
