"""Metrics: what a layout is worth in clicks."""

from __future__ import annotations

from typing import NamedTuple

import _minemind_engine as engine
from _minemind_engine import Graph
from minemind._native.asking import IntArray, TimeLimit, ask

__all__ = ["ThreeBv", "three_bv", "zini"]


class ThreeBv(NamedTuple):
    """The 3BV of a layout, and what it is made of."""

    openings: int
    islands: int
    three_bv: int


def three_bv(graph: Graph, mines: IntArray, deadline: TimeLimit) -> ThreeBv:
    """How many clicks a layout takes without flags; `mines` says how many every index holds."""
    return ThreeBv(*ask(lambda: engine.three_bv(graph, mines, seconds=deadline.seconds), deadline))


def zini(graph: Graph, mines: IntArray, orders: IntArray, *, form: str, deadline: TimeLimit) -> list[int]:
    """How many it takes with flags by the greedy rule, for each order of all cells; these follow one another."""
    rule, seconds = engine.ZiniForm[form.upper()], deadline.seconds
    return ask(lambda: engine.zini(graph, mines, orders, form=rule, seconds=seconds), deadline)
