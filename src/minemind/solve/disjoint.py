"""DisjointSets: which of some things hang together."""

from __future__ import annotations

from collections import defaultdict

__all__ = ["DisjointSets"]


class DisjointSets:
    """Numbered things, joined two by two. Paths are compressed and the smaller set joins the larger one."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))
        self._size = [1] * count

    def root(self, thing: int) -> int:
        """The one that stands for all of its set."""
        root = thing
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[thing] != root:
            self._parent[thing], thing = root, self._parent[thing]
        return root

    def join(self, a: int, b: int) -> None:
        """From now on these two hang together."""
        a, b = self.root(a), self.root(b)
        if a == b:
            return
        if self._size[a] < self._size[b]:
            a, b = b, a
        self._parent[b] = a
        self._size[a] += self._size[b]

    def members(self) -> list[list[int]]:
        """The sets, ordered by their first members."""
        sets: dict[int, list[int]] = defaultdict(list)
        for thing in range(len(self._parent)):
            sets[self.root(thing)].append(thing)
        return list(sets.values())
