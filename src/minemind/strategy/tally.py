"""Tally: outcomes of games, added up in whole numbers, so that the order and the chunks do not matter."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from minemind.strategy.outcome import BILLION, RESULTS, TENTHS, Outcomes, Phase
from minemind.strategy.record import Result

__all__ = ["Z95", "Tally", "sum_of_squares", "wilson"]

# Half the width of a 95 % interval, in standard deviations.
Z95 = 1.959963984540054


@dataclass(frozen=True)
class Tally:
    """The results of games, added up. Tallies of different games can be added."""

    games: int = 0
    wins: int = 0
    lost: int = 0
    guesses: int = 0
    weight: int = 0  # the sum of their weights, in billionths
    squares: int = 0  # the sum of the squares of these
    risk: int = 0  # the sum of the risks taken, in billionths
    phases: tuple[int, ...] = (0,) * (len(Phase) + 1)  # games lost in each phase; first those whose phase is unknown
    risky: tuple[int, ...] = (0,) * TENTHS  # guesses, by the tenth of their risk
    hits: tuple[int, ...] = (0,) * TENTHS  # … that hit a mine
    forfeits: int = 0  # games that another program lost by breaking the rules, and not by a move

    @classmethod
    def of(cls, outcomes: Outcomes) -> Tally:
        """The tally of some outcomes."""
        won, lost, _ = (int(np.count_nonzero(outcomes["result"] == place)) for place in range(len(RESULTS)))
        weight = outcomes["weight"].astype(np.uint64)
        is_lost = outcomes["result"] == RESULTS.index(Result.LOST)
        return cls(
            games=len(outcomes),
            wins=won,
            lost=lost,
            guesses=int(outcomes["guesses"].sum(dtype=np.uint64)),
            weight=int(weight.sum()),
            squares=sum_of_squares(outcomes["weight"]),
            risk=int(outcomes["risk"].sum(dtype=np.uint64)),
            phases=_counts(outcomes["phase"][is_lost], len(Phase) + 1),
            risky=tuple(map(int, outcomes["risky"].sum(axis=0, dtype=np.uint64))),
            hits=_counts(outcomes["hit"], TENTHS + 1)[1:],
            forfeits=int(np.count_nonzero(is_lost & (outcomes["hit"] == 0))),
        )

    def __add__(self, other: Tally) -> Tally:
        def added(name: str) -> int | tuple[int, ...]:
            mine, yours = getattr(self, name), getattr(other, name)
            return tuple(map(sum, zip(mine, yours, strict=True))) if isinstance(mine, tuple) else mine + yours

        return Tally(**{name: added(name) for name in self.__dataclass_fields__})  # type: ignore[arg-type]

    @property
    def stuck(self) -> int:
        """Games in which the strategy had no move left."""
        return self.games - self.wins - self.lost

    @property
    def win_rate(self) -> float:
        """The share of games that were won, or the mean of their weights; nan if none was played."""
        return self.weight / BILLION / self.games if self.games else math.nan

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of a game's weight."""
        if self.games < 2:
            return math.nan
        spread = self.squares * self.games - self.weight**2
        return math.sqrt(spread / (self.games * (self.games - 1))) / BILLION

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the win rate: by Wilson, or, if games have weights, from the deviation of these."""
        if self.weight == self.wins * BILLION:
            return wilson(self.wins, self.games)
        if self.games < 2:
            return 0.0, 1.0
        half = Z95 * self.deviation / math.sqrt(self.games)
        return max(0.0, self.win_rate - half), min(1.0, self.win_rate + half)

    @property
    def guesses_per_game(self) -> float:
        """The mean number of guesses per game, not counting a first click that is always safe."""
        return self.guesses / self.games if self.games else math.nan

    @property
    def lost_by_phase(self) -> dict[Phase, int]:
        """The number of games lost in each phase."""
        return dict(zip(Phase, self.phases[1:], strict=True))


def _counts(places: Outcomes, size: int) -> tuple[int, ...]:
    return tuple(map(int, np.bincount(places, minlength=size)))


def sum_of_squares(weights: Outcomes) -> int:
    """The exact sum of the squares. Eighteen of them may overflow a machine word, so halves are squared separately."""
    high, low = np.divmod(weights.astype(np.uint64), 1 << 15)
    squares = (int((part * other).sum(dtype=np.uint64)) for part, other in ((high, high), (high, low), (low, low)))
    high_high, high_low, low_low = squares
    return (high_high << 30) + (high_low << 16) + low_low


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson: it stays between 0 and 1, and is valid for few games as well."""
    if not games:
        return 0.0, 1.0
    centre, spread = wins + Z95 * Z95 / 2, Z95 * math.sqrt(wins * (games - wins) / games + Z95 * Z95 / 4)
    return max(0.0, (centre - spread) / (games + Z95 * Z95)), min(1.0, (centre + spread) / (games + Z95 * Z95))
