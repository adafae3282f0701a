"""A player who opens only what a SAT solver calls certain, and where it gets stuck.

Every slot of a cell is a variable. The numbers are tried first, without the mine count, because they decide most
positions; if nothing follows from them, everything is tried again together with the mine count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from itertools import combinations

import pytest

pytest.importorskip("pysat")  # it has no wheel for a new Python for a while

from pysat.card import CardEnc, EncType  # type: ignore[import-untyped]
from pysat.solvers import Solver  # type: ignore[import-untyped]

Place = tuple[int, int]
Clause = list[int]

# A variable that enables all clauses: assuming it, the solver can say what follows without search.
GIVEN = 1

# Exact counts of at most this many literals are spelled out, with a clause for each subset too large or too small.
SPELLED_OUT = 9


def left_closed(
    around: Mapping[Place, Set[Place]], mines: Mapping[Place, int], start: Place, per_cell: int = 1
) -> set[Place]:
    """The free cells that are still closed when nothing more is certain: none if no guess is needed."""
    player = Player(around, mines, per_cell)
    player.open([start])
    while player.closed and (certain := player.certain()):
        assert certain <= player.closed, "a mine was called free"
        player.open(certain)
    return player.closed


class Player:
    def __init__(self, around: Mapping[Place, Set[Place]], mines: Mapping[Place, int], per_cell: int) -> None:
        self.around, self.mines = around, mines
        self.slots = {
            place: range(GIVEN + 1 + i * per_cell, GIVEN + 1 + (i + 1) * per_cell) for i, place in enumerate(around)
        }
        self.top = GIVEN + len(around) * per_cell
        self.closed = {place for place in around if not mines.get(place)}
        self.numbers: dict[Place, int] = {}
        self.solver = Solver(name="glucose4")

    def open(self, places: Iterable[Place]) -> None:
        pending = list(places)
        while pending:
            place = pending.pop()
            if place in self.numbers:
                continue
            self.closed.remove(place)
            self.numbers[place] = sum(self.mines.get(other, 0) for other in self.around[place])
            if self.numbers[place] == 0:
                pending += self.around[place]
            self.add(self.solver, 0, [place])
            self.add(self.solver, self.numbers[place], self.hidden(self.around[place]))

    def hidden(self, places: Iterable[Place]) -> list[Place]:
        return [place for place in places if place not in self.numbers]

    def add(self, solver: Solver, count: int, places: Iterable[Place]) -> None:
        """Tell a solver that these places hold `count` mines."""
        for clause in self.exactly(count, [slot for place in places for slot in self.slots[place]]):
            solver.add_clause([-GIVEN, *clause])

    def exactly(self, count: int, literals: list[int]) -> Iterator[Clause]:
        if len(literals) <= SPELLED_OUT:
            yield from ([literals[i] * sign for i in chosen] for sign, chosen in spelled_out(count, len(literals)))
        elif count in (0, len(literals)):
            yield from ([literal if count else -literal] for literal in literals)
        else:
            encoded = CardEnc.equals(lits=literals, bound=count, top_id=self.top, encoding=EncType.seqcounter)
            self.top = max(self.top, encoded.nv)
            yield from encoded.clauses

    def certain(self) -> set[Place]:
        """The places that are free in every placement: by the numbers, or else by the mine count, too."""
        return self.without_search() or self.by_numbers() or self.by_mine_count()

    def without_search(self) -> set[Place]:
        implied = set(self.solver.propagate(assumptions=[GIVEN])[1])
        return {place for place in self.closed if all(-slot in implied for slot in self.slots[place])}

    def by_numbers(self) -> set[Place]:
        return self.free_in_all(
            self.solver,
            [place for place in self.hidden(self.around) if any(other in self.numbers for other in self.around[place])],
        )

    def by_mine_count(self) -> set[Place]:
        hidden = self.hidden(self.around)
        with Solver(name="glucose4") as solver:
            for place, number in self.numbers.items():
                self.add(solver, number, self.hidden(self.around[place]))
            self.add(solver, sum(self.mines.values()), hidden)
            return self.free_in_all(solver, hidden)

    def free_in_all(self, solver: Solver, places: Iterable[Place]) -> set[Place]:
        """The places that are free in every model. Each model rules out all places that are mined in it."""
        assert solver.solve(assumptions=[GIVEN]), "the layout itself agrees with everything"
        candidates, free = self.free_in_model(solver, set(places)), set[Place]()
        while candidates:
            place = candidates.pop()
            if any(solver.solve(assumptions=[GIVEN, slot]) for slot in self.slots[place]):
                candidates = self.free_in_model(solver, candidates)
            else:
                free.add(place)
        return free

    def free_in_model(self, solver: Solver, places: set[Place]) -> set[Place]:
        true = {literal for literal in solver.get_model() if literal > 0}
        return {place for place in places if true.isdisjoint(self.slots[place])}


@cache
def spelled_out(count: int, literals: int) -> list[tuple[int, tuple[int, ...]]]:
    """Signs and literals: of any `count + 1` literals one is false, of any `literals - count + 1` one is true."""
    too_many = [(-1, chosen) for chosen in combinations(range(literals), count + 1)]
    too_few = [(1, chosen) for chosen in combinations(range(literals), literals - count + 1)]
    return too_many + too_few
