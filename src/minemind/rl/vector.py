"""Vector environment: many games, as `gymnasium.make_vec` gives them, which the engine steps in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from minemind.arguments import iterated, named, shown, unknown, whole
from minemind.board import Board
from minemind.deal import DRAWN_SEED_BITS
from minemind.errors import IllegalMove, InvalidValue
from minemind.layout import check_seed
from minemind.rl.games import RENDER_MODES, Games
from minemind.rl.setting import Bytes, EnvOptions, Setting

__all__ = ["MinesweeperVectorEnv"]

Flags: TypeAlias = NDArray[np.bool_]


class MinesweeperVectorEnv(VectorEnv[Bytes, NDArray[np.int64], NDArray[Any]]):
    """Many games of Minesweeper. Game i of `reset(seed=7)` is the one that `mm.Game(seed=7 + i)` deals.

    What starts another game after one has ended is up to `autoreset_mode`: the next step (`NextStep`), the same step
    (`SameStep`; `info["final_obs"]` and `info["final_info"]` describe the end), or `reset` with a `reset_mask`
    (`Disabled`).

    >>> envs = mm.rl.MinesweeperVectorEnv(num_envs=3, preset="expert", autoreset_mode="SameStep")
    >>> observations, infos = envs.reset(seed=7)
    >>> observations, rewards, terminations, truncations, infos = envs.step([0, 0, 0])
    >>> observations.shape, infos["action_mask"].shape, infos["seed"].tolist()
    ((3, 16, 30), (3, 480), [7, 8, 9])
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        self.num_envs = whole(num_envs, "num_envs", 1)
        self._mode = _autoreset_mode(autoreset_mode)
        self._most_steps = None if max_episode_steps is None else whole(max_episode_steps, "max_episode_steps", 1)
        self.render_mode = None if render_mode is None else named(render_mode, RENDER_MODES, "a render mode")
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 4, "autoreset_mode": self._mode}
        setting = Setting.of(options)
        self._games = Games(setting, self.num_envs)
        self._is_seeded = False
        self._steps = np.zeros(self.num_envs, dtype=np.int64)
        self._none = np.zeros(self.num_envs, dtype=np.bool_)
        self._ended = self._none
        self.single_action_space, self.single_observation_space = setting.actions, setting.observations
        self.action_space = batch_space(setting.actions, self.num_envs)
        self.observation_space = batch_space(setting.observations, self.num_envs)

    def board(self, game: int) -> Board:
        """What the player of a game sees now."""
        return self._games.board(whole(game, "the game", 0, self.num_envs - 1))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Start all games, or those in `options["reset_mask"]`, from their seeds; without a seed, the next game."""
        which = self._reset_mask(options or {})
        seeds = self._seeds(seed)
        super().reset(seed=seed if isinstance(seed, int) else None)
        if not self._is_seeded:
            if not which.all():
                raise IllegalMove("no game has started; call reset() without a mask first")
            drawn = int(self.np_random.integers(2**DRAWN_SEED_BITS))
            seeds = [drawn + game if given is None else given for game, given in enumerate(seeds)]
        has_seed = np.array([given is not None for given in seeds])
        self._games.restart(which & has_seed, np.array([given or 0 for given in seeds], dtype=np.uint64))
        self._games.start_next(which & ~has_seed)
        self._is_seeded = True
        self._steps[which] = 0
        self._ended = self._ended & ~which
        return self._games.observed(), self._info(which)

    def step(self, actions: ArrayLike) -> tuple[Bytes, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Open a cell in every game, or start the next one of those that ended in the step before."""
        cells = self._cells(actions)
        starts_next = self._starts_next()
        self._games.step(cells, starts_next)
        self._steps += 1
        self._steps[starts_next] = 0
        rewards, terminated = self._games.rewards.copy(), self._games.won | self._games.lost
        truncated = self._none.copy() if self._most_steps is None else self._steps >= self._most_steps
        self._ended = terminated | truncated
        ends = self._ends() if self._mode is AutoresetMode.SAME_STEP and self._ended.any() else {}
        return self._games.observed(), rewards, terminated, truncated, self._info(~self._none) | ends

    def render(self) -> tuple[str, ...] | None:
        """The boards as texts; None without a render mode."""
        return None if self.render_mode is None else tuple(str(self.board(game)) for game in range(self.num_envs))

    def _starts_next(self) -> Flags:
        if not self._is_seeded:
            raise IllegalMove("no game has started; call reset() first")
        if self._mode is not AutoresetMode.DISABLED:
            return self._ended
        if self._ended.any():
            over = int(np.flatnonzero(self._ended)[0])
            raise IllegalMove(f"game {over} is over; start another one with reset(options={{'reset_mask': …}})")
        return self._none

    def _ends(self) -> dict[str, Any]:
        """The ends of the games that have just ended; starts the next games in their place."""
        ended, final = self._ended, np.full(self.num_envs, None, dtype=object)
        observed, info = self._games.observed(), self._info(ended)
        for game in np.flatnonzero(ended):
            final[game] = observed[game]
        self._games.start_next(ended)
        self._steps[ended] = 0
        self._ended = self._none
        return {"final_obs": final, "_final_obs": ended, "final_info": info, "_final_info": ended}

    def _info(self, which: Flags) -> dict[str, Any]:
        """Facts by name, each with a mask under `_name`: the games that it is about."""
        info = self._games.info()
        return info | {f"_{name}": which.copy() for name in info}

    def _cells(self, actions: ArrayLike) -> NDArray[np.int64]:
        cells = np.asarray(actions)
        last = int(self._games.setting.actions.n) - 1
        if cells.shape != (self.num_envs,) or not np.issubdtype(cells.dtype, np.integer):
            raise InvalidValue(
                f"the actions are {shown(actions)}; give a cell's index for each of {self.num_envs} games"
            )
        if cells.min() < 0 or cells.max() > last:
            raise InvalidValue(f"the actions are {shown(actions)}; give indices from 0 to {last}")
        return np.ascontiguousarray(cells, dtype=np.int64)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, Sequence | np.ndarray):
            seeds = iterated(seed, "the seed", "")
            if len(seeds) != self.num_envs:
                raise InvalidValue(f"{len(seeds)} seeds are given; give one seed, or {self.num_envs}")
            return [None if each is None else check_seed(each) for each in seeds]
        first = check_seed(seed)
        return [check_seed(first + game) for game in range(self.num_envs)]

    def _reset_mask(self, options: dict[str, Any]) -> Flags:
        for name in options:
            named(name, ["reset_mask"], "an option of reset")
        mask = np.asarray(options.get("reset_mask", ~self._none))
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise InvalidValue(
                f"the reset_mask is {shown(mask)}; give {self.num_envs} booleans, at least one of them True"
            )
        return np.ascontiguousarray(mask)


def _autoreset_mode(given: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        raise unknown(given, [mode.value for mode in AutoresetMode], "an autoreset mode") from None
