"""Games: many moves or many games at once, and the record of a game's outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import _minemind_engine as engine
from _minemind_engine import Graph, Phase, Result
from minemind._native.asking import IntArray, TimeLimit, ask
from minemind._native.boards import first_click
from minemind._native.guesses import Player

__all__ = ["OUTCOME", "ObviousMoves", "game_outcome", "open_obvious", "simulate"]

Outcomes: TypeAlias = NDArray[np.void]


def _record_type() -> np.dtype[np.void]:
    names, numbers, offsets, counts = zip(*engine.outcome_fields(), strict=True)
    formats = [(number, (count,)) if count > 1 else number for number, count in zip(numbers, counts, strict=True)]
    return np.dtype({"names": list(names), "formats": formats, "offsets": list(offsets)})


# The outcome of a game: the engine's record, whose fields are explained in engine/play/game_outcome.hpp.
OUTCOME = _record_type()


class ObviousMoves(NamedTuple):
    """The cells that were opened one by one, and everything that opened with them."""

    cells: IntArray
    areas: IntArray  # how many cells opened with each, itself included
    opened: IntArray  # all of these cells, move by move
    rounds: int  # how often everything that was known to be safe was opened at once


def open_obvious(
    graph: Graph, *, faces: IntArray, numbers: IntArray, per_cell: int, deadline: TimeLimit
) -> ObviousMoves:
    """Open what numbers prove safe singly and in pairs, until nothing more follows; faces and layout must agree."""
    seconds = deadline.seconds
    return ObviousMoves(
        *ask(
            lambda: engine.open_obvious(graph, faces=faces, numbers=numbers, per_cell=per_cell, seconds=seconds),
            deadline,
            graph,
        )
    )


def simulate(
    graph: Graph,
    *,
    rank: IntArray,
    mines: int,
    per_cell: int,
    start: int,
    rule: str,
    player: Player,
    seed: int,
    first: int,
    games: int,
    threads: int,
    weighted: bool,
    baseline: Player | None = None,
    baseline_games: int = 0,
    progress: Callable[[int], object] | None,
) -> tuple[Outcomes, bool]:
    """The outcomes of some games, and whether they were interrupted, so that some are unplayed.

    `progress` is called now and then with the number of games done; if it raises, the games end.
    """
    records, is_interrupted = engine.simulate(
        graph,
        rank=rank,
        mines=mines,
        per_cell=per_cell,
        start=start,
        rule=first_click(rule),
        player=player,
        seed=seed,
        first=first,
        games=games,
        threads=threads,
        weighted=weighted,
        baseline=baseline,
        baseline_games=baseline_games,
        progress=progress,
    )
    return records.view(OUTCOME), is_interrupted


def game_outcome(
    result: Result, risks: Sequence[float], *, opened: int, moves: int, lost_by: float | None, phase: Phase
) -> Outcomes:
    """The record of one game that was played outside the engine; `lost_by` is the risk of the move that hit a mine."""
    return engine.record(result=result, risks=risks, opened=opened, moves=moves, lost_by=lost_by, phase=phase).view(
        OUTCOME
    )
