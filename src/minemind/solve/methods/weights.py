"""Weights: how the solutions of the parts of a board combine, in whole numbers.

Methods that list solutions tally them part by part. The mine count ties the parts together: for each number of mines
that a part holds, the others and the cells that no number sees can hold the rest in so many ways. No floating point
until the last division, so that certainty needs no tolerance.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from minemind.deadline import Deadline
from minemind.errors import TooHard
from minemind.grid import Cell
from minemind.solve.analysis import Findings
from minemind.solve.integers import binomial, binomials, check_bits, flag_ways, product
from minemind.solve.problem import Problem

__all__ = ["CountedPart", "SolutionCounts", "Tallied", "any_of_slots", "choices", "weigh"]


# Totals of the components before each one, and after it: large integers, a few hundred megabytes of them.
MAX_TOTALS = 500_000


def any_of_slots(slot: float, per_cell: int) -> float:
    """The probability of any mine in a cell, from that of each of its slots; small ones keep their digits."""
    return slot if per_cell == 1 else 1.0 if slot == 1 else -math.expm1(per_cell * math.log1p(-slot))


def choices(slots: int, mines: int, deadline: Deadline | None = None) -> int:
    """In how many ways so many mines choose their slots."""
    return binomial(slots, mines, deadline or Deadline())


class SolutionCounts:
    """Solutions of a part, counted by the mines in each of its groups and by all of its mines."""

    def __init__(self, groups: int) -> None:
        self.ways: dict[int, int] = defaultdict(int)  # by all mines
        self.values: list[dict[tuple[int, int], int]] = [defaultdict(int) for _ in range(groups)]  # … and a group's

    def add(self, mines: Sequence[int], weight: int) -> None:
        """One solution: the mines in each group, and how many placements it stands for."""
        total = sum(mines)
        self.ways[total] += weight
        for values, value in zip(self.values, mines, strict=True):
            values[value, total] += weight


class CountedPart(Protocol):
    """A part of a board of which the solutions are known by their mines."""

    @property
    def ways(self) -> dict[int, int]:
        """Solutions by their mines."""

    def find(self, findings: Findings, weight: dict[int, int], per_cell: int, deadline: Deadline) -> None:
        """The probabilities of all cells, where a solution weighs by its mines."""


class Tallied:
    """A tally and the cells of its groups."""

    def __init__(self, tally: SolutionCounts, groups: Sequence[tuple[Cell, ...]]) -> None:
        self.ways = tally.ways
        self.tally, self.groups = tally, groups

    def find(self, findings: Findings, weight: dict[int, int], per_cell: int, deadline: Deadline) -> None:
        """The probabilities of all cells, where a solution weighs by its mines."""
        total = sum(ways * weight[mines] for mines, ways in self.ways.items())
        for cells, values in zip(self.groups, self.tally.values, strict=True):
            slots = len(cells) * per_cell
            empty = moment = 0
            for (value, mines), ways in deadline.each(values.items()):
                weighed = ways * weight[mines]
                # Of C(slots, value) placements of the group's mines, C(slots - per_cell, value) leave a cell empty. All
                # of them are among the ways, so that the division leaves nothing.
                empty += weighed * math.perm(slots - value, per_cell) // math.perm(slots, per_cell)
                moment += weighed * value
            _find(findings, cells, empty, moment, total)


def weigh(
    problem: Problem, parts: Sequence[CountedPart], outside: Sequence[Cell], findings: Findings, deadline: Deadline
) -> int:
    """The probabilities of all cells of some parts and outside; gives the number of solutions, 0 if there are none."""
    board, per_cell = problem.board, problem.board.max_per_cell
    slots = len(outside) * per_cell
    flagged = flag_ways(board.flags, per_cell, deadline)
    if problem.mines_left is None:
        odds = Fraction(1) if board.density is None else Fraction(board.density) / (1 - Fraction(board.density))
        for part in parts:
            part.find(findings, _powers(odds, part.ways, deadline), per_cell, deadline)
        if board.density is not None:
            findings.estimate(outside, any_of_slots(board.density, per_cell), board.density * per_cell)
        if board.density is not None:
            check_bits(slots)
        free = 1 if board.density is None else 1 << slots
        return product([flagged, free, *(sum(part.ways.values()) for part in parts)], deadline)
    closing = _Closing([part.ways for part in parts], problem.mines_left, slots, deadline)
    if not closing.total:
        return 0
    for i, part in enumerate(parts):
        part.find(findings, closing.weight(i), per_cell, deadline)
    if outside:
        _find(findings, outside, closing.spread(slots - per_cell), closing.outside_mines(), closing.total)
    return product([flagged, closing.total], deadline)


class _Closing:
    """All parts under one mine count, closed with the ways to put the rest outside."""

    def __init__(self, parts: Sequence[dict[int, int]], mines: int, slots: int, deadline: Deadline) -> None:
        self.parts, self.mines, self.slots, self.deadline = parts, mines, slots, deadline
        sizes = itertools.accumulate(len(part) for part in parts)
        if sum(sizes) > MAX_TOTALS:
            raise TooHard(
                f"{len(parts):,} components have more than {MAX_TOTALS:,} totals between them; use the method exact"
            )
        self.before = [{0: 1}]  # by the mines of all parts before each one: their ways
        for part in parts:
            self.before.append(_product(self.before[-1], part, deadline))
        # By the mines of each part and all before it: the ways of the parts after it and of the outside.
        self.after = [self._rests(slots)]
        for part, before in zip(reversed(parts), reversed(self.before[:-1]), strict=True):
            last = self.after[-1]
            self.after.append(
                {total: sum(w * last[total + t] for t, w in part.items()) for total in deadline.each(before)}
            )
        self.after.reverse()
        self.total = self.after[0][0]

    def weight(self, part: int) -> dict[int, int]:
        """What a solution of one part weighs, by its mines."""
        before, after = self.before[part], self.after[part + 1]
        each = self.deadline.each
        return {mines: sum(w * after[total + mines] for total, w in each(before.items())) for mines in self.parts[part]}

    def _rests(self, slots: int) -> dict[int, int]:
        """By the mines of all parts: the ways to put the rest into so many slots."""
        totals = self.before[-1]
        rests = binomials(slots, range(self.mines - min(totals), self.mines - max(totals) - 1, -1), self.deadline)
        return {total: rests[self.mines - total] for total in totals}

    def spread(self, slots: int) -> int:
        """The ways of everything if the outside had so many slots."""
        rests = self._rests(slots)
        return sum(ways * rests[total] for total, ways in self.deadline.each(self.before[-1].items()))

    def outside_mines(self) -> int:
        """The mines outside, summed over all solutions."""
        rests, totals = self.after[-1], self.deadline.each(self.before[-1].items())
        return sum(ways * rests[total] * (self.mines - total) for total, ways in totals)


def _find(findings: Findings, cells: Sequence[Cell], empty: int, moment: int, total: int) -> None:
    """The probabilities of interchangeable cells: solutions in which one of them is empty, and mines in all of them."""
    mean = moment / (total * len(cells))
    if empty in (0, total):
        findings.settle(cells, mean, is_mine=empty == 0)
    else:  # not certain, so not rounded to 0 or 1
        probability = min(max((total - empty) / total, math.ulp(0.0)), math.nextafter(1.0, 0.0))
        findings.estimate(cells, probability, mean)


def _product(a: dict[int, int], b: dict[int, int], deadline: Deadline) -> dict[int, int]:
    together: dict[int, int] = defaultdict(int)
    for i, x in deadline.each(a.items()):
        for j, y in b.items():
            together[i + j] += x * y
    return dict(together)


def _powers(odds: Fraction, ways: dict[int, int], deadline: Deadline) -> dict[int, int]:
    """Powers of the odds for each number of mines, all multiplied by what makes them whole."""
    most = max(ways)
    return {mines: odds.numerator**mines * odds.denominator ** (most - mines) for mines in deadline.each(ways)}
