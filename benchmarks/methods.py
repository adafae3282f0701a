"""How long each method takes on positions that all of them can answer, SAT on a large board, and proofs.

Sampling and the strategy based on it are measured on many positions and games, because no single one may take long.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import numpy as np

import minemind as mm
from benchmarks.analysis import best_of
from benchmarks.measurement import Measurement
from benchmarks.positions import flooded, stuck_expert

POSITIONS = 100
SAMPLED_POSITIONS = 500
FULL_GAMES = 100


def measurements() -> Iterator[Measurement]:
    """The median of each method over some stuck Expert positions; then all certain cells of a large board."""
    boards = stuck_expert(POSITIONS)
    for method in mm.methods():
        times = [best_of(partial(mm.analyse, board, method.name)) for board in boards]
        work = f"{POSITIONS} stuck Expert positions by {method.name}, median"
        yield Measurement(work, float(np.median(times)), None, "µs")
    large = flooded(100, 2_000, seed=1)
    seconds = best_of(partial(mm.analyse, large, "sat")) / 1e6
    yield Measurement("all certain cells of 100×100, 2,000 mines, by sat", seconds, 5, "s")
    yield proofs()
    yield from sampled()
    yield full_games()


def proofs() -> Measurement:
    """The median time of a proof, over all certain cells of Expert games after their first opening."""
    times = []
    for seed in range(POSITIONS):
        game = mm.Game.preset("expert", seed=mm.strategy.game_seed(2, seed))
        game.open(8, 15)
        analysis = mm.analyse(game.board)
        times += [best_of(partial(mm.explain, game.board, cell)) for cell in sorted(analysis.safe | analysis.mines)]
    return Measurement(
        f"mm.explain, {len(times)} certain cells of Expert games, median", float(np.median(times)), 5e3, "µs"
    )


def sampled() -> Iterator[Measurement]:
    """Random solutions on every stuck Expert position: the time of each, and how far its estimates are off."""
    times, misses = [], []
    for seed, board in enumerate(stuck_expert(SAMPLED_POSITIONS)):
        start = time.process_time()
        found = mm.analyse(board, "sampling", seed=seed)
        times.append(time.process_time() - start)
        misses.append(float(np.abs(found.probability - mm.analyse(board).probability)[board.hidden].mean()))
    work = f"{SAMPLED_POSITIONS} stuck Expert positions by sampling"
    yield Measurement(f"{work}, median", 1e3 * float(np.median(times)), 100, "ms")
    yield Measurement("… the slowest of them", 1e3 * max(times), 1_000, "ms")
    yield Measurement("… mean error of a probability", 100 * float(np.mean(misses)), 0.5, "%")


def full_games() -> Measurement:
    """Whole Expert games of the strategy that guesses by random solutions."""
    start = time.process_time()
    for seed in range(FULL_GAMES):
        mm.play(mm.Game.preset("expert", seed=mm.strategy.game_seed(3, seed)), "full")
    seconds = (time.process_time() - start) / FULL_GAMES
    return Measurement(f"{FULL_GAMES} Expert games by full, mean", seconds, 0.5, "s")
