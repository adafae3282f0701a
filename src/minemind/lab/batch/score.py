"""Score: the results of a strategy on some boards."""

from __future__ import annotations

from dataclasses import dataclass

from minemind.strategy.tally import wilson

__all__ = ["Score"]


@dataclass(frozen=True)
class Score:
    """How the boards ended, and what they cost. Scores of different boards can be added."""

    won: int = 0
    lost: int = 0
    stuck: int = 0
    seconds: float = 0.0
    expanded_states: int = 0

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
