"""Sampling: solutions drawn at random, each as likely as any other, and the chances counted from them.

Row reduction splits the groups of a component into free and fixed ones. The free ones are drawn as if no number were
there, the fixed ones follow, and a draw is thrown away where one of them does not fit; what fits is kept with a chance
that makes all placements equally likely. The mine count throws away in the same manner. So samples are independent and
no estimate is biased, but where components are large almost everything is thrown away.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from minemind.errors import Impossible, InvalidValue, TooHard
from minemind.grid import Cell, frozen
from minemind.solve.analysis import Findings, Inference, Quality
from minemind.solve.deadline import Deadline
from minemind.solve.impossible import no_solution
from minemind.solve.matrix import Reduced, Variable, component_equations
from minemind.solve.problem import Component, Problem
from minemind.solve.rules import propagate
from minemind.solve.weights import chance_of_any, choices

__all__ = ["MAX_CELLS", "MAX_DRAWS", "SAMPLES", "infer"]

SAMPLES = 10_000
MAX_SAMPLES = 1_000_000

# Of an Expert component of this size one draw in some thousands is kept, and ten times fewer for every ten cells more.
MAX_CELLS = 60

# Draws before a board is given up: some seconds.
MAX_DRAWS = 5_000_000

# Tuples that are tried to find out how many mines a component may hold: a second or so.
TUPLES_LISTED = 200_000

# Odds of a mine at which the free variables may be drawn.
DRAWN_AT = dict.fromkeys([Fraction(1, 2), Fraction(1), Fraction(2)])

# Draws at a time: few at first, for most components are small.
TRIAL, BATCH = 1 << 11, 1 << 16

# Chances are compared with random words of so many bits.
BITS = 53

Integers = NDArray[np.int64]


def infer(problem: Problem, deadline: Deadline, *, samples: int = SAMPLES, seed: int = 0) -> Inference:
    """Chances counted from so many random solutions, with their standard errors."""
    if not 2 <= samples <= MAX_SAMPLES:
        raise InvalidValue(f"{samples:,} samples: take 2, which is the least that has an error, to {MAX_SAMPLES:,}")
    if seed < 0:
        raise InvalidValue(f"the seed is {seed}; give a whole number from 0")
    rest = propagate(problem, deadline)
    per_cell = problem.board.max_per_cell
    findings = Findings(rest)
    error = np.where(np.isnan(findings.probability), math.nan, 0.0)
    sampled = _Board(rest, _Words(seed), deadline)
    drawn = sampled.draw(samples)
    for cells, mines in drawn.items():
        _estimate(findings, error, cells, mines, per_cell)
    if (density := problem.board.density) is not None:  # nothing to estimate there
        findings.chance(rest.outside, chance_of_any(density, per_cell), density * per_cell)
        for cell in rest.outside:
            error[cell] = 0.0
    nodes = sum(part.count for part in sampled.parts)
    return findings.inference("sampling", Quality.ESTIMATE, complete=False, standard_error=frozen(error), nodes=nodes)


class _Words:
    """Random words from a stream that numpy promises never to change."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(seed)

    def draw(self, count: int) -> Integers:
        """So many whole numbers from 0 to below 2^BITS."""
        return (self._bits.random_raw(count) >> np.uint64(64 - BITS)).astype(np.int64)


