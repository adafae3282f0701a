"""Analyses: what faces imply, and what follows from it."""

from __future__ import annotations

import _minemind_engine as engine
from _minemind_engine import Analysis, CountCache, Graph
from minemind._native.asking import CACHE, FAILURES, IntArray, TimeLimit, ask, translated

__all__ = [
    "analyse",
    "assume",
    "cells_json",
    "dead_cells",
    "draw",
    "fifty_fifties",
    "numbers",
    "propagate",
    "ways_modulo",
]


# Python 3.11 is slow to look up a member of an enumeration.
_COUNTED, _DENSITY, _UNCOUNTED = engine.MineModel.COUNTED, engine.MineModel.DENSITY, engine.MineModel.UNCOUNTED


def analyse(
    graph: Graph,
    faces: IntArray,
    *,
    per_cell: int,
    deadline: TimeLimit,
    mines: int | None = None,
    density: float | None = None,
    cache: CountCache = CACHE,
) -> Analysis:
    """What faces, one for every index, imply; with neither a mine count nor a density, every solution counts once."""
    model, odds = _COUNTED, 1.0
    if density is not None:
        model, odds = _DENSITY, density / (1 - density)
    elif mines is None:
        model = _UNCOUNTED
    try:  # like `ask`, but this is called so often that the extra call would be noticeable
        return engine.analyse(
            graph,
            faces,
            per_cell=per_cell,
            model=model,
            mines=mines or 0,
            odds=odds,
            cache=cache,
            seconds=deadline.seconds,
        )
    except FAILURES as failure:
        raise translated(failure, deadline, graph) from None


def propagate(graph: Graph, faces: IntArray, per_cell: int, deadline: TimeLimit) -> IntArray:
    """The mines of every index, as far as single numbers and pairs make them certain; -1 if unknown, -2 if open."""
    return ask(lambda: engine.propagate(graph, faces, per_cell=per_cell, seconds=deadline.seconds), deadline)


def assume(analysis: Analysis, cell: int, shown: int, *, cache: CountCache, deadline: TimeLimit) -> Analysis:
    """The analysis after a hidden cell was opened and showed a number."""
    return ask(lambda: analysis.assume(cell, shown, cache=cache, seconds=deadline.seconds), deadline, analysis)


def numbers(analysis: Analysis, cell: int, deadline: TimeLimit) -> list[float]:
    """The probabilities of the numbers 0, 1, 2, … that a hidden cell may show, given that it is safe."""
    return ask(lambda: analysis.numbers(cell, seconds=deadline.seconds), deadline, analysis)


def dead_cells(analysis: Analysis, cache: CountCache, deadline: TimeLimit) -> IntArray:
    """The hidden cells that show the same number in every solution in which they are free."""
    return ask(
        lambda: analysis.dead(cache=cache, seconds=deadline.seconds),
        deadline,
        too_hard="the board is too large to find its dead cells; open more of it first",
    )


def fifty_fifties(analysis: Analysis, deadline: TimeLimit) -> list[tuple[int, int]]:
    """The pairs of cells that only a guess can tell apart."""
    return ask(
        lambda: analysis.fifty_fifties(seconds=deadline.seconds),
        deadline,
        too_hard="there are more than a million 50/50s, too many to list",
    )


def draw(analysis: Analysis, seed: int, deadline: TimeLimit) -> IntArray:
    """The mines of every index in a random solution; all solutions are equally likely."""
    return ask(lambda: analysis.draw(seed, seconds=deadline.seconds), deadline, analysis)


def ways_modulo(analysis: Analysis, component: int, prime: int, deadline: TimeLimit) -> list[int]:
    """The number of ways to fill a component, modulo a prime, for each number of mines from the fewest up."""
    return ask(lambda: analysis.ways_modulo(component, prime, seconds=deadline.seconds), deadline, analysis)


def cells_json(analysis: Analysis) -> str:
    """The certain cells and all probabilities as members of a JSON object: `safe`, `certain_mines`, `probability`."""
    return engine.cells_json(analysis)
