"""Games played inside the engine equal those played in Python, with any number of threads."""

from __future__ import annotations

import math
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minemind as mm
from _minemind_testing import play_one
from minemind import _native
from minemind.lab.chunk import _played
from minemind.strategy.outcome import Phase
from minemind.strategy.simulate import NATIVE, first_cell
from minemind.strategy.tally import wilson

SIZES: list[tuple[tuple[int, int, int], dict[str, Any]]] = [
    ((9, 9, 10), {}),
    ((16, 16, 40), {"first_click": "safe", "start": (0, 0)}),
    ((16, 30, 99), {"first_click": "safe", "start": (0, 0)}),
    ((8, 8, 40), {}),
    ((1, 12, 4), {"first_click": "any"}),
    ((7, 7, 48), {"first_click": "any"}),
    ((5, 5, 0), {}),
    ((5, 5, 0), {"first_click": "any"}),
    ((6, 6, 9), {"max_per_cell": 2, "first_click": "any"}),
    ((6, 7, 9), {"topology": "torus"}),
    ((6, 7, 9), {"topology": "hex", "first_click": "safe"}),
    ((6, 7, 14), {"reach": 2}),
    ((6, 6, 12), {"max_per_cell": 2, "first_click": "safe"}),
    ((7, 8, 9), {"holes": [(0, 0), (3, 3), (3, 4)]}),
]


def split(given: dict[str, Any], size: tuple[int, int, int]) -> tuple[mm.Grid, dict[str, Any]]:
    about = {name: given[name] for name in given if name in ("topology", "reach", "holes")}
    return mm.Grid(size[0], size[1], **about), {name: given[name] for name in given if name not in about}


def in_python(simulation: mm.strategy.Simulation, index: int) -> mm.Record:
    game = mm.Game(
        mines=simulation.match.mines,
        seed=mm.strategy.game_seed(simulation.match.seed, index),
        first_click=simulation.match.first_click,
        max_per_cell=simulation.match.max_per_cell,
        grid=simulation.match.grid,
    )
    if game.first_click is mm.FirstClick.ANY:
        return mm.play(game, simulation.match.strategy)
    game.open(*first_cell(simulation.match))
    return mm.play(game, simulation.match.strategy)


@pytest.mark.parametrize("strategy", list(NATIVE))
@pytest.mark.parametrize(("size", "given"), SIZES)
def test_the_engine_plays_move_for_move_what_python_plays(
    size: tuple[int, int, int], given: dict[str, Any], strategy: str
) -> None:
    grid, options = split(given, size)
    if strategy == "rules" and "max_per_cell" in options:
        pytest.skip("the engine plays rules only with one mine per cell")
    games = 12 if size[1] == 30 else 60
    native = mm.simulate(size, grid=grid, seed=11, games=games, strategy=strategy, **options)
    for index in range(games):
        _, moves = play_one(
            grid.graph,
            rank=grid.rank,
            mines=native.match.mines,
            per_cell=native.match.max_per_cell,
            start=grid.index(*first_cell(native.match)),
            rule=_native.first_click(native.match.first_click),
            strategy=NATIVE[strategy],
            seed=11,
            index=index,
        )
        record = in_python(native, index)
        opened = [move.cell for move in record.moves if move.action is mm.Action.OPEN]
        if native.match.first_click is not mm.FirstClick.ANY:
            opened.insert(0, first_cell(native.match))
        assert [grid.cell(cell) for cell, _ in moves] == opened, index
        assert native.outcomes["moves"][index] == len(opened)
        assert native.won[index] == (record.result is mm.strategy.Result.WON)
        assert native.lost[index] == (record.result is mm.strategy.Result.LOST)
        assert native.outcomes["guesses"][index] == record.guesses
        surviving = math.prod(1 - move.probability for move in record.moves if not move.is_certain)
        assert native.risk[index] == pytest.approx(1 - surviving)
        assert native.outcomes["opened"][index] == record.replay().board.opened.sum()


