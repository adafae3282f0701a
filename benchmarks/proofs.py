"""How fast certain cells are proved: every proof of every position of Expert games. `python -m benchmarks.proofs`.

Times are CPU times of `Explainer.proof`, including the conversion to Python values. The time of a position is that of
the proofs of all its certain cells.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator

import numpy as np

import minemind as mm
from benchmarks.measurement import Measurement, printed
from minemind.deadline import Deadline
from minemind.solve.proof import Explainer

GAMES = 100

# Microseconds for a proof, median and 99th percentile; milliseconds for all proofs of a position.
MUST_MEDIAN, MUST_P99, MUST_POSITION = 30, 2_000, 5


def measurements() -> Iterator[Measurement]:
    """The times of proofs and of positions, and how many proofs there are of each grade."""
    proofs: list[float] = []
    positions: list[float] = []
    grades: Counter[int] = Counter()
    for board, certain in each_position():
        explainer = Explainer(board, Deadline())
        first = len(proofs)
        for cell, is_mine in certain:
            began = time.thread_time()
            proof = explainer.proof(cell, is_mine=is_mine)
            proofs.append(1e6 * (time.thread_time() - began))
            grades[proof.grade] += 1
        positions.append(sum(proofs[first:]) / 1000)
    said = f"of {len(proofs):,} in {GAMES} Expert games"
    yield Measurement(f"a proof: median {said}", float(np.median(proofs)), MUST_MEDIAN, "µs")
    yield Measurement("a proof: 99 of 100", float(np.percentile(proofs, 99)), MUST_P99, "µs")
    yield Measurement("all proofs of a position: mean", float(np.mean(positions)), MUST_POSITION, "ms")
    yield Measurement("all proofs of a position: 99 of 100", float(np.percentile(positions, 99)), MUST_POSITION, "ms")
    for grade in sorted(grades):
        yield Measurement(f"proofs of grade {grade}", 100 * grades[grade] / len(proofs), None, "%")


def each_position() -> Iterator[tuple[mm.Board, list[tuple[mm.Cell, bool]]]]:
    """The positions of games with something certain, round by round, and their certain cells."""
    for seed in range(GAMES):
        game = mm.Game("expert", seed=mm.strategy.game_seed(1, seed))
        game.open(8, 15)
        while game.state is mm.State.PLAYING:
            board, analysis = game.board, mm.analyse(game.board)
            if certain := [(cell, cell in analysis.mines) for cell in sorted(analysis.safe | analysis.mines)]:
                yield board, certain
            move = analysis.best
            if move is None:
                break
            for cell in sorted(analysis.safe) or [move.cell]:
                if game.state is mm.State.PLAYING:
                    game.open(cell)


if __name__ == "__main__":
    sys.exit(printed(measurements()))
