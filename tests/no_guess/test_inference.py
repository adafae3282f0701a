"""Inference: it agrees with two other ways to decide whether a fact follows, and refuses what would not end."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import minemind as mm
from minemind.no_guess import inference
from minemind.no_guess.inference import Fact, WorkLeft, follows
from tests.no_guess import sat
from tests.oracle import steps


def cells(*cols: int) -> frozenset[tuple[int, int]]:
    return frozenset((0, col) for col in cols)


def random_question(rng: random.Random) -> tuple[list[Fact], Fact, int]:
    """Facts that some placement fits, with rare exceptions, and one that may follow."""
    per_cell, size = rng.choice([1, 1, 2, 3]), rng.randint(1, 9)
    truth = [rng.randint(0, per_cell) * rng.randint(0, 1) for _ in range(size)]

    def fact(slack: int) -> Fact:
        some = rng.sample(range(size), rng.randint(1, size))
        total = sum(truth[col] for col in some) + (rng.random() < 0.03)
        return Fact(cells(*some), max(0, total - rng.randint(0, slack)), total + rng.randint(0, slack))

    sources = [fact(rng.choice([0, 0, 0, 2])) for _ in range(rng.randint(0, 6))]
    return sources, fact(rng.randint(0, 1)) if rng.random() < 0.9 else Fact(cells(), 1, 0), per_cell


@pytest.mark.parametrize("seed", range(2))
def test_search_and_sat_agree(seed: int) -> None:
    rng = random.Random(seed)
    answers: Counter[bool] = Counter()
    for number in range(1_000):
        sources, fact, per_cell = random_question(rng)
        found = follows(sources, fact, per_cell, WorkLeft())
        assert found == steps.follows([*map(steps.Fact._make, sources)], steps.Fact(*fact), per_cell), (sources, fact)
        if number % 4 == 0:
            assert found == sat.follows(sources, fact, per_cell), (sources, fact, per_cell)
        answers[found] += 1
    assert min(answers.values()) > 300


def test_the_search_alone_finds_what_sums_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    # Any two of three cells hold one mine: half a mine in each would satisfy every sum.
    triangle = [Fact(cells(0, 1), 1, 1), Fact(cells(1, 2), 1, 1), Fact(cells(0, 2), 1, 1)]
    assert follows(triangle, Fact(cells(), 1, 0), 1, WorkLeft())
    monkeypatch.setattr(inference, "MAX_WAYS", 0)
    with pytest.raises(mm.TooHard, match="too many ways to place the mines"):
        follows(triangle, Fact(cells(), 1, 0), 1, WorkLeft())


def test_what_hangs_on_dozens_of_numbers_and_the_mine_count_is_decided_at_once() -> None:
    """A hundred components with at least one mine each, and a hundred mines in all: all other cells are safe."""
    parts = [Fact(cells(10 * part, 10 * part + 1, 10 * part + 2), 1, 3) for part in range(100)]
    others = range(2_000, 3_000)
    everywhere = Fact(frozenset().union(*(part.cells for part in parts), cells(*others)), 100, 100)
    work = WorkLeft(100_000)
    assert follows([everywhere, *parts], Fact(cells(2_500), 0, 0), 1, work)
    assert not follows([everywhere, *parts[1:]], Fact(cells(2_500), 0, 0), 1, work)


def test_many_mines_in_a_cell_are_no_more_cases() -> None:
    a, b = cells(0, 1, 2), cells(1, 2, 3)
    assert follows([Fact(a, 700, 700), Fact(b, 445, 445)], Fact(cells(0), 255, 255), 255, WorkLeft())
    assert follows([Fact(a, 700, 700), Fact(b, 445, 445)], Fact(cells(3), 0, 0), 255, WorkLeft())
    assert not follows([Fact(a, 699, 700), Fact(b, 445, 445)], Fact(cells(3), 0, 0), 255, WorkLeft())


def test_sums_settle_what_has_too_many_cases() -> None:
    """Four numbers in a ring, with up to 255 mines per cell: added and subtracted, they leave the last cell."""
    ring = [cells(0, 1, 2, 3), cells(2, 3, 4, 5), cells(4, 5, 6, 7), cells(6, 7, 0, 1, 8)]
    sums = [Fact(some, need, need) for some, need in zip(ring, (500, 600, 550, 450), strict=True)]
    assert follows(sums, Fact(cells(8), 0, 0), 255, WorkLeft())


def test_parts_that_tell_nothing_about_each_other_are_searched_one_by_one() -> None:
    """Thirty triangles, in which each pair of corners holds one mine or two: 4^30 ways in all."""
    sides = [
        Fact(cells(10 * part + one, 10 * part + other), 1, 2)
        for part in range(30)
        for one, other in ((0, 1), (1, 2), (0, 2))
    ]
    assert not follows(sides, Fact(cells(0), 1, 1), 1, WorkLeft(100_000))
    alone = Fact(cells(0, 1, 2), 0, 1)
    assert follows([*sides, alone], Fact(cells(0), 1, 1), 1, WorkLeft(100_000))


def test_too_many_regions_and_too_much_work_are_refused() -> None:
    rng = random.Random(0)
    wide = [Fact(cells(*rng.sample(range(1_000), 30)), 10, 20) for _ in range(600)]
    with pytest.raises(mm.TooHard, match="it names too many numbers and steps"):
        follows(wide, Fact(cells(), 1, 0), 1, WorkLeft())
    with pytest.raises(mm.TooHard, match="too much work as a whole"):
        follows(wide, Fact(cells(), 1, 0), 1, WorkLeft(1_000))


def test_nothing_follows_from_nothing() -> None:
    assert not follows([], Fact(cells(), 1, 0), 1, WorkLeft())
    assert not follows([], Fact(cells(0), 0, 0), 1, WorkLeft())
    assert follows([], Fact(cells(0), 0, 1), 1, WorkLeft())
