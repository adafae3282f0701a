"""Results: all outcomes of a batch, to print and to work with, and the score of each strategy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from minemind.lab.batch.attempt import Failed, Finished, LeftOut, Outcome, Unread
from minemind.strategy.record import Result
from minemind.strategy.tally import wilson
from minemind.table import aligned, frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BatchResults", "Score"]

HEADER = ("strategy", "boards", "won", "win rate", "95 % interval", "lost", "stuck", "seconds")

# The words for files that were not played to the end.
NO_GAME = {Unread: "unreadable", Failed: "failed", LeftOut: "left out"}


@dataclass(frozen=True)
class Score:
    """How a strategy's boards ended, and what they cost. Scores of different boards can be added."""

    won: int = 0
    lost: int = 0
    stuck: int = 0
    seconds: float = 0.0
    expanded_states: int = 0

    @classmethod
    def of(cls, game: Finished) -> Score:
        """The score of a single board."""
        counts = {str(result.value): int(result is game.result) for result in Result}
        return cls(**counts, seconds=game.seconds, expanded_states=game.expanded_states)

    def __add__(self, other: Score) -> Score:
        return Score(
            self.won + other.won,
            self.lost + other.lost,
            self.stuck + other.stuck,
            self.seconds + other.seconds,
            self.expanded_states + other.expanded_states,
        )

    @property
    def boards(self) -> int:
        """The number of boards played."""
        return self.won + self.lost + self.stuck

    @property
    def win_rate(self) -> float | None:
        """The share of boards that were won; None if none was played."""
        return self.won / self.boards if self.boards else None

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the win rate, by Wilson."""
        return wilson(self.won, self.boards)


@dataclass(frozen=True)
class BatchResults:
    """The outcome of every game of a batch, in order."""

    strategies: tuple[str, ...]
    outcomes: tuple[Outcome, ...]

    def score(self, strategy: str) -> Score:
        """The score of a strategy on all boards."""
        own = (outcome for outcome in self.outcomes if outcome.strategy == strategy)
        return sum((Score.of(outcome) for outcome in own if isinstance(outcome, Finished)), Score())

    def __str__(self) -> str:
        """A small table: a row for each strategy, and how many files could not be played."""
        rows = [_row(name, self.score(name)) for name in self.strategies]
        return "\n".join([aligned([HEADER, *rows]), *self._not_played()])

    def _not_played(self) -> Iterator[str]:
        for kind, word in NO_GAME.items():
            if boards := {outcome.board for outcome in self.outcomes if isinstance(outcome, kind)}:
                yield f"{len(boards):,} {'board' if len(boards) == 1 else 'boards'} {word}"

    def to_pandas(self) -> pd.DataFrame:
        """A DataFrame with a row for each file and strategy; needs the extra `minemind-engine[pandas]`."""
        rows = [_values(outcome) for outcome in self.outcomes]
        return frame({name: [values.get(name) for values in rows] for name in COLUMNS}).convert_dtypes()


COLUMNS = (
    "board",
    "strategy",
    "difficulty",
    "result",
    "seconds",
    "iterations",
    "expanded_states",
    "revealed",
    "flagged",
    "unknown",
    "hit_mine",
    "moved",
    "message",
    "notes",
)


def _values(outcome: Outcome) -> dict[str, Any]:
    """The fields of an outcome as words and numbers; the result of a file without a game says what happened."""
    values = {name: getattr(outcome, name) for name in COLUMNS if hasattr(outcome, name)}
    for name in ("difficulty", "result"):
        if name in values:
            values[name] = values[name].value
    return {"result": NO_GAME.get(type(outcome)), **values, "notes": "; ".join(outcome.notes)}


def _row(strategy: str, score: Score) -> Sequence[str]:
    low, high = score.ci95
    rate = "–" if score.win_rate is None else f"{score.win_rate:.2%}"
    counts = f"{score.boards:,}", f"{score.won:,}", rate, f"{low:.2%} … {high:.2%}"
    return strategy, *counts, f"{score.lost:,}", f"{score.stuck:,}", f"{score.seconds:,.2f}"
