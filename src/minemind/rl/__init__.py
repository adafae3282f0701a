"""Minesweeper for Gymnasium: an environment for learning agents, with action masks and exact probabilities.

Importing this package registers `minemind/Minesweeper-v0`. `gymnasium.make` gives one game at a time,
`gymnasium.make_vec` many that the engine steps in one call. It needs the extra `minemind-engine[rl]`.

>>> import gymnasium
>>> import minemind.rl
>>> env = gymnasium.make("minemind/Minesweeper-v0", preset="beginner")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(40)
>>> observation.shape, int(info["action_mask"].sum()), terminated
((9, 9), 32, False)
"""

from __future__ import annotations

from minemind.errors import MissingExtra

try:
    import gymnasium
except ImportError:
    raise MissingExtra('agents need Gymnasium: pip install "minemind-engine[rl]"') from None

from minemind.rl.environment import MinesweeperEnv
from minemind.rl.setting import EnvOptions, Observation, Reward
from minemind.rl.vector import MinesweeperVectorEnv

__all__ = ["ENVIRONMENT", "EnvOptions", "MinesweeperEnv", "MinesweeperVectorEnv", "Observation", "Reward"]

ENVIRONMENT = "minemind/Minesweeper-v0"

gymnasium.register(
    ENVIRONMENT,
    entry_point="minemind.rl.environment:MinesweeperEnv",
    vector_entry_point="minemind.rl.vector:MinesweeperVectorEnv",
)
