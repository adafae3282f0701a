"""Boards that never need a guess: none does, all are equally likely, and what cannot be dealt is refused."""

from __future__ import annotations

import _thread
import pickle
import threading
from collections import Counter
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest

import minemind as mm
from minemind.deadline import Stop
from minemind.layout import MAX_SEED
from tests.no_guess.deals import ODD, SMALL, TIMES, WAYS, around, assert_equally_likely, counts_of, ways_of
from tests.oracle.certain import left_closed


def needs_guess(board: mm.no_guess.NoGuess) -> bool:
    layout = board.layout
    mines = {(int(row), int(col)): int(layout.counts[row, col]) for row, col in np.argwhere(layout.counts)}
    return bool(left_closed(around(layout.grid), mines, tuple(board.start), layout.max_per_cell))  # type: ignore[arg-type]


def check(board: mm.no_guess.NoGuess, mines: int) -> None:
    """Check that it needs no guess, has its mines, and keeps the promise of the first click."""
    assert not needs_guess(board), f"{board}"
    layout = board.layout
    assert layout.mines == mines
    assert layout.counts[board.start] == 0
    if board.first_click is mm.FirstClick.OPENING:
        assert layout.numbers[board.start] == 0


# --- None needs a guess

PRESETS = {"beginner": 250, "intermediate": 200, "expert": 200}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("preset", PRESETS)
def test_no_board_of_a_preset_needs_a_guess(preset: str, way: str) -> None:
    for seed in range(PRESETS[preset]):
        check(mm.generate(preset, seed=seed, way=way), mm.PRESETS[preset].mines)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("preset", PRESETS)
def test_none_of_ten_thousand_boards_needs_a_guess(preset: str, way: str) -> None:
    for index in range(10_000):
        check(mm.generate(preset, seed=mm.strategy.game_seed(1, index), way=way), mm.PRESETS[preset].mines)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ODD)
def test_no_odd_board_needs_a_guess(kind: str, way: str) -> None:
    grid, mines, rules = ODD[kind]
    for seed in range(25):
        board = mm.generate(grid=grid, mines=mines, seed=seed, way=way, **rules)
        assert not needs_guess(board), f"{board}"
        assert board.layout.mines == mines
        assert board.layout.counts[board.start] == 0
        assert board.layout.grid == grid


@pytest.mark.parametrize("mines", [120, 150, 200])
def test_dense_boards_are_repaired(mines: int) -> None:
    for seed in range(10):
        check(mm.generate("expert", mines=mines, seed=seed, way="repaired"), mines)


def test_a_large_board_is_repaired() -> None:
    board = mm.generate(40, 40, 320, seed=1, way="repaired", start=(0, 0))
    assert board.repairs
    check(board, 320)


# --- All are equally likely


def dealt(kind: str, boards: int, way: str) -> Counter[tuple[int, ...]]:
    grid, mines, start, rule, per_cell = SMALL[kind]
    deal = {"mines": mines, "first_click": rule, "max_per_cell": per_cell, "grid": grid, "start": start, "way": way}
    return Counter(counts_of(mm.generate(seed=seed, **deal)) for seed in range(boards))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", SMALL)
def test_all_boards_without_a_guess_are_equally_likely(kind: str) -> None:
    ways = ways_of(kind)
    boards = TIMES * len(ways)
    found = dealt(kind, boards, "uniform")
    assert_equally_likely(found, ways, boards)


@pytest.mark.parametrize("kind", SMALL)
def test_repaired_boards_are_boards_without_a_guess(kind: str) -> None:
    ways = ways_of(kind)
    found = dealt(kind, 4 * len(ways), "repaired")
    assert set(found) <= set(ways)
    assert len(found) > len(ways) / 2


@pytest.mark.parametrize("kind", ["4×4, 3 mines, safe inside", "two mines in a cell"])
def test_the_oracles_agree(kind: str) -> None:
    grid, mines, start, rule, per_cell = SMALL[kind]
    places, ways = sorted(around(grid)), ways_of(kind)
    for seed in range(150):
        layout = mm.Layout.deal(grid, mines, seed=seed, first=start, first_click=rule, max_per_cell=per_cell)
        counts = dict(zip(places, layout.counts.reshape(-1).tolist(), strict=True))
        assert (tuple(counts.values()) in ways) is not bool(left_closed(around(grid), counts, start, per_cell))


