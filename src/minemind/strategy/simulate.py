"""Simulate: many games played inside the engine, at full speed, and their results."""

from __future__ import annotations

import hashlib
import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from minemind import _native
from minemind.arguments import callback, whole
from minemind.errors import InvalidValue, counted
from minemind.game import SizeLike
from minemind.grid import Cell, CellLike, Grid, frozen
from minemind.html_report.markup import HtmlTable
from minemind.layout import FirstClick
from minemind.solve.choice import MILLION
from minemind.strategy.depth import DEEP, split, thinking
from minemind.strategy.match import Estimator, Match
from minemind.strategy.outcome import BILLION, Outcomes, Phase
from minemind.strategy.standing import HEADER, game_columns, row, standings
from minemind.strategy.tally import Tally
from minemind.table import frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "GAMES",
    "NATIVE",
    "SEED",
    "STRATEGY",
    "Simulation",
    "check_native",
    "first_cell",
    "is_native",
    "native_player",
    "simulate",
    "simulated",
]

# The strategies with a native version.
NATIVE = {
    "rules": _native.Strategy.RULES,
    "exact": _native.Strategy.EXACT,
    "exact+endgame": _native.Strategy.ENDGAME,
    "lookahead": _native.Strategy.LOOKAHEAD,
    "champion": _native.Strategy.CHAMPION,
}

# Games that are played after each of two choices to estimate an advantage. More would narrow the interval less than the
# same work spent on other deals.
ADVANTAGE_GAMES = 100

# The defaults of `simulate` and of `minemind bench`.
STRATEGY, GAMES, SEED = "champion", 10_000, 1

# The most threads, more than any machine has; and the most games, whose results take some gigabytes.
MAX_THREADS = 1024
MAX_GAMES = 10**8


@dataclass(frozen=True, eq=False)
class Simulation:
    """The results of some games of a match; each array has an entry for every game played, in order.

    >>> played = mm.simulate("beginner", strategy="exact", games=100, seed=1)
    >>> print(played)
    strategy  board     games     won    95 % interval   lost  stuck  guesses
    exact     beginner    100  94.00%  87.52% … 97.22%  6.00%  0.00%     0.14
    >>> played.games, played.wins, played.win_rate, [round(bound, 2) for bound in played.ci95]
    (100, 94, 0.94, [0.88, 0.97])
    >>> played.guesses_per_game, played.tally.lost, played.lost_by_phase[mm.strategy.Phase.COIN_FLIP]
    (0.14, 6, 6)
    >>> played.won.sum().item(), played.lost.sum().item(), played.weight.sum().item(), played.risk.max().round(2).item()
    (94, 6, 94.0, 0.5)
    >>> played.games_per_cpu_s > 0, played.signature
    (True, '...')
    """

    match: Match
    index: NDArray[np.int64]  # which game of the match
    outcomes: Outcomes
    is_interrupted: bool
    cpu_s: float
    wall_s: float

    def __repr__(self) -> str:
        low, high = self.ci95
        rate = f"{self.win_rate:.2%} won ({low:.2%} to {high:.2%})" if self.games else "none played"
        return f"<Simulation of {counted(self.games, 'game')} by {self.match.strategy}: {rate}>"

    def __str__(self) -> str:
        """The results as a small table."""
        return standings([(self.match, self.tally)])

    def _repr_html_(self) -> str:
        return HtmlTable(HEADER, (("", (row(self.match, self.tally),)),)).html

    def to_pandas(self) -> pd.DataFrame:
        """A DataFrame with a row for each game; needs the extra `minemind-engine[pandas]`.

        >>> frame = mm.simulate("beginner", strategy="exact", games=100, seed=1).to_pandas()
        >>> frame["result"].value_counts().to_dict()
        {'won': 94, 'lost': 6, 'stuck': 0}
        """
        return frame(game_columns(self.match, self.index, self.outcomes))

    @cached_property
    def tally(self) -> Tally:
        """The totals of all games."""
        return Tally.of(self.outcomes)

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.tally.games

    @property
    def wins(self) -> int:
        """The number of games won; with the weighted estimator, all of them."""
        return self.tally.wins

    @property
    def win_rate(self) -> float:
        """The share of games that were won, or the mean of their weights; nan if none was played."""
        return self.tally.win_rate

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the win rate."""
        return self.tally.ci95

    @property
    def guesses_per_game(self) -> float:
        """The mean number of guesses per game, not counting a first click that is always safe."""
        return self.tally.guesses_per_game

    @property
    def games_per_cpu_s(self) -> float:
        """Games per second of CPU time."""
        return self.games / self.cpu_s if self.cpu_s > 0 else math.nan

    @property
    def lost_by_phase(self) -> dict[Phase, int]:
        """The number of games lost in each phase."""
        return self.tally.lost_by_phase

    @property
    def won(self) -> NDArray[np.bool_]:
        """Which games were won."""
        return np.asarray(self.outcomes["result"] == 0)

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Which games were lost; those neither won nor lost were stuck."""
        return np.asarray(self.outcomes["result"] == 1)

    @property
    def weight(self) -> NDArray[np.float64]:
        """The weight of each game: 1 if it was won, or with the weighted estimator its probability of being won."""
        return self.outcomes["weight"] / BILLION

    @property
    def risk(self) -> NDArray[np.float64]:
        """The probability of losing by any of the guesses, as the strategy saw them; not with a baseline."""
        return self.outcomes["risk"] / BILLION

    @cached_property
    def signature(self) -> str:
        """A short hash of all results: the same on every machine and with any number of threads."""
        return hashlib.sha256(self.outcomes.tobytes()).hexdigest()[:16]


