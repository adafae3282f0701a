"""Estimate: what weighted draws of several components say together, and how large their random error is.

Components are independent, so any drawn solution of one goes with any of another: their weights multiply, and the mine
count weighs what they hold together. Everything is added up once for all batches and once without each of them; how
much the results differ is the standard error (the jackknife). Sums are running sums, because otherwise the order in
which numpy adds depends on the machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minemind.deadline import Deadline
from minemind.errors import TooHard
from minemind.grid import Cell
from minemind.solve.methods.particles import Floats, Particles
from minemind.solve.problem import Component

__all__ = ["Drawn", "GroupEstimate", "Tied", "added", "any_mine", "estimate"]

# The error of a probability that is unknown: no sample deviates by more.
LARGEST_ERROR = 0.5

# Weight that is no more than rounding has left of it.
NOTHING = 1e-12

# Entries of the tables that tie components together, at a time: 64 megabytes.
MAX_ENTRIES = 8_000_000


@dataclass(frozen=True)
class GroupEstimate:
    """What the draws say of some interchangeable cells."""

    cells: tuple[Cell, ...]
    probability: float  # of any mine in one of them
    expected: float
    error: float  # of the probability
    worth: float  # how many independent solutions would have the same error


def added(values: Floats, axis: int = -1) -> Any:
    """The sums along an axis, added up in order."""
    return np.cumsum(values, axis=axis).take(-1, axis=axis)


def _convolved(a: Floats, b: Floats) -> Floats:
    """By sums of two numbers of mines: the products of their weights, added up. Row by row."""
    product = np.zeros((len(a), a.shape[1] + b.shape[1] - 1))
    for more in range(b.shape[1]):
        product[:, more : more + a.shape[1]] += a * b[:, more : more + 1]
    return product


def any_mine(slots: int, per_cell: int, mines: NDArray[np.int64]) -> Floats:
    """The probability of any mine in one cell, where so many mines choose among the slots of several."""
    empty = np.ones(len(mines))
    for slot in range(per_cell):
        empty *= np.maximum(slots - mines - slot, 0) / (slots - slot)
    return 1 - empty


class Drawn:
    """What was drawn of one component, added up by the mines it holds: `low` … `high`.

    The first row is all batches together, each other one all but one of them.
    """

    def __init__(self, component: Component, particles: Particles) -> None:
        self.component, self.particles = component, particles
        weights = particles.weights.reshape(-1)
        self.weights = weights / (added(weights) or 1.0)  # so that no product of many components overflows
        totals = particles.totals.reshape(-1)
        alive = totals[self.weights > 0]
        self.is_empty = alive.size == 0
        self.low, self.high = (0, 0) if self.is_empty else (int(alive.min()), int(alive.max()))
        self.places = np.clip(totals - self.low, 0, self.high - self.low)  # what has no weight may lie anywhere
        self.rows = self._by_mines(self.weights)

    def _by_mines(self, weights: Floats) -> Floats:
        batches, width = len(self.particles.weights), self.high - self.low + 1
        batch = np.repeat(np.arange(batches), len(weights) // batches)
        summed = np.bincount(batch * width + self.places, weights, batches * width)
        each = np.asarray(summed, dtype=np.float64).reshape(batches, width)
        together = added(each, axis=0)
        return np.concatenate([together[None], together - each])

    def estimates(self, outer: Floats, deadline: Deadline) -> Iterator[GroupEstimate]:
        """Of all groups, where a solution also weighs by its mines: so much in each row."""
        per_cell, whole = self.component.per_cell, added(self.rows * outer)
        weights = self.weights * outer[0, self.places]
        for group, drawn in zip(self.component.groups, self.particles.mines, strict=True):
            deadline.look()
            mines, numbers = drawn.reshape(-1), np.arange(group.most + 1)
            occupied = any_mine(len(group.cells) * per_cell, per_cell, numbers)
            share = added(self._by_mines(self.weights * occupied[mines]) * outer)
            held = np.bincount(mines, weights, group.most + 1) / whole[0]
            yield estimate(group.cells, share, whole, held, occupied, numbers)


def estimate(
    cells: tuple[Cell, ...], share: Floats, whole: Floats, held: Floats, occupied: Floats, mines: NDArray[np.int64]
) -> GroupEstimate:
    """From what has a mine in a cell and what there is, row by row, and from how often the cells hold how many."""
    probability = min(float(share[0] / whole[0]), 1.0)
    error = _jackknife(share, whole)
    variance = float(added(held * (occupied - probability) ** 2))
    worth = variance / (error * error) if error > NOTHING else math.inf
    return GroupEstimate(cells, probability, float(added(held * mines)) / len(cells), error, worth)


def _jackknife(share: Floats, whole: Floats) -> float:
    """The standard error of a ratio, from how it changes without each of the batches."""
    if len(whole) == 1:  # nothing was drawn, because there was nothing to choose
        return 0.0
    if not (whole > NOTHING * whole[0]).all():  # one batch has nearly all the weight
        return LARGEST_ERROR
    without = share[1:] / whole[1:]
    batches = len(without)
    deviations = without - added(without) / batches
    return min(math.sqrt(float(added(deviations * deviations)) * (batches - 1) / batches), LARGEST_ERROR)


class Tied:
    """Components that share a mine count.

    By mines: `closing` is what they weigh by themselves, `spread` how they come up in all components together, `totals`
    both; and `outer` what the solutions of each component weigh, given all the others.
    """

    def __init__(self, parts: Sequence[Drawn], closing: Floats, deadline: Deadline) -> None:
        self.tables, self.closing, self.deadline = [part.rows for part in parts], closing[None], deadline
        entries = len(parts) * len(closing)
        if entries > MAX_ENTRIES:
            raise TooHard(
                f"sampling cannot combine {len(parts):,} components with up to {len(closing):,} totals; "
                "use a smaller board or the method exact"
            )
        rows = len(parts[0].rows) if parts else 1
        at_once = max(1, MAX_ENTRIES // max(entries, 1))
        chunks = [self._tied(slice(row, row + at_once)) for row in range(0, rows, at_once)]
        self.spread = np.concatenate([spread for _, spread in chunks])
        self.totals = self.spread * self.closing
        self.outer = [np.concatenate(weights) for weights in zip(*(outer for outer, _ in chunks), strict=True)]

    def _tied(self, rows: slice) -> tuple[list[Floats], Floats]:
        """For some rows: what is outside of each component, and everything by its mines."""
        tables = [table[rows] for table in self.tables]
        after = [self.closing]  # what is after each component weighs so much, by the mines up to and with it
        for table in reversed(tables[1:]):
            self.deadline.look()
            after.append(_correlated(after[-1], table))
        before, outer = np.ones((len(tables[0]) if tables else 1, 1)), []
        for table, rest in zip(tables, reversed(after), strict=bool(tables)):
            self.deadline.look()
            outer.append(_correlated(rest, before))
            before = _convolved(before, table)
        return outer, before


def _correlated(weights: Floats, mines: Floats) -> Floats:
    """What a number of mines weighs if others hold some of their own, row by row."""
    width, kept = mines.shape[1], weights.shape[1] - mines.shape[1] + 1
    if kept < width:
        return np.stack([added(mines * weights[:, first : first + width]) for first in range(kept)], axis=1)
    sums = np.zeros((len(mines), kept))
    for more in range(width):
        sums += mines[:, more : more + 1] * weights[:, more : more + kept]
    return sums
