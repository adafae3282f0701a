"""Decades: where one strategy gains over another, by the number of solutions left.

`python -m benchmarks.decades champion:deep champion` plays weighted Expert games of the first, as `minemind compare
--estimator advantage` does, and sorts what its other choices gain by the number of solutions at that point.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

import minemind as mm
from _minemind_testing import advantages
from benchmarks.jobs import in_processes
from minemind._native.boards import first_click
from minemind.lab.comparison import Paired
from minemind.strategy.match import Match
from minemind.strategy.outcome import BILLION
from minemind.strategy.simulate import ADVANTAGE_GAMES, first_cell, native_player

# The numbers of solutions at which bands begin, as powers of ten.
BANDS = (0, 4, 6, 8, 12, 20, 40, 80)


class Choice(NamedTuple):
    """One guess of a game."""

    log_solutions: float
    is_other: bool  # whether the baseline chooses another cell
    gain: float  # by that, times the probability of having got this far


def choices(match: Match, index: int, played_on: int = ADVANTAGE_GAMES) -> list[Choice]:
    """All guesses of a game, until both players would search it to its end."""
    assert match.baseline is not None
    found = advantages(
        match.grid.graph,
        rank=match.grid.rank,
        mines=match.mines,
        start=match.grid.index(*first_cell(match)),
        rule=first_click(match.first_click),
        player=native_player(match.strategy),
        baseline=native_player(match.baseline),
        games=played_on,
        seed=match.seed,
        index=index,
    )
    return [Choice(*each) for each in found]


def band(choice: Choice) -> int:
    """Which band a choice belongs to."""
    return int(np.searchsorted(BANDS, choice.log_solutions, side="right")) - 1


def title(number: int) -> str:
    """The name of a band."""
    low = BANDS[number]
    return f"10^{low} and more" if number + 1 == len(BANDS) else f"10^{low} … 10^{BANDS[number + 1]}"


def line(name: str, guesses: int, other: int, gains: np.ndarray) -> str:
    """A row: guesses, how many of them differ, and what they gain, per game; the gain with its 95 % interval."""
    paired = Paired.of_gains(np.rint(gains * BILLION).astype(np.int64))
    low, high = (100 * bound for bound in paired.ci95)
    shown = f"{100 * paired.difference:+.3f} ({low:+.3f} … {high:+.3f})" if other else "0: both choose the same"
    return f"{name:18} {guesses / len(gains):7.3f} {other / len(gains):8.4f}  {shown}"


def table(games: list[list[Choice]]) -> Iterator[str]:
    """The rows of all bands and of their sum, in figures per game."""
    yield f"{'solutions left':18} {'guesses':>7} {'other':>8}  gain in points (95 % interval)"
    gains = np.zeros((len(BANDS), len(games)))
    guesses, other = np.zeros(len(BANDS), dtype=int), np.zeros(len(BANDS), dtype=int)
    for index, game in enumerate(games):
        for choice in game:
            number = band(choice)
            gains[number, index] += choice.gain
            guesses[number] += 1
            other[number] += choice.is_other
    for number in range(len(BANDS)):
        yield line(title(number), guesses[number], other[number], gains[number])
    yield line("all", guesses.sum(), other.sum(), gains.sum(axis=0))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.decades", description=__doc__)
    parser.add_argument("strategies", nargs="*", default=["champion:deep", "champion"], metavar="STRATEGY")
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=9_000)
    parser.add_argument("--played-on", type=int, default=ADVANTAGE_GAMES, help="after each of two choices")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    if len(given.strategies) != 2:
        parser.error("give two strategies")
    first, second = given.strategies
    match = Match.of(
        "expert",
        first,
        first_click="safe",
        start=(0, 0),
        seed=given.seed,
        estimator=mm.strategy.Estimator.ADVANTAGE,
        baseline=second,
    )
    play = partial(choices, match, played_on=given.played_on)
    games = in_processes(play, range(given.games), given.jobs, "playing")
    print(f"{first} over {second}, {given.games:,} Expert games, safe corner, seed {given.seed}, a game:")
    print("\n".join(table(games)))


if __name__ == "__main__":
    main()
