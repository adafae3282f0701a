"""Measurement: one figure, and what it must reach; and how figures are printed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Measurement(NamedTuple):
    """One figure; without a `must` it is only for comparison."""

    work: str
    value: float
    must: float | None
    unit: str
    more_is_better: bool = False

    @property
    def missed(self) -> bool:
        """Whether the figure falls short."""
        if self.must is None:
            return False
        return self.value < self.must if self.more_is_better else self.value > self.must

    def __str__(self) -> str:
        must = "" if self.must is None else f"{'≥' if self.more_is_better else '≤'} {self.must:.4g} {self.unit}"
        return f"{self.work:66} {f'{self.value:.4g} {self.unit}':>14} {must:>14}{'  MISSED' if self.missed else ''}"


def printed(measurements: Iterable[Measurement]) -> int:
    """Print a line for each measurement; the exit code says whether all of them reach their targets."""
    missed = 0
    for measured in measurements:
        missed += measured.missed
        print(measured, flush=True)
    return 1 if missed else 0