def _thresholds(weights: Sequence[int], of: int) -> Integers:
    """Weights as chances out of `of`, in the words' unit."""
    return np.array([(weight << BITS) // of for weight in weights], dtype=np.int64)


class _Part:
    """One component: draws its solutions, where a mine weighs `odds` times as much as none."""

    def __init__(self, component: Component, odds: Fraction, words: _Words, deadline: Deadline) -> None:
        self.cells = [group.cells for group in component.groups]
        self.deadline = deadline
        reduced = component_equations(component).reduced(deadline)
        self.totals = _totals(reduced, deadline)
        # Any odds will do for drawing, as long as keeping makes up for them; what loses the least is found by trying.
        tried = [_Draws(reduced, drawn_at, odds, self.totals, words) for drawn_at in {odds: None, **DRAWN_AT}]
        self.draws = max(tried, key=lambda draws: len(draws.batch(TRIAL)))
        self.count = 0

    def draw(self, count: int) -> Integers:
        """So many solutions: the mines in each group."""
        kept, size = [np.empty((0, len(self.cells)), dtype=np.int64)], TRIAL
        while (missing := count - sum(map(len, kept))) > 0:
            if self.count > MAX_DRAWS + count:
                raise TooHard(
                    f"of {self.count:,} random draws for the component around {tuple(self.cells[0][0])} too few agree "
                    "with its numbers; take fewer samples, max_cells, or another method"
                )
            self.deadline.look()
            self.count += size
            kept.append(self.draws.batch(size)[:missing])
            size = min(4 * size, BATCH)
        return np.concatenate(kept)


class _Draws:
    """Draws the free variables of a component at some odds, and keeps a draw with a chance that makes up for it."""

    def __init__(self, reduced: Reduced, drawn_at: Fraction, odds: Fraction, totals: set[int], words: _Words) -> None:
        self.words, self.variables = words, len(reduced.equations.variables)
        weights = [_weights(variable, drawn_at) for variable in reduced.equations.variables]
        self.drawing = {}  # how a free variable is drawn: by running sums of its weights
        for column, bound in zip(reduced.free, reduced.bounds, strict=True):
            sums = list(itertools.accumulate(weights[column][: bound + 1]))
            self.drawing[column] = _thresholds(sums, sums[-1])
        # How a fixed variable follows: few unknowns first, so that most of what does not fit is thrown away early.
        self.following = sorted(zip(reduced.fixed, reduced.rows, strict=True), key=lambda row: sum(map(bool, row[1])))
        self.keeping = {column: _thresholds(weights[column], max(weights[column])) for column in reduced.fixed}
        powers = [(odds / drawn_at) ** total if total in totals else 0 for total in range(max(totals) + 1)]
        self.correcting = np.array([int(power / max(powers) * 2**BITS) for power in powers], dtype=np.int64)

    def batch(self, size: int) -> Integers:
        """Some draws, and what is left of them: the mines in each group."""
        values = np.zeros((self.variables, size), dtype=np.int64)
        waiting = dict(self.drawing)
        for column, row in self.following:
            entries = [i for i, entry in enumerate(row[:-1]) if entry and i != column]
            self._draw_free(values, {i: waiting.pop(i) for i in entries if i in waiting})
            missing = np.full(values.shape[1], row[-1], dtype=np.int64)
            for i in entries:
                missing -= row[i] * values[i]
            values[column], rest = np.divmod(missing, row[column])
            chances = self.keeping[column]
            values = values[:, (rest == 0) & (values[column] >= 0) & (values[column] < len(chances))]
            values = values[:, self.words.draw(values.shape[1]) < chances[values[column]]]
        self._draw_free(values, waiting)
        values = values[:, self.words.draw(values.shape[1]) < self.correcting[values.sum(axis=0)]]
        return values.T

    def _draw_free(self, values: Integers, wanted: dict[int, Integers]) -> None:
        for column, thresholds in wanted.items():
            values[column] = np.searchsorted(thresholds, self.words.draw(values.shape[1]), side="right")


def _totals(reduced: Reduced, deadline: Deadline) -> set[int]:
    """The numbers of mines that a component may hold; too many rather than too few where that takes long to find."""
    if reduced.tuples > TUPLES_LISTED:
        return set(range(sum(variable.most for variable in reduced.equations.variables) + 1))
    totals = {sum(solution) for solution in reduced.solutions(deadline)}
    if not totals:
        raise no_solution()
    return totals


def _weights(variable: Variable, odds: Fraction) -> list[int]:
    """What each number of mines weighs in a variable, all multiplied by what makes them whole."""
    a, b = odds.numerator, odds.denominator
    return [choices(variable.slots, x) * a**x * b ** (variable.most - x) for x in range(variable.most + 1)]


class _Board:
    """All components under one mine count."""

    def __init__(self, problem: Problem, words: _Words, deadline: Deadline) -> None:
        self.problem, self.words = problem, words
        odds = self._odds()
        self.parts = [_Part(component, odds, words, deadline) for component in problem.components]
        self.keeping = None if problem.mines_left is None else self._chances(problem.mines_left, odds, deadline)

    def _odds(self) -> Fraction:
        """What a mine weighs beside none. With a count, any weight is right; this one throws away the least."""
        board, left = self.problem.board, self.problem.mines_left
        if board.density is not None:
            return Fraction(board.density) / (1 - Fraction(board.density))
        if left is None:
            return Fraction(1)
        cells = len(self.problem.outside) + sum(len(component.cells) for component in self.problem.components)
        return Fraction(max(left, 1), max(cells * board.max_per_cell - left, 1)).limit_denominator(100) or Fraction(
            1, 100
        )

    def _chances(self, mines: int, odds: Fraction, deadline: Deadline) -> Integers:
        """By the mines of all components: the chance to keep a draw, for the rest must go outside."""
        slots = len(self.problem.outside) * self.problem.board.max_per_cell
        totals = {0}
        for part in self.parts:
            totals = {a + b for a in totals for b in part.totals}
        most = max(totals)
        a, b = odds.numerator, odds.denominator
        weights = [
            choices(slots, mines - total, deadline) * b**total * a ** (most - total) if total in totals else 0
            for total in range(most + 1)
        ]
        if not any(weights):
            raise Impossible(f"no placement of exactly {self.problem.board.mines} mines agrees with the numbers")
        return _thresholds(weights, max(weights))

    def draw(self, samples: int) -> dict[tuple[Cell, ...], Integers]:
        """For each group, and for the outside if there is a count, the mines in each of so many solutions."""
        kept = [self._batch(samples)]
        draws = samples
        while (have := sum(map(len, kept))) < samples:
            if draws > MAX_DRAWS:
                raise TooHard(
                    f"of {draws:,} random solutions too few have {self.problem.board.mines} mines; take fewer samples "
                    "or another method"
                )
            # As many as will be missing at the rate so far, and some more.
            wanted = min(MAX_DRAWS // 100, 100 + 2 * (samples - have) * draws // max(have, 1))
            draws += wanted
            kept.append(self._batch(wanted))
        values = np.concatenate(kept)[:samples]
        cells = [cells for part in self.parts for cells in part.cells]
        drawn = dict(zip(cells, values.T, strict=True))
        if self.problem.mines_left is not None and self.problem.outside:
            drawn[self.problem.outside] = self.problem.mines_left - values.sum(axis=1)
        return drawn

    def _batch(self, count: int) -> Integers:
        values = [part.draw(count) for part in self.parts]
        together = np.concatenate([np.empty((count, 0), dtype=np.int64), *values], axis=1)
        if self.keeping is None:
            return together
        keeps: NDArray[np.bool_] = self.words.draw(count) < self.keeping[together.sum(axis=1)]
        return together[keeps]


def _estimate(
    findings: Findings,
    error: NDArray[np.float64],
    cells: tuple[Cell, ...],
    mines: Integers,
    per_cell: int,
) -> None:
    """The chance of a mine in one of some interchangeable cells, from the mines that they hold in each sample."""
    slots = len(cells) * per_cell
    values, counts = np.unique(mines, return_counts=True)
    chances = [1 - math.perm(slots - x, per_cell) / math.perm(slots, per_cell) for x in values.tolist()]
    samples = len(mines)
    times = counts.tolist()  # summed exactly, so that no machine adds up otherwise
    mean = math.fsum(chance * n for chance, n in zip(chances, times, strict=True)) / samples
    variance = math.fsum((chance - mean) ** 2 * n for chance, n in zip(chances, times, strict=True)) / (samples - 1)
    findings.chance(cells, mean, int(mines.sum()) / (samples * len(cells)))
    # Samples that all agree still leave room for what happens less often than once in so many.
    for cell in cells:
        error[cell] = math.sqrt(variance / samples) if len(times) > 1 else 1 / samples
