"""Parts: the frontier of an answer with its solutions, and markers for parts that could not be computed.

If a part could not be computed, the rest of the answer stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from minemind.deadline import Deadline
from minemind.errors import TooHard
from minemind.solve.exact import Exact
from minemind.solve.problem import Component
from minemind.source import Notes
from minemind.words import phrase

__all__ = ["Frontier", "FrontierPart", "Missing", "frontier_of", "unless_too_hard"]

Value = TypeVar("Value")


@dataclass(frozen=True)
class Missing:
    """A part of an answer that could not be computed: which part, and whether time ran out."""

    what: str
    is_late: bool

    @property
    def sentence(self) -> str:
        """The sentence that says that it is missing, and why."""
        return phrase(f"missing.{self.what}.{'time' if self.is_late else 'hard'}")

    def __str__(self) -> str:
        return self.sentence


def unless_too_hard(work: Callable[[], Value], deadline: Deadline, what: str) -> Value | Missing:
    """What `work` computes, or `Missing` if that is too hard or time runs out."""
    try:
        return work()
    except TooHard:
        return Missing(what, deadline.is_over)


@dataclass(frozen=True)
class FrontierPart:
    """A component of the frontier, and its solutions counted by their mines."""

    component: Component
    ways: Mapping[int, int] | Missing


@dataclass(frozen=True)
class Frontier:
    """The independent parts of the frontier, and the probability of a mine outside it."""

    parts: tuple[FrontierPart, ...]
    outside: float  # nan if there is nothing outside, or the mine count is unknown

    @property
    def notes(self) -> Notes:
        """How many components have no count of solutions, if any."""
        uncounted = sum(isinstance(part.ways, Missing) for part in self.parts)
        return (phrase("missing.ways", count=uncounted),) if uncounted else ()


def frontier_of(analysis: Exact, deadline: Deadline) -> Frontier:
    """The frontier of an analysis. Raises `TooHard` if not even its components can be listed in time."""
    for component in deadline.each(analysis.components):
        assert component.groups  # computed now, within the deadline, not when the answer is written
    parts = tuple(_part(analysis, *place, deadline) for place in enumerate(analysis.components))
    return Frontier(parts, analysis.outside)


def _part(analysis: Exact, index: int, component: Component, deadline: Deadline) -> FrontierPart:
    return FrontierPart(component, unless_too_hard(lambda: analysis.ways(index), deadline, "solutions"))