@pytest.mark.parametrize("start", [(8, 15), (0, 0)])
def test_the_first_layout_of_a_run_that_takes_no_guess_is_found(start: tuple[int, int]) -> None:
    for seed in range(3):
        board = mm.generate("expert", seed=seed, start=start)
        games = mm.simulate("expert", strategy="exact", start=start, seed=seed, games=board.attempts, threads=1)
        assert np.flatnonzero(games.outcomes["guesses"] == 0).tolist() == [board.attempts - 1]
        assert games.match.game(board.attempts - 1).seed == mm.strategy.game_seed(seed, board.attempts - 1)


# --- The same everywhere

PINNED = {
    "uniform": "6 9 14\n...***...\n.....*.*.\n.....*.*.\n.***.*...\n.........\n**...*...",
    "repaired": "6 9 14\n....*.**.\n.....*.**\n..*......\n.......*.\n*..**...*\n...*....*",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_seed_names_a_board_for_ever(way: str) -> None:
    board = mm.generate(6, 9, 14, seed=2026, start=(0, 0), way=way)
    assert str(board.layout) == PINNED[way]


@pytest.mark.parametrize("way", WAYS)
def test_the_budget_decides_nothing_but_when_to_give_up(way: str) -> None:
    board = mm.generate("expert", mines=110, seed=4, way=way)
    work = board.attempts + board.positions + board.repairs
    assert work > 10
    exact = mm.generate("expert", mines=110, seed=4, way=way, budget=work)
    assert exact.layout == board.layout
    with pytest.raises(mm.errors.NoBoard) as refused:
        mm.generate("expert", mines=110, seed=4, way=way, budget=work - 1)
    error = refused.value
    assert error.attempts + error.positions + error.repairs == work - 1


def test_every_seed_is_one() -> None:
    for seed in (0, MAX_SEED):
        assert mm.generate("beginner", seed=seed).seed == seed
    assert mm.generate("beginner").seed < 2**53
    with pytest.raises(mm.InvalidValue, match="the seed is -1"):
        mm.generate("beginner", seed=-1)


def test_a_board_is_a_value() -> None:
    board = mm.generate("beginner", seed=7, start=(0, 0))
    assert board == mm.generate("beginner", seed=7, start=(0, 0)) == pickle.loads(pickle.dumps(board))
    assert len({board, mm.generate("beginner", seed=7, start=(0, 0)), mm.generate("beginner", seed=8)}) == 2
    with pytest.raises(FrozenInstanceError):
        board.seed = 8  # type: ignore[misc]
    assert str(board).startswith("<NoGuess 9×9, 10 mines, from (0, 0), seed 7, uniform: 1 attempt>\n9 9 10\n")


# --- 3BV


def test_a_board_has_the_3bv_that_was_asked_for_and_the_seed_that_it_was_dealt_from() -> None:
    board = mm.generate("expert", seed=3, min_3bv=190, max_3bv=192)
    assert 190 <= mm.metrics(board.layout).three_bv <= 192
    again = mm.generate("expert", seed=board.seed)
    assert again.layout == board.layout
    assert board.game().layout == board.layout


def test_limits_that_no_board_keeps_use_up_the_budget() -> None:
    with pytest.raises(
        mm.errors.NoBoard, match=r"with a 3BV of at least 9999 .* boards had a 3BV from \d+ to \d+"
    ) as refused:
        mm.generate("beginner", seed=3, min_3bv=9999, budget=500)
    error = refused.value
    assert error.attempts + error.positions == 500
    with pytest.raises(mm.errors.NoBoard, match="with a 3BV from 3 to 3 "):
        mm.generate("expert", seed=3, min_3bv=3, max_3bv=3, budget=500)
    with pytest.raises(mm.InvalidValue, match="the minimum 3BV is 5, but the maximum is 4; swap them"):
        mm.generate("expert", min_3bv=5, max_3bv=4)


# --- Refusals


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("size", "refused", "says"),
    [
        ((3, 3, 7), {}, r"within the budget of 2,000: .* at best 1 safe cell left"),
        ((3, 3, 7), {"start": (0, 0)}, r"use fewer mines"),
        (
            (9, 9, 10),
            {"budget": 0},
            "within the budget of 0: 0 layouts dealt, 0 positions analysed; give a larger budget",
        ),
        ((9, 9, 10), {"start": (9, 0)}, r"\(9, 0\) is off the board"),
        ((9, 9, 10), {"start": (0, -1)}, r"\(0, -1\) is off the board"),
        ((9, 9, 81), {}, "this grid holds 0 to 80"),
        ((9, 9, 10), {"first_click": "any"}, "the first cell is itself a guess"),
        ((9, 9, 10), {"way": "shuffled"}, "'shuffled' is not a way to deal; choose from uniform, repaired"),
        ((9, 9, 10), {"budget": -1}, "the budget is -1; give a whole number from 0"),
        ((9, 9, 10), {"min_3bv": -1}, "the minimum 3BV is -1"),
    ],
)
def test_what_cannot_be_dealt_is_refused(
    size: tuple[int, int, int], refused: dict[str, Any], says: str, way: str
) -> None:
    with pytest.raises(mm.MineMindError, match=says):
        mm.generate(*size, seed=1, **{"budget": 2000, "way": way, **refused})


