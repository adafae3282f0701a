"""A slow model of a vector environment: games of `mm.Game` in a loop, without code of `minemind.rl`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

import minemind as mm


class Seen(NamedTuple):
    """What a game shows: the observation and the infos, without the reward."""

    faces: list[list[int]]
    mask: list[int]
    probability: list[list[float]]
    seed: int
    won: bool


class SlowGame:
    """A sequence of games from a seed."""

    def __init__(self, seed: int, reward: str, **options: Any) -> None:
        self.first_seed, self.index, self.reward, self.options = seed, 0, reward, options
        self.game = mm.Game(seed=seed, **options)

    def next(self) -> None:
        self.index += 1
        self.game = mm.Game(seed=mm.strategy.game_seed(self.first_seed, self.index), **self.options)

    @property
    def is_over(self) -> bool:
        return self.game.state is not mm.State.PLAYING

    def seen(self) -> Seen:
        board = self.game.board
        numbers = np.where(board.grid.exists, np.where(board.hidden, -1, board.numbers), -2)
        risks = np.nan_to_num(mm.analyse(board).probability)
        return Seen(
            numbers.tolist(),
            board.hidden.astype(int).reshape(-1).tolist(),
            risks.tolist(),
            self.game.seed or 0,
            self.game.state is mm.State.WON,
        )

    def step(self, action: int) -> float:
        grid, board = self.game.grid, self.game.board
        cell = grid.cell(action)
        if cell in grid.holes or not board.hidden[cell]:
            return 0.0
        risks = mm.analyse(board).probability
        opened = len(self.game.open(cell))
        assert self.game.layout is not None
        if self.reward == "cells":
            return opened / self.game.layout.free
        won = float(self.game.state is mm.State.WON)
        return won if self.reward == "win" else won - float(risks[cell] - np.nanmin(risks))
