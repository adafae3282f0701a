"""Random solutions: weighted as they should be, and honest about their error."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

import minemind as mm
from minemind.board import HIDDEN
from minemind.deadline import Deadline
from minemind.solve.methods import particles, sampling
from minemind.solve.methods.particles import RandomNumbers, Sampler
from minemind.solve.methods.rules import propagate
from tests.solve.boards import random_board
from tests.solve.lattice import lattice


def sampled(board: mm.Board, **options: Any) -> mm.solve.Inference:
    found = mm.analyse(board, "sampling", **options)
    assert isinstance(found, mm.solve.Inference)
    return found


def chi_square_limit(freedom: int) -> float:
    """What a chi-square of so many degrees passes once in some millions (Wilson and Hilferty)."""
    return freedom * (1 - 2 / (9 * freedom) + 5 * math.sqrt(2 / (9 * freedom))) ** 3


@pytest.mark.parametrize("odds", [0.2, 1.0, 5.0])
@pytest.mark.parametrize(
    "text",
    [
        "4 5 4\n.....\n.2.1.\n.....\n..1..",
        "3 7 ?\n.......\n.2.1.3.\n.......",
        "5 6 ? topology=hex\n......\n.2.3..\n......\n..2...\n......",
        "4 5 ? topology=torus\n.2...\n.....\n.3.2.\n.....",
        "3 7 9 k=2\n.......\n.3.2.4.\n.......",
    ],
)
def test_batches_estimate_the_weight_of_every_solution_without_bias(text: str, odds: float) -> None:
    """Hotelling's test: over many batches, solutions weigh on average as much as their placements say."""
    [component] = propagate(mm.solve.Problem(mm.Board.parse(text))).components
    truth = shares(component, odds)
    batches = 400
    drawn = Sampler(component, odds, Deadline()).draw(batches, 50, RandomNumbers(1))
    place = {solution: i for i, solution in enumerate(truth)}
    weights = np.zeros((batches, len(truth)))
    for batch in range(batches):
        for solution, weight in zip(drawn.mines[:, batch].T.tolist(), drawn.weights[batch].tolist(), strict=True):
            if weight > 0:
                weights[batch, place[tuple(solution)]] += weight
    common = np.array(list(truth.values())) > 0.005
    assert common.sum() > 2
    # Every batch has a weight of its own, which must not depend on what it found either.
    excess = (weights - weights.sum(axis=1, keepdims=True) * np.array(list(truth.values())))[:, common][:, 1:]
    mean, covariance = excess.mean(axis=0), np.cov(excess.T)
    statistic = batches * mean @ np.linalg.solve(covariance, mean)
    freedom = excess.shape[1]
    assert statistic * (batches - freedom) / (batches - 1) < chi_square_limit(freedom)


def shares(component: mm.solve.Component, odds: float) -> dict[tuple[int, ...], float]:
    """What each solution weighs, from trying all mines in all groups."""
    slots = [len(group.cells) * component.per_cell for group in component.groups]
    weights = {}
    for mines in itertools.product(*(range(size + 1) for size in slots)):
        sums = [0] * len(component.constraints)
        for group, held in zip(component.groups, mines, strict=True):
            for c in group.constraints:
                sums[c] += held
        if sums == [constraint.remaining for constraint in component.constraints]:
            weights[mines] = math.prod(map(math.comb, slots, mines)) * odds ** sum(mines)
    total = sum(weights.values())
    return {mines: weight / total for mines, weight in weights.items()}


class Miss(NamedTuple):
    """How far an estimate is off: in probabilities, and in its own standard error."""

    probability: float
    errors: float


def misses(board: mm.Board, found: mm.solve.Inference) -> Iterator[Miss]:
    """One for each group that is neither certain nor rare, and one for the outside."""
    exact = mm.analyse(board)
    assert found.standard_error is not None
    seen = {cell for group in exact.groups for cell in group.cells} | exact.safe | exact.mines
    outside = [cell for cell in board.grid if board.hidden[cell] and cell not in seen and board.mines is not None][:1]
    for cell in [group.cells[0] for group in exact.groups] + outside:
        if 0.02 < exact.probability[cell] < 0.98:
            off = float(found.probability[cell] - exact.probability[cell])
            yield Miss(off, off / float(found.standard_error[cell]))


