"""Part: some cells of the outline with all their placements of mines, as the bytes that are written for them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from minemind.pipeline.sheet import Bytes, Mark, Places
from minemind.solve.methods.enumerate import enumerate_solutions
from minemind.solve.problem import Component, Constraint

__all__ = ["Placement", "Placements", "placements"]

# The mines in each cell of a component.
Placement = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Placements:
    """Placements of the same cells: a row of marks for each, and how many mines it holds."""

    places: Places
    marks: Bytes  # (placements, cells)
    mines: NDArray[np.int64]

    @classmethod
    def of(cls, places: Places, found: Iterable[Placement]) -> Placements:
        """The placements `found`, as marks of cells at these places in the text."""
        mined = np.array(list(found), dtype=np.uint8).reshape(-1, len(places))
        marks = np.where(mined > 0, np.uint8(Mark.MINE), np.uint8(Mark.SAFE))
        return cls(places, marks, mined.sum(axis=1, dtype=np.int64))

    @classmethod
    def joined(cls, parts: Sequence[Placements]) -> Placements:
        """The placements of several parts that have the same cells."""
        marks = np.concatenate([part.marks for part in parts])
        return cls(parts[0].places, marks, np.concatenate([part.mines for part in parts]))

    def __len__(self) -> int:
        return len(self.marks)

    @cached_property
    def span(self) -> range:
        """The range from the fewest mines to the most."""
        return range(int(self.mines.min()), int(self.mines.max()) + 1)

    def times(self, other: Placements) -> Placements:
        """Every placement of one combined with every placement of the other."""
        ours, theirs = np.divmod(np.arange(len(self) * len(other)), len(other))
        return Placements(
            np.concatenate([self.places, other.places]),
            np.hstack([self.marks[ours], other.marks[theirs]]),
            self.mines[ours] + other.mines[theirs],
        )

    def within(self, totals: range) -> Placements:
        """Only the placements whose number of mines is within `totals`."""
        wanted = (self.mines >= totals.start) & (self.mines < totals.stop)
        return self if wanted.all() else Placements(self.places, self.marks[wanted], self.mines[wanted])

    def by_mines(self) -> Iterator[tuple[int, Bytes]]:
        """The marks of the placements, grouped by their number of mines."""
        for mines in np.unique(self.mines).tolist():
            yield mines, self.marks[self.mines == mines]


def placements(component: Component, totals: Iterable[int] | None = None) -> Iterator[Placement]:
    """Every placement of a component, one by one; with `totals`, only those with these numbers of mines."""
    if totals is None:
        return enumerate_solutions(component)
    return itertools.chain.from_iterable(enumerate_solutions(_holding(component, total)) for total in totals)


def _holding(component: Component, total: int) -> Component:
    """The component, constrained to hold `total` mines, which cuts the search off early."""
    everything = Constraint((), (1 << len(component.cells)) - 1, total)
    return Component(component.cells, (*component.constraints, everything), component.per_cell)
