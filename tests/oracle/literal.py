"""Solutions by listing every assignment of mines to hidden cells and dropping those that do not fit."""

from __future__ import annotations

from collections.abc import Mapping, Set
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np

Place = tuple[int, int]


class Truth(NamedTuple):
    """Everything about a board, in integers and fractions."""

    solutions: int
    probability: dict[Place, Fraction | None]  # of any mine in a hidden cell
    mean: dict[Place, Fraction | None]
    shown: dict[Place, dict[int, Fraction]]  # probabilities of a hidden cell's numbers; the rest: a mine


@lru_cache(maxsize=64)
def assignments(cells: int, per_cell: int) -> np.ndarray:
    rows = list(product(range(per_cell + 1), repeat=cells))
    return np.array(rows, dtype=np.int16).reshape(len(rows), cells)


def solve(
    around: Mapping[Place, Set[Place]],
    numbers: Mapping[Place, int],
    flags: Mapping[Place, int],
    *,
    per_cell: int,
    mines: int | None,
    density: Fraction | None,
) -> Truth | None:
    """The truth about a board; None if nothing fits. If the count is unknown, only the frontier is solved."""
    hidden = sorted(place for place in around if place not in numbers and place not in flags)
    seen = [place for place in hidden if any(other in numbers for other in around[place])]
    ask = seen if mines is None and density is None else hidden
    table = assignments(len(ask), per_cell)
    fits = np.ones(len(table), dtype=bool)
    for place, number in numbers.items():
        columns = [i for i, other in enumerate(ask) if other in around[place]]
        claimed = sum(flags.get(other, 0) for other in around[place])
        fits &= table[:, columns].sum(axis=1) + claimed == number
    if mines is not None:
        fits &= table.sum(axis=1) + sum(flags.values()) == mines
    rows = table[fits]
    if not len(rows):
        return None
    flag_ways = prod(comb(per_cell, n) for n in flags.values())
    slots = [prod(comb(per_cell, n) for n in row) for row in rows.tolist()]
    weights = np.array(slots, dtype=object)  # Python's own integers, so that sums are exact
    if density is not None:
        mined, free = density.numerator, density.denominator - density.numerator
        placed = rows.sum(axis=1).tolist()
        weights *= [mined**n * free ** (per_cell * len(ask) - n) for n in placed]
    total = weights.sum()
    probability: dict[Place, Fraction | None] = dict.fromkeys(hidden)
    mean: dict[Place, Fraction | None] = dict.fromkeys(hidden)
    shown: dict[Place, dict[int, Fraction]] = {}
    for i, place in enumerate(ask):
        here = rows[:, i]
        probability[place] = Fraction(weights[here > 0].sum(), total)
        mean[place] = Fraction((weights * here.tolist()).sum(), total)
        near = [j for j, other in enumerate(ask) if other in around[place]]
        claimed = sum(flags.get(other, 0) for other in around[place])
        number = claimed + rows[:, near].sum(axis=1)
        ways = {n: weights[(here == 0) & (number == n)].sum() for n in np.unique(number[here == 0]).tolist()}
        shown[place] = {n: Fraction(some, total) for n, some in ways.items()}
    return Truth(flag_ways * sum(slots), probability, mean, shown)
