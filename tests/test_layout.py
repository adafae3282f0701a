"""Layout: where the mines are; dealt from a seed, or read from a text."""

from __future__ import annotations

import math
import pickle
import random
import warnings
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minemind import Assumption, FirstClick, Grid, InvalidValue, Layout, ParseError
from minemind.errors import OffBoard, TooLarge
from minemind.layout import game_seed
from tests import examples
from tests.oracle import deal as oracle
from tests.oracle import geometry, rules

# The layouts of some seeds. They never change, because people write seeds down.
PINNED: list[tuple[dict[str, Any], str]] = [
    (
        {"grid": Grid(9, 9), "mines": 10, "seed": 1, "first": (0, 0)},
        "9 9 10\n.......*.\n.....*...\n.........\n....**...\n...*....*\n.*....*..\n*........\n......*..\n.........",
    ),
    (
        {"grid": Grid(9, 9), "mines": 10, "seed": 2**64 - 1, "first": (4, 4), "first_click": "safe"},
        "9 9 10\n.........\n.........\n.........\n.*.......\n.*.*...*.\n.....*...\n..*...*..\n.........\n..*.*...*",
    ),
    (
        {"grid": Grid(4, 5), "mines": 18, "seed": 5, "first": (1, 1)},
        "4 5 18\n.****\n*.***\n*****\n*****",
    ),
    (
        {
            "grid": Grid(4, 6, "hex"),
            "mines": 9,
            "seed": 3,
            "first": (0, 0),
            "first_click": "any",
            "max_per_cell": 2,
        },
        "4 6 9 topology=hex k=2\n. . . . * .\n. . * * . *\n. *2 . . * .\n. . . . * *",
    ),
    (
        {"grid": Grid(4, 4, "torus", holes=[(0, 0), (2, 2)]), "mines": 5, "seed": 11},
        "4 4 5 topology=torus\n_***\n..*.\n.._.\n.*..",
    ),
]


@pytest.mark.parametrize(("deal", "text"), PINNED)
def test_a_seed_means_the_same_layout_for_ever(deal: dict[str, Any], text: str) -> None:
    assert str(Layout.deal(**deal)) == text


def test_the_seeds_of_a_run_are_the_outputs_of_splitmix64() -> None:
    # The first output for seed 0 is the one that SplitMix64's authors publish.
    assert game_seed(0, 0) == 0xE220A8397B1DCDAF
    assert [game_seed(1, i) for i in range(3)] == [10451216379200822465, 13757245211066428519, 17911839290282890590]
    assert len({game_seed(99, i) for i in range(10_000)}) == 10_000


@given(st.integers(0, 2**64 - 1))
def test_game_seeds_agree_with_the_oracle(seed: int) -> None:
    stream = oracle.split_mix(seed)
    assert [game_seed(seed, i) for i in range(5)] == [next(stream) for _ in range(5)]


@st.composite
def deals(draw: st.DrawFn) -> dict[str, Any]:
    grid = draw(examples.grids())
    per_cell = draw(st.integers(1, 3))
    return {
        "grid": grid,
        "mines": draw(st.integers(0, (grid.size - 1) * per_cell)),
        "seed": draw(st.integers(0, 2**64 - 1)),
        "first": draw(st.none() | st.sampled_from(list(grid))),
        "first_click": draw(st.sampled_from(list(FirstClick))),
        "max_per_cell": per_cell,
    }


@given(deals())
def test_the_engine_deals_what_the_oracle_deals(deal: dict[str, Any]) -> None:
    grid, first = deal["grid"], deal["first"]
    expected = oracle.deal(
        grid.indices.tolist(),
        [] if first is None else grid.around(grid.index(*first)).tolist(),
        mines=deal["mines"],
        per_cell=deal["max_per_cell"],
        first=None if first is None else grid.index(*first),
        rule=deal["first_click"].value,
        seed=deal["seed"],
    )
    counts = Layout.deal(**deal).counts.reshape(-1)
    assert {int(cell): int(counts[cell]) for cell in np.flatnonzero(counts)} == expected


