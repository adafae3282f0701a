"""Opening: what choosing by games would gain where the deep champion plays none, with more than 10^80 solutions left.

`python -m benchmarks.opening` looks at the champion's guesses in plain Expert games. From each of the best five by
looking ahead, thousands of weighted games are played on, the same ones for all. One half of them chooses the best of
the five, and the other half says what that choice wins more than the champion's; then the other way round.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool

import numpy as np
from numpy.typing import NDArray

import minemind as mm
from _minemind_testing import play_on
from minemind.deadline import Deadline
from minemind.lab.comparison import Paired
from minemind.solve.exact import analysed
from minemind.strategy.outcome import BILLION
from minemind.strategy.simulate import native_player

FEWEST_SOLUTIONS = 10**80
MOST_CANDIDATES = 5


def guessed(seed: int) -> Iterator[mm.Board]:
    """The positions of a game of the champion at which it guesses, as long as so many solutions are left."""
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


def weights(board: mm.Board, guess: mm.solve.Candidate, player: str, games: int) -> NDArray[np.float64]:
    """What each of so many games wins that begin with a guess."""
    grid, analysis = board.grid, analysed(board, Deadline(None))
    return np.array(
        play_on(
            analysis._native,
            board.faces.reshape(-1),
            grid.rank,
            cell=grid.index(*guess.cell),
            risk=guess.risk,
            player=native_player(player),
            seed=1,
            games=games,
        )
    )


def gain(board: mm.Board, player: str, games: int) -> float:
    """What the best of the candidates by games wins more than the champion's choice, by other games."""
    candidates = mm.guesses(board, think=0)
    best = [*candidates[:MOST_CANDIDATES]]
    if not any(each.is_hint for each in best):
        best.append(next(each for each in candidates if each.is_hint))
    played = np.array([weights(board, each, player, games) for each in best])
    champion = next(place for place, each in enumerate(best) if each.is_hint)
    halves = played[:, ::2].mean(axis=1), played[:, 1::2].mean(axis=1)
    return float(np.mean([by[one.argmax()] - by[champion] for one, by in (halves, halves[::-1])]))


def gains(player: str, games: int, seed: int) -> list[float]:
    """… at each guess of a game."""
    return [gain(board, player, games) for board in guessed(seed)]


def main() -> None:
    """Print what would be gained."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.opening", description=__doc__)
    parser.add_argument("--player", default="exact+endgame", help="who plays on")
    parser.add_argument("--games", type=int, default=6_000, help="that are played on from each candidate")
    parser.add_argument("--deals", type=int, default=100, help="games whose guesses are looked at")
    parser.add_argument("--seed", type=int, default=9_500)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    seeds = [mm.strategy.game_seed(given.seed, index) for index in range(given.deals)]
    with Pool(given.jobs) as workers:
        found = workers.map(partial(gains, given.player, given.games), seeds, chunksize=1)
    total = Paired.of_gains(np.rint([BILLION * sum(game) for game in found]).astype(np.int64))
    low, high = (100 * bound for bound in total.ci95)
    guesses = sum(map(len, found))
    print(f"{given.deals} Expert games, {guesses} guesses with 10^80 solutions or more; {given.games:,} games by")
    print(f"{given.player} from each candidate: {100 * total.difference:+.3f} ({low:+.3f} … {high:+.3f}) points a game")


if __name__ == "__main__":
    main()