def stuck(seed: int) -> mm.Board:
    """An Expert game, opened wherever the engine is sure."""
    game = mm.Game.preset("expert", seed=mm.strategy.game_seed(9, seed))
    game.open(8, 15)
    while game.state is mm.State.PLAYING and (safe := mm.analyse(game.board).safe):
        for cell in sorted(safe):
            if game.state is mm.State.PLAYING:
                game.open(*cell)
    return game.board


def test_on_games_estimates_are_close_and_their_intervals_hold_the_truth_as_often_as_they_say() -> None:
    boards = [stuck(seed) for seed in range(100)]
    found = [miss for seed, board in enumerate(boards) for miss in misses(board, sampled(board, seed=seed))]
    assert len(found) > 500
    assert sum(abs(miss.probability) for miss in found) / len(found) < 0.005
    assert max(abs(miss.probability) for miss in found) < 0.05
    assert 0.93 < sum(abs(miss.errors) < 1.96 for miss in found) / len(found) < 0.97
    # Groups of a component depend on each other, which widens the spread of this sum, but not by ten.
    assert abs(sum(miss.errors for miss in found)) / math.sqrt(len(found)) < 5
    assert max(abs(miss.errors) for miss in found) < 6


@pytest.mark.parametrize("per_cell", [1, 2, 3])
@pytest.mark.parametrize("topology", ["square", "torus", "hex"])
def test_intervals_hold_the_truth_on_boards_of_every_kind(topology: str, per_cell: int) -> None:
    found = []
    for seed, model in itertools.product(range(8), ["count", "unknown", "density"]):
        board = scattered(mm.Grid(8, 9, topology), per_cell, model, seed)
        found += [miss for miss in misses(board, sampled(board, samples=2_000, seed=seed)) if abs(miss.errors) > 1e-6]
    assert len(found) > 100
    assert 0.9 < sum(abs(miss.errors) < 1.96 for miss in found) / len(found) < 0.99
    assert max(abs(miss.errors) for miss in found) < 6


