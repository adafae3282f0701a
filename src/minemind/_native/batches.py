"""Batches: many games, in each of which a call opens one cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import _minemind_engine as engine
from _minemind_engine import GameBatch, Graph
from minemind._native.asking import TimeLimit, ask
from minemind._native.boards import first_click

__all__ = ["game_batch", "step_batch"]


def game_batch(
    graph: Graph,
    *,
    mines: int,
    per_cell: int,
    rule: str,
    no_guess: tuple[str, tuple[int, int] | None, int] | None,
    reward: str,
    probability: bool,
    games: int,
) -> GameBatch:
    """A batch of games; `no_guess` is the way to deal, the least and the greatest grade or None, and the budget."""
    return GameBatch(
        graph,
        mines=mines,
        per_cell=per_cell,
        rule=first_click(rule),
        no_guess=no_guess and (engine.DealingWay[no_guess[0].upper()], *no_guess[1:]),
        reward=engine.Reward[reward.upper()],
        probability=probability,
        games=games,
    )


def step_batch(
    batch: GameBatch,
    graph: Graph,
    *,
    cells: NDArray[np.int64],
    starts_next: NDArray[np.bool_],
    deadline: TimeLimit,
) -> int | None:
    """Open a cell in every game, or start its next one; returns the first game for which no board was found, if any."""
    return ask(lambda: batch.step(cells, starts_next, seconds=deadline.seconds), deadline, graph)
