"""Metrics: how many clicks a layout takes."""

from __future__ import annotations

from typing import NamedTuple

import _minemind_engine as engine
from _minemind_engine import Graph
from minemind._native.asking import IntArray, TimeLimit, ask

__all__ = ["ThreeBv", "three_bv", "zini"]


class ThreeBv(NamedTuple):
    """The 3BV of a layout, and the openings and islands in it."""

    openings: int
    islands: int
    three_bv: int


def three_bv(graph: Graph, mines: IntArray, deadline: TimeLimit) -> ThreeBv:
    """The 3BV of a layout; `mines` is the number of mines of every index."""
    return ThreeBv(*ask(lambda: engine.three_bv(graph, mines, seconds=deadline.seconds), deadline))


def zini(graph: Graph, mines: IntArray, orders: IntArray, *, form: str, deadline: TimeLimit) -> list[int]:
    """The ZiNi of a layout for each order of its cells; `orders` has these one after the other, all cells in each."""
    rule, seconds = engine.ZiniForm[form.upper()], deadline.seconds
    return ask(lambda: engine.zini(graph, mines, orders, form=rule, seconds=seconds), deadline)
