"""Particles: random solutions of one component, drawn side by side, each with a weight.

The groups are decided one after the other. What a group holds is drawn in proportion to its placements, times how well
every number beside it could still be met if the cells that it has left were mined independently, each with the odds
that its other numbers suggest: so a draw that can no longer be completed is seldom made. Weights make up for this
guess. Where they become uneven, a batch draws its particles again in proportion to them, and what leads nowhere dies
out (sequential Monte Carlo).

Batches are independent, and each gives an unbiased estimate of the solutions and of any part of them. Nothing is
counted here: this is a second opinion on what the engine counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minemind.deadline import Deadline
from minemind.errors import TooHard
from minemind.solve.problem import Component

__all__ = ["Floats", "Integers", "Particles", "RandomNumbers", "Sampler", "binomial"]

Integers = NDArray[np.integer[Any]]
Floats = NDArray[np.float64]

# Particles are drawn again once they are worth so small a share of as many equal ones.
UNEVEN = 0.5

# What a guess at how well a number can be met never falls below, if it can.
FAINT = 1e-100

# How often all numbers pull at the odds of their cells: twice is enough to agree for the most part, and with more they
# become so sure of themselves that solutions are missed. How strongly one may, and mines that it leaves possible.
SWEEPS = 2
STRONGEST_PULL = 1e6
LEAST_WANTED = 0.05

# What all particles need and hold, and from what one step draws: half a gigabyte.
MAX_ENTRIES = 50_000_000

# Bits of a random number between 0 and 1: all that a double holds.
BITS = 53


class RandomNumbers:
    """Numbers above 0 and below 1, from a stream that numpy promises never to change."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(seed)

    def draw(self, count: int) -> Floats:
        """So many of them."""
        words: Floats = (self._bits.random_raw(count) >> np.uint64(64 - BITS)).astype(np.float64)
        return (words + 0.5) * 2.0**-BITS


def binomial(slots: int, odds: float, most: int, least: int = 0) -> Floats:
    """How likely `least` … `most` mines are in so many slots, beside the likeliest: a mine has these odds in each.

    Only products and quotients, outwards from the largest term: nothing overflows, and every machine rounds alike.
    """
    terms = np.zeros(most - least + 1)
    low, high = max(least, 0), min(most, slots)
    if low > high:
        return terms
    middle = min(max(low, int((slots + 1) * odds / (1 + odds))), high)
    terms[middle - least] = term = 1.0
    for x in range(middle, high):
        terms[x + 1 - least] = term = term * (slots - x) / (x + 1) * odds
    term = 1.0
    for x in range(middle, low, -1):
        terms[x - 1 - least] = term = term * x / (slots - x + 1) / odds
    return terms


@dataclass(frozen=True)
class Particles:
    """Random solutions: the mines in each group, and the weight of each solution. A row of either is a batch."""

    mines: Integers  # (groups, batches, particles)
    weights: Floats  # (batches, particles)

    @cached_property
    def totals(self) -> Integers:
        """The mines of each solution."""
        totals: Integers = self.mines.sum(axis=0)
        return totals


@dataclass(frozen=True)
class _GroupStep:
    """How one group is decided."""

    group: int
    placements: Floats  # what each number of mines weighs by itself
    # For each constraint that sees the group, by mines and by what it needs before: how much better it is met after.
    ratios: tuple[tuple[int, Floats], ...]


class Sampler:
    """Draws solutions of one component, in which a mine weighs `odds` times as much as none."""

    def __init__(self, component: Component, odds: float, deadline: Deadline) -> None:
        self.component, self.deadline = component, deadline
        self.sizes = [len(group.cells) * component.per_cell for group in component.groups]
        self.steps = tuple(self._steps(odds))

    def _steps(self, odds: float) -> Iterator[_GroupStep]:
        component = self.component
        pulls = _pulls(component, self.sizes, odds, self.deadline)
        undecided = [list(groups) for groups in component.groups_of]
        fits = [self._fit(c, undecided[c], odds, pulls) for c in range(len(undecided))]
        for place in _order(component):
            group, ratios = component.groups[place], []
            for c in group.constraints:
                undecided[c].remove(place)
                before, fits[c] = fits[c], self._fit(c, undecided[c], odds, pulls)
                ratios.append((c, _ratios(before, fits[c], group.most)))
            yield _GroupStep(place, binomial(self.sizes[place], odds, group.most), tuple(ratios))

    def _fit(self, constraint: int, groups: Sequence[int], odds: float, pulls: Sequence[float]) -> Floats:
        """How likely some groups hold 0, 1, … mines: never 0 where it is possible."""
        self.deadline.look()
        most = self.component.constraints[constraint].remaining
        fit = np.zeros(most + 1)
        fit[0] = 1.0
        for group in groups:
            others = (pulls[c] for c in self.component.groups[group].constraints if c != constraint)
            pulled = _bounded(math.prod(others, start=odds))
            terms = binomial(self.sizes[group], pulled, min(most, self.sizes[group]))
            fit = sum(np.pad(fit[: most + 1 - x], (x, 0)) * term for x, term in enumerate(terms.tolist()))
        slots = sum(self.sizes[group] for group in groups)
        fit[: slots + 1] = np.maximum(fit[: slots + 1] / fit.max(), FAINT)
        return fit

    def draw(self, batches: int, particles: int, numbers: RandomNumbers) -> Particles:
        """So many independent batches of so many particles each."""
        size = batches * particles
        self._check(size)
        needs = np.empty((len(self.component.constraints), size), dtype=np.int32)
        needs[:] = np.array([[constraint.remaining] for constraint in self.component.constraints])
        weights, drawn = np.ones((batches, particles)), []
        for step in self.steps:
            shares = self._shares(step, needs)
            weights = _scaled(weights * shares[-1].reshape(weights.shape))
            parents = None
            if _are_uneven(weights):
                parents, weights = _again(weights, numbers)
                needs, shares = needs[:, parents], shares[:, parents]
            mines = _chosen(shares, numbers)
            for c, _ in step.ratios:
                needs[c] -= mines
            drawn.append((mines, parents))
        return Particles(self._traced(drawn, size).reshape(-1, batches, particles), weights)

    def _check(self, size: int) -> None:
        groups, constraints = self.component.groups, self.component.constraints
        if (entries := size * (len(groups) + len(constraints) + max(group.most for group in groups))) > MAX_ENTRIES:
            raise TooHard(
                f"{size:,} samples of the component around {tuple(groups[0].cells[0])} need a table of {entries:,} "
                f"entries, more than the limit of {MAX_ENTRIES:,}; use fewer samples or another method"
            )

    def _shares(self, step: _GroupStep, needs: Integers) -> Floats:
        """For every particle the running sums of what each number of mines weighs; the last is what all of them do."""
        shares: Floats = step.placements[:, None]
        for c, ratios in step.ratios:
            self.deadline.look()
            shares = shares * ratios.take(needs[c], axis=1)
        for mines in range(1, len(shares)):
            shares[mines] += shares[mines - 1]
        return shares

    def _traced(self, drawn: Sequence[tuple[Integers, Integers | None]], size: int) -> Integers:
        """The mines of each group in the particles that are left, found from the last draw to the first."""
        mines = np.empty((len(drawn), size), dtype=np.int32)
        origin: Integers = np.arange(size)
        for step, (values, parents) in zip(reversed(self.steps), reversed(drawn), strict=True):
            mines[step.group] = values[origin]
            if parents is not None:
                origin = parents[origin]
        return mines


