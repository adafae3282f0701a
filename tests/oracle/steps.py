"""Whether the steps of a proof follow, each only from what it names: by search over the mines, not by any rule.

A step bounds the mines in a set of cells. It follows if no placement that fits its sources contradicts it. The only
thing known about techniques is which sources are superfluous: a sum names all numbers that it adds up, even if somebody
who thinks in cases would need fewer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Place = tuple[int, int]


class Fact(NamedTuple):
    cells: frozenset[Place]
    least: int
    most: int


def follows(sources: Sequence[Fact], fact: Fact, per_cell: int) -> bool:
    """Whether every placement that fits the sources fits the fact; a fact without cells is a contradiction."""
    capacity = len(fact.cells) * per_cell
    if not fact.cells:
        return not possible(sources, per_cell)
    too_few = Fact(fact.cells, 0, fact.least - 1)
    too_many = Fact(fact.cells, fact.most + 1, capacity)
    return not (fact.least > 0 and possible([*sources, too_few], per_cell)) and not (
        fact.most < capacity and possible([*sources, too_many], per_cell)
    )


def possible(facts: Sequence[Fact], per_cell: int) -> bool:
    """Whether some placement fits all facts; cells that are in the same facts are counted together."""
    sizes: dict[tuple[int, ...], int] = defaultdict(int)
    for cell in frozenset[Place]().union(*(fact.cells for fact in facts)):
        sizes[tuple(i for i, fact in enumerate(facts) if cell in fact.cells)] += per_cell
    kinds = sorted(sizes, key=lambda kind: (-len(kind), kind))
    room = [[0] * len(facts)]  # what the kinds from each one on can still add to each fact
    for kind in reversed(kinds):
        room.append([more + sizes[kind] * (i in kind) for i, more in enumerate(room[-1])])
    room.reverse()
    failed: set[tuple[int, tuple[int, ...]]] = set()

    def place(at: int, held: tuple[int, ...]) -> bool:
        if any(
            has > fact.most or has + more < fact.least for has, more, fact in zip(held, room[at], facts, strict=True)
        ):
            return False
        if at == len(kinds):
            return True
        if (at, held) in failed:
            return False
        kind = kinds[at]
        for mines in range(sizes[kind] + 1):
            if place(at + 1, tuple(has + mines * (i in kind) for i, has in enumerate(held))):
                return True
        failed.add((at, held))
        return False

    return place(0, (0,) * len(facts))


def adds_up(facts: Sequence[Fact], wanted: Fact, per_cell: int) -> bool:
    """Whether facts show the wanted one if each is added once, subtracted once or left out.

    Cells of empty and full facts are known; the wanted fact has a least number of mines, or else a most.
    """
    places = sorted(wanted.cells.union(*(fact.cells for fact in facts)))
    empty = frozenset[Place]().union(*(fact.cells for fact in facts if fact.most == 0))
    full = frozenset[Place]().union(*(fact.cells for fact in facts if fact.least == len(fact.cells) * per_cell))
    least = np.array([per_cell * (place in full) for place in places])
    most = np.array([per_cell * (place not in empty) for place in places])
    signs = _signs(len(facts))
    weights = signs @ np.array([[place in fact.cells for place in places] for fact in facts], dtype=np.int64)
    weights = weights.reshape(len(signs), len(places)) - np.array([place in wanted.cells for place in places])
    added, subtracted = signs.clip(min=0), signs.clip(max=0)
    few, many = (np.array([fact[side] for fact in facts], dtype=np.int64) for side in (1, 2))
    # Bounds that hold whatever the other places hold.
    if wanted.least > 0:
        total = added @ few + subtracted @ many
        return bool((total - weights.clip(min=0) @ most - weights.clip(max=0) @ least >= wanted.least).any())
    total = added @ many + subtracted @ few
    return bool((total - weights.clip(min=0) @ least - weights.clip(max=0) @ most <= wanted.most).any())


@cache
def _signs(facts: int) -> NDArray[np.int64]:
    return np.array(list(product((0, 1, -1), repeat=facts)), dtype=np.int64).reshape(3**facts, facts)


SUMS = ("sum", "mine count")


class Line(NamedTuple):
    """A step as plain values."""

    kind: str  # "assumption", "contradiction", or anything else
    sources: Sequence[Fact]  # the numbers that it reads, and perhaps the mine count
    steps: Sequence[int]
    fact: Fact
    depth: int


def faults(lines: Sequence[Line], per_cell: int) -> list[str]:
    """What is wrong with a proof: steps that do not follow, or name what they do not need."""
    found: list[str] = []
    assumed: list[int] = []
    visible: set[int] = set()
    for i, line in enumerate(lines):
        if not visible.issuperset(line.steps):
            found.append(f"{i}: builds on what it cannot see")
            continue
        if line.kind == "assumption":
            assumed.append(i)
        elif line.kind == "contradiction":
            found += [f"{i}: {fault}" for fault in _contradiction(lines, line, assumed, per_cell)]
            first = assumed.pop() if assumed else 0
            visible -= set(range(first, i))
        else:
            found += [f"{i}: {fault}" for fault in _deduction(lines, line, per_cell)]
        if line.depth != len(assumed):
            found.append(f"{i}: stands at the wrong level")
        visible.add(i)
    used = {step for line in lines for step in line.steps}
    found += [f"{i}: is superfluous" for i in range(len(lines) - 1) if i not in used]
    return found + (["an assumption is left open"] if assumed else [])


def _deduction(lines: Sequence[Line], line: Line, per_cell: int) -> list[str]:
    sources = [*line.sources, *(lines[step].fact for step in line.steps)]
    if not follows(sources, line.fact, per_cell):
        return ["does not follow"]
    if line.kind == "subset" and not _is_subset(sources):
        return ["compares numbers of which neither contains the other"]

    def is_needless(i: int) -> bool:
        fewer = [*sources[:i], *sources[i + 1 :]]
        if not follows(fewer, line.fact, per_cell):
            return False
        if line.kind == "subset":
            return _is_subset(fewer)
        return line.kind not in SUMS or not _takes_a_number(lines, line, i) or adds_up(fewer, line.fact, per_cell)

    return ["names more than it needs" for i in range(len(sources)) if is_needless(i)]


def _takes_a_number(lines: Sequence[Line], line: Line, i: int) -> bool:
    """Whether source i is the only use of a number, or is a step that is: without it, fewer numbers would do."""
    names = Counter(fact for one in lines for fact in one.sources)
    facts = line.sources[i : i + 1] or lines[line.steps[i - len(line.sources)]].sources
    return any(names[fact] == 1 for fact in facts)


def _is_subset(sources: Sequence[Fact]) -> bool:
    """Whether one of the first two contains the other, apart from the cells that the rest settles."""
    if len(sources) < 2:
        return False
    one, other, *rest = (fact.cells for fact in sources)
    settled = frozenset[Place]().union(*rest)
    return one - settled <= other or other - settled <= one


def _contradiction(lines: Sequence[Line], line: Line, assumed: Collection[int], per_cell: int) -> list[str]:
    if not assumed or len(line.steps) != 2:
        return ["has no assumption"]
    opened, closed = line.steps
    assumption, capacity = lines[opened].fact, len(line.fact.cells) * per_cell
    if opened != list(assumed)[-1] or lines[closed].fact.cells or lines[closed].fact.least != 1:
        return ["does not end its assumption"]
    opposites = [
        assumption._replace(least=0, most=assumption.least - 1),
        assumption._replace(least=assumption.most + 1, most=capacity),
    ]
    is_one_sided = assumption.least == 0 or assumption.most == capacity
    return [] if is_one_sided and line.fact in opposites else ["is not the opposite of its assumption"]
