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


# Python 3.11 takes its time to find a member of an enumeration.
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
    """What faces imply, one for every index; with neither mine count nor density, every solution counts once."""
    model, odds = _COUNTED, 1.0
    if density is not None:
        model, odds = _DENSITY, density / (1 - density)
    elif mines is None:
        model = _UNCOUNTED
    try:  # like `_ask`, but this is asked so often that another call would show
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
    """What single numbers and pairs make certain: the mines of every index; -1 if unknown, -2 if it is open."""
    return ask(lambda: engine.propagate(graph, faces, per_cell=per_cell, seconds=deadline.seconds), deadline)


def assume(analysis: Analysis, cell: int, shown: int, *, cache: CountCache, deadline: TimeLimit) -> Analysis:
    """The analysis after a hidden cell was opened and showed a number."""
    return ask(lambda: analysis.assume(cell, shown, cache=cache, seconds=deadline.seconds), deadline, analysis)


def numbers(analysis: Analysis, cell: int, deadline: TimeLimit) -> list[float]:
    """The probability of every number that a hidden cell may show, if it is safe."""
    return ask(lambda: analysis.numbers(cell, seconds=deadline.seconds), deadline, analysis)


def dead_cells(analysis: Analysis, cache: CountCache, deadline: TimeLimit) -> IntArray:
    """The hidden cells that show the same number wherever they are free."""
    return ask(
        lambda: analysis.dead(cache=cache, seconds=deadline.seconds),
        deadline,
        too_hard="the board is too large to find its dead cells; open more of it first",
    )


def fifty_fifties(analysis: Analysis, deadline: TimeLimit) -> list[tuple[int, int]]:
    """The pairs of cells that nothing but a guess can tell apart."""
    return ask(
        lambda: analysis.fifty_fifties(seconds=deadline.seconds),
        deadline,
        too_hard="there are more than a million 50/50s, too many to list",
    )


def draw(analysis: Analysis, seed: int, deadline: TimeLimit) -> IntArray:
    """Mines at random, one of all solutions, each as likely as any other."""
    return ask(lambda: analysis.draw(seed, seconds=deadline.seconds), deadline, analysis)


def ways_modulo(analysis: Analysis, component: int, prime: int, deadline: TimeLimit) -> list[int]:
    """The ways of a component modulo a prime, by its mines from the fewest on."""
    return ask(lambda: analysis.ways_modulo(component, prime, seconds=deadline.seconds), deadline, analysis)


def cells_json(analysis: Analysis) -> str:
    """What is certain and every probability, as members of a JSON object: `safe`, `certain_mines`, `probability`."""
    return engine.cells_json(analysis)