def simulate(
    preset: SizeLike = "expert",
    *,
    first_click: FirstClick | str = FirstClick.OPENING,
    start: CellLike | None = None,
    strategy: str = STRATEGY,
    think: int | None = None,
    games: int = GAMES,
    seed: int = SEED,
    threads: int | None = None,
    first: int = 0,
    max_per_cell: int = 1,
    grid: Grid | None = None,
    estimator: Estimator | str = Estimator.WINS,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Play many games inside the engine. Game i is dealt from `game_seed(seed, i)`, and played as `play` would.

    `preset` is the name of a size, or rows, columns and mines; a `grid` of that size gives another topology. `start` is
    the first click; by default the strategy's own, the centre. The weighted estimator needs a quarter of the games for
    the same interval, if the strategy guesses; it needs one mine per cell. `threads` defaults to one per processor.
    With `think`, the champion may think at each guess, in millions of units of work: it is then `champion:deep`.
    `progress` is called now and then with the number of games done. Ctrl-C stops, and the games played until then are
    returned. A game whose board is too hard to count is stuck.

    >>> mm.simulate("beginner", strategy="exact", games=100).win_rate
    0.94
    """
    match = Match.of(
        preset,
        thinking(strategy, think),
        first_click=first_click,
        start=start,
        seed=seed,
        max_per_cell=max_per_cell,
        grid=grid,
        estimator=estimator,
    )
    return simulated(match, first, games, threads=threads, progress=progress)


def simulated(
    match: Match, first: int, games: int, *, threads: int | None = 1, progress: Callable[[int], object] | None = None
) -> Simulation:
    """Play some games of a match inside the engine, from game `first` on."""
    check_native(match)
    count = whole(games, "games", 0, MAX_GAMES)
    cpu, wall = time.process_time(), time.perf_counter()
    outcomes, is_interrupted = _native.simulate(
        match.grid.graph,
        rank=match.grid.rank,
        mines=match.mines,
        per_cell=match.max_per_cell,
        start=match.grid.index(*first_cell(match)),
        rule=match.first_click,
        player=native_player(match.strategy),
        seed=match.seed,
        first=whole(first, "first", 0, 2**63 - 1 - count),
        games=count,
        threads=whole(os.cpu_count() or 1 if threads is None else threads, "threads", 1, MAX_THREADS),
        weighted=match.estimator is not Estimator.WINS,
        baseline=None if match.baseline is None else native_player(match.baseline),
        baseline_games=ADVANTAGE_GAMES,
        progress=callback(progress, "progress"),
    )
    played = np.flatnonzero(outcomes["result"] != _native.Result.UNPLAYED.value)
    return Simulation(
        match,
        frozen(first + played.astype(np.int64)),
        frozen(outcomes[played] if is_interrupted else outcomes),
        is_interrupted,
        cpu_s=time.process_time() - cpu,
        wall_s=time.perf_counter() - wall,
    )


def check_native(match: Match) -> None:
    """Raise `InvalidValue` for a match without a native version."""
    for name in (match.strategy,) if match.baseline is None else (match.strategy, match.baseline):
        if not is_native(name):
            raise InvalidValue(f"{name!r} has no native version; the engine plays {', '.join((*NATIVE, DEEP))}")
        if name == "rules" and match.baseline is not None:
            raise InvalidValue(
                "the advantage estimator cannot compare rules, which never guesses; choose another strategy"
            )
    if match.strategy == "rules" and match.max_per_cell > 1:
        raise InvalidValue("the engine plays rules only with one mine per cell; use mm.play instead")
    if match.estimator is not Estimator.WINS and match.max_per_cell > 1:
        raise InvalidValue(
            f"the {match.estimator} estimator needs one mine per cell: with more, that the game goes on is a clue by "
            "itself"
        )


def is_native(name: str) -> bool:
    """Whether the engine plays this strategy, however much it thinks."""
    return split(name)[0] in tuple(NATIVE)


def native_player(name: str) -> _native.Player:
    """A strategy in the form that the engine takes."""
    plain, think = split(name)
    return NATIVE[plain], think * MILLION


def first_cell(match: Match) -> Cell:
    """The first click: the strategies that the engine plays begin at the centre."""
    return match.grid.centre if match.start is None else match.start
