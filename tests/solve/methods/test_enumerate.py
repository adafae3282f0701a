"""Every solution, one by one, and what they weigh together."""

from __future__ import annotations

import itertools
import random
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

import minemind as mm
from minemind.deadline import Deadline
from minemind.solve.methods import enumerate as enumeration
from minemind.solve.methods.enumerate import Lru, enumerate_solutions
from minemind.solve.methods.rules import propagate
from minemind.solve.methods.weights import SolutionCounts
from minemind.solve.problem import bits
from tests.solve.boards import random_board
from tests.solve.lattice import lattice


def test_the_solutions_are_those_that_fit() -> None:
    rng = random.Random(4)
    compared = 0
    for board in (random_board(rng) for _ in range(300)):
        for component in mm.solve.Problem(board).components:
            if (board.max_per_cell + 1) ** len(component.cells) > 5_000:
                continue
            every = itertools.product(range(board.max_per_cell + 1), repeat=len(component.cells))
            expected = [
                values
                for values in every
                if all(sum(values[bit] for bit in bits(c.scope)) == c.remaining for c in component.constraints)
            ]
            found = list(enumerate_solutions(component))
            assert sorted(found) == expected
            assert len(set(found)) == len(found)
            compared += len(found)
    assert compared > 300


def test_solutions_are_streamed_in_constant_memory() -> None:
    (component,) = mm.solve.Problem(lattice(9, 9, seed=1, density=0.3)).components
    solutions = enumerate_solutions(component)
    next(solutions)
    tracemalloc.start()
    for _ in range(20_000):
        next(solutions)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000


def test_large_components_are_handed_to_the_engine_and_it_says_so() -> None:
    board = mm.Board.parse("3 14 5\n.1............\n..............\n.........2.2..")
    found = mm.analyse(board, "enumerate", k_max=5)
    assert found.notes == ("the engine counted the component around (1, 8) (8 cells)",)
    assert found.solutions == mm.analyse(board).solutions
    assert mm.analyse(board, "enumerate").notes == ()


def test_the_engine_counts_the_solutions_of_a_component_by_their_mines() -> None:
    board = mm.Board.parse("3 14 5\n.1............\n..............\n.........2.2..")
    exact = mm.analyse(board)
    for place, component in enumerate(exact.components):
        by_mines: dict[int, int] = {}
        for solution in enumerate_solutions(component):
            by_mines[sum(solution)] = by_mines.get(sum(solution), 0) + 1
        assert exact.ways(place) == by_mines


def test_components_that_look_alike_are_enumerated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    enumeration._TALLIES.clear()
    tallied: list[mm.solve.Component] = []
    tally = enumeration._tally

    def watched(component: mm.solve.Component, deadline: Deadline) -> SolutionCounts:
        tallied.append(component)
        return tally(component, deadline)

    monkeypatch.setattr(enumeration, "_tally", watched)
    board = mm.Board.parse("3 9 ?\n.........\n.2.___.2.\n.........")
    assert len(propagate(mm.solve.Problem(board)).components) == 2
    mm.analyse(board, "enumerate")
    assert len(tallied) == 1


@given(st.integers(1, 5), st.lists(st.tuples(st.booleans(), st.integers(0, 8)), max_size=60))
def test_the_cache_keeps_what_was_used_last(capacity: int, turns: list[tuple[bool, int]]) -> None:
    cache: Lru[int, str] = Lru(capacity)
    recent: list[int] = []  # the model: used last, last
    for inserts, key in turns:
        if inserts:
            cache.insert(key, str(key))
        else:
            assert cache.find(key) == (str(key) if key in recent else None)
        if inserts or key in recent:
            recent = [other for other in recent if other != key] + [key]
        recent = recent[-capacity:]
        assert len(cache) == len(recent) <= capacity
