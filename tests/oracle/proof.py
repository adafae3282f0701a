"""Whether some numbers alone prove a cell: looks for a placement that fits them and contradicts the claim."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set

from tests.oracle.branching import Counter, fixed, named, times

Place = tuple[int, int]


def proves(
    around: Mapping[Place, Set[Place]],
    numbers: Mapping[Place, int],
    flags: Collection[Place],
    hidden: Collection[Place],
    *,
    cell: Place,
    is_mine: bool,
    mines: int | None,
) -> bool:
    """Whether they do, with at most one mine per cell. `mines` is the board's mine count, if it may be used."""
    bit = {place: 1 << i for i, place in enumerate(hidden)}
    told = set()
    for place, number in numbers.items():
        scope = sum(bit[other] for other in around[place] if other in bit)
        told.add((scope, number - sum(other in flags for other in around[place])))
    if any(need for scope, need in told if not scope):
        return True
    constraints = frozenset(constraint for constraint in told if constraint[0])
    asked = (named(constraints) | bit[cell]).bit_count()
    left = fixed(constraints, bit[cell], 0 if is_mine else 1)
    if left is None:
        return True
    # Cells that no constraint names any more may hold anything.
    ways = times(Counter().count(left), binomials(asked - 1 - named(left).bit_count()))
    if mines is None:
        return not any(ways)
    rest = mines - len(flags) - (not is_mine)
    return not any(n and 0 <= rest - t <= len(hidden) - asked for t, n in enumerate(ways))


def binomials(cells: int) -> tuple[int, ...]:
    row = [1]
    for _ in range(cells):
        row = [a + b for a, b in zip([0, *row], [*row, 0], strict=True)]
    return tuple(row)
