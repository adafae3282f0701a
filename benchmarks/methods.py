"""How long each way to infer takes, on positions that all of them can answer, SAT on a large board, and proofs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

import minemind as mm
from benchmarks.analysis import best_of
from benchmarks.measurement import Measurement
from benchmarks.positions import flooded, stuck_expert

POSITIONS = 100


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


def proofs() -> Measurement:
    """The median time of a proof, over all certain cells of Expert games after their first opening."""
    times = []
    for seed in range(POSITIONS):
        game = mm.Game.preset("expert", seed=mm.game_seed(2, seed))
        game.open(8, 15)
        analysis = mm.analyse(game.board)
        times += [best_of(partial(mm.explain, game.board, cell)) for cell in sorted(analysis.safe | analysis.mines)]
    return Measurement(
        f"mm.explain, {len(times)} certain cells of Expert games, median", float(np.median(times)), 5e3, "µs"
    )
