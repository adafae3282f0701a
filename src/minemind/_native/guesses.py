"""Guesses: what to open if nothing is certain, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import _minemind_engine as engine
from _minemind_engine import Analysis, Breadth, Strategy
from minemind._native.asking import CACHE, IntArray, TimeLimit, Value, ask

__all__ = [
    "Decision",
    "EndingMove",
    "EndingParts",
    "Player",
    "Prospect",
    "Standings",
    "WinEstimate",
    "decide",
    "ending_limits",
    "look_ahead",
    "play_off",
    "search_ending",
]


class Decision(NamedTuple):
    """A cell to open where nothing is certain, and what was found out about it."""

    cell: int
    risk: float
    win: float | None
    next: float | None
    progress: float | None
    partner: int | None


class Prospect(NamedTuple):
    """What follows if a cell is opened."""

    cell: int
    risk: float
    next: float
    progress: float
    value: float  # what guesses are compared by: as `next`, but new ground counts for more
    partner: int | None


class EndingMove(NamedTuple):
    """A cell of an ending: in how many solutions it is safe, and in how many the game is won by it."""

    cell: int
    safe: int
    won: int


class WinEstimate(NamedTuple):
    """What a guess wins, with a 95 % interval; how much less than the best one, with a wider one; and the games.

    The second margin is four standard errors, because many candidates are compared many times. Whether it is told apart
    from the best one depends on what was known before, too.
    """

    win: float
    margin: float
    behind: float
    behind_margin: float
    is_apart: bool
    games: int


class Standings(NamedTuple):
    """What each of some guesses wins, and which of them a player chooses who thinks as much."""

    estimates: list[WinEstimate]
    choice: int


# A strategy, and how much it may think at each guess, in units of work; only the champion can think.
Player: TypeAlias = tuple[Strategy, int]


def decide(analysis: Analysis, player: Player, faces: IntArray, rank: IntArray, deadline: TimeLimit) -> Decision:
    """Which cell a player opens where nothing is certain."""
    seconds = deadline.seconds
    return Decision(
        *ask(lambda: engine.decide(analysis, player, faces, rank, cache=CACHE, seconds=seconds), deadline, analysis)
    )


def ending_limits(think: int) -> tuple[int, int]:
    """How many solutions an ending may have, and how many states its search may take, with so much work."""
    return engine.ending_limits(think)


def search_ending(
    analysis: Analysis, think: int, faces: IntArray, rank: IntArray, deadline: TimeLimit
) -> tuple[Decision | None, int]:
    """The first move of perfect play if it can be found with so much work, and what is left of the work for games."""
    seconds = deadline.seconds
    found, left = ask(
        lambda: engine.search_ending(analysis, think, faces, rank, cache=CACHE, seconds=seconds), deadline, analysis
    )
    return (None if found is None else Decision(*found)), left


def look_ahead(analysis: Analysis, breadth: Breadth, rank: IntArray, deadline: TimeLimit) -> list[Prospect]:
    """What follows each of the cells that come into question, the best first."""
    seconds = deadline.seconds
    found = ask(lambda: engine.look_ahead(analysis, breadth, rank, cache=CACHE, seconds=seconds), deadline, analysis)
    return list(map(Prospect._make, found))


def play_off(
    analysis: Analysis,
    faces: IntArray,
    rank: IntArray,
    guesses: Sequence[int],
    *,
    work: int,
    most_games: int,
    seed: int,
    thinks: bool,
    deadline: TimeLimit,
    progress: Callable[[list[WinEstimate]], object] | None = None,
) -> Standings:
    """What each of some guesses wins, by games that are played on; fewer of them if time runs out.

    The one that wins most is thought about with so much work, unless it `thinks` not; all games together take up to
    twice as much. Guesses without games have no estimate. `progress` gets the estimates so far, now and then.
    """
    tell = None if progress is None else lambda found: progress(list(map(WinEstimate._make, found)))
    found, choice = ask(
        lambda: engine.play_off(
            analysis,
            faces,
            rank,
            guesses,
            work=work,
            most_games=most_games,
            seed=seed,
            thinks=thinks,
            cache=CACHE,
            seconds=deadline.seconds,
            progress=tell,
        ),
        deadline,
        analysis,
    )
    return Standings(list(map(WinEstimate._make, found)), choice)


class EndingParts:
    """All solutions of an analysis, in parts that tell nothing about each other, each to be searched to its end."""

    def __init__(self, analysis: Analysis, most_solutions: int, most_nodes: int, deadline: TimeLimit) -> None:
        self._deadline = deadline
        self._too_hard = (
            "too many solutions are left to search the game to its end: "
            f"the limits are {most_solutions:,} solutions and {most_nodes:,} states; open more cells first"
        )
        self._parts = self._ask(
            lambda: engine.list_ending(
                analysis, most_solutions=most_solutions, most_nodes=most_nodes, seconds=deadline.seconds
            )
        )
        self.parts = range(self._parts.parts)

    def cells(self, part: int) -> list[int]:
        """The cells that are not certain."""
        return self._parts.cells(part)

    def weight(self, part: int, free: Sequence[int] = ()) -> int:
        """The solutions in which these cells are free."""
        return self._ask(lambda: self._parts.weight(part, free))

    def won(self, part: int, free: Sequence[int] = ()) -> int:
        """The solutions that are won by perfect play once these cells are open."""
        return self._ask(lambda: self._parts.won(part, free))

    def best_moves(self, part: int, candidates: Sequence[int]) -> list[EndingMove]:
        """Those of the candidates that win most."""
        return list(map(EndingMove._make, self._ask(lambda: self._parts.best_moves(part, candidates))))

    def _ask(self, question: Callable[[], Value]) -> Value:
        return ask(question, self._deadline, too_hard=self._too_hard)
