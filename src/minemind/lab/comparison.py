"""Comparison: two strategies on the same games, until a test has decided or all are played.

Whether a game is won depends more on the game than on the player. So both play the same games, and differences are
taken game by game: how hard a game is cancels out. With the advantage estimator only the first plays, and each of its
games measures what it gains over the second, the baseline.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from minemind.errors import InvalidValue
from minemind.lab.plan import Plan
from minemind.lab.run import chunks
from minemind.lab.store import RunWriter
from minemind.lab.workers import ChunkWorkers
from minemind.strategy.outcome import BILLION, OUTCOME, Outcomes, gains
from minemind.strategy.tally import Z95, Tally, sum_of_squares
from minemind.table import aligned, frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BATCH", "Comparison", "Paired", "Sprt", "SprtVerdict", "compare", "sides"]

# Games between two evaluations of the test: always after the same games, so that it always decides alike.
BATCH = 500

HEADER = ("strategy", "games", "won", "95 % interval", "better in")


@dataclass(frozen=True)
class Paired:
    """The differences of some games: the weight with the first player minus the weight with the second."""

    games: int = 0
    more: int = 0  # games with a higher weight for the first player: with wins, those that only it won
    less: int = 0
    sum: int = 0  # of the differences, in billionths
    squares: int = 0  # the sum of their squares
    largest: int = 0  # the largest possible difference; of gains, the largest that occurred

    @classmethod
    def of(cls, first: NDArray[np.uint32], second: NDArray[np.uint32]) -> Paired:
        """From the weights of the same games, in billionths."""
        return cls._of(first.astype(np.int64) - second.astype(np.int64), BILLION)

    @classmethod
    def of_gains(cls, gains: NDArray[np.int64]) -> Paired:
        """From what games gained over a baseline, in billionths."""
        return cls._of(gains, int(np.abs(gains).max(initial=0)))

    @classmethod
    def _of(cls, differences: NDArray[np.int64], largest: int) -> Paired:
        return cls(
            games=len(differences),
            more=int(np.count_nonzero(differences > 0)),
            less=int(np.count_nonzero(differences < 0)),
            sum=int(differences.sum()),
            squares=sum_of_squares(np.abs(differences)),
            largest=largest,
        )

    def __add__(self, other: Paired) -> Paired:
        return Paired(
            self.games + other.games,
            self.more + other.more,
            self.less + other.less,
            self.sum + other.sum,
            self.squares + other.squares,
            max(self.largest, other.largest),
        )

    @property
    def difference(self) -> float:
        """The difference of the win rates."""
        return self.sum / BILLION / self.games if self.games else math.nan

    @property
    def variance(self) -> float:
        """The variance of the difference in a game, as if each player had won one more game; so it is never 0."""
        games, squares = self.games + 2, self.squares + 2 * (self.largest or BILLION) ** 2
        return squares / BILLION**2 / games - (self.sum / BILLION / games) ** 2

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the difference, by Bonett and Price: it holds even for few games."""
        centre, half = self.sum / BILLION / (self.games + 2), Z95 * math.sqrt(self.variance / (self.games + 2))
        return max(-1.0, centre - half), min(1.0, centre + half)


