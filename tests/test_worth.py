"""What a board is worth: openings, islands, 3BV and ZiNi, compared with their definitions and known boards."""

from __future__ import annotations

import random
import time
from dataclasses import FrozenInstanceError, astuple, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minemind as mm
from minemind.deadline import Stop
from minemind.topology import TOPOLOGIES
from tests.oracle.clicks import Worth, scan_orders
from tests.oracle.geometry import neighbours

# openings, islands, 3BV, ZiNi, 8-way ZiNi, human ZiNi
KNOWN = [
    ("...\n...\n...", (1, 0, 1, 1, 1, 1)),
    (".", (1, 0, 1, 1, 1, 1)),
    ("*", (0, 0, 0, 0, 0, 0)),
    ("*.", (0, 1, 1, 1, 1, 1)),
    ("*.\n..", (0, 1, 3, 3, 3, 3)),
    # A click on a side, a flag and three chords; a human clicks the first cell, a corner, and chords once more.
    ("...\n.*.\n...", (0, 1, 8, 5, 5, 6)),
    # Worked out in docs/metrics.md.
    ("....\n.*..\n....", (1, 1, 6, 4, 4, 5)),
    # codegolf.stackexchange.com/q/82447 gives its 3BV; a human ZiNi may well be below the greedy one.
    ("........\n...*....\n...*..*.\n.*..*...\n..*....*\n...*....\n......*.\n.......*", (3, 3, 23, 18, 18, 17)),
    # The order of ties matters.
    (".....*\n..*.*.\n*..*..\n....*.\n...*..", (2, 1, 15, 12, 11, 14)),
    # Two mines in a cell: the same chords cost one click more, or are not worth it any more.
    ("3 3 2 k=2\n. . .\n. *2 .\n. . .", (0, 1, 8, 6, 6, 7)),
    # On hexagons, where odd rows are shifted to the right: two corners are openings.
    ("3 3 1 topology=hex\n...\n.*.\n...", (2, 1, 5, 5, 5, 5)),
    # No edge: every cell of a small torus touches the mine.
    ("3 3 1 topology=torus\n*..\n...\n...", (0, 1, 8, 3, 3, 3)),
    # A hole is not a cell, and does not separate the cells around it.
    ("3 3 1\n._.\n_*_\n._.", (0, 4, 4, 4, 4, 4)),
]


@pytest.mark.parametrize(("text", "values"), KNOWN)
def test_known_boards_have_their_known_values(text: str, values: tuple[int, ...]) -> None:
    assert astuple(mm.metrics(text)) == values


def random_layout(rng: random.Random) -> mm.Layout:
    """Any topology, reach and mines per cell, some holes, any density."""
    rows, cols = rng.randint(1, 6), rng.randint(1, 6)
    holes = [(row, col) for row in range(rows) for col in range(cols) if row + col and rng.random() < 0.08]
    grid = mm.Grid(rows, cols, rng.choice([*TOPOLOGIES]), rng.choice([1, 1, 1, 2]), holes)
    per_cell, density = rng.choice([1, 1, 3]), rng.random() ** 2
    counts = [[rng.randint(1, per_cell) if rng.random() < density else 0 for _ in range(cols)] for _ in range(rows)]
    return mm.Layout(grid, np.where(grid.exists, counts, 0), max_per_cell=per_cell)


def oracle(layout: mm.Layout) -> tuple[int, ...]:
    grid = layout.grid
    around = neighbours(*grid.shape, grid.topology, grid.reach, frozenset(map(tuple, grid.holes)))
    worth = Worth(around, {place: count for place in around if (count := int(layout.counts[place]))})
    first, *others = orders = list(scan_orders(around.keys()))
    zini = worth.zini(first)
    assert len(orders) == 8
    eight_way = min([zini, *map(worth.zini, others)])
    return len(worth.openings), worth.islands, worth.three_bv, zini, eight_way, worth.zini(first, human=True)


