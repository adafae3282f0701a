"""Perfect play by trying everything: every hidden cell, every number that it may show, to the end of every game."""

from __future__ import annotations

from collections.abc import Mapping, Set
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

Place = tuple[int, int]


def win(
    around: Mapping[Place, Set[Place]],
    numbers: Mapping[Place, int],
    flags: Mapping[Place, int],
    *,
    per_cell: int,
    mines: int,
) -> tuple[Fraction, set[Place]] | None:
    """The probability of winning and every best cell to open; None if nothing fits."""
    hidden = sorted(place for place in around if place not in numbers and place not in flags)
    solutions, weights = [], []
    for row in product(range(per_cell + 1), repeat=len(hidden)):
        placed = dict(zip(hidden, row, strict=True)) | dict(flags)
        if sum(placed.values()) != mines:
            continue
        if all(sum(placed.get(other, 0) for other in around[place]) == number for place, number in numbers.items()):
            solutions.append(placed)
            weights.append(prod(comb(per_cell, n) for n in row))
    if not solutions:
        return None

    def number(s: int, place: Place) -> int:
        return sum(solutions[s].get(other, 0) for other in around[place])

    def after(alive: frozenset[int], place: Place) -> list[frozenset[int]]:
        """The solutions in which the opened cell is free, in groups by what it shows."""
        shown: dict[int, set[int]] = {}
        for s in alive:
            if not solutions[s][place]:
                shown.setdefault(number(s, place), set()).add(s)
        return [frozenset(same) for same in shown.values()]

    @cache
    def won(alive: frozenset[int], opened: frozenset[Place]) -> int:
        """The weight of the solutions that the best player wins."""
        over = frozenset(s for s in alive if is_over(s, opened))
        rest = alive - over
        closed = [place for place in hidden if place not in opened]
        return sum(weights[s] for s in over) + (max(value(rest, opened, place) for place in closed) if rest else 0)

    def is_over(s: int, opened: frozenset[Place]) -> bool:
        """Whether every free cell is open: the player sees that the game has ended."""
        return all(solutions[s][place] or place in opened for place in hidden)

    @cache
    def value(alive: frozenset[int], opened: frozenset[Place], place: Place) -> int:
        return sum(won(same, opened | {place}) for same in after(alive, place))

    everything = frozenset(range(len(solutions)))
    total = sum(weights)
    over = frozenset(s for s in everything if is_over(s, frozenset()))
    values = {place: value(everything - over, frozenset(), place) for place in hidden} if everything > over else {}
    best = max(values.values(), default=0)
    return Fraction(won(everything, frozenset()), total), {place for place in values if values[place] == best}
