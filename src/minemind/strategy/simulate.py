"""Simulate: many games played inside the engine, at full speed, and what came of them."""

from __future__ import annotations

import hashlib
import math
import operator
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

import minemind._engine as engine
from minemind.errors import InvalidValue
from minemind.game import PRESETS, Preset
from minemind.grid import Cell, Grid, IntArray, check_per_cell, frozen
from minemind.layout import FirstClick, check_mines, check_seed

__all__ = ["NATIVE", "Estimator", "Phase", "Simulation", "simulate", "wilson"]

# The strategies that the engine plays by itself.
NATIVE = {
    "rules": engine.Style.RULES,
    "exact": engine.Style.EXACT,
    "exact+endgame": engine.Style.ENDGAME,
    "lookahead": engine.Style.LOOKAHEAD,
    "champion": engine.Style.CHAMPION,
}

# More threads than any machine has, and games whose results take some gigabytes.
MAX_THREADS = 1024
MAX_GAMES = 10**8

# Weights are compared to this: far above what rounding does.
QUANTUM = 1e-9

# What the engine calls a game that was not played.
UNPLAYED = 3


class Estimator(StrEnum):
    """How the chance to win is found out."""

    WINS = "wins"  # games that were won, of those that were played
    # No game dies: where a guess would lose, the mines are drawn anew so that it does not, and the game counts for as
    # much less as the guess was risky. The mean is the same, and varies half as much from game to game.
    WEIGHTED = "weighted"

    @classmethod
    def _missing_(cls, value: object) -> Estimator:
        raise InvalidValue(f"no estimator is called {value!r}; there are {', '.join(cls)}")


class Phase(StrEnum):
    """How much was left when a game was lost, in the order of the engine's numbers."""

    OPENING = "opening"  # more than 10^80 solutions
    MIDDLE = "middle"  # more than 10^20
    LATE = "late"  # fewer
    ENDGAME = "endgame"  # so few that the game was searched to its end
    COIN_FLIP = "coin_flip"  # a guess of exactly one half, whenever


@dataclass(frozen=True, eq=False)
class Simulation:
    """What came of some games: an entry of each array for each game that was played, in order."""

    strategy: str
    grid: Grid
    mines: int
    max_per_cell: int
    first_click: FirstClick
    start: Cell
    seed: int
    estimator: Estimator
    index: NDArray[np.int64]  # which game of the run
    won: NDArray[np.bool_]
    lost: NDArray[np.bool_]  # the others were stuck
    guesses: IntArray
    weight: NDArray[np.float64]  # what it counts for: 1 if it was won, or with the weighted estimator what it would win
    risk: NDArray[np.float64]  # of losing by any of the guesses, as they looked when they were made
    opened: IntArray
    moves: IntArray  # cells that were opened by choice
    phase: IntArray  # when the game was lost: 0 if it was not, otherwise the place of a `Phase` from 1
    is_interrupted: bool
    cpu_s: float
    wall_s: float

    def __repr__(self) -> str:
        low, high = self.ci95
        rate = f"{self.win_rate:.2%} won ({low:.2%} … {high:.2%})" if self.games else "none played"
        return f"<Simulation of {self.games:,} games by {self.strategy}: {rate}>"

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.index)

    @cached_property
    def wins(self) -> int:
        """How many were won; all of them, if none was allowed to die."""
        return int(np.count_nonzero(self.won))

    @cached_property
    def win_rate(self) -> float:
        """The share of games that were won, or the mean of what they count for; nan if none was played."""
        return float(self.weight.mean()) if self.games else math.nan

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the win rate: by Wilson, or with the weighted estimator from how much games vary."""
        if self.estimator is Estimator.WINS or self.games < 2:
            return wilson(self.wins, self.games)
        half = 1.959963984540054 * float(self.weight.std(ddof=1)) / math.sqrt(self.games)
        return max(0.0, self.win_rate - half), min(1.0, self.win_rate + half)

    @property
    def guesses_per_game(self) -> float:
        """How many guesses a game took; a first click that is promised to be free is none."""
        return float(self.guesses.mean()) if self.games else math.nan

    @property
    def games_per_cpu_s(self) -> float:
        """How many games a second of one processor plays."""
        return self.games / self.cpu_s if self.cpu_s > 0 else math.nan

    @cached_property
    def lost_by_phase(self) -> dict[Phase, int]:
        """How many games were lost when."""
        return {phase: int(np.count_nonzero(self.phase == number)) for number, phase in enumerate(Phase, 1)}

    @cached_property
    def signature(self) -> str:
        """A short name of everything that was played: the same on every machine and with any number of threads."""
        columns = (self.index, self.won, self.lost, self.guesses, self.opened, self.moves, self.phase)
        played = b"".join(np.ascontiguousarray(column, dtype="<i8").tobytes() for column in columns)
        played += np.rint(self.weight / QUANTUM).astype("<i8").tobytes()
        return hashlib.sha256(played).hexdigest()[:16]


def simulate(
    preset: str | tuple[int, int, int] = "expert",
    *,
    first_click: FirstClick | str = FirstClick.OPENING,
    start: tuple[int, int] | None = None,
    strategy: str = "exact",
    games: int = 1000,
    seed: int = 0,
    threads: int = 1,
    first: int = 0,
    max_per_cell: int = 1,
    grid: Grid | None = None,
    estimator: Estimator | str = Estimator.WINS,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Play many games inside the engine. Game i is dealt from `game_seed(seed, i)`, and played as `play` would.

    That is move for move; only `rules` opens the same cells in another order. `preset` is the name of a size, or rows,
    columns and mines; a `grid` of that size gives it another topology. Without a `start` the first click is the
    strategy's own, the centre. The weighted estimator needs a quarter of the games for the same interval, if a strategy
    guesses; it is for one mine per cell. `progress` is told now and then how many games are done. Ctrl-C stops, and
    what was played until then is returned. A board that is too hard to count leaves its game stuck.
    """
    size = _size(preset)
    on = grid or Grid(size.rows, size.cols)
    if on.shape != (size.rows, size.cols):
        raise InvalidValue(f"the grid is {on.rows}×{on.cols}, and the size {size.rows}×{size.cols}; make them the same")
    per_cell, rule = check_per_cell(max_per_cell), FirstClick(first_click)
    mines = check_mines(size.mines, on, per_cell)
    _check_native(strategy, Estimator(estimator), per_cell)
    count = _whole("games", games, 0, MAX_GAMES)
    cell = int(on.indices[np.argmin(on.off_centre.reshape(-1)[on.indices])]) if start is None else on.index(*start)
    cpu, wall = time.process_time(), time.perf_counter()
    columns, survival, weight, is_interrupted = engine.simulate(
        on.graph,
        rank=on.rank,
        mines=mines,
        per_cell=per_cell,
        start=cell,
        rule=getattr(engine.FirstClick, rule.name),
        style=NATIVE[strategy],
        seed=check_seed(seed),
        first=_whole("first", first, 0, 2**63 - 1 - count),
        games=count,
        threads=_whole("threads", threads, 1, MAX_THREADS),
        weighted=Estimator(estimator) is Estimator.WEIGHTED,
        progress=progress,
    )
    return Simulation(
        **_gathered(columns, survival, weight, first),
        strategy=strategy,
        grid=on,
        mines=mines,
        max_per_cell=per_cell,
        first_click=rule,
        start=on.cell(cell),
        seed=seed,
        estimator=Estimator(estimator),
        is_interrupted=is_interrupted,
        cpu_s=time.process_time() - cpu,
        wall_s=time.perf_counter() - wall,
    )


