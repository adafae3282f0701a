"""A review by brute force: every layout that fits the open numbers is listed, and every game is played out.

It shares no code with what it checks. A game is followed click by click; for each click that opens something the oracle
says how risky that is, which hidden cells are certain, and what perfect play wins with the click and without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

Place = tuple[int, int]


@dataclass(frozen=True)
class Seen:
    """What the oracle says about a click that opens something."""

    risk: Fraction
    certain: frozenset[Place]  # hidden cells that are free in every layout
    mines: frozenset[Place]  # and those that are mined in every layout
    counted: dict[Place, int]  # the mines of hidden cells that hold the same number in every layout
    before: Fraction  # the odds of perfect play
    chosen: Fraction  # and those if it starts with the cells of the click


class Followed:
    """A game that is followed: what is open, what is flagged, and whether it is over."""

    def __init__(self, around: Mapping[Place, Set[Place]], mines: Mapping[Place, int], per_cell: int) -> None:
        self.around, self.mines, self.per_cell = around, mines, per_cell
        self.open: dict[Place, int] = {}
        self.flags: dict[Place, int] = {}
        self.state = "unfinished"

    def number(self, place: Place) -> int:
        """The number that a cell shows."""
        return sum(self.mines[other] for other in self.around[place])

    def targets(self, action: str, place: Place) -> list[Place]:
        """The cells that a click tries to open."""
        if action == "open":
            return [] if place in self.open or place in self.flags else [place]
        claimed = sum(self.flags.get(other, 0) for other in self.around[place])
        if place not in self.open or claimed != self.open[place]:
            return []
        return [other for other in self.around[place] if other not in self.open and other not in self.flags]

    def click(self, action: str, place: Place, claim: int) -> None:
        """Apply a click."""
        if action == "flag":
            if place not in self.open:
                self.flags[place] = claim
                if not claim:
                    del self.flags[place]
            return
        waiting = self.targets(action, place)
        if any(self.mines[other] for other in waiting):
            self.state = "lost"
            return
        while waiting:
            here = waiting.pop()
            if here in self.open or here in self.flags:
                continue
            self.open[here] = self.number(here)
            if not self.open[here]:
                waiting.extend(self.around[here])
        if len(self.open) == sum(not count for count in self.mines.values()):
            self.state = "won"

    def seen(self, cells: Iterable[Place]) -> Seen:
        """What the oracle says about opening these cells now."""
        return Position(self.around, self.open, sum(self.mines.values()), self.per_cell).seen(frozenset(cells))


class Position:
    """All layouts that fit some open numbers, each with the ways to put its mines into slots."""

    def __init__(self, around: Mapping[Place, Set[Place]], numbers: Mapping[Place, int], mines: int, most: int) -> None:
        self.around = around
        self.hidden = sorted(place for place in around if place not in numbers)
        self.layouts: list[dict[Place, int]] = []
        self.weights: list[int] = []
        for counts in self._fitting(numbers, mines, most):
            self.layouts.append(dict(zip(self.hidden, counts, strict=True)))
            self.weights.append(prod(comb(most, count) for count in counts))

    def _fitting(self, numbers: Mapping[Place, int], mines: int, most: int) -> Iterator[tuple[int, ...]]:
        for counts in product(range(most + 1), repeat=len(self.hidden)):
            if sum(counts) != mines:
                continue
            placed = dict(zip(self.hidden, counts, strict=True))
            shown = (sum(placed.get(other, 0) for other in self.around[place]) for place in numbers)
            if all(one == number for one, number in zip(shown, numbers.values(), strict=True)):
                yield counts

    def seen(self, cells: frozenset[Place]) -> Seen:
        """What the layouts together say about opening these cells."""
        total = sum(self.weights)
        every = frozenset(range(len(self.layouts)))
        free = frozenset(s for s in every if not any(self.layouts[s][cell] for cell in cells))
        return Seen(
            risk=1 - Fraction(self._weight(free), total),
            certain=frozenset(place for place in self.hidden if not any(one[place] for one in self.layouts)),
            mines=frozenset(place for place in self.hidden if all(one[place] for one in self.layouts)),
            counted={
                place: self.layouts[0][place] for place in self.hidden if len({one[place] for one in self.layouts}) == 1
            },
            before=Fraction(self._won(every, frozenset()), total),
            chosen=Fraction(sum(self._won(same, cells) for same in self._told_apart(free, cells)), total),
        )

    def _weight(self, alive: frozenset[int]) -> int:
        return sum(self.weights[s] for s in alive)

    def _told_apart(self, alive: frozenset[int], opened: frozenset[Place]) -> list[frozenset[int]]:
        """These layouts, in groups by what the opened cells show; these are free in all of them."""
        alike: dict[tuple[int, ...], set[int]] = {}
        for s in alive:
            shown = tuple(sum(self.layouts[s].get(other, 0) for other in self.around[cell]) for cell in sorted(opened))
            alike.setdefault(shown, set()).add(s)
        return [frozenset(same) for same in alike.values()]

    @cache  # noqa: B019  # a position lives for one click
    def _won(self, alive: frozenset[int], opened: frozenset[Place]) -> int:
        """The weight of the layouts that the best player wins after opening some cells."""
        over = frozenset(s for s in alive if all(self.layouts[s][place] or place in opened for place in self.hidden))
        rest = alive - over
        if not rest:
            return self._weight(over)
        values = []
        for place in self.hidden:
            if place in opened or all(self.layouts[s][place] for s in rest):
                continue
            free = frozenset(s for s in rest if not self.layouts[s][place])
            wider = opened | {place}
            values.append(sum(self._won(same, wider) for same in self._told_apart(free, wider)))
            if len(free) == len(rest):  # opening what is free for certain cannot be wrong
                break
        return self._weight(over) + max(values)