# Sizes on which some searched endings are lost, and one on which some games become too hard to count.
HARD: list[tuple[tuple[int, int, int], dict[str, Any]]] = [
    ((8, 8, 20), {"first_click": "safe", "start": (0, 0)}),
    ((5, 6, 9), {"first_click": "any", "start": (0, 0)}),
    ((8, 8, 60), {"max_per_cell": 30, "first_click": "safe", "reach": 2}),
]


@pytest.mark.parametrize("strategy", list(NATIVE))
@pytest.mark.parametrize(("size", "given"), [*SIZES, *HARD])
def test_an_outcome_is_the_same_in_every_field(
    size: tuple[int, int, int], given: dict[str, Any], strategy: str
) -> None:
    grid, options = split(given, size)
    if strategy == "rules" and "max_per_cell" in options:
        pytest.skip("the engine plays rules only with one mine per cell")
    games = 10 if size[1] == 30 else 50
    native = mm.simulate(size, grid=grid, seed=12, games=games, strategy=strategy, **options)
    player = mm.get_strategy(strategy)
    for index in range(games):
        (played,) = _played(native.match, player, index)
        assert played.tobytes() == native.outcomes[index].tobytes(), (index, played, native.outcomes[index])


def test_games_that_are_lost_in_a_searched_ending_are_among_them() -> None:
    size, given = HARD[0]
    phases = mm.simulate(size, seed=12, games=50, strategy="champion", **given).lost_by_phase
    assert phases[Phase.ENDGAME] > 0
    size, given = HARD[2]
    grid, options = split(given, size)
    hard = mm.simulate(size, grid=grid, seed=12, games=50, strategy="champion", **options)
    assert np.count_nonzero(~(hard.won | hard.lost)) > 0


@pytest.mark.parametrize("strategy", list(NATIVE))
def test_threads_change_nothing(strategy: str) -> None:
    runs = [mm.simulate("intermediate", strategy=strategy, games=300, seed=4, threads=n) for n in (1, 2, 7)]
    assert len({run.signature for run in runs}) == 1
    parts = [mm.simulate("intermediate", strategy=strategy, games=150, seed=4, first=first) for first in (0, 150)]
    assert np.array_equal(np.concatenate([part.won for part in parts]), runs[0].won)
    assert list(parts[1].index[:2]) == [150, 151]


def test_how_often_each_strategy_wins() -> None:
    """Wide bounds around the win rates of a million games, which the bench measures."""
    corner: dict[str, Any] = {"first_click": "safe", "start": (0, 0), "games": 4000, "seed": 1, "threads": 2}
    wins = {
        name: mm.simulate("expert", strategy=name, **corner).win_rate for name in ("rules", "exact", "exact+endgame")
    }
    assert wins["rules"] < 0.05
    assert 0.36 < wins["exact"] < 0.41
    assert wins["exact"] < wins["exact+endgame"]


@pytest.mark.parametrize("strategy", ["exact", "exact+endgame", "lookahead", "champion"])
def test_the_weighted_estimator_agrees_with_counting_wins(strategy: str) -> None:
    setup: dict[str, Any] = {"first_click": "safe", "start": (0, 0), "strategy": strategy, "games": 4000, "threads": 2}
    plain = mm.simulate("intermediate", seed=21, **setup)
    weighted = mm.simulate("intermediate", seed=22, estimator="weighted", **setup)
    width = plain.ci95[1] - plain.ci95[0]
    assert abs(plain.win_rate - weighted.win_rate) < width  # about three standard errors of the difference
    assert weighted.ci95[1] - weighted.ci95[0] < 0.8 * width
    assert not weighted.lost.any()
    assert ((weighted.weight >= 0) & (weighted.weight <= 1)).all()
    again = mm.simulate("intermediate", seed=22, estimator="weighted", **(setup | {"threads": 1, "games": 500}))
    assert again.outcomes.tobytes() == weighted.outcomes[:500].tobytes()


