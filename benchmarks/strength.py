"""How often the players win, how fast they play, and how long perfect play takes to find.

Each benchmark checks the answer that it times.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np

import minemind as mm
from benchmarks.measurement import Measurement
from minemind.lab.comparison import Paired

KNOWN = Path(__file__).parent.parent / "tests" / "data" / "optimal.tsv"

# Games of the bench: the interval of a win rate is ± 0.3 points.
GAMES, SEED = 100_000, 1
CHAMPION_GAMES, HINT_GAMES = 20_000, 300

# In a process of its own, for its peak memory.
PERFECT = """
import json, resource, sys, time
import minemind as mm
rows, cols, mines = map(int, sys.argv[1:4])
start = time.process_time()
win = mm.win_probability(mm.Board(mm.Grid(rows, cols), mines=mines), sys.argv[4])
seconds = time.process_time() - start
print(json.dumps([str(win.probability), seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""


def measurements() -> Iterator[Measurement]:
    """All figures, one after the other."""
    exact, endgame = (
        mm.simulate("expert", first_click="safe", start=(0, 0), strategy=name, games=GAMES, seed=SEED, threads=1)
        for name in ("exact", "exact+endgame")
    )
    at = "Expert, safe corner"
    yield Measurement(f"exact, {at}: won of {GAMES:,} games", 100 * exact.win_rate, 38, "%", more_is_better=True)
    yield Measurement("… games per CPU-second", exact.games_per_cpu_s, 4000, "", more_is_better=True)
    gain = 100 * (endgame.win_rate - exact.win_rate)
    yield Measurement("exact+endgame: gain over exact, same games", gain, 0.5, "points", more_is_better=True)
    yield Measurement("… interval of the gain, ±", _interval(exact, endgame), None, "points")
    yield Measurement("… games per CPU-second", endgame.games_per_cpu_s, 3000, "", more_is_better=True)
    yield from _champion()
    _check_known()
    for rule, known in [("any", "27271/53130"), ("safe", "27271/42504"), ("opening", "125/156")]:
        done = subprocess.run([sys.executable, "-c", PERFECT, "5", "5", "5", rule], capture_output=True, check=True)
        value, seconds, megabytes = json.loads(done.stdout)
        assert value == known
        yield Measurement(f"perfect play on 5×5 with 5 mines, first click {rule}", seconds, 120, "s")
        yield Measurement("… and its peak memory", megabytes, 2048, "MB")


def _champion() -> Iterator[Measurement]:
    played = mm.simulate(
        "expert", first_click="safe", start=(0, 0), strategy="champion", games=CHAMPION_GAMES, seed=SEED, threads=1
    )
    yield Measurement(
        f"champion, Expert, safe corner: games per CPU-second, {CHAMPION_GAMES:,} games",
        played.games_per_cpu_s,
        2200,
        "",
        more_is_better=True,
    )
    seconds = []
    for seed in range(HINT_GAMES):
        game = mm.Game.preset("expert", seed=seed, first_click="safe")
        game.open(0, 0)
        while game.state is mm.State.PLAYING:
            start = time.process_time()
            move = mm.hint(game.board)
            seconds.append(time.process_time() - start)
            assert move is not None
            game.take(mm.game.Turn(move.cell, move.action, move.mines))
            mm.strategy.auto(game)
    yield Measurement(
        f"hint, Expert, {len(seconds):,} positions: 99 of 100 within",
        1000 * float(np.percentile(seconds, 99)),
        100,
        "ms",
    )


def _interval(one: mm.strategy.Simulation, other: mm.strategy.Simulation) -> float:
    """Half of the 95 % interval of a difference between two players of the same games, in points."""
    low, high = Paired.of(other.outcomes["weight"], one.outcomes["weight"]).ci95
    return 100 * (high - low) / 2


def _check_known() -> None:
    """Check perfect play against all values that are known."""
    for line in KNOWN.read_text().splitlines():
        if line[0].isdigit():
            size, mines, *values = line.split()
            rows, cols = map(int, size.split("x"))
            board = mm.Board(mm.Grid(rows, cols), mines=int(mines))
            for rule, value in zip(("any", "safe", "opening"), values, strict=True):
                assert value == "-" or mm.win_probability(board, rule).probability == Fraction(value)