class SprtVerdict(StrEnum):
    """What a sequential test has decided."""

    BETTER = "better"  # the first player is better, by as much as was asked for
    NOT_BETTER = "not better"
    OPEN = "open"  # nothing yet


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test: it stops as soon as one of two differences is much more likely.

    `low` and `high` are differences of win rates. If the true difference is `low`, the test says "better" with a
    probability of at most about `alpha`; if it is `high`, "not better" with at most about `beta`.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1 <= self.low < self.high <= 1:
            raise InvalidValue(
                f"the test is between {100 * self.low:g} and {100 * self.high:g} points; give two numbers from -100 "
                "to 100, the lower one first"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InvalidValue(f"alpha is {self.alpha:g} and beta {self.beta:g}; give numbers between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test stops, by Wald."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, paired: Paired) -> float:
        """The log-likelihood ratio of `high` to `low`, for a normally distributed mean difference."""
        if not paired.games:
            return 0.0
        apart = 2 * paired.difference - self.low - self.high
        return paired.games * (self.high - self.low) * apart / (2 * paired.variance)

    def verdict(self, paired: Paired) -> SprtVerdict:
        """The verdict after these games."""
        ratio, (low, high) = self.ratio(paired), self.bounds
        return SprtVerdict.BETTER if ratio >= high else SprtVerdict.NOT_BETTER if ratio <= low else SprtVerdict.OPEN


@dataclass(frozen=True)
class Comparison:
    """The results of two strategies on the same games."""

    first: Tally = field(default_factory=Tally)
    second: Tally = field(default_factory=Tally)
    paired: Paired = field(default_factory=Paired)
    sprt: Sprt | None = None
    strategies: tuple[str, str] = ("first", "second")

    @property
    def verdict(self) -> SprtVerdict:
        """What the test has decided; open if there is no test."""
        return self.sprt.verdict(self.paired) if self.sprt else SprtVerdict.OPEN

    @property
    def is_by_advantage(self) -> bool:
        """Whether only the first has played, with the second as its baseline."""
        return bool(self.paired.games) and not self.second.games

    def after(self, first: Outcomes, second: Outcomes | None) -> Comparison:
        """The comparison with more games added; `second` is None if the second strategy is a baseline."""
        if second is None:
            tally, more = self.first + Tally.of(first), self.paired + Paired.of_gains(gains(first))
            return replace(self, first=tally, paired=more)
        return Comparison(
            self.first + Tally.of(first),
            self.second + Tally.of(second),
            self.paired + Paired.of(first["weight"], second["weight"]),
            self.sprt,
            self.strategies,
        )

    def __str__(self) -> str:
        """A small table, and the difference of the win rates."""
        low, high = self.paired.ci95
        difference = f"difference {100 * self.paired.difference:+.2f} points ({100 * low:+.2f} … {100 * high:+.2f})"
        verdict = f"; the test says: {self.verdict}" if self.sprt else ""
        if self.is_by_advantage:
            return f"{self.strategies[0]} over {self.strategies[1]}, {self.paired.games:,} games: {difference}{verdict}"
        return f"{aligned([HEADER, *self._rows()])}\n{difference}{verdict}"

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for name, tally, alone in self._sides():
            low, high = tally.ci95
            yield name, f"{tally.games:,}", f"{tally.win_rate:.2%}", f"{low:.2%} … {high:.2%}", f"{alone:,}"

    def _sides(self) -> tuple[tuple[str, Tally, int], tuple[str, Tally, int]]:
        """For each player its name, its tally, and the number of games in which it did better than the other."""
        first, second = self.strategies
        return (first, self.first, self.paired.more), (second, self.second, self.paired.less)

    def to_pandas(self) -> pd.DataFrame:
        """A DataFrame with a row for each strategy; needs the extra `minemind-engine[pandas]`.

        `difference` and its interval say how much more often it wins than the other, and `verdict` is the test's
        verdict on the first one.
        """
        paired, (low, high) = self.paired, self.paired.ci95
        sides = self._sides()
        tallies = [tally for _, tally, _ in sides]
        return frame(
            {
                "strategy": [name for name, _, _ in sides],
                "games": [tally.games for tally in tallies],
                "won": [tally.wins for tally in tallies],
                "lost": [tally.lost for tally in tallies],
                "stuck": [tally.stuck for tally in tallies],
                "win_rate": [tally.win_rate for tally in tallies],
                "low": [tally.ci95[0] for tally in tallies],
                "high": [tally.ci95[1] for tally in tallies],
                "guesses_per_game": [tally.guesses_per_game for tally in tallies],
                "better_in": [alone for _, _, alone in sides],
                "difference": [paired.difference, -paired.difference],
                "difference_low": [low, -high],
                "difference_high": [high, -low],
                "verdict": [self.verdict.value if self.sprt else None, None],
            }
        )


def compare(
    plan: Plan,
    workers: ChunkWorkers,
    *,
    sprt: Sprt | None = None,
    batch: int = BATCH,
    writer: RunWriter | None = None,
    progress: Callable[[Comparison], object] | None = None,
) -> Comparison:
    """Play the two matches of a plan side by side, or the one that has a baseline; games on disk come first."""
    comparison = Comparison(sprt=sprt, strategies=sides(plan))
    for played in _batches(_played(plan, workers, writer), len(plan.matches), plan.games, batch):
        comparison = comparison.after(played[0], played[1] if len(played) > 1 else None)
        if progress:
            progress(comparison)
        if comparison.verdict is not SprtVerdict.OPEN:
            break
    if writer and comparison.verdict is not SprtVerdict.OPEN:
        writer.keep(comparison.paired.games)  # how many more were played depends on timing
    return comparison


def sides(plan: Plan) -> tuple[str, str]:
    """The two strategies that a plan compares."""
    one, other = plan.matches[0], plan.matches[-1]
    return one.strategy, other.strategy if one.baseline is None else one.baseline


def _played(plan: Plan, workers: ChunkWorkers, writer: RunWriter | None) -> Iterator[tuple[int, Outcomes]]:
    """The games of all matches, each in order: those on disk, and then new ones."""
    numbers = range(len(plan.matches))
    if writer:
        for blocks in zip_longest(*(writer.stored.blocks(number) for number in numbers)):
            yield from ((number, block) for number, block in enumerate(blocks) if block is not None)
    done = [writer.done(number) if writer else 0 for number in numbers]
    for number, chunk in chunks(plan.matches, done, plan.games, workers):
        if writer:
            writer.add(number, chunk)
        yield number, chunk.outcomes


def _batches(
    played: Iterator[tuple[int, Outcomes]], matches: int, games: int, batch: int
) -> Iterator[list[NDArray[np.void]]]:
    """The same games of all matches, `batch` at a time."""
    waiting = [np.zeros(0, OUTCOME) for _ in range(matches)]
    done = 0
    while done < games:
        size = min(batch, games - done)
        while min(map(len, waiting)) < size:
            number, outcomes = next(played)
            waiting[number] = np.concatenate([waiting[number], outcomes])
        yield [outcomes[:size] for outcomes in waiting]
        waiting = [outcomes[size:] for outcomes in waiting]
        done += size