@given(deals())
def test_first_click_rules(deal: dict[str, Any]) -> None:
    grid, first, per_cell = deal["grid"], deal["first"], deal["max_per_cell"]
    layout = Layout.deal(**deal)
    assert layout.mines == deal["mines"]
    assert layout.counts.max(initial=0) <= per_cell
    if first is None or deal["first_click"] is FirstClick.ANY:
        return
    assert layout.counts[first] == 0
    if deal["first_click"] is FirstClick.OPENING:
        around = grid.neighbours(*first)
        room_elsewhere = (grid.size - 1 - len(around)) * per_cell
        given_up = max(0, math.ceil((deal["mines"] - room_elsewhere) / per_cell))
        assert sum(layout.counts[cell] > 0 for cell in around) <= given_up


def chi_square(observed: Counter[bytes], expected: dict[bytes, float]) -> float:
    assert set(observed) <= set(expected)
    return sum((observed[key] - mean) ** 2 / mean for key, mean in expected.items())


def surely(degrees: int) -> float:
    """A bound that chi-square exceeds in about one of 100,000 fair samples (Wilson and Hilferty)."""
    return float(degrees * (1 - 2 / (9 * degrees) + 4.3 * math.sqrt(2 / (9 * degrees))) ** 3)


@pytest.mark.parametrize(
    ("grid", "rule", "free"),
    [
        (Grid(3, 3), "any", set()),
        (Grid(3, 3, holes=[(2, 2)]), "safe", {0}),
        (Grid(3, 4, "hex"), "opening", {0, 1, 4}),
    ],
)
def test_every_layout_that_the_rule_allows_is_equally_likely(grid: Grid, rule: str, free: set[int]) -> None:
    cells = [cell for cell in grid.indices.tolist() if cell not in free]
    allowed = [mined(grid, pair) for pair in combinations(cells, 2)]
    draws = 400 * len(allowed)
    observed: Counter[bytes] = Counter()
    for seed in range(draws):
        observed[Layout.deal(grid, 2, seed=seed, first=(0, 0), first_click=rule).counts.tobytes()] += 1
    assert chi_square(observed, dict.fromkeys(allowed, 400.0)) < surely(len(allowed) - 1)


def mined(grid: Grid, cells: Iterable[int]) -> bytes:
    return np.bincount(list(cells), minlength=grid.rows * grid.cols).astype(np.int32).tobytes()