@pytest.mark.parametrize("seed", range(4))
def test_random_layouts_of_every_topology_are_worth_what_the_definitions_say(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(500):
        layout = random_layout(rng)
        assert astuple(mm.metrics(layout)) == oracle(layout), repr(layout)


def test_no_symmetry_of_a_square_changes_anything_but_how_ties_are_broken() -> None:
    layout = mm.Layout.deal(mm.Grid(16, 30), 99, seed=1)
    changed = set()
    for turns in range(4):
        for counts in (turned := np.rot90(layout.counts, turns), turned.T):
            worth = mm.metrics(mm.Layout(mm.Grid(*counts.shape), counts))
            changed.add(replace(worth, zini=0, human_zini=0))
    assert len(changed) == 1


def test_flags_never_cost_more_than_they_save() -> None:
    for seed in range(200):
        worth = mm.metrics(mm.Layout.deal(mm.Grid(9, 9), 20, seed=seed))
        assert worth.openings <= worth.eight_way_zini <= worth.zini <= worth.three_bv
        assert worth.human_zini <= worth.three_bv
        assert worth.islands <= worth.three_bv - worth.openings


def test_metrics_are_a_value() -> None:
    worth = mm.metrics("*..")
    assert worth == mm.metrics("*..") == eval(repr(worth), {"Metrics": mm.Metrics})
    with pytest.raises(FrozenInstanceError):
        worth.zini = 0  # type: ignore[misc]


def test_a_layout_can_be_given_in_any_form(tmp_path: Path) -> None:
    text = "3 4 1\n....\n.*..\n...."
    layout, path = mm.Layout.parse(text), tmp_path / "layout.txt"
    path.write_text(text)
    begun = mm.Game.from_layout(layout)
    begun.open(0, 0)
    waiting = mm.Game.from_layout(layout, first_click="opening")
    given: list[Any] = [layout, text, text.encode(), path, mm.Game.from_layout(layout), begun, waiting]
    assert {mm.metrics(form) for form in given} == {mm.metrics(layout)}


def test_cells_that_start_open_count_like_all_others() -> None:
    assert mm.metrics(mm.Layout.parse("*1.", reveal_numbers=True)) == mm.metrics("*1.")


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        (mm.Game("beginner", seed=7), mm.InvalidValue, "open a cell first"),
        (mm.Board.parse("1."), mm.InvalidValue, "is not a layout; give a Layout"),
        (None, mm.InvalidValue, "is not a layout"),
        ([[0, 1]], mm.InvalidValue, "is not a layout"),
        ("Z", mm.ParseError, "'Z' is not a valid cell of a layout"),
        ("", mm.ParseError, "empty"),
        (Path("no such file"), mm.errors.FileError, "no such file"),
    ],
)
def test_what_has_no_layout_is_refused(given: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        mm.metrics(given)


def test_the_cost_grows_with_the_cells_not_with_their_square() -> None:
    def seconds(side: int) -> float:
        layout = mm.Layout.deal(mm.Grid(side, side), side * side // 5, seed=1)
        _ = layout.grid.graph
        before = time.thread_time()
        mm.metrics(layout)
        return time.thread_time() - before

    seconds(50)
    small, large = min(seconds(100) for _ in range(3)), seconds(400)  # 16 times the cells
    assert large < 64 * small


HOSTILE = {
    "no mines": np.zeros((300, 300), dtype=int),
    "only mines but one": np.arange(90_000).reshape(300, 300) > 0,
    "mines on every other cell": np.indices((300, 300)).sum(axis=0) % 2,
    "lone mines, as many as fit": (np.indices((300, 300)) % 3 == 1).all(axis=0),
    "rows of mines": np.indices((300, 300))[0] % 4 == 0,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_boards_made_to_take_long_do_not(name: str) -> None:
    """They take as long as others of their size; the limit, in CPU time, is a hundred times that."""
    before = time.thread_time()
    worth = mm.metrics(mm.Layout(mm.Grid(300, 300), HOSTILE[name]))
    assert time.thread_time() - before < 10
    assert worth.eight_way_zini <= worth.zini <= worth.three_bv


def test_a_time_limit_holds() -> None:
    layout = mm.Layout.deal(mm.Grid(700, 700), 100_000, seed=1)
    _ = layout.grid.graph
    before = time.thread_time()
    with pytest.raises(mm.TooHard, match=r"not finished within the time limit of 0\.02 s"):
        mm.metrics(layout, time_limit=0.02)
    with pytest.raises(mm.TooHard), Stop(0.02):
        mm.metrics(layout)
    assert time.thread_time() - before < 1.2
    with pytest.raises(mm.InvalidValue, match="the time limit is 0"):
        mm.metrics(layout, time_limit=0)
