"""Compare: two strategies on the same games, until a test has decided or all are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from minemind.lab.paired import Paired, Sprt, Verdict
from minemind.lab.plan import Plan
from minemind.lab.run import pieces
from minemind.lab.store import Writer
from minemind.lab.workers import Workers
from minemind.strategy.outcome import OUTCOME, Outcomes
from minemind.strategy.tally import Tally

__all__ = ["BATCH", "Comparison", "compare"]

# The test is looked at after every so many games: always the same ones, so that it always decides alike.
BATCH = 500


@dataclass(frozen=True)
class Comparison:
    """How two strategies fared on the same games."""

    first: Tally = field(default_factory=Tally)
    second: Tally = field(default_factory=Tally)
    paired: Paired = field(default_factory=Paired)
    sprt: Sprt | None = None

    @property
    def verdict(self) -> Verdict:
        """What the test has decided; open without one."""
        return self.sprt.verdict(self.paired) if self.sprt else Verdict.OPEN

    def after(self, first: Outcomes, second: Outcomes) -> Comparison:
        """The same with some more games."""
        return Comparison(
            self.first + Tally.of(first),
            self.second + Tally.of(second),
            self.paired + Paired.of(first["weight"], second["weight"]),
            self.sprt,
        )


def compare(
    plan: Plan,
    workers: Workers,
    *,
    sprt: Sprt | None = None,
    batch: int = BATCH,
    writer: Writer | None = None,
    progress: Callable[[Comparison], object] | None = None,
) -> Comparison:
    """Play the two matches of a plan side by side; what was played before, if it was written down, comes first."""
    comparison = Comparison(sprt=sprt)
    for first, second in _batches(_played(plan, workers, writer), plan.games, batch):
        comparison = comparison.after(first, second)
        if progress:
            progress(comparison)
        if comparison.verdict is not Verdict.OPEN:
            break
    if writer and comparison.verdict is not Verdict.OPEN:
        writer.keep(comparison.paired.games)  # how many more were played depends on the clock
    return comparison


def _played(plan: Plan, workers: Workers, writer: Writer | None) -> Iterator[tuple[int, Outcomes]]:
    """Games of either match, each in order: those on the disk, and then fresh ones."""
    if writer:
        for blocks in zip_longest(*(writer.stored.blocks(number) for number in (0, 1))):
            yield from ((number, block) for number, block in enumerate(blocks) if block is not None)
    done = [writer.done(number) if writer else 0 for number in (0, 1)]
    for number, piece in pieces(plan.matches, done, plan.games, workers):
        if writer:
            writer.add(number, piece)
        yield number, piece.outcomes


def _batches(
    played: Iterator[tuple[int, Outcomes]], games: int, batch: int
) -> Iterator[tuple[NDArray[np.void], NDArray[np.void]]]:
    """The same games of both, so many at a time."""
    waiting = [np.zeros(0, OUTCOME), np.zeros(0, OUTCOME)]
    done = 0
    while done < games:
        size = min(batch, games - done)
        while min(map(len, waiting)) < size:
            number, outcomes = next(played)
            waiting[number] = np.concatenate([waiting[number], outcomes])
        yield waiting[0][:size], waiting[1][:size]
        waiting = [outcomes[size:] for outcomes in waiting]
        done += size
