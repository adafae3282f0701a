"""Environment: one game at a time, as `gymnasium.make` gives it."""

from __future__ import annotations

from typing import Any, Unpack

import gymnasium
import numpy as np

from minemind.arguments import named, whole
from minemind.board import Board
from minemind.deal import DRAWN_SEED_BITS
from minemind.errors import IllegalMove, InvalidValue
from minemind.layout import check_seed
from minemind.rl.games import RENDER_MODES, Games
from minemind.rl.setting import Bytes, EnvOptions, Setting

__all__ = ["MinesweeperEnv"]

_ALL = np.ones(1, dtype=np.bool_)
_NONE = np.zeros(1, dtype=np.bool_)


class MinesweeperEnv(gymnasium.Env[Bytes, np.int64]):
    """Minesweeper: an action opens the cell `row * cols + col`; the episode ends when the game is won or lost.

    `reset(seed=7)` starts the game that `mm.Game(seed=7)` deals; each reset without a seed starts the next game, whose
    seed is `mm.strategy.game_seed(7, 1)`, `mm.strategy.game_seed(7, 2)` and so on.

    >>> env = mm.rl.MinesweeperEnv(rows=1, cols=3, mines=1, first_click="safe", reward="cells")
    >>> observation, info = env.reset(seed=1)
    >>> observation.tolist(), info["action_mask"].tolist()
    ([[-1, -1, -1]], [1, 1, 1])
    >>> observation, reward, terminated, truncated, info = env.step(0)
    >>> observation.tolist(), reward, terminated
    ([[0, 1, -1]], 1.0, True)
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012  # as in Gymnasium

    def __init__(self, render_mode: str | None = None, **options: Unpack[EnvOptions]) -> None:
        self.render_mode = None if render_mode is None else named(render_mode, RENDER_MODES, "a render mode")
        self._games = Games(Setting.of(options), 1)
        self._is_over = True
        self._is_seeded = False
        self.action_space = self._games.setting.actions
        self.observation_space = self._games.setting.observations

    @property
    def board(self) -> Board:
        """What the player sees now."""
        return self._games.board(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Start the game of a seed, or without one the next game."""
        if options:
            raise InvalidValue(f"reset has no option {next(iter(options))!r}; give options to gymnasium.make")
        if seed is not None:
            check_seed(seed)
        super().reset(seed=seed)
        if seed is None and self._is_seeded:
            self._games.start_next(_ALL)
        else:
            first = self.np_random.integers(2**DRAWN_SEED_BITS) if seed is None else seed
            self._games.restart(_ALL, np.array([first], dtype=np.uint64))
        self._is_seeded = True
        self._is_over = False
        return self._games.observed()[0], self._info()

    def step(self, action: np.int64 | int) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """Open a cell. Opening an open cell or a hole changes nothing."""
        if self._is_over:
            raise IllegalMove("no game is being played; call reset() first")
        cell = whole(action, "the action", 0, int(self._games.setting.actions.n) - 1)
        self._games.step(np.array([cell], dtype=np.int64), _NONE)
        self._is_over = bool(self._games.won[0] or self._games.lost[0])
        return self._games.observed()[0], float(self._games.rewards[0]), self._is_over, False, self._info()

    def render(self) -> str | None:
        """The board as text; None without a render mode."""
        return None if self.render_mode is None else str(self.board)

    def _info(self) -> dict[str, Any]:
        return {key: value[0] for key, value in self._games.info().items()}
