"""Asking: calls the engine, and translates its exceptions."""

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

# The memory for the counts of components, for all threads of a process: some ten thousand Expert components.
CACHE_BYTES = 64 * 2**20

# Components that were counted before; `analyse` uses it by default.
CACHE = CountCache(CACHE_BYTES)


class TimeLimit(Protocol):
    """What limits the time of a question, such as a `Deadline`."""

    @property
    def seconds(self) -> float:
        """The seconds that are left; inf if there is no limit."""

    def passed(self) -> TooHard:
        """The error to raise once the time is up."""


class Contradiction(Impossible):
    """No mines agree with what the engine was given; `indices` are the numbers where it noticed, if any."""

    def __init__(self, indices: Sequence[int]) -> None:
        super().__init__("the numbers contradict each other")
        self.indices = tuple(indices)


FAILURES = (engine.Contradiction, engine.OutOfTime, engine.TooHard)


def ask(
    question: Callable[[], Value], deadline: TimeLimit, graph: Graph | Analysis | None = None, too_hard: str = ""
) -> Value:
    """The answer of the engine to a question; its exceptions are raised as errors of this package."""
    try:
        return question()
    except FAILURES as failure:
        raise translated(failure, deadline, graph, too_hard) from None


def translated(
    failure: Exception, deadline: TimeLimit, graph: Graph | Analysis | None, too_hard: str = ""
) -> MineMindError:
    """The error to raise for a failure of the engine.

    If the question is too hard, the message is `too_hard`, or, given a graph, names the component.
    """
    if isinstance(failure, engine.OutOfTime):
        return deadline.passed()
    if isinstance(failure, engine.Contradiction):
        return Contradiction(failure.args[0])
    states, index = failure.args
    return TooHard(too_hard) if graph is None else _uncountable(states, divmod(index, graph.cols))


def _uncountable(states: int, around: tuple[int, int]) -> TooHard:
    why = f"it needs more than {states:,} states" if states else "it has too many hidden cells"
    return TooHard(f"the component around {around} is too complex to count: {why}; open more of its cells first")
