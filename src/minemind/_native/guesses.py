"""Guesses: what to open if nothing is certain, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import _minemind_engine as engine
from _minemind_engine import Analysis, Breadth, Strategy
from minemind._native.asking import CACHE, IntArray, TimeLimit, Value, ask

__all__ = ["Decision", "Ending", "EndingMove", "Prospect", "decide", "look_ahead", "play_on"]


class Decision(NamedTuple):
    """A cell to open where nothing is certain, and what was found out about it."""

    cell: int
    risk: float
    win: float | None
    next: float | None
    progress: float | None
    partner: int | None


class Prospect(NamedTuple):
    """What follows if a cell is opened."""

    cell: int
    risk: float
    next: float
    progress: float
    partner: int | None


class EndingMove(NamedTuple):
    """A cell of an ending: in how many solutions it is safe, and in how many the game is won by it."""

    cell: int
    safe: int
    won: int


def decide(analysis: Analysis, strategy: Strategy, rank: IntArray, deadline: TimeLimit) -> Decision:
    """Which cell a strategy opens where nothing is certain."""
    seconds = deadline.seconds
    return Decision(
        *ask(lambda: engine.decide(analysis, strategy, rank, cache=CACHE, seconds=seconds), deadline, analysis)
    )


def look_ahead(analysis: Analysis, breadth: Breadth, rank: IntArray, deadline: TimeLimit) -> list[Prospect]:
    """What follows each of the cells that come into question, the best first."""
    seconds = deadline.seconds
    found = ask(lambda: engine.look_ahead(analysis, breadth, rank, cache=CACHE, seconds=seconds), deadline, analysis)
    return list(map(Prospect._make, found))


def play_on(
    analysis: Analysis,
    faces: IntArray,
    rank: IntArray,
    cells: Sequence[int],
    *,
    strategy: Strategy,
    games: int,
    seed: int,
    deadline: TimeLimit,
) -> NDArray[np.float64]:
    """What games count for that begin with each of these cells: a row for each round, fewer if time runs out."""
    weights = ask(
        lambda: engine.play_on(
            analysis, faces, rank, cells, strategy=strategy, games=games, seed=seed, seconds=deadline.seconds
        ),
        deadline,
        analysis,
    )
    return weights.reshape(-1, len(cells))


class Ending:
    """All solutions of an analysis, in parts that tell nothing about each other, each to be searched to its end."""

    def __init__(self, analysis: Analysis, most_solutions: int, most_nodes: int, deadline: TimeLimit) -> None:
        self._deadline = deadline
        self._too_hard = (
            "too many solutions are left to search the game to its end: "
            f"the limits are {most_solutions:,} solutions and {most_nodes:,} states; open more cells first"
        )
        self._parts = self._ask(
            lambda: engine.list_ending(
                analysis, most_solutions=most_solutions, most_nodes=most_nodes, seconds=deadline.seconds
            )
        )
        self.parts = range(self._parts.parts)

    def cells(self, part: int) -> list[int]:
        """The cells that are not certain."""
        return self._parts.cells(part)

    def weight(self, part: int, free: Sequence[int] = ()) -> int:
        """The solutions in which these cells are free."""
        return self._ask(lambda: self._parts.weight(part, free))

    def won(self, part: int, free: Sequence[int] = ()) -> int:
        """The solutions that are won by perfect play once these cells are open."""
        return self._ask(lambda: self._parts.won(part, free))

    def best_moves(self, part: int, candidates: Sequence[int]) -> list[EndingMove]:
        """Those of the candidates that win most."""
        return list(map(EndingMove._make, self._ask(lambda: self._parts.best_moves(part, candidates))))

    def _ask(self, question: Callable[[], Value]) -> Value:
        return ask(question, self._deadline, too_hard=self._too_hard)