def scattered(grid: mm.Grid, per_cell: int, model: str, seed: int) -> mm.Board:
    """A fifth of the slots mined, and a third of the free cells open."""
    layout = mm.Layout.deal(grid, grid.size * per_cell // 5, seed=seed, max_per_cell=per_cell)
    rng = random.Random(seed)
    faces = np.full(grid.shape, HIDDEN, dtype=np.int32)
    for cell in grid:
        if not layout.counts[cell] and rng.random() < 1 / 3:
            faces[cell] = layout.numbers[cell]
    mines, density = layout.mines if model == "count" else None, 0.2 if model == "density" else None
    return mm.Board(grid, faces, mines=mines, density=density, max_per_cell=per_cell)


def test_every_expert_position_is_answered_from_so_many_draws_a_component() -> None:
    for seed in range(40):
        board = stuck(seed)
        found = sampled(board, seed=seed)
        components = len(propagate(mm.solve.Problem(board)).components)
        # More is drawn only where the mine count is unusual, or little comes of the first draws.
        assert found.nodes <= (2 + sampling.MORE_SAMPLES) * components * sampling.SAMPLES
        assert found.effective_samples is not None
        assert 500 < found.effective_samples <= sampling.SAMPLES


def test_a_component_that_nobody_can_count_is_sampled() -> None:
    board = lattice(25, 25, seed=3, density=0.35)
    found = sampled(board, samples=2_000)
    assert not np.isnan(found.probability[board.hidden]).any()
    assert found.standard_error is not None
    assert np.nanmedian(found.standard_error[board.hidden]) < 0.1


@pytest.mark.parametrize("mines", [12, 13, 18, 23, 24])
def test_a_mine_count_at_the_edge_is_drawn_as_well_as_any(mines: int) -> None:
    board = mm.Board.parse("\n_____\n".join([".1.1."] * 12), mines=mines)
    exact, found = mm.analyse(board), sampled(board)
    assert found.standard_error is not None
    error = abs(found.probability - exact.probability)[board.hidden]
    assert (error < 4 * found.standard_error[board.hidden]).all()
    assert np.nansum(found.probability) == pytest.approx(mines)


def test_the_error_falls_with_the_samples() -> None:
    board = mm.Board.parse("3 7 5\n.......\n.2.1.3.\n.......")
    few, many = (sampled(board, samples=n).standard_error for n in (1_000, 16_000))
    assert few is not None
    assert many is not None
    assert 2.5 < few[0, 0] / many[0, 0] < 6


def test_the_same_seed_draws_the_same_and_another_does_not() -> None:
    board = mm.Board.parse("3 7 5\n.......\n.2.1.3.\n.......")
    once, again, other = (sampled(board, samples=500, seed=seed).probability for seed in (1, 1, 2))
    assert np.array_equal(once, again, equal_nan=True)
    assert not np.array_equal(once, other, equal_nan=True)


def test_a_nearly_rigid_board_is_worth_more_draws() -> None:
    """Twenty-six solutions of fifty cells; some of them are hard to come by."""
    board = scattered(mm.Grid(8, 9, "torus"), 1, "unknown", 10)
    assert mm.analyse(board).solutions == 26
    found = sampled(board, samples=2_000)
    assert found.nodes == (1 + sampling.MORE_SAMPLES) * 2_000
    assert max(abs(miss.errors) for miss in misses(board, found)) < 6


def test_the_draws_are_the_same_on_every_machine() -> None:
    """Pinned to the last bit: the stream never changes, and sums, products and quotients round alike everywhere."""
    found = sampled(scattered(mm.Grid(8, 9), 1, "count", 1), samples=1_000, seed=5)
    assert [float(found.probability[cell]).hex() for cell in ((0, 5), (4, 4), (7, 0))] == [
        "0x1.84010733106f5p-3",
        "0x1.46748bd2c43a9p-1",
        "0x1.f8475fba1bfeap-3",
    ]


def test_what_propagation_makes_certain_is_certain_and_has_no_error() -> None:
    found = sampled(mm.Board.parse("1 5 ?\n.2.1."), samples=10)
    assert found.mines == {(0, 0), (0, 2)}
    assert found.safe == {(0, 4)}
    assert found.standard_error is not None
    assert found.standard_error[0, 0] == 0


def test_components_can_still_be_left_alone() -> None:
    found = mm.analyse(lattice(13, 13, seed=1, density=0.3), "sampling", samples=10, max_cells=60)
    assert any("above max_cells" in note for note in found.notes)


def test_draws_that_would_fill_the_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(particles, "MAX_ENTRIES", 100_000)
    with pytest.raises(mm.TooHard, match="use fewer samples"):
        mm.analyse(lattice(9, 9, seed=1, density=0.3), "sampling")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3 3 445 k=99\n. . .\n. . .\n. . .", None),
        ("3 5 ? k=99\n. . . . .\n. 300 . 400 .\n. . . . .", None),
        ("1 11 4\n.1.___.1.1.", "no layout with exactly 4 mines"),
        ("2 3 ?\n1.3\n...", "these numbers cannot all be right"),
    ],
)
def test_extreme_boards_are_answered_or_refused_by_name(text: str, message: str | None) -> None:
    board = mm.Board.parse(text)
    if message is None:
        assert not np.isnan(sampled(board).probability[board.hidden]).any()
        return
    with pytest.raises(mm.Impossible, match=message):
        sampled(board)


def test_boards_without_numbers_are_drawn_from_too() -> None:
    rng = random.Random(2)
    for _ in range(50):
        board = random_board(rng)
        try:
            found = mm.analyse(board, "sampling", samples=20)
        except mm.Impossible:
            continue
        known = ~np.isnan(mm.analyse(board).probability)
        assert np.array_equal(~np.isnan(found.probability), known)
    assert mm.analyse(mm.Board(mm.Grid(3, 3), mines=4), "sampling", samples=10).probability[0, 0] == pytest.approx(
        4 / 9
    )
