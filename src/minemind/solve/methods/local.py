"""Local: the quick estimate of a player in a hurry, from each number by itself.

A number whose flags are all there makes its other cells safe (A); one that needs them all makes them mines (B).
Otherwise a cell's probability is what its numbers say on average (C), and elsewhere the mines left over the hidden
cells left (D). Nothing connects the numbers, so the probabilities are estimates.
"""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum

from minemind.deadline import Deadline
from minemind.errors import Impossible, InvalidValue
from minemind.grid import Cell
from minemind.solve.analysis import Findings, Inference, Quality
from minemind.solve.methods.weights import any_of_slots
from minemind.solve.problem import Problem
from minemind.words import phrase

__all__ = ["ASSUMED_SHARE", "Weights", "infer"]

# The share of a board's cells that are assumed to be mines if the count is unknown: about that of Intermediate.
ASSUMED_SHARE = 0.15


class Weights(StrEnum):
    """How the numbers around a cell are weighted."""

    EQUAL = "equal"  # all the same: a plain average
    HIDDEN = "hidden"  # by its hidden cells


def infer(problem: Problem, deadline: Deadline, *, weights: str = Weights.EQUAL.value) -> Inference:
    """The rules A to D. What A and B make certain is certain; everything else is an estimate."""
    if weights not in list(Weights):
        raise InvalidValue(f"weights is {weights!r}; give {' or '.join(repr(known.value) for known in Weights)}")
    findings = Findings(problem)
    per_cell = problem.board.max_per_cell
    density, notes = _density(problem)
    deadline.look()
    findings.estimate(problem.outside, *_probability(density, per_cell))
    for cell, average in _averages(problem, Weights(weights)).items():
        findings.estimate([cell], *_probability(average, per_cell))
    for view in problem.frontier:
        others = (len(view.hidden) - 1) * per_cell
        if view.remaining == 0 or view.remaining > others:
            findings.settle(view.hidden, view.remaining / len(view.hidden), is_mine=view.remaining > 0)
    if clash := findings.safe & findings.mines:
        numbers = [view.number for view in problem.frontier if not clash.isdisjoint(view.hidden)]
        raise Impossible(phrase("impossible.some-numbers"), cells=numbers)
    return findings.inference("local", Quality.ESTIMATE, complete=False, notes=notes)


def _averages(problem: Problem, weights: Weights) -> dict[Cell, float]:
    """For each cell that a number sees, the probability of a mine in each of its slots."""
    sums: dict[Cell, tuple[float, int]] = defaultdict(lambda: (0, 0))
    for view in problem.frontier:
        slots = len(view.hidden) * problem.board.max_per_cell
        # Weighted by slots, the average of remaining / slots is what is remaining over all slots.
        said, weight = (view.remaining / slots, 1) if weights is Weights.EQUAL else (view.remaining, slots)
        for cell in view.hidden:
            before, weighed = sums[cell]
            sums[cell] = before + said, weighed + weight
    return {cell: said / weighed for cell, (said, weighed) in sums.items()}


def _density(problem: Problem) -> tuple[float, tuple[str, ...]]:
    """The probability of a mine in a slot that no number sees, and what had to be assumed."""
    board = problem.board
    if board.density is not None:
        return board.density, ()
    slots = max(1, int(board.hidden.sum()) * board.max_per_cell)
    if problem.mines_left is not None:
        return min(problem.mines_left / slots, 1.0), ()
    found = int(board.flags.sum()) + sum(problem.known.values())
    left = max(ASSUMED_SHARE * board.grid.size - found, 0)
    note = phrase("assumed-share", share=ASSUMED_SHARE)
    return min(left / slots, 1.0), (note,)


def _probability(slot: float, per_cell: int) -> tuple[float, float]:
    """The probability of any mine in a cell, and the mean number, from the probability of each of its slots."""
    return any_of_slots(slot, per_cell), slot * per_cell
