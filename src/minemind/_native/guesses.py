"""Guesses: what to open if nothing is certain, and how often that wins."""

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
    """A cell to open if nothing is certain, and what is known about it."""

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
    """A cell of an ending: in how many solutions it is safe, and in how many opening it wins the game."""

    cell: int
    safe: int
    won: int


class WinEstimate(NamedTuple):
    """How often a guess wins, how far it is behind the best one, each with a margin, and the number of games.

    `margin` is half a 95 % interval; `behind_margin` is four standard errors, because many candidates are compared many
    times. `is_apart` says that the guess is worse than the best one, by the games and also with what was known before.
    """

    win: float
    margin: float
    behind: float
    behind_margin: float
    is_apart: bool
    games: int


class Standings(NamedTuple):
    """How often each guess wins, and which of them a player with the same work for thinking chooses."""

    estimates: list[WinEstimate]
    choice: int


# A strategy, and the units of work that it may spend on thinking at each guess; only the champion can think.
Player: TypeAlias = tuple[Strategy, int]


def decide(analysis: Analysis, player: Player, faces: IntArray, rank: IntArray, deadline: TimeLimit) -> Decision:
    """The cell that a player opens if nothing is certain."""
    seconds = deadline.seconds
    return Decision(
        *ask(lambda: engine.decide(analysis, player, faces, rank, cache=CACHE, seconds=seconds), deadline, analysis)
    )


def ending_limits(think: int) -> tuple[int, int]:
    """The most solutions of an ending, and the most states of its search, for a player who thinks this much."""
    return engine.ending_limits(think)


def search_ending(
    analysis: Analysis, think: int, faces: IntArray, rank: IntArray, deadline: TimeLimit
) -> tuple[Decision | None, int]:
    """The first move of perfect play, if this much work finds it, and the work that is left for games."""
    seconds = deadline.seconds
    found, left = ask(
        lambda: engine.search_ending(analysis, think, faces, rank, cache=CACHE, seconds=seconds), deadline, analysis
    )
    return (None if found is None else Decision(*found)), left


def look_ahead(analysis: Analysis, breadth: Breadth, rank: IntArray, deadline: TimeLimit) -> list[Prospect]:
    """What follows each of the candidate cells, the best first."""
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
    """How often each guess wins, estimated by playing games on from it; fewer games if time runs out.

    With `thinks`, `work` is first spent on finding the guess that wins most; all games together take up to twice as
    much. Guesses without games have no estimate. `progress` is called now and then with the estimates so far.
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
    """All solutions of an analysis, in independent parts, each of which can be searched to its end."""

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
        """The cells of a part that are not certain."""
        return self._parts.cells(part)

    def weight(self, part: int, free: Sequence[int] = ()) -> int:
        """The number of solutions of a part in which these cells are free."""
        return self._ask(lambda: self._parts.weight(part, free))

    def won(self, part: int, free: Sequence[int] = ()) -> int:
        """The number of solutions of a part that perfect play wins once these cells are open."""
        return self._ask(lambda: self._parts.won(part, free))

    def best_moves(self, part: int, candidates: Sequence[int]) -> list[EndingMove]:
        """The candidates that win in the most solutions."""
        return list(map(EndingMove._make, self._ask(lambda: self._parts.best_moves(part, candidates))))

    def _ask(self, question: Callable[[], Value]) -> Value:
        return ask(question, self._deadline, too_hard=self._too_hard)
