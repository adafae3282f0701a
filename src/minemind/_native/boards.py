"""Boards: deals mines, for boards that may or may not need a guess, and spreads openings."""

from __future__ import annotations

from typing import NamedTuple

import _minemind_engine as engine
from _minemind_engine import Graph
from minemind._native.asking import IntArray, TimeLimit, ask

__all__ = ["Dealing", "deal_layout", "deal_no_guess", "first_click", "flood", "neighbour_sums"]


def first_click(rule: str) -> engine.FirstClick:
    """A first-click rule as the engine's enumeration has it."""
    return engine.FirstClick[rule.upper()]


def deal_layout(
    graph: Graph, *, mines: int, per_cell: int, first: int | None, rule: str, seed: int, deadline: TimeLimit
) -> IntArray:
    """The number of mines of every index in a dealt layout."""
    return ask(
        lambda: engine.deal_layout(
            graph,
            mines=mines,
            per_cell=per_cell,
            first=-1 if first is None else first,
            rule=first_click(rule),
            seed=seed,
            seconds=deadline.seconds,
        ),
        deadline,
        graph,
    )


class Dealing(NamedTuple):
    """The result of dealing until a layout needs no guess, and the work it took.

    `mines` is empty if none was found. `too_hard` layouts could not be analysed, and in the best of those that need a
    guess, `fewest_left` free cells were still hidden.
    """

    mines: IntArray
    seed: int
    grade: int
    attempts: int
    positions: int
    repairs: int
    easier: int
    harder: int
    too_hard: int
    fewest_left: int | None


def deal_no_guess(
    graph: Graph,
    *,
    mines: int,
    per_cell: int,
    first: int,
    rule: str,
    seed: int,
    way: str,
    grades: tuple[int, int] | None,
    budget: int,
    deadline: TimeLimit,
) -> Dealing:
    """Deal until a layout needs no guess, or until the work exceeds the budget.

    The seed of the result deals the same layout without `grades`, and its grade is 0 if there are none.
    """
    return Dealing(
        *ask(
            lambda: engine.deal_no_guess(
                graph,
                mines=mines,
                per_cell=per_cell,
                first=first,
                rule=first_click(rule),
                seed=seed,
                way=engine.DealingWay[way.upper()],
                grades=grades,
                budget=budget,
                seconds=deadline.seconds,
            ),
            deadline,
            graph,
        )
    )


def flood(graph: Graph, *, numbers: IntArray, faces: IntArray, start: IntArray, expansion: str) -> IntArray:
    """The indices that open if those of `start` are opened, in the order of the expansion."""
    order = engine.Expansion[expansion.upper()]
    return engine.flood(graph, numbers=numbers, faces=faces, start=start, expansion=order)


def neighbour_sums(graph: Graph, values: IntArray) -> IntArray:
    """For every index, the sum of the values of its neighbours."""
    return engine.neighbour_sums(graph, values)
