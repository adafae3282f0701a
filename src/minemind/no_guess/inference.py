"""Inference: whether one fact about mines follows from others, decided without the engine.

A fact says how many mines some cells hold at least and at most. One follows from others if its opposite contradicts
them. That is shown in three ways, each stronger than the one before: bounds that the facts impose one by one; facts
added to and subtracted from each other; and every way to place the mines, with the cells that the same facts are about
as one region. The last is exact, and is given up if there are too many ways.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minemind.errors import TooHard
from minemind.no_guess.minefield import Place

__all__ = ["Fact", "WorkLeft", "follows"]

# The most work for one certificate, in cells, regions and states looked at: a minute or so. An Expert board takes
# 30,000.
MAX_WORK = 50_000_000

# The most states that the search for one step may look at: half a second.
MAX_WAYS = 300_000

# The most facts that are added and subtracted in every way: 3^9 combinations, a few milliseconds.
MAX_COMBINED = 9

# The most regions that the search orders; the order takes time quadratic in their number.
MAX_REGIONS = 500

# How often each fact is looked at to improve bounds. More would only help if cells hold many mines.
MAX_ROUNDS = 20


class Fact(NamedTuple):
    """Some cells, and the least and the most mines that they hold together."""

    cells: frozenset[Place]
    least: int
    most: int


class WorkLeft:
    """What is left of the work that checking a certificate may take."""

    def __init__(self, most: int = MAX_WORK) -> None:
        self.left = most

    def spend(self, work: int) -> None:
        """Subtract some work; raises `TooHard` if there is not enough left."""
        self.left -= work
        if self.left < 0:
            raise TooHard("the certificate takes too much work as a whole")


def follows(sources: Sequence[Fact], fact: Fact, per_cell: int, work: WorkLeft) -> bool:
    """Whether a fact follows from the sources; raises `TooHard` if that takes too much work to tell."""
    capacity = len(fact.cells) * per_cell
    too_few = Fact(fact.cells, 0, fact.least - 1)
    too_many = Fact(fact.cells, fact.most + 1, capacity)
    opposites = [opposite for opposite in (too_few, too_many) if opposite.least <= min(opposite.most, capacity)]
    return all(_is_impossible([*sources, opposite], per_cell, work) for opposite in opposites)


def _is_impossible(facts: Sequence[Fact], per_cell: int, work: WorkLeft) -> bool:
    work.spend(sum(len(fact.cells) + 1 for fact in facts))
    bounds = _Bounds(facts, per_cell)
    if not bounds.tighten(work):
        return True
    rest = bounds.rest()
    return rest.is_refuted_by_sums() or not rest.has_solution(work)


class _Bounds:
    """The mines that each region holds at least and at most, as far as single facts tell."""

    def __init__(self, facts: Sequence[Fact], per_cell: int) -> None:
        seen: defaultdict[Place, list[int]] = defaultdict(list)
        for number, fact in enumerate(facts):
            for cell in fact.cells:
                seen[cell].append(number)
        sizes = Counter(map(tuple, seen.values()))
        self.facts = facts
        self.facts_of = list(sizes)
        self.high = [size * per_cell for size in sizes.values()]
        self.low = [0] * len(self.high)
        self.regions: list[list[int]] = [[] for _ in facts]
        for region, numbers in enumerate(self.facts_of):
            for number in numbers:
                self.regions[number].append(region)

    def tighten(self, work: WorkLeft) -> bool:
        """Draw conclusions from single facts; False if one of them is impossible."""
        pending = dict.fromkeys(range(len(self.facts)))
        for _ in range(MAX_ROUNDS * len(self.facts)):
            if not pending:
                break
            number = next(iter(pending))
            del pending[number]
            work.spend(len(self.regions[number]) + 1)
            changed = self._look_at(number)
            if changed is None:
                return False
            pending |= dict.fromkeys(other for region in changed for other in self.facts_of[region])
        return True

    def _look_at(self, number: int) -> list[int] | None:
        """Improve bounds by one fact; returns the regions whose bounds change, None if the fact is impossible."""
        _, least, most = self.facts[number]
        regions = self.regions[number]
        spare = most - sum(self.low[region] for region in regions)
        lack = sum(self.high[region] for region in regions) - least
        if spare < 0 or lack < 0:
            return None
        changed = [region for region in regions if self.high[region] - self.low[region] > min(spare, lack)]
        for region in changed:
            low, high = self.low[region], self.high[region]
            self.low[region], self.high[region] = max(low, high - lack), min(high, low + spare)
        return changed

    def rest(self) -> _Rest:
        """What is not settled: how many more mines than its least each region may hold, and the facts about these."""
        spans = {region: high - low for region, (low, high) in enumerate(zip(self.low, self.high, strict=True))}
        sums = []
        for (_, least, most), regions in zip(self.facts, self.regions, strict=True):
            held = sum(self.low[region] for region in regions)
            sums.append(_Sum(least - held, most - held, {region for region in regions if spans[region]}))
        return _Rest(spans, sums)


class _Sum:
    """Some regions, and the least and the most mines that they hold together."""

    def __init__(self, least: int, most: int, regions: set[int]) -> None:
        self.least, self.most, self.regions = least, most, regions


class _Rest:
    """Sums over regions, each of which may hold from 0 to its span; reduced to the regions that connect sums."""

    def __init__(self, spans: dict[int, int], sums: list[_Sum]) -> None:
        self.spans, self.sums = spans, sums
        while self._drop_idle_sums() or self._absorb_single_regions():
            pass

    def _drop_idle_sums(self) -> bool:
        """Leave out sums that are true whatever their regions hold; returns whether there were any."""
        binding = [
            one for one in self.sums if one.least > 0 or one.most < sum(self.spans[region] for region in one.regions)
        ]
        is_changed = len(binding) < len(self.sums)
        self.sums = binding
        return is_changed

    def _absorb_single_regions(self) -> bool:
        """Remove regions that are in one sum only: they can hold whatever it lacks. Returns whether there were any."""
        uses = Counter(region for one in self.sums for region in one.regions)
        is_changed = False
        for one in self.sums:
            alone = {region for region in one.regions if uses[region] == 1}
            one.least -= sum(self.spans[region] for region in alone)
            one.regions -= alone
            is_changed |= bool(alone)
        return is_changed

    def is_refuted_by_sums(self) -> bool:
        """Whether the sums, added and subtracted in some way, contradict each other."""
        if not self.sums or len(self.sums) > MAX_COMBINED:
            return False
        regions = sorted({region for one in self.sums for region in one.regions})
        uses = np.array([[region in one.regions for region in regions] for one in self.sums], dtype=np.int64)
        spans = np.array([self.spans[region] for region in regions], dtype=np.int64)
        least, most = (
            np.array([getattr(one, name) for one in self.sums], dtype=np.int64) for name in ("least", "most")
        )
        signs = _signs(len(self.sums))
        at_least = np.minimum(signs @ uses, 0) @ spans
        at_most = np.maximum(signs, 0) @ most + np.minimum(signs, 0) @ least
        return bool((at_least > at_most).any())

    def has_solution(self, work: WorkLeft) -> bool:
        """Whether mines in the regions can make all sums true: tried region by region, all states at once.

        A state is how many mines each sum that has begun and not ended has so far.
        """
        order = self._order()
        room = [sum(self.spans[region] for region in one.regions) for one in self.sums]
        states: set[tuple[int, ...]] = {(0,) * len(self.sums)}
        ways = 0
        for region in order:
            ways += len(states) * (self.spans[region] + 1)
            if ways > MAX_WAYS:
                raise TooHard("it leaves too many ways to place the mines")
            work.spend(len(states) * (self.spans[region] + 1))
            touched = [number for number, one in enumerate(self.sums) if region in one.regions]
            for number in touched:
                room[number] -= self.spans[region]
            states = {after for before in states for after in self._after(before, touched, self.spans[region], room)}
        return bool(states) and all(one.least <= 0 <= one.most for one in self.sums if not one.regions)

    def _after(
        self, held: tuple[int, ...], touched: list[int], span: int, room: list[int]
    ) -> Iterator[tuple[int, ...]]:
        """The states after one more region, without those that must fail; sums that have ended are forgotten."""
        least = max(0, *(self.sums[number].least - held[number] - room[number] for number in touched))
        most = min(span, *(self.sums[number].most - held[number] for number in touched))
        for mines in range(least, most + 1):
            after = list(held)
            for number in touched:
                after[number] = held[number] + mines if room[number] else 0
            yield tuple(after)

    def _order(self) -> list[int]:
        """All regions in the order of the search: the next is always one that begins the fewest sums."""
        left = sorted({region for one in self.sums for region in one.regions})
        if len(left) > MAX_REGIONS:
            raise TooHard("it names too many numbers and steps")
        numbers = {region: {i for i, one in enumerate(self.sums) if region in one.regions} for region in left}
        begun: set[int] = set()
        order = []
        while left:
            region = min(left, key=lambda region: (len(numbers[region] - begun), -len(numbers[region])))
            left.remove(region)
            order.append(region)
            begun |= numbers[region]
        return order


@lru_cache(maxsize=MAX_COMBINED)
def _signs(sums: int) -> NDArray[np.int64]:
    """Every way to add, subtract or leave out each of this many sums."""
    return np.array(list(product((0, 1, -1), repeat=sums)), dtype=np.int64)
