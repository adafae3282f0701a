"""All layouts of a small board that need no guess: every layout is listed, and compared with every other."""

from __future__ import annotations

from collections.abc import Mapping, Set
from itertools import product
from math import comb, prod

import numpy as np

Place = tuple[int, int]
Counts = tuple[int, ...]  # the mines of every place, in reading order


def no_guess_layouts(
    around: Mapping[Place, Set[Place]], mines: int, start: Place, rule: str, per_cell: int = 1
) -> dict[Counts, int]:
    """The layouts, with the ways to put their mines into slots. `rule`, opening or safe, is for the first click."""
    places = sorted(around)
    every = [counts for counts in product(range(per_cell + 1), repeat=len(places)) if sum(counts) == mines]
    layouts = np.array(every, dtype=np.int16)
    touches = np.array([[other in around[place] for other in places] for place in places], dtype=np.int16)
    first = places.index(start)
    kept_free = [first, *(places.index(other) for other in around[start] if rule == "opening")]
    found = {}
    for true in np.flatnonzero(~layouts[:, kept_free].any(axis=1)):
        if is_cleared(layouts, layouts @ touches, int(true), first):
            found[every[true]] = prod(comb(per_cell, count) for count in every[true])
    return found


def is_cleared(layouts: np.ndarray, numbers: np.ndarray, true: int, first: int) -> bool:
    """Whether all free cells get open by opening those that are free in every layout that looks the same so far."""
    is_open = np.zeros(layouts.shape[1], dtype=bool)
    certain = np.arange(layouts.shape[1]) == first
    while (certain & ~is_open).any():
        is_open |= certain
        alike = ~layouts[:, is_open].any(axis=1) & (numbers[:, is_open] == numbers[true, is_open]).all(axis=1)
        certain = ~layouts[alike].any(axis=0)
    return bool((is_open == (layouts[true] == 0)).all())
