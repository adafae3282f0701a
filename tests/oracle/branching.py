"""Solutions of larger boards in big integers: branch on a cell, simplify, split, remember.

Nothing is grouped, ordered or rounded. A set of cells is an integer, one bit per cell; a constraint is such a set and
its number of mines; a count is a polynomial in the number of mines, as a tuple of integers. A cell's probability comes
from counting again with a mine in the cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from fractions import Fraction
from math import comb

Place = tuple[int, int]
Cells = int
Constraint = tuple[Cells, int]
Polynomial = tuple[int, ...]


class Counter:
    def __init__(self) -> None:
        self.known: dict[frozenset[Constraint], Polynomial] = {}

    def count(self, constraints: frozenset[Constraint]) -> Polynomial:
        """The number of solutions by their mines, over exactly the cells that the constraints name."""
        product: Polynomial = (1,)
        for part in split(constraints):
            product = times(product, self.count_connected(part))
        return product

    def count_connected(self, part: frozenset[Constraint]) -> Polynomial:
        if part not in self.known:
            cells = forced(part) or most_named(part)
            total: Polynomial = ()
            for mine in (0, 1):
                left = fixed(part, cells, mine)
                if left is not None:
                    assert named(left) == named(part) & ~cells  # a cell stays named until it is decided
                    total = plus(total, (0,) * (mine * cells.bit_count()) + self.count(left))
            self.known[part] = total
        return self.known[part]


def named(part: Iterable[Constraint]) -> Cells:
    cells = 0
    for scope, _ in part:
        cells |= scope
    return cells


def each(cells: Cells) -> Iterator[Cells]:
    """The cells of a set, as sets of one cell, in order."""
    while cells:
        cell = cells & -cells
        yield cell
        cells ^= cell


def most_named(part: frozenset[Constraint]) -> Cells:
    """The first cell that the most constraints name. All cells are counted at once: a set for each binary digit."""
    digits: list[Cells] = []
    for carry, _ in part:
        for i, digit in enumerate(digits):
            digits[i], carry = digit ^ carry, digit & carry
        if carry:
            digits.append(carry)
    most = named(part)
    for digit in reversed(digits):
        most = most & digit or most
    return most & -most


def forced(part: frozenset[Constraint]) -> Cells:
    """The cells of a constraint that leaves no choice, if there is one: none is a mine, or all are."""
    return next((scope for scope, need in part if need in (0, scope.bit_count())), 0)


def fixed(part: frozenset[Constraint], cells: Cells, mine: int) -> frozenset[Constraint] | None:
    """The constraints after these cells are all free or all mines; None if one cannot be met any more."""
    naming = [constraint for constraint in part if constraint[0] & cells]
    left = [(scope & ~cells, need - mine * (scope & cells).bit_count()) for scope, need in naming]
    if not all(0 <= need <= scope.bit_count() for scope, need in left):
        return None
    return part.difference(naming).union(constraint for constraint in left if constraint[0])


def split(constraints: frozenset[Constraint]) -> list[frozenset[Constraint]]:
    """The constraints in parts that share no cells."""
    parts: list[Cells] = []
    for cells, _ in sorted(constraints):  # so that most of them join the previous part
        apart = [other for other in parts if not other & cells]
        for other in parts:
            if other & cells:
                cells |= other
        parts = [*apart, cells]
    if len(parts) == 1:
        return [constraints]
    return [frozenset(constraint for constraint in constraints if constraint[0] & cells) for cells in parts]


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    product = [0] * max(0, len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
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
    """The number of solutions, and the probability of a mine in every hidden cell."""
    bit = {place: 1 << i for i, place in enumerate(place for place in around if place not in numbers)}
    constraints = frozenset(
        (scope, number)
        for place, number in numbers.items()
        if (scope := sum(bit[other] for other in around[place] if other in bit))
    )
    counter = Counter()
    parts = split(constraints)
    counts = [counter.count_connected(part) for part in parts]
    outside = len(bit) - named(constraints).bit_count()

    def close(polynomial: Polynomial, cells: int, left: int) -> int:
        return sum(n * comb(cells, left - t) for t, n in enumerate(polynomial) if 0 <= left - t <= cells)

    everything: Polynomial = (1,)
    for count in counts:
        everything = times(everything, count)
    total = close(everything, outside, mines)
    probability: dict[Cells, Fraction] = {}
    for i, part in enumerate(parts):
        others: Polynomial = (1,)
        for j, count in enumerate(counts):
            if i != j:
                others = times(others, count)
        for cell in each(named(part)):
            left = fixed(part, cell, 1)
            mined = (0, *counter.count(left)) if left is not None else ()
            probability[cell] = Fraction(close(times(others, mined), outside, mines), total)
    mined_outside = Fraction(close(everything, outside - 1, mines - 1), total) if outside else Fraction(0)
    return total, {place: probability.get(cell, mined_outside) for place, cell in bit.items()}