# Sizes at which a fair share of the games is won, with any first-click rule.
QUICK: list[tuple[tuple[int, int, int], dict[str, Any]]] = [
    ((1, 12, 4), {}),
    ((7, 7, 48), {}),  # hardly ever
    ((6, 7, 9), {"topology": "hex", "start": (5, 6)}),
    ((7, 8, 9), {"holes": [(0, 0), (3, 3), (3, 4)]}),
]
SLOW: list[tuple[tuple[int, int, int], dict[str, Any]]] = [
    ((5, 5, 9), {}),
    ((5, 5, 9), {"start": (0, 0)}),
    ((8, 8, 16), {"start": (0, 3)}),
    ((6, 7, 9), {"topology": "torus"}),
    ((4, 5, 4), {"reach": 2}),
]


@pytest.mark.parametrize(
    "games",
    [
        pytest.param(1000, marks=pytest.mark.timeout(600)),  # on a busy machine
        pytest.param(20_000, marks=[pytest.mark.long, pytest.mark.timeout(7200)]),
    ],
)
@pytest.mark.parametrize("strategy", list(NATIVE))
@pytest.mark.parametrize("rule", list(mm.FirstClick))
def test_every_estimator_agrees_with_counting_wins(rule: mm.FirstClick, strategy: str, games: int) -> None:
    """Within 4.5 standard errors of their difference: by chance, one comparison in 150,000 would fail."""
    looks_ahead = strategy in ("lookahead", "champion")
    for size, given in QUICK if looks_ahead and games == 1000 else [*QUICK, *SLOW]:
        grid, options = split(given, size)
        setup: dict[str, Any] = {"grid": grid, "first_click": rule, "strategy": strategy, "games": games, **options}
        plain = mm.simulate(size, seed=31, threads=2, **setup)
        weighted = mm.simulate(size, seed=32, threads=2, estimator="weighted", **setup)
        # With few wins or none, the deviation is unknown: it is taken as if one more game were won, and one more lost.
        share = (plain.wins + 1) / (games + 2)
        error = math.sqrt(share * (1 - share) / games + np.var(weighted.weight) / games)
        assert abs(plain.win_rate - weighted.win_rate) < 4.5 * error, (size, given)
        assert not weighted.lost.any()


def test_risk_is_calibrated() -> None:
    """The number of lost games agrees with the sum of the risks of all guesses."""
    risked, lost, variance = 0.0, 0, 0.0
    grid = mm.Grid(9, 9)
    for index in range(3000):
        result, moves = play_one(
            grid.graph,
            rank=grid.rank,
            mines=12,
            per_cell=1,
            start=0,
            rule=_native.first_click("safe"),
            strategy=_native.Strategy.EXACT,
            seed=9,
            index=index,
        )
        risks = [risk for _, risk in moves]
        risked += sum(risks)
        variance += sum(risk * (1 - risk) for risk in risks)
        lost += result is _native.Result.LOST
    assert abs(lost - risked) < 4 * variance**0.5


@pytest.mark.long
@pytest.mark.parametrize("preset", list(mm.PRESETS))
def test_a_hundred_thousand_games_end_and_only_guesses_lose(preset: str) -> None:
    played = mm.simulate(preset, first_click="safe", start=(0, 0), strategy="exact+endgame", games=100_000, threads=2)
    assert (played.won | played.lost).all()
    assert (played.risk[played.lost] > 0).all()