def test_an_expert_board_of_300_mines_is_refused_and_the_refusal_says_what_was_tried() -> None:
    with pytest.raises(mm.errors.NoBoard, match=r"layouts dealt, .* or the repaired way$") as refused:
        mm.generate("expert", mines=300, seed=1, budget=20_000)
    error = refused.value
    assert isinstance(error, mm.TooHard)
    assert error.attempts + error.positions == 20_000
    assert (error.repairs, str(pickle.loads(pickle.dumps(error)))) == (0, str(error))


def test_a_start_in_a_hole_is_refused() -> None:
    with pytest.raises(mm.errors.OffBoard, match="is a hole"):
        mm.generate(grid=mm.Grid(5, 5, holes=[(2, 2)]), mines=3, start=(2, 2))
    assert mm.generate(grid=mm.Grid(5, 5, holes=[(2, 2)]), mines=3, seed=1).start == (1, 2)


def test_parts_that_no_number_connects_can_be_dealt_too() -> None:
    grid = mm.Grid(3, 9, holes=[(row, 4) for row in range(3)])
    for way in WAYS:
        board = mm.generate(grid=grid, mines=2, seed=1, start=(0, 0), way=way, budget=50_000)
        assert not needs_guess(board)


@pytest.mark.parametrize("way", WAYS)
def test_a_deadline_ends_a_deal(way: str) -> None:
    with pytest.raises(mm.TooHard, match=r"time limit of 0\.05 s"):
        mm.generate(3, 3, 7, seed=1, way=way, budget=10**15, time_limit=0.05)
    stop = Stop()
    stop.set()
    with stop, pytest.raises(mm.TooHard, match="stopped before it was finished"):
        mm.generate(3, 3, 7, seed=1, way=way, budget=10**15)


@pytest.mark.parametrize("way", WAYS)
def test_an_interrupt_ends_a_deal_and_leaves_the_game_as_it_was(way: str) -> None:
    game = mm.Game(3, 3, 7, seed=1, no_guess=True, way=way, budget=10**15)
    game.flag(0, 0)
    timer = threading.Timer(0.05, _thread.interrupt_main)  # on Windows, a signal by os.kill would end the process
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        game.open(1, 1)
    timer.join()
    assert (game.turns, game.layout, game.mines_left) == (1, None, 6)


# --- Games


@pytest.mark.parametrize("way", WAYS)
def test_a_game_deals_for_the_cell_that_is_opened_first(way: str) -> None:
    game = mm.Game("intermediate", seed=5, no_guess=True, way=way)
    for start in ((0, 0), (8, 8)):
        game.open(start)
        assert game.layout == mm.generate("intermediate", seed=5, start=start, way=way).layout
        assert game.undo()
        assert game.layout is None


def test_a_refused_first_click_leaves_the_game_as_it_was() -> None:
    game = mm.Game(3, 3, 7, seed=1, no_guess=True, budget=100)
    game.flag(0, 0)
    before = game.board
    for _ in range(2):
        with pytest.raises(mm.errors.NoBoard):
            game.open(1, 1)
        assert (game.board, game.turns, game.layout, game.state) == (before, 1, None, mm.State.PLAYING)
    assert game.undo()


def test_a_game_without_a_guess_promises_something_of_its_first_click() -> None:
    with pytest.raises(mm.InvalidValue, match="with first_click 'any' the first cell is itself a guess"):
        mm.Game("beginner", first_click="any", no_guess=True)
    for way, budget in (("uniform", None), (None, 5)):
        with pytest.raises(mm.InvalidValue, match="way, budget and grade are for no-guess boards"):
            mm.Game("beginner", way=way, budget=budget)
    with pytest.raises(mm.InvalidValue, match="no_guess is 'yes'; give True or False"):
        mm.Game("beginner", no_guess="yes")  # type: ignore[arg-type]


def test_everybody_wins_who_opens_what_is_certain() -> None:
    for seed in range(20):
        game = mm.generate("expert", seed=seed).game()
        mm.strategy.auto(game)
        assert game.state is mm.State.WON
    record = mm.play(mm.Game("expert", seed=7, no_guess=True), "exact", seed=1)
    assert (record.result.value, record.guesses) == ("won", 0)
    assert mm.Record.from_json(record.to_json()).replay().state is mm.State.WON
