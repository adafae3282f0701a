"""Games: the games of an environment, side by side in the engine, with what agents are told about them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from minemind import _native
from minemind.board import HIDDEN, Board
from minemind.deadline import Deadline
from minemind.errors import TooLarge
from minemind.rl.setting import Bytes, Setting

__all__ = ["RENDER_MODES", "Games"]

# A board as text.
RENDER_MODES = ["ansi"]

# The most cells that all games of an environment may have together: some 2 GB.
MAX_CELLS = 50_000_000


class Games:
    """Games of one setting. Its arrays have a row for every game, and change with every step."""

    def __init__(self, setting: Setting, count: int) -> None:
        if count * setting.actions.n > MAX_CELLS:
            most = MAX_CELLS // int(setting.actions.n)
            raise TooLarge(f"{count:,} games are too many for boards of this size; use at most {most:,}")
        self.setting = setting
        self._batch = setting.batch(count)
        self._faces: Bytes = self._batch.faces
        self._probability: NDArray[np.float64] = self._batch.probability
        self._seeds: NDArray[np.uint64] = self._batch.seeds
        self.rewards: NDArray[np.float64] = self._batch.rewards
        self.won: NDArray[np.bool_] = self._batch.won
        self.lost: NDArray[np.bool_] = self._batch.lost

    def restart(self, which: NDArray[np.bool_], seeds: NDArray[np.uint64]) -> None:
        """Start some games from seeds, from which the seeds of the games after them follow."""
        self._batch.restart(which, seeds)

    def start_next(self, which: NDArray[np.bool_]) -> None:
        """Replace some games by the next ones."""
        self._batch.start_next(which)

    def step(self, cells: NDArray[np.int64], starts_next: NDArray[np.bool_]) -> None:
        """Open a cell in every game, or start the next one. Raises `NoBoard` if that fails, after all other games."""
        graph = self.setting.grid.graph
        undealt = _native.step_batch(self._batch, graph, cells=cells, starts_next=starts_next, deadline=Deadline())
        if undealt is not None:
            # The same game in Python finds no board either, and its error says what was tried.
            self.setting.play(int(self._seeds[undealt])).open(self.setting.grid.cell(int(cells[undealt])))

    def observed(self) -> Bytes:
        """What the agents see."""
        return self.setting.observed(self._faces)

    def info(self) -> dict[str, Any]:
        """Further facts about every game."""
        info: dict[str, Any] = {
            "action_mask": (self._faces == HIDDEN).view(np.int8),
            "seed": self._seeds.copy(),
            "won": self.won.copy(),
        }
        if self.setting.probability:
            info["probability"] = self._probability.reshape(-1, *self.setting.grid.shape).copy()
        return info

    def board(self, game: int) -> Board:
        """What the player of a game sees."""
        return self.setting.board(self._faces[game])
