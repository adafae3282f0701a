"""Reviews: judges a game click by click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

import _minemind_engine as engine
from _minemind_engine import ClickKind, GameEnd, Graph, Judgement, Technique
from minemind._native.asking import IntArray, TimeLimit, ask

__all__ = ["JudgedClick", "NativePerformance", "Rates", "Reviewed", "Win", "rates", "review"]

Win: TypeAlias = tuple[float, float, bool]  # the probability of winning, its margin, and whether it is exact


class JudgedClick(NamedTuple):
    """The engine's judgement of a click; a cell is -1 if there is none, and a probability nan if it is unknown."""

    kind: Judgement
    risk: float
    opened: int
    certain: int
    best: int
    best_risk: float
    overlooked: int
    technique: Technique
    grade: int
    before: Win
    chosen: Win
    after: Win
    cost_margin: float


class NativePerformance(NamedTuple):
    """The clicks of a game, how many of them were effective, and the 3BV of the board and of what is open."""

    opens: int
    flags: int
    chords: int
    effective: int
    three_bv: int
    solved: int


class Rates(NamedTuple):
    """The rates that follow from a performance and its seconds; nan where they would divide by 0."""

    three_bv_per_second: float
    efficiency: float
    correctness: float
    throughput: float
    rqp: float
    stnb: float


class Reviewed(NamedTuple):
    """A game, judged click by click until its end."""

    clicks: list[JudgedClick]
    end: GameEnd
    performance: NativePerformance


def review(
    graph: Graph,
    *,
    mines: IntArray,
    faces: IntArray,
    rank: IntArray,
    clicks: Sequence[tuple[int, ClickKind, int]],
    per_cell: int,
    promised: bool,
    margin: float,
    most_games: int,
    seed: int,
    deadline: TimeLimit,
) -> Reviewed:
    """Judge clicks on a layout: `mines` and `faces` are what every index holds and shows before the first click.

    Games are played until the 95 % intervals of winning are within the margin; with a margin of 0, none are.
    """
    judged, end, performance = ask(
        lambda: engine.review(
            graph,
            mines=mines,
            faces=faces,
            rank=rank,
            clicks=np.array([(cell, kind.value, mines) for cell, kind, mines in clicks], dtype=np.int32).reshape(-1),
            per_cell=per_cell,
            promised=promised,
            margin=margin,
            most_games=most_games,
            seed=seed,
            seconds=deadline.seconds,
        ),
        deadline,
        graph,
    )
    return Reviewed(list(map(JudgedClick._make, judged)), end, NativePerformance(*performance))


def rates(performance: NativePerformance, *, seconds: float, stnb_factor: float) -> Rates:
    """The rates of a performance; if the seconds or the factor are nan, so are the rates that depend on them."""
    return Rates(*engine.rates(performance, seconds=seconds, stnb_factor=stnb_factor))
