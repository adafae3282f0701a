"""How good the champion's look-ahead is if perfect play is known: what it loses to that without searching endings."""

from __future__ import annotations

from collections.abc import Iterator

import minemind as mm
from benchmarks.measurement import Measurement

BOARDS = [(4, 5, 4), (5, 5, 4), (5, 5, 5), (6, 6, 4)]

# Weighted games: what they lose is known to some tenths of a point.
GAMES, SEED = 50_000, 1


def measurements() -> Iterator[Measurement]:
    """Points lost to perfect play, by the least risk and by looking ahead, from the same first cell."""
    for rows, cols, mines in BOARDS:
        win = mm.win_probability(mm.Board(mm.Grid(rows, cols), mines=mines), "safe")
        where = f"{rows}×{cols} with {mines} mines, safe first click"
        for strategy in ("exact", "lookahead"):
            played = mm.simulate(
                (rows, cols, mines),
                first_click="safe",
                start=win.best[0],
                strategy=strategy,
                games=GAMES,
                seed=SEED,
                estimator="weighted",
            )
            loss = 100 * (float(win.probability) - played.win_rate)
            yield Measurement(f"{where}: {strategy} loses to perfect play", loss, None, "points")