def _gathered(
    columns: list[IntArray], survival: NDArray[np.float64], weight: NDArray[np.float64], first: int
) -> dict[str, Any]:
    """The games that were played, as arrays."""
    result, phase, guesses, opened, moves = columns
    played = result != UNPLAYED
    arrays = {
        "index": np.arange(first, first + len(result), dtype=np.int64),
        "won": result == 0,
        "lost": result == 1,
        "guesses": guesses,
        "weight": weight,
        "risk": 1 - survival,
        "opened": opened,
        "moves": moves,
        "phase": phase,
    }
    return {name: frozen(array[played]) for name, array in arrays.items()}


def _size(preset: str | tuple[int, int, int]) -> Preset:
    if isinstance(preset, str):
        if preset not in PRESETS:
            raise InvalidValue(f"no preset is called {preset!r}; there are {', '.join(PRESETS)}")
        return PRESETS[preset]
    try:
        return Preset(*preset)
    except TypeError:
        raise InvalidValue(f"{preset!r} is no size; give rows, columns and mines, or the name of a preset") from None


def _check_native(strategy: str, estimator: Estimator, per_cell: int) -> None:
    """What the engine plays by itself."""
    if strategy not in NATIVE:
        raise InvalidValue(f"the engine does not play {strategy!r} by itself; it plays {', '.join(NATIVE)}")
    if strategy == "rules" and per_cell > 1:
        raise InvalidValue("the engine plays rules by itself only with one mine per cell; play them in Python")
    if estimator is Estimator.WEIGHTED and per_cell > 1:
        raise InvalidValue(
            "games with several mines in a cell cannot be weighted: who plays on learns that it is not won yet"
        )


def _whole(name: str, value: int, least: int, most: int) -> int:
    number = operator.index(value)
    if not least <= number <= most:
        raise InvalidValue(f"{name} is {number}; give a whole number from {least} to {most:,}")
    return number


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson: it stays between 0 and 1, and holds for few games too."""
    if not games:
        return 0.0, 1.0
    z = 1.959963984540054
    centre, spread = wins + z * z / 2, z * math.sqrt(wins * (games - wins) / games + z * z / 4)
    return max(0.0, (centre - spread) / (games + z * z)), min(1.0, (centre + spread) / (games + z * z))
