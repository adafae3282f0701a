"""Performance: clicks and rates as players define them, and equal to what a reference reader finds in known replays."""

from __future__ import annotations

import csv
import math
import random
from pathlib import Path

import pytest

import minemind as mm
from minemind.replay import Click, Replay
from minemind.reviews.performance import STNB_FACTORS
from tests.oracle.geometry import neighbours

OPEN, FLAG, CHORD = mm.Action.OPEN, mm.Action.FLAG, mm.Action.CHORD

# Replays of others are kept outside the project, and tested if they are there.
SAMPLES = Path(__file__).parents[3] / "shared" / "data" / "replays"
if not SAMPLES.is_dir():
    SAMPLES = Path(__file__).parents[4] / "shared" / "data" / "replays"
REFERENCE = SAMPLES / "reference.tsv"


def clicked(layout: str, *clicks: tuple[mm.Action, int, int, int]) -> mm.reviews.Performance:
    """The performance of clicks a second apart: action, row, column, and the mines that a flag claims."""
    made = [
        Click(mm.Cell(row, col), action, claim, float(second))
        for second, (action, row, col, claim) in enumerate(clicks)
    ]
    return mm.review(Replay(mm.Layout.parse(layout), tuple(made))).performance


def test_every_click_counts_and_only_some_are_effective() -> None:
    done = clicked(
        "3 4 1\n....\n.*..\n....",
        (OPEN, 0, 3, 0),  # an opening
        (OPEN, 0, 3, 0),  # nothing: it is open
        (FLAG, 1, 1, 1),  # right
        (FLAG, 1, 1, 0),  # removed
        (FLAG, 1, 1, 1),  # the same flag again is not effective
        (FLAG, 0, 0, 1),  # wrong
        (OPEN, 0, 0, 0),  # nothing: it is flagged
        (FLAG, 0, 0, 0),
        (CHORD, 0, 3, 0),  # nothing to open around it
        (CHORD, 1, 2, 0),  # opens two
    )
    assert (done.opens, done.flags, done.chords, done.clicks) == (3, 5, 2, 10)
    assert done.effective == 3  # the opening, the flag and the chord
    assert (done.three_bv, done.solved, done.zini) == (6, 3, 4)
    assert (done.seconds, done.three_bv_per_second, done.rqp) == (9, 3 / 9, 81 / 3)
    assert (done.efficiency, done.correctness, done.throughput) == (3 / 10, 3 / 10, 1)
    assert done.zini_efficiency is None  # it was not won
    assert done.stnb is None


def test_a_mine_that_is_opened_is_not_effective_but_a_chord_that_loses_is() -> None:
    assert clicked("1 3 1\n*..", (OPEN, 0, 0, 0)).effective == 0
    assert clicked("1 3 1\n*..", (OPEN, 0, 1, 0), (FLAG, 0, 2, 1), (CHORD, 0, 1, 0)).effective == 2


def test_without_times_rates_are_unknown() -> None:
    game = mm.Game("expert", seed=7)
    game.open(8, 15)
    done = mm.review(Replay(mm.Replay.of(game).layout, (Click(mm.Cell(8, 15), OPEN),)), margin=None).performance
    assert (done.seconds, done.three_bv_per_second, done.rqp, done.stnb) == (None, None, None, None)
    assert done.throughput is not None


@pytest.mark.parametrize(("size", "factor"), [("beginner", 36), ("intermediate", 162), ("expert", 435)])
def test_stnb_is_that_of_the_size(size: str, factor: float) -> None:
    record = mm.play(size, "champion", seed=1)
    replay = Replay(Replay.of(record).layout, Replay.of(record).clicks, mm.FirstClick.OPENING, seconds=50.0)
    done = mm.review(replay, margin=None).performance
    assert done.three_bv is not None
    assert done.stnb is not None
    expected = factor * done.solved / 50**1.7 * math.sqrt(done.solved / done.three_bv)
    assert math.isclose(done.stnb, expected)
    assert STNB_FACTORS[8, 8, 10] == 36
    torus = mm.Layout.deal(mm.Grid(16, 30, "torus"), 99, seed=1, first_click="any")
    assert mm.review(Replay(torus, (), seconds=50.0)).performance.stnb is None


def test_solved_3bv_is_what_is_open() -> None:
    """Compared with the definition: open lone numbers, and openings whose zeros are all open."""
    rng = random.Random(5)
    for seed in range(40):
        game = mm.Game(6, 6, 6, seed=seed)
        while game.state is mm.State.PLAYING and rng.random() < 0.85:
            game.open(rng.choice([cell for cell in game.grid if game.board.hidden[cell]]))
        if game.layout is None:
            continue
        assert mm.review(game, margin=None).performance.solved == solved(game)


def solved(game: mm.Game) -> int:
    assert game.layout is not None
    around, numbers, counts = neighbours(6, 6), game.layout.numbers, game.layout.counts
    zeros = {cell for cell in around if not counts[cell] and not numbers[cell]}
    is_open = {cell for cell in around if game.board.opened[cell]}
    lone = {cell for cell in is_open if numbers[cell] and not around[cell] & zeros}
    openings = 0
    while zeros:
        area, waiting = set(), [zeros.pop()]
        while waiting:
            here = waiting.pop()
            area.add(here)
            waiting += around[here] & zeros
            zeros -= around[here]
        openings += area <= is_open
    return openings + len(lone)


def reference() -> list[dict[str, str]]:
    if not REFERENCE.is_file():
        return []
    with REFERENCE.open() as file:
        return [row for row in csv.DictReader(file, delimiter="\t") if (row["cols"] or "").isdigit()]


@pytest.mark.skipif(not REFERENCE.is_file(), reason="the replays of others are not here")
@pytest.mark.parametrize("row", reference(), ids=lambda row: row["file"])
def test_values_are_those_of_a_reference_reader(row: dict[str, str]) -> None:
    done = mm.review(SAMPLES / row["file"], margin=None).performance
    counts = (done.opens, done.flags, done.chords, done.effective, done.three_bv, done.solved)
    assert counts == tuple(int(row[name]) for name in ("left", "right", "double", "effective", "3bv", "3bv"))
    rates = {
        "seconds": done.seconds,
        "stnb": done.stnb or 0.0,
        "rqp": done.rqp,
        "ioe": done.efficiency,
        "correctness": done.correctness,
        "throughput": done.throughput,
    }
    for name, value in rates.items():
        assert value is not None
        assert math.isclose(value, float(row[name]), abs_tol=6e-6), name


@pytest.mark.skipif(not REFERENCE.is_file(), reason="the replays of others are not here")
def test_the_expert_replay_of_49_25_seconds_has_its_published_values() -> None:
    review = mm.review(SAMPLES / "expert_49_25.avf", margin=None)
    done = review.performance
    assert (done.three_bv, done.zini) == (127, 96)
    assert [round(value or 0, 5) for value in (done.rqp, done.throughput)] == [19.09892, 0.88194]
    assert round(done.stnb or 0, 3) == 73.317
    assert round(review.pluck, 3) == 0.377
