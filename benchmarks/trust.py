"""Trust: how well looking ahead and games predict what the champion wins by a guess.

`python -m benchmarks.trust` looks at the champion's guesses in plain Expert games. From each of the five that look the
best, weighted games are played on, by `exact+endgame`, which plays them when the champion thinks, and by the champion,
whose games are the truth. Every candidate is paired with the first. engine/play/deep.cpp has the resulting figures.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import minemind as mm
from _minemind_testing import play_on
from benchmarks.jobs import in_processes
from minemind import _native
from minemind.deadline import Deadline
from minemind.lab.comparison import Paired
from minemind.solve.exact import Exact, analysed
from minemind.strategy.outcome import BILLION
from minemind.strategy.simulate import native_player

MOST_CANDIDATES = 5
FEWEST_SOLUTIONS = 10**5  # about where the champion begins to search endings

Floats = NDArray[np.float64]


class Judged(NamedTuple):
    """A guess of the champion: what it and its rivals are worth, the champion's own choice first."""

    is_opening: bool
    value: Floats  # by looking ahead
    fast: Floats  # games of the fast player: a row for each candidate
    true: Floats  # games of the champion


class Pairs(NamedTuple):
    """Rivals compared with the champion's choice: how much less they win, relative to it, and with what variance."""

    value: Floats
    fast: Floats
    true: Floats
    fast_noise: float
    true_noise: float

    @classmethod
    def of(cls, guesses: list[Judged]) -> Pairs:
        """All pairs of some guesses."""
        value = np.concatenate([each.value[1:] / each.value[0] - 1 for each in guesses])
        fast, fast_noise = _behind([each.fast for each in guesses])
        true, true_noise = _behind([each.true for each in guesses])
        return cls(value, fast, true, fast_noise, true_noise)

    @property
    def slope(self) -> float:
        """How much less a rival wins, as a multiple of how much less its value is."""
        return float((self.value * self.true).sum() / (self.value**2).sum())

    @property
    def spread(self) -> float:
        """The standard deviation of the truth from that, for each of the two."""
        left = self.true - self.slope * self.value
        return _each((left**2).mean() - self.true_noise)

    @property
    def bias(self) -> float:
        """The standard deviation of the truth from the fast player's results, however many games these have."""
        return _each((self.fast - self.true).var() - self.fast_noise - self.true_noise)


def _behind(played: list[Floats]) -> tuple[Floats, float]:
    """The mean of each rival relative to the first, minus 1; and the mean variance of that."""
    apart = [(each[1:] - each[0]) / each[0].mean() for each in played]
    means = np.concatenate([each.mean(axis=1) for each in apart])
    return means, float(np.concatenate([each.var(axis=1) / each.shape[1] for each in apart]).mean())


def _each(variance: float) -> float:
    """The standard deviation of one, from the variance of a difference of two."""
    return float(np.sqrt(max(0.0, variance) / 2))


def guessed(seed: int) -> Iterator[mm.Board]:
    """The positions of a game of the champion at which it guesses."""
    game = mm.Game.preset("expert", seed=seed, first_click="safe")
    game.open(0, 0)
    while game.state is mm.State.PLAYING:
        mm.strategy.auto(game, flag=False)
        if mm.analyse(game.board).solutions < FEWEST_SOLUTIONS:
            return
        yield game.board
        move = mm.hint(game.board)
        assert move is not None
        game.open(*move.cell)


def weights(analysis: Exact, cell: int, player: str, games: int, seed: int = 1) -> Floats:
    """What each of `games` games wins that begin with a guess."""
    board = analysis.board
    faces, risk = board.faces.reshape(-1), float(analysis.probability.reshape(-1)[cell])
    who = native_player(player)
    rank = board.grid.rank
    return np.array(play_on(analysis._native, faces, rank, cell=cell, risk=risk, player=who, seed=seed, games=games))


def judged(board: mm.Board, games: int) -> Judged | None:
    """What the candidates of a position win; None if a 50/50 is due, or there is only one."""
    analysis = analysed(board, Deadline(None))
    found = _native.look_ahead(analysis._native, _native.Breadth.CLOSE, board.grid.rank, Deadline(None))
    best = [each for each in found if each.value > 0][:MOST_CANDIDATES]
    if len(best) < 2 or best[0].partner is not None:
        return None
    fast, true = (
        np.array([weights(analysis, each.cell, player, games, seed) for each in best])
        for player, seed in (("exact+endgame", 1), ("champion", 2))
    )
    is_opening = _native.phase_of_solutions(analysis.log_solutions) is _native.Phase.OPENING
    return Judged(is_opening, np.array([each.value for each in best]), fast, true)


def judged_game(games: int, seed: int) -> list[Judged]:
    """All guesses of a game."""
    return [found for board in guessed(seed) if (found := judged(board, games))]


def report(deals: list[list[Judged]], *, is_opening: bool) -> str:
    """The results for one phase."""
    name = "opening" if is_opening else "later"
    chosen = [[guess for guess in deal if guess.is_opening == is_opening] for deal in deals]
    if not any(chosen):
        return f"{name}: no guess"
    pairs = Pairs.of([guess for deal in chosen for guess in deal])
    gains = [
        sum(float(g.true[g.fast.mean(axis=1).argmax()].mean() - g.true[0].mean()) for g in deal) for deal in chosen
    ]
    gain = Paired.of_gains(np.rint(np.array(gains) * BILLION).astype(np.int64))
    low, high = (100 * bound for bound in gain.ci95)
    return (
        f"{name}: {sum(map(len, chosen))} guesses, {len(pairs.value)} pairs: "
        f"slope {pairs.slope:.2f}, spread {pairs.spread:.4f}, bias {pairs.bias:.4f}\n"
        f"  choosing by these games alone: {100 * gain.difference:+.3f} ({low:+.3f} … {high:+.3f}) points a game"
    )


def main() -> None:
    """Print the results for the opening and for what comes after it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trust", description=__doc__)
    parser.add_argument(
        "--games", type=int, default=3_000, help="of each player that are played on from each candidate"
    )
    parser.add_argument("--deals", type=int, default=100, help="games whose guesses are looked at")
    parser.add_argument("--seed", type=int, default=9_500)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    seeds = [mm.strategy.game_seed(given.seed, index) for index in range(given.deals)]
    deals = in_processes(partial(judged_game, given.games), seeds, given.jobs, "judging guesses")
    for is_opening in (True, False):
        print(report(deals, is_opening=is_opening))


if __name__ == "__main__":
    main()
