"""A small network learns to imitate the risks of `exact`: a baseline for learning agents, and how fast it gets there.

`pip install torch`, then `python -m benchmarks.imitation`; it is not part of `make bench`. The network sees the board
as planes and predicts how likely each cell is a mine. It learns from the exact probabilities of positions that come up
in games: one half is played by the exact risks, the other half by the network itself, so that it also learns what to do
after its own mistakes. It plays the cell that it takes for the safest, and never sees a layout.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray

import minemind as mm
import minemind.rl
from minemind.strategy.tally import Z95

GAMES = 256  # side by side, and positions in an update
LAYERS, CHANNELS = 5, 32
LEARNING_RATE = 2e-3

# Separate games by which the network is judged.
TESTED, TEST_SEED = 1000, 10**6


class Point(NamedTuple):
    """How good the network is after a number of updates."""

    updates: int
    seconds: float  # of the processor, tests not counted
    won: float  # of the test games

    @property
    def margin(self) -> float:
        """Half of the 95 % interval."""
        return float(Z95 * np.sqrt(self.won * (1 - self.won) / TESTED))

    def __str__(self) -> str:
        share = f"{100 * self.won:.1f} ± {100 * self.margin:.1f} %"
        return f"| {self.updates:,} | {self.updates * GAMES:,} | {self.seconds:.0f} s | {share} |"


def network(planes: int) -> Any:
    """Convolutions that keep the board's shape; the last gives the log odds of a mine."""
    layers: list[Any] = []
    for layer in range(LAYERS):
        layers += [torch.nn.Conv2d(CHANNELS if layer else planes, CHANNELS, 3, padding=1), torch.nn.ReLU()]
    return torch.nn.Sequential(*layers, torch.nn.Conv2d(CHANNELS, 1, 1), torch.nn.Flatten())


def made(games: int, preset: str, **options: Any) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    """An environment of games side by side."""
    return gymnasium.make_vec(minemind.rl.ENVIRONMENT, games, preset=preset, observation="one-hot", **options)


def tensor(values: NDArray[Any]) -> Any:
    """Values in the form with which the network calculates."""
    return torch.from_numpy(values.astype(np.float32))


def safest(risks: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.int64]:
    """The hidden cell of the least risk, in every game."""
    return np.asarray(np.where(masks > 0, risks, np.inf).argmin(axis=1))


def train(net: Any, preset: str, updates: int, points: int) -> Iterator[Point]:
    """Train the network on games; yield now and then how good it is."""
    envs = made(GAMES, preset, probability=True, autoreset_mode="SameStep")
    learner = torch.optim.Adam(net.parameters(), LEARNING_RATE)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(learner, updates)
    observed, infos = envs.reset(seed=1)
    seconds = 0.0
    for update in range(1, updates + 1):
        start = time.process_time()
        exact, masks = infos["probability"].reshape(GAMES, -1), infos["action_mask"]
        guessed = net(tensor(observed))
        loss = torch.nn.functional.binary_cross_entropy_with_logits(guessed, tensor(exact), tensor(masks))
        learner.zero_grad()
        loss.backward()
        learner.step()
        slower.step()
        risks = np.where(np.arange(GAMES)[:, None] % 2, exact, guessed.detach().numpy())
        observed, _, _, _, infos = envs.step(safest(risks, masks))
        seconds += time.process_time() - start
        if update % (updates // points) == 0:
            yield Point(update, seconds, share_won(net, preset))


@torch.no_grad()  # type: ignore[untyped-decorator, unused-ignore]
def share_won(net: Any, preset: str) -> float:
    """The share of the test games that the network wins, each played once."""
    envs = made(TESTED, preset)
    observed, infos = envs.reset(seed=TEST_SEED)
    is_over, won = np.zeros(TESTED, dtype=bool), 0
    while not is_over.all():
        actions = safest(net(tensor(observed)).numpy(), infos["action_mask"])
        observed, _, terminated, _, infos = envs.step(actions)
        won += int((infos["won"] & ~is_over).sum())
        is_over |= terminated
    return won / TESTED


def draw(curve: list[Point], exact: float, path: Path) -> None:
    """The curve as a picture, with the win rate of `exact` above it."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams["svg.hashsalt"] = "minemind"
    figure = Figure(figsize=(6, 3.2), layout="constrained")
    axes = figure.add_subplot(xlabel="positions seen", ylabel="games won", ylim=(0, 1))
    positions = [point.updates * GAMES for point in curve]
    axes.axhline(exact, color="#777777", linestyle="--", label="exact")
    margins = [point.margin for point in curve]
    axes.errorbar(positions, [point.won for point in curve], margins, marker="o", color="#00796b", label="network")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
    axes.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Train, and print how good it gets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="beginner")
    parser.add_argument("--updates", type=int, default=1600)
    parser.add_argument("--points", type=int, default=8, help="how often to test")
    parser.add_argument("--svg", type=Path, help="where to draw the curve")
    asked = parser.parse_args()
    torch.manual_seed(1)
    exact = mm.simulate(asked.preset, strategy="exact", games=20_000, seed=1).win_rate
    net = network(made(1, asked.preset).single_observation_space.shape[0])  # type: ignore[index]
    print("| updates | positions | CPU time | games won |\n|---:|---:|---:|---:|", flush=True)
    curve = []
    for point in train(net, asked.preset, asked.updates, asked.points):
        print(point, flush=True)
        curve.append(point)
    print(f"`exact` wins {100 * exact:.1f} %")
    if asked.svg:
        draw(curve, exact, asked.svg)


if __name__ == "__main__":
    main()
