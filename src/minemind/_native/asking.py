"""Asking: how the engine is asked, and what becomes of its exceptions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

import _minemind_engine as engine
from _minemind_engine import Analysis, CountCache, Graph
from minemind.errors import Impossible, MineMindError, TooHard

__all__ = ["CACHE", "FAILURES", "Contradiction", "IntArray", "TimeLimit", "Value", "ask", "translated"]

IntArray: TypeAlias = NDArray[np.int32]
Value = TypeVar("Value")

# What the counts of components may take, for all threads of a process: some ten thousand Expert components.
CACHE_BYTES = 64 * 2**20

# Components that were counted before; `analyse` looks here unless it is told otherwise.
CACHE = CountCache(CACHE_BYTES)


class TimeLimit(Protocol):
    """What ends a question: a deadline."""

    @property
    def seconds(self) -> float:
        """What is left; inf if there is no end."""

    def passed(self) -> TooHard:
        """What to raise after the end."""


class Contradiction(Impossible):
    """No mines agree with what the engine was given; `indices` are numbers where it noticed, if numbers are why."""

    def __init__(self, indices: Sequence[int]) -> None:
        super().__init__("the numbers contradict each other")
        self.indices = tuple(indices)


FAILURES = (engine.Contradiction, engine.OutOfTime, engine.TooHard)


def ask(
    question: Callable[[], Value], deadline: TimeLimit, graph: Graph | Analysis | None = None, too_hard: str = ""
) -> Value:
    """An answer of the engine, or what it raises in the package's own terms."""
    try:
        return question()
    except FAILURES as failure:
        raise translated(failure, deadline, graph, too_hard) from None


def translated(
    failure: Exception, deadline: TimeLimit, graph: Graph | Analysis | None, too_hard: str = ""
) -> MineMindError:
    """What to raise; of what is too hard, `too_hard` or which component of the graph it is."""
    if isinstance(failure, engine.OutOfTime):
        return deadline.passed()
    if isinstance(failure, engine.Contradiction):
        return Contradiction(failure.args[0])
    states, index = failure.args
    return TooHard(too_hard) if graph is None else _uncountable(states, divmod(index, graph.cols))


def _uncountable(states: int, around: tuple[int, int]) -> TooHard:
    why = f"it needs more than {states:,} states" if states else "it has too many hidden cells"
    return TooHard(f"the component around {around} is too complex to count: {why}; open more of its cells first")
