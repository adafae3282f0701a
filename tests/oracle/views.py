"""The exact truth about small boards, by going through everything: every layout, every set of opened cells.

There is a bucket for each view, with all layouts that look the same to a player. Their number is the number of
solutions, and the share of them in which a cell is mined is its probability.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

# Wide enough for a count of all layouts of 12 cells.
FIELD_BITS = 13

Bucket = tuple[dict[int, int], int, int, list[int]]


def buckets(rows: int, cols: int) -> Iterator[Bucket]:
    """Every view, as cell -> number, with its mine count, its solutions, and for each cell how many mine it."""
    size = rows * cols
    around = {
        i: [r * cols + c for r, c in product(range(rows), range(cols)) if i != r * cols + c and near(i, r, c, cols)]
        for i in range(size)
    }
    found: dict[tuple[int, int], list[int]] = {}
    for layout in range(2**size):
        mined = [i for i in range(size) if layout >> i & 1]
        packed = sum(1 << FIELD_BITS * i for i in mined)
        views = [0]
        for i in range(size):
            if not layout >> i & 1:
                shown = sum(layout >> other & 1 for other in around[i])
                views += [view + (shown + 1) * 10**i for view in views]
        for view in views:
            entry = found.setdefault((view, len(mined)), [0, 0])
            entry[0] += 1
            entry[1] += packed
    for (view, mines), (solutions, packed) in found.items():
        shown_cells = {i: view // 10**i % 10 - 1 for i in range(size) if view // 10**i % 10}
        counts = [packed >> FIELD_BITS * i & (2**FIELD_BITS - 1) for i in range(size)]
        yield shown_cells, mines, solutions, counts


def near(index: int, row: int, col: int, cols: int) -> bool:
    return abs(index // cols - row) <= 1 and abs(index % cols - col) <= 1


def is_first_of_its_mirror_images(shown: dict[int, int], rows: int, cols: int) -> bool:
    """Whether no mirror image in either axis, or both, reads as smaller; one may be equal."""
    written = [shown.get(i, -1) for i in range(rows * cols)]
    lines = [written[row * cols : row * cols + cols] for row in range(rows)]
    flipped = [line[::-1] for line in lines]
    return lines <= min(lines[::-1], flipped, flipped[::-1])
