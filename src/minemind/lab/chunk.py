"""Chunk: some consecutive games of a match and their outcomes; the unit of work, on this machine or another."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from minemind.errors import BadStrategy, MineMindError
from minemind.layout import FirstClick
from minemind.solve import exact
from minemind.strategy.match import Match
from minemind.strategy.outcome import OUTCOME, Outcomes, outcome
from minemind.strategy.play import played_so_far
from minemind.strategy.player import Strategy
from minemind.strategy.registry import get_strategy
from minemind.strategy.simulate import check_native, simulated
from minemind.strategy.simulate import is_native as has_native

__all__ = ["Chunk", "check", "is_native", "play_chunk"]

# The most notes that a chunk carries: after the first few, more of the same do not help.
NOTES = 3


@dataclass(frozen=True, eq=False)
class Chunk:
    """The outcomes of consecutive games, and what they cost."""

    first: int
    outcomes: Outcomes
    cpu_s: float
    wall_s: float
    worker: str
    notes: tuple[str, ...] = ()  # what else the caller must know: why games were forfeited


def is_native(match: Match) -> bool:
    """Whether the engine itself can play this match, without Python."""
    return has_native(match.strategy) and not (match.strategy == "rules" and match.max_per_cell > 1)


def check(match: Match) -> None:
    """Raise `InvalidValue` for a match that cannot be played."""
    get_strategy(match.strategy)
    if is_native(match) or match.estimator != "wins":
        check_native(match)


def play_chunk(
    match: Match, first: int, games: int, threads: int = 1, progress: Callable[[int], object] | None = None
) -> Chunk:
    """Play `games` games from game `first` on. An exception raised by `progress` stops them."""
    cpu, wall = time.process_time(), time.perf_counter()
    notes: list[str] = []
    if is_native(match):
        simulation = simulated(match, first, games, threads=threads, progress=progress)
        if simulation.is_interrupted:
            raise KeyboardInterrupt
        outcomes = simulation.outcomes
    else:
        outcomes = np.concatenate([np.zeros(0, OUTCOME), *_played_in_python(match, first, games, progress, notes)])
    spent = time.process_time() - cpu, time.perf_counter() - wall
    return Chunk(first, outcomes, *spent, f"{socket.gethostname()}:{os.getpid()}", tuple(notes[:NOTES]))


def _played_in_python(
    match: Match, first: int, games: int, progress: Callable[[int], object] | None, notes: list[str]
) -> Iterator[Outcomes]:
    player = get_strategy(match.strategy)
    for done in range(games):
        if progress:
            progress(done)
        yield _played(match, player, first + done, notes)


def _played(match: Match, player: Strategy, index: int, notes: list[str] | None = None) -> Outcomes:
    """The outcome of one game, played in Python."""
    game = match.game(index)
    first = None
    if match.start is not None:
        is_promised = match.first_click is not FirstClick.ANY
        first = 0.0 if is_promised else float(exact.analyse(game.board).probability[match.start])
        game.open(*match.start)
    try:
        record, _ = played_so_far(game, player)  # a board that is too hard to count leaves the game stuck
        if record.forfeit is not None and notes is not None:
            notes.append(f"{match.strategy} forfeits game {index}: {record.forfeit}")
        return outcome(game, record, first)
    except MineMindError as error:
        raise BadStrategy(f"{match.strategy} in game {index}: {error}") from error
    except Exception as error:
        raise BadStrategy(f"{match.strategy} in game {index}: {type(error).__name__}: {error}") from error
