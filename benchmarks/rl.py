"""Steps of the Gymnasium environment per CPU second, as an agent sees them: `python -m benchmarks.rl`.

The agent's own time is not counted: it opens a random hidden cell, or the safest one if it is told the risks.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

import minemind.rl
from benchmarks.measurement import Measurement, printed

GAMES = 1024

# CPU seconds in steps alone: enough for games of every length to come and go.
SECONDS = 2.0

# Random numbers are drawn once: drawing them for every cell would take longer than a step.
DRAWS = 64


class Task(NamedTuple):
    """An environment, and the thousands of steps a second that it must reach."""

    name: str
    options: dict[str, Any]
    must: float | None


TASKS = [
    Task("Beginner", {"preset": "beginner"}, 500),
    Task("Beginner, same-step autoreset", {"preset": "beginner", "autoreset_mode": "SameStep"}, None),
    Task("Beginner, one-hot", {"preset": "beginner", "observation": "one-hot"}, None),
    Task("Expert", {"preset": "expert"}, 200),
    Task("Expert, one-hot", {"preset": "expert", "observation": "one-hot"}, None),
    Task("Beginner, probabilities, safest cell", {"preset": "beginner", "probability": True}, 30),
    Task("Expert, probabilities, safest cell", {"preset": "expert", "probability": True}, 30),
]


def measurements() -> Iterator[Measurement]:
    """All figures."""
    for task in TASKS:
        name = f"environment, thousand steps a second: {task.name}"
        yield Measurement(name, steps_a_second(task.options) / 1000, task.must, "k/s", more_is_better=True)


def steps_a_second(options: dict[str, Any]) -> float:
    """Steps of single games per CPU second."""
    envs = gymnasium.make_vec(minemind.rl.ENVIRONMENT, GAMES, **options)
    _, infos = envs.reset(seed=1)
    draws = np.random.default_rng(1).random((DRAWS, *infos["action_mask"].shape), dtype=np.float32)
    spent, calls = 0.0, 0
    while spent < SECONDS:
        actions = chosen(infos, draws[calls % DRAWS])
        start = time.process_time()
        *_, infos = envs.step(actions)
        spent += time.process_time() - start
        calls += 1
    return GAMES * calls / spent


def chosen(infos: dict[str, Any], draw: NDArray[np.float32]) -> NDArray[np.int64]:
    """A random hidden cell of every game, or the safest of them."""
    wanted = draw * 1e-6 + 2 - infos["probability"].reshape(draw.shape) if "probability" in infos else draw
    return np.asarray((wanted * infos["action_mask"]).argmax(axis=1))


if __name__ == "__main__":
    sys.exit(printed(measurements()))