@pytest.mark.parametrize("boards", [150, pytest.param(5000, marks=pytest.mark.long)])
def test_odd_boards_end_and_only_guesses_lose(boards: int) -> None:
    rng = random.Random(boards)
    for _ in range(boards):
        rows, cols, per_cell = rng.randint(1, 9), rng.randint(1, 9), rng.choice([1, 1, 2])
        if rows * cols < 2:
            continue
        grid = mm.Grid(rows, cols, rng.choice(["square", "torus", "hex"]), rng.choice([1, 1, 2]))
        mines = rng.randint(0, (rows * cols - 1) * per_cell)
        rule = rng.choice(["any", "safe", "opening"])
        played = mm.simulate(
            (rows, cols, mines), grid=grid, max_per_cell=per_cell, first_click=rule, games=8, strategy="exact+endgame"
        )
        for index in np.flatnonzero(~(played.won | played.lost)).tolist():  # a game stops only if it cannot be counted
            with pytest.raises(mm.TooHard):
                in_python(played, index)
        assert (played.risk[played.lost] > 0).all()
        assert (played.outcomes["opened"] <= grid.size).all()
        if rule != "any":
            assert (played.outcomes["opened"] >= 1).all()


def test_more_threads_than_work_do_no_harm() -> None:
    assert mm.simulate("beginner", games=5, threads=1000).games == 5


def test_the_numbers_of_a_run_add_up() -> None:
    played = mm.simulate("beginner", games=500, seed=2, strategy="exact+endgame")
    assert played.games == 500
    assert played.wins == played.won.sum()
    assert sum(played.lost_by_phase.values()) == played.lost.sum()
    low, high = played.ci95
    assert low < played.win_rate < high
    assert played.guesses_per_game == played.outcomes["guesses"].mean()
    assert first_cell(played.match) == (4, 4)
    assert repr(played).startswith("<Simulation of 500 games by exact+endgame: ")
    empty = mm.simulate("beginner", games=0)
    assert (empty.games, empty.wins, empty.ci95) == (0, 0, (0.0, 1.0))


def test_wilsons_interval_is_the_one_in_books() -> None:
    assert wilson(50, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert wilson(0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson(10, 10) == pytest.approx((0.72247, 1.0), abs=1e-5)


def test_progress_is_told_and_what_it_raises_is_raised() -> None:
    seen: list[int] = []
    mm.simulate("expert", strategy="exact", games=3000, progress=seen.append)
    assert seen == sorted(seen)
    assert 0 <= seen[-1] <= 3000

    def fail(done: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        mm.simulate("expert", games=10**6, progress=fail)


def test_ctrl_c_returns_what_was_played() -> None:
    def press() -> None:
        time.sleep(0.4)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    played = mm.simulate("expert", strategy="exact", games=10**7, seed=3, threads=2)
    assert played.is_interrupted
    assert 0 < played.games < 10**7
    again = mm.simulate("expert", strategy="exact", games=int(played.index[-1]) + 1, seed=3)
    assert np.array_equal(again.won[played.index], played.won)


BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: mm.simulate("huge"), "'huge' is not a preset"),
    (lambda: mm.simulate((3, 3)), "give rows, columns and mines"),  # type: ignore[arg-type]
    (lambda: mm.simulate((3, 3, 9)), "the mine count is 9; this grid holds 0 to 8"),
    (lambda: mm.simulate(strategy="full"), "'full' has no native version; the engine plays rules, exact"),
    (lambda: mm.simulate(games=-1), "games is -1"),
    (lambda: mm.simulate(first=2**63), "first is 9223372036854775808"),
    (lambda: mm.simulate((5, 5, 3), strategy="rules", max_per_cell=2), "only with one mine per cell"),
    (lambda: mm.simulate(estimator="hope"), "'hope' is not an estimator; choose from wins, weighted"),
    (lambda: mm.simulate(threads=0), "threads is 0"),
    (lambda: mm.simulate(seed=-1), "the seed is -1"),
    (lambda: mm.simulate((3, 3, 1), grid=mm.Grid(3, 4)), "make them the same"),
    (lambda: mm.simulate(start=(99, 0)), "off the board"),
    (lambda: mm.simulate(first_click="never"), "is not a first-click rule"),
]


@pytest.mark.parametrize(("call", "complaint"), BAD)
def test_what_cannot_be_meant_is_refused(call: Callable[[], object], complaint: str) -> None:
    with pytest.raises(mm.MineMindError, match=complaint):
        call()
