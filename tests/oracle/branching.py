"""Solutions of larger boards in big integers: branch on a cell, simplify, split, remember.

Nothing is grouped, ordered or rounded. A set of constraints is a frozen set of (cells, mines); its count is a
polynomial in the number of mines, as a tuple of integers. A cell's chance comes from counting once more with the cell a
mine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from fractions import Fraction
from math import comb

Place = tuple[int, int]
Constraint = tuple[frozenset[Place], int]
Polynomial = tuple[int, ...]


class Counter:
    def __init__(self) -> None:
        self.known: dict[frozenset[Constraint], Polynomial] = {}

    def count(self, constraints: Iterable[Constraint]) -> Polynomial:
        """The solutions by their mines, over exactly the cells that the constraints name."""
        product: Polynomial = (1,)
        for part in split(frozenset(constraints)):
            product = times(product, self.count_connected(part))
        return product

    def count_connected(self, part: frozenset[Constraint]) -> Polynomial:
        if part not in self.known:
            cells = frozenset[Place]().union(*(scope for scope, _ in part))
            cell = max(sorted(cells), key=lambda place: sum(place in scope for scope, _ in part))
            total: Polynomial = ()
            for mine in (0, 1):
                left = fixed(part, cell, mine)
                if left is not None:
                    named = frozenset[Place]().union(*(scope for scope, _ in left))
                    free = len(cells) - 1 - len(named)
                    assert free == 0  # whoever names a cell keeps naming it until it is decided
                    total = plus(total, (0,) * mine + self.count(left))
            self.known[part] = total
        return self.known[part]


def fixed(part: Iterable[Constraint], cell: Place, mine: int) -> list[Constraint] | None:
    """The constraints with one cell decided; None if one of them cannot hold any more."""
    left = []
    for scope, need in part:
        if cell in scope:
            scope, need = scope - {cell}, need - mine
        if not 0 <= need <= len(scope):
            return None
        if scope:
            left.append((scope, need))
    return left


def split(constraints: frozenset[Constraint]) -> list[frozenset[Constraint]]:
    left, parts = set(constraints), []
    while left:
        part = {left.pop()}
        cells = set().union(*(scope for scope, _ in part))
        while joined := {c for c in left if cells & c[0]}:
            part |= joined
            left -= joined
            cells.update(*(scope for scope, _ in joined))
        parts.append(frozenset(part))
    return parts


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    product = [0] * max(0, len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return tuple(product)


def plus(a: Polynomial, b: Polynomial) -> Polynomial:
    if len(a) < len(b):
        a, b = b, a
    return tuple(x + (b[i] if i < len(b) else 0) for i, x in enumerate(a))


def solve(
    around: Mapping[Place, Set[Place]], numbers: Mapping[Place, int], mines: int
) -> tuple[int, dict[Place, Fraction]]:
    """The number of solutions, and the chance of a mine in every hidden cell."""
    hidden = [place for place in around if place not in numbers]
    constraints = [
        (scope, number)
        for place, number in numbers.items()
        if (scope := frozenset(other for other in around[place] if other not in numbers))
    ]
    counter = Counter()
    parts = split(frozenset(constraints))
    counts = [counter.count_connected(part) for part in parts]
    seen = [frozenset[Place]().union(*(scope for scope, _ in part)) for part in parts]
    outside = len(hidden) - sum(map(len, seen))

    def close(polynomial: Polynomial, cells: int, left: int) -> int:
        return sum(n * comb(cells, left - t) for t, n in enumerate(polynomial) if 0 <= left - t <= cells)

    everything: Polynomial = (1,)
    for count in counts:
        everything = times(everything, count)
    total = close(everything, outside, mines)
    chance: dict[Place, Fraction] = {}
    for i, part in enumerate(parts):
        others: Polynomial = (1,)
        for j, count in enumerate(counts):
            if i != j:
                others = times(others, count)
        for cell in seen[i]:
            left = fixed(part, cell, 1)
            mined = (0, *counter.count(left)) if left is not None else ()
            chance[cell] = Fraction(close(times(others, mined), outside, mines), total)
    if outside:
        mined_outside = Fraction(close(everything, outside - 1, mines - 1), total)
        chance.update({place: mined_outside for place in hidden if place not in chance})
    return total, chance
