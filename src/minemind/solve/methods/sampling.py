"""Sampling: the probabilities of mines estimated from random solutions, with the error of each estimate.

Solutions of each component are drawn with weights (`particles`) and tied together under the mine count (`estimate`).
Any odds of a mine will do for drawing, as long as weights make up for them; but what has the right number of mines must
be common among the draws. So where it is rare, the odds are changed and everything is drawn again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from minemind.deadline import Deadline
from minemind.errors import InvalidValue, MineMindError, TooHard
from minemind.grid import frozen
from minemind.solve.analysis import Findings, Inference, Quality
from minemind.solve.impossible import no_solution, wrong_count
from minemind.solve.methods.estimate import Drawn, GroupEstimate, Tied, added, any_mine, estimate
from minemind.solve.methods.matrix import component_equations
from minemind.solve.methods.particles import Floats, RandomNumbers, Sampler, binomial
from minemind.solve.methods.rules import propagate
from minemind.solve.methods.weights import any_of_slots
from minemind.solve.problem import Component, Problem

__all__ = ["SAMPLES", "infer"]

SAMPLES = 10_000
MAX_SAMPLES = 1_000_000

# Independent batches: enough to tell the error within a tenth, and few enough that each has particles to choose from.
BATCHES, LEAST_OF_A_BATCH = 50, 10

# Odds of a mine at which solutions are drawn: extreme ones lose digits. They change by so much at a time, so often.
LEAST_ODDS, MOST_ODDS = 1e-3, 1e3
LARGEST_CHANGE = 8.0
ROUNDS = 8

# Where nothing that fits was drawn, or the draws are worth no more than so small a share of the samples, more are made:
# so many times as many, or so many at the least.
POOR = 0.1
MORE_SAMPLES, FEW_SAMPLES = 8, 4_000

# Tuples of free variables that are tried to find out whether there is a solution where none was drawn: a second or so.
TUPLES_TRIED = 200_000


def infer(problem: Problem, deadline: Deadline, *, samples: int = SAMPLES, seed: int = 0) -> Inference:
    """Probabilities estimated from so many random solutions, with their standard errors."""
    if not 2 <= samples <= MAX_SAMPLES:
        raise InvalidValue(f"samples is {samples:,}; give a whole number from 2 to {MAX_SAMPLES:,}")
    if seed < 0:
        raise InvalidValue(f"the seed is {seed}; give a whole number from 0")
    rest = propagate(problem, deadline)
    findings = Findings(rest)
    error = np.where(np.isnan(findings.probability), math.nan, 0.0)
    if (density := problem.board.density) is not None:  # nothing to estimate there
        per_cell = problem.board.max_per_cell
        findings.estimate(rest.outside, any_of_slots(density, per_cell), density * per_cell)
        for cell in rest.outside:
            error[cell] = 0.0
    draws = _Draws(rest, samples, RandomNumbers(seed), deadline)
    estimates = draws.estimates()
    for found in estimates:
        findings.estimate(found.cells, found.probability, found.expected)
        for cell in found.cells:
            error[cell] = max(found.error, 1 / samples)  # what never came up may still come up once in so many
    return findings.inference(
        "sampling",
        Quality.ESTIMATE,
        complete=False,
        standard_error=frozen(error),
        effective_samples=min([float(samples), *(found.worth for found in estimates)]),
        nodes=draws.count,
    )


class _Draws:
    """The draws of all components, at odds that suit the mine count."""

    def __init__(self, problem: Problem, samples: int, numbers: RandomNumbers, deadline: Deadline) -> None:
        self.problem, self.numbers, self.deadline = problem, numbers, deadline
        self.slots = len(problem.outside) * problem.board.max_per_cell
        self.samples = samples
        self.batches = max(2, min(BATCHES, samples // LEAST_OF_A_BATCH))
        self.particles = -(-samples // self.batches)
        self.most_particles = -(-max(MORE_SAMPLES * samples, FEW_SAMPLES) // self.batches)
        self.count = 0
        self.odds = _within(_natural_odds(problem))
        self._find_odds()

    def _find_odds(self) -> None:
        """Draws until solutions with the right number of mines are common."""
        for _ in range(ROUNDS):
            self._draw()
            if (odds := self._better_odds()) is None:
                return
            self.odds = odds
        self._draw()
        if not self._weighs_anything:
            raise self._nothing_fits()

    def estimates(self) -> list[GroupEstimate]:
        """Of all groups, and of the outside if there is a count; from more draws if these are worth little."""
        found = list(self._estimates())
        if self.particles < self.most_particles and any(one.worth < POOR * self.samples for one in found):
            self.particles = self.most_particles
            self._draw()
            found = list(self._estimates()) if self._weighs_anything else found
        return found

    def _draw(self) -> None:
        self.parts = [self._drawn(component) for component in self.problem.components]
        left, self.tied = self.problem.mines_left, None
        if left is not None:
            low, high = sum(part.low for part in self.parts), sum(part.high for part in self.parts)
            closing = binomial(self.slots, self.odds, left - low, left - high)[::-1]
            self.tied = Tied(self.parts, closing, self.deadline)

    def _drawn(self, component: Component) -> Drawn:
        self.count += self.batches * self.particles
        sampler = Sampler(component, self.odds, self.deadline)
        return Drawn(component, sampler.draw(self.batches, self.particles, self.numbers))

    @property
    def _weighs_anything(self) -> bool:
        return not any(part.is_empty for part in self.parts) and (self.tied is None or self.tied.totals[0].any())

    def _better_odds(self) -> float | None:
        """At which odds to draw again; None if these will do."""
        if not self._weighs_anything:
            self.particles = self.most_particles
            return _within(self.odds * self._missing_mines())
        if self.tied is None:
            return None
        mean, variance = _moments(self.tied.spread[0])
        wanted, _ = _moments(self.tied.totals[0])
        if (wanted - mean) ** 2 <= variance:
            return None
        change = min(1 + abs(wanted - mean) / variance, LARGEST_CHANGE)
        better = _within(self.odds * change if wanted > mean else self.odds / change)
        return None if better == self.odds else better

    def _missing_mines(self) -> float:
        """By what to multiply the odds where the draws hold too few mines, or too many."""
        left = self.problem.mines_left
        if left is None or any(part.is_empty for part in self.parts):
            return 1.0
        if sum(part.high for part in self.parts) < left - self.slots:
            return LARGEST_CHANGE
        return 1 / LARGEST_CHANGE if sum(part.low for part in self.parts) > left else 1.0

    def _estimates(self) -> Iterator[GroupEstimate]:
        outer = self.tied.outer if self.tied else [self._corrections(part) for part in self.parts]
        for part, weights in zip(self.parts, outer, strict=True):
            yield from part.estimates(weights, self.deadline)
        if self.tied and self.problem.outside:
            yield self._outside(self.tied)

    def _corrections(self, part: Drawn) -> Floats:
        """Without a count: what a solution weighs by its mines, beside what it had been drawn at."""
        ratio, width = _natural_odds(self.problem) / self.odds, part.high - part.low + 1
        powers = np.cumprod(np.full((1, width), min(ratio, 1 / ratio)), axis=1)
        return powers if ratio <= 1 else powers[:, ::-1]

    def _outside(self, tied: Tied) -> GroupEstimate:
        assert self.problem.mines_left is not None
        per_cell = self.problem.board.max_per_cell
        low, width = sum(part.low for part in self.parts), tied.totals.shape[1]
        mines = np.clip(self.problem.mines_left - low - np.arange(width), 0, self.slots)
        occupied, whole = any_mine(self.slots, per_cell, mines), added(tied.totals)
        held = tied.totals[0] / whole[0]
        return estimate(self.problem.outside, added(tied.totals * occupied), whole, held, occupied, mines)

    def _nothing_fits(self) -> MineMindError:
        """Whether there is no solution, or one is only hard to draw."""
        mines, possible = self.problem.board.mines, {0}
        for component in self.problem.components:
            reduced = component_equations(component).reduced(self.deadline)
            if reduced.tuples > TUPLES_TRIED:
                return TooHard(f"none of {self.count:,} random samples fits all numbers; use another method")
            totals = {sum(solution) for solution in reduced.solutions(self.deadline)}
            if not totals:
                return no_solution()
            possible = {before + more for before in possible for more in totals}
        left = self.problem.mines_left
        if left is not None and not any(0 <= left - total <= self.slots for total in possible):
            return wrong_count(self.problem.board)
        return TooHard(f"none of {self.count:,} random samples has exactly {mines} mines; use another method")


def _natural_odds(problem: Problem) -> float:
    """What a mine weighs beside none: as the density says, as often as there are mines, or the same."""
    board, left = problem.board, problem.mines_left
    if board.density is not None:
        return board.density / (1 - board.density)
    if left is None:
        return 1.0
    cells = len(problem.outside) + sum(len(component.cells) for component in problem.components)
    return max(left, 0) / max(cells * board.max_per_cell - left, 1)


def _within(odds: float) -> float:
    return min(max(odds, LEAST_ODDS), MOST_ODDS)


def _moments(weights: Floats) -> tuple[float, float]:
    """The mean and the variance of the place in a row of weights."""
    places, shares = np.arange(len(weights)), weights / added(weights)
    mean = float(added(shares * places))
    return mean, float(added(shares * (places - mean) ** 2))