def test_with_several_mines_per_cell_every_choice_of_slots_is_equally_likely() -> None:
    grid, draws = Grid(2, 2), 20_000
    observed: Counter[bytes] = Counter()
    for seed in range(draws):
        observed[Layout.deal(grid, 3, seed=seed, max_per_cell=2).counts.tobytes()] += 1
    weights: Counter[bytes] = Counter()
    for slots in combinations(range(8), 3):
        weights[mined(grid, (slot // 2 for slot in slots))] += 1
    expected = {key: draws * weight / weights.total() for key, weight in weights.items()}
    assert chi_square(observed, expected) < surely(len(expected) - 1)


def test_neighbours_given_up_are_equally_likely() -> None:
    grid, draws = Grid(3, 3), 8_000
    mined: Counter[int] = Counter()
    for seed in range(draws):
        counts = Layout.deal(grid, 1, seed=seed, first=(1, 1)).counts.reshape(-1)
        mined[int(np.flatnonzero(counts)[0])] += 1
    assert set(mined) == {0, 1, 2, 3, 5, 6, 7, 8}
    assert sum((seen - 1000) ** 2 / 1000 for seen in mined.values()) < surely(7)


@given(examples.layouts())
def test_numbers_count_the_mines_around(layout: Layout) -> None:
    grid = layout.grid
    holes = frozenset((hole.row, hole.col) for hole in grid.holes)
    around = geometry.neighbours(*grid.shape, grid.topology, grid.reach, holes)
    mines = {(cell.row, cell.col): int(layout.counts[cell]) for cell in grid}
    assert all(layout.numbers[cell] == rules.shown(around, mines, cell) for cell in around)
    assert layout.free == sum(count == 0 for count in mines.values())


@given(examples.layouts())
def test_text_is_read_back_to_the_same_layout(layout: Layout) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = Layout.parse(str(layout), reveal_numbers=True, strict=True)
    assert again == layout
    assert hash(again) == hash(layout)
    assert pickle.loads(pickle.dumps(layout)) == layout
    assert eval(repr(layout)) == layout
    assert (Layout(layout.grid, layout.counts, max_per_cell=layout.max_per_cell) == layout) == (not layout.revealed)


def test_the_tokens_of_a_layout() -> None:
    layout = Layout.parse("*.\nM2")
    assert layout.counts.tolist() == [[1, 0], [1, 0]]
    assert str(layout) == "2 2 2\n*.\n*."


def test_a_space_is_a_free_cell_in_a_layout_without_separators() -> None:
    assert Layout.parse("* **\n ***").counts.tolist() == [[1, 0, 1, 1], [0, 1, 1, 1]]


def test_several_mines_in_a_cell_need_k_in_the_header() -> None:
    assert Layout.parse("1 2 3 k=2\n*2 M").counts.tolist() == [[2, 1]]
    with pytest.raises(ParseError, match="allow more with k=… in the header"):
        Layout.parse("*2 M")


def test_numbers_are_checked_against_the_mines() -> None:
    with pytest.raises(ParseError) as caught:
        Layout.parse("3 3 1\n*1.\n131\n..1")
    assert [str(fault) for fault in caught.value.faults] == [
        "line 3, column 2: shows 3, but 1 mine is around it",
        "line 3, column 3: shows 1, but 0 mines are around it",
        "line 4, column 3: shows 1, but 0 mines are around it",
    ]


def test_unreadable_cells_and_wrong_numbers_are_reported_together() -> None:
    with pytest.raises(ParseError) as caught:
        Layout.parse("*Z1.\n1..3")
    assert [(fault.line, fault.column) for fault in caught.value.faults] == [(1, 2), (2, 4)]


def test_many_wrong_numbers_in_a_long_line_are_found_without_delay() -> None:
    with pytest.raises(ParseError) as caught:
        Layout.parse("* " + "9 " * 100_000)
    assert len(caught.value.faults) == 1001
    assert caught.value.faults[-1].sentence == "99,000 more cells are wrong"


@pytest.mark.parametrize(
    ("text", "mines"),
    [
        ("2 3 2\n*  \n*  ", [[1, 0, 0], [1, 0, 0]]),
        ("3 3 1\n*  \n...\n   \n", [[1, 0, 0], [0, 0, 0], [0, 0, 0]]),
        ("   \n * \n**.", [[0, 0, 0], [0, 1, 0], [1, 1, 0]]),
    ],
)
def test_rows_and_ends_of_spaces_are_free_cells(text: str, mines: list[list[int]]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Assumption)
        assert Layout.parse(text).counts.tolist() == mines


def test_numbers_start_open_only_if_asked() -> None:
    assert Layout.parse("*1.").revealed == frozenset()
    assert Layout.parse("*1.", reveal_numbers=True).revealed == {(0, 1)}


def test_below_a_wrong_header_numbers_are_not_judged() -> None:
    with pytest.raises(ParseError) as caught:
        Layout.parse("2 2 1 topology=moon\n*3\n..")
    assert [str(fault) for fault in caught.value.faults] == [
        "line 1: topology cannot be 'moon'; give hex or square or torus"
    ]


def test_a_header_that_counts_other_mines_is_overruled_by_the_body() -> None:
    with pytest.warns(Assumption, match="line 1: the header says 2 mines, but the layout has 1; using 1") as caught:
        assert Layout.parse("1 2 2\n*.").mines == 1
    assert caught[0].filename == __file__
    with pytest.warns(Assumption, match="line 1: the density in the header is ignored"):
        Layout.parse("1 2 ? density=0.5\n*.")
    with pytest.raises(ParseError, match="the layout has 1"):
        Layout.parse("1 2 2\n*.", strict=True)


def test_short_rows_of_a_layout_end_in_free_cells() -> None:
    with pytest.warns(Assumption, match="line 2: the row has 1 of 3 cells"):
        assert Layout.parse("***\n*").counts.tolist() == [[1, 1, 1], [1, 0, 0]]


@pytest.mark.parametrize("text", ["!.", "?.", "x.", "*0 ."])
def test_what_is_no_layout_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        Layout.parse(text)


def test_any_number_of_mines_can_be_given() -> None:
    assert Layout.parse("**").free == 0
    assert Layout.parse("..").mines == 0


@pytest.mark.parametrize(
    "deal",
    [
        {"mines": 4, "first": (0, 0)},
        {"mines": 4},
        {"mines": 4, "first": (0, 0), "first_click": "any"},
        {"mines": -1},
        {"mines": 1, "seed": -1},
        {"mines": 1, "seed": 2**64},
        {"mines": 1, "first_click": "lucky"},
        {"mines": 1, "max_per_cell": 0},
    ],
)
def test_a_deal_that_cannot_be_is_refused(deal: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        Layout.deal(Grid(2, 2), **{"seed": 1, **deal})


def test_refusals_name_what_is_allowed() -> None:
    with pytest.raises(InvalidValue, match="0 to 3"):
        Layout.deal(Grid(2, 2), 4, seed=1, first=(0, 0))
    with pytest.raises(InvalidValue, match="opening, safe, any"):
        Layout.deal(Grid(2, 2), 1, seed=1, first_click="lucky")
    with pytest.raises(OffBoard):
        Layout.deal(Grid(2, 2), 1, seed=1, first=(2, 0))
    for index in (-1, 2**64, 10**5000):
        with pytest.raises(InvalidValue, match="the index of the game is"):
            game_seed(1, index)
    with pytest.raises(TooLarge, match="hold more than the limit"):
        Layout.deal(Grid(10_000, 10_000, max_cells=10**8), 1, seed=1, max_per_cell=99)


@pytest.mark.parametrize(
    "arguments",
    [
        {"counts": [[1, 0]]},
        {"counts": [[2], [0]]},
        {"counts": [[-1], [0]]},
        {"counts": [[0.5], [0]]},
        {"counts": [[1], [0, 1]]},
        {"counts": [[1], [0]], "revealed": [(0, 0)]},
    ],
)
def test_counts_that_mean_nothing_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        Layout(Grid(2, 1), **arguments)


def test_a_hole_holds_no_mine() -> None:
    with pytest.raises(InvalidValue, match="a hole none"):
        Layout(Grid(2, 1, holes=[(0, 0)]), [[1], [0]])


# Mines moved away from the first click


def test_moved_mines_are_the_same_for_ever() -> None:
    layout = Layout.parse("4 5 6\n**...\n*....\n.*...\n**...")
    assert str(layout.cleared((0, 0), first_click="safe", seed=7)) == "4 5 6\n.*...\n*....\n.*.*.\n**..."
    assert str(layout.cleared((0, 0), first_click="opening", seed=7)) == "4 5 6\n.....\n.....\n.*.**\n**.*."
    assert str(layout.cleared((0, 0), first_click="opening", seed=8)) == "4 5 6\n....*\n.....\n.*...\n**.**"
    assert layout.cleared((0, 0), first_click="any", seed=7) == layout


@pytest.mark.parametrize("topology", ["square", "hex", "torus"])
def test_the_first_click_is_free_and_its_neighbours_as_far_as_there_is_room(topology: str) -> None:
    for seed in range(300):
        per_cell, rng = 1 + seed % 3, random.Random(seed)
        grid = Grid(rng.randint(1, 5), rng.randint(2, 5), topology)
        most = (grid.size - 1) * per_cell
        layout = Layout.deal(grid, rng.randint(0, most), seed=seed, max_per_cell=per_cell)
        if not layout.free:
            continue
        cells = list(map(grid.cell, range(grid.size)))
        first = rng.choice(cells)
        around = {first, *grid.neighbours(*first)}
        for rule in ("safe", "opening"):
            moved = layout.cleared(first, first_click=rule, seed=seed)
            assert (moved.mines, moved.grid, moved.max_per_cell) == (layout.mines, grid, per_cell)
            assert not moved.counts[first]
            zone = around if rule == "opening" else {first}
            taken = [cell for cell in zone if layout.counts[cell] and not moved.counts[cell]]
            kept = [cell for cell in zone if moved.counts[cell]]
            gained = [cell for cell in cells if moved.counts[cell] > layout.counts[cell]]
            assert all(not layout.counts[cell] for cell in gained)
            free_elsewhere = per_cell * sum(not layout.counts[cell] for cell in cells if cell not in zone)
            if sum(int(layout.counts[cell]) for cell in zone) <= free_elsewhere:
                assert kept == []
                assert not set(gained) & zone
            assert layout.counts[first] or not set(gained) & zone  # there, it would still touch the first click
            assert sum(int(layout.counts[cell]) for cell in taken) == sum(int(moved.counts[cell]) for cell in gained)


def test_every_free_cell_takes_a_moved_mine_equally_often() -> None:
    layout = Layout.parse("*....\n.....")
    taken = Counter(
        int(np.flatnonzero(layout.cleared((0, 0), first_click="safe", seed=seed).counts)[0]) for seed in range(9_000)
    )
    assert sorted(taken) == list(range(1, 10))
    assert sum((count - 1_000) ** 2 / 1_000 for count in taken.values()) < 27.9  # chi-square, 8 degrees, 0.05 %