def _pulls(component: Component, sizes: Sequence[int], odds: float, deadline: Deadline) -> list[float]:
    """By what each number multiplies the odds of its cells, so that every number is about met on average.

    Found by scaling the cells of one number after the other, and all of them again (iterative proportional fitting).
    """
    pulls, scaled = [1.0] * len(component.constraints), [odds] * len(sizes)
    for _ in range(SWEEPS):
        deadline.look()
        for c, constraint in enumerate(component.constraints):
            groups = component.groups_of[c]
            slots = sum(sizes[group] for group in groups)
            wanted = min(max(constraint.remaining, LEAST_WANTED), slots - LEAST_WANTED)
            mean = sum(sizes[group] * scaled[group] / (1 + scaled[group]) for group in groups)
            change = wanted / (slots - wanted) * (slots - mean) / mean
            pulls[c] = _bounded(pulls[c] * change)
            for group in groups:
                scaled[group] = _bounded(scaled[group] * change)
    return pulls


def _bounded(pull: float) -> float:
    return min(max(pull, 1 / STRONGEST_PULL), STRONGEST_PULL)


def _ratios(before: Floats, after: Floats, most: int) -> Floats:
    """By the mines of a group, and by what a constraint needed before: what the rest of it can make of that."""
    ratios = np.zeros((most + 1, len(before)))
    for mines in range(min(most + 1, len(before))):
        possible = before[mines:] > 0
        np.divide(after[: len(before) - mines], before[mines:], out=ratios[mines, mines:], where=possible)
    return ratios


def _chosen(shares: Floats, numbers: RandomNumbers) -> Integers:
    """The mines that each particle draws: never any that weigh nothing, and 0 where nothing weighs anything."""
    drawn = numbers.draw(shares.shape[1]) * shares[-1]
    mines = np.zeros(shares.shape[1], dtype=np.int32)
    for below in shares[:-1]:
        mines += below < drawn
    return mines


def _scaled(weights: Floats) -> Floats:
    """The same beside the largest, so that nothing runs out of range however many steps there are."""
    largest = weights.max()
    return weights / largest if largest > 0 else weights


def _are_uneven(weights: Floats) -> bool:
    # Running sums: numpy adds up otherwise in an order that the machine may choose.
    total, squares = np.cumsum(weights)[-1], np.cumsum(weights * weights)[-1]
    return bool(total * total < UNEVEN * weights.size * squares)


def _again(weights: Floats, numbers: RandomNumbers) -> tuple[Integers, Floats]:
    """Particles drawn again within their batches, as often as they weigh: their parents, and what they weigh now.

    One random number a batch, and particles at equal distances from it: this adds less noise than drawing each one.
    """
    batches, particles = weights.shape
    sums = np.cumsum(weights, axis=1)
    totals = sums[:, -1:]
    ends = np.where(totals > 0, sums / np.where(totals > 0, totals, 1.0) * particles, np.arange(1.0, particles + 1))
    ends = np.floor(ends + numbers.draw(batches)[:, None]).astype(np.int64)
    copies = np.diff(ends, prepend=0, axis=1)
    return np.repeat(np.arange(weights.size), copies.reshape(-1)), np.repeat(totals / particles, particles, axis=1)


def _order(component: Component) -> Iterator[int]:
    """The groups, number by number: next the number with the fewest undecided cells among those that are begun.

    Groups that no other number sees come last, for then nothing but that number has to be met.
    """
    undecided = [set(groups) for groups in component.groups_of]
    cells = [constraint.size for constraint in component.constraints]
    waiting, begun = set(range(len(undecided))), set[int]()
    while waiting:
        chosen = min(begun or waiting, key=lambda c: (cells[c], c))
        for group in sorted(undecided[chosen], key=lambda g: (-len(component.groups[g].constraints), g)):
            yield group
            for c in component.groups[group].constraints:
                undecided[c].discard(group)
                cells[c] -= len(component.groups[group].cells)
                begun.add(c)
        waiting.discard(chosen)
        begun &= waiting
