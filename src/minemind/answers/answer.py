"""Answer: a question about a board, answered in full and once, under one deadline.

Text and JSON only format what is here. What could not be computed, or not in time, is `Missing`, and a note says so.
The deadline starts with the question: the time to read its board does not count.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Self, SupportsIndex, TypeVar

import numpy as np

from minemind.answers.parts import Frontier, Missing, frontier_of, unless_too_hard
from minemind.board import Board
from minemind.deadline import Deadline
from minemind.errors import InvalidValue, TooHard
from minemind.grid import Cell
from minemind.layout import FirstClick, Layout
from minemind.solve.analysis import Analysis
from minemind.solve.endgame import Win, win_probability
from minemind.solve.exact import Exact, analysed
from minemind.solve.guesses import GAMES, THINK, Candidate, Progress
from minemind.solve.guesses import guesses as candidates_of
from minemind.solve.hint import best_move, certain_count, each_certain, so_far
from minemind.solve.hint import hint as best_hint
from minemind.solve.methods.registry import analyse as analyse_by
from minemind.solve.move import Move
from minemind.solve.problem import Problem
from minemind.solve.proof import Proof, explained, uncertainty
from minemind.source import Notes
from minemind.words import phrase

if TYPE_CHECKING:
    from minemind.solve.methods.matrix import Solved
    from minemind.worth import Metrics

__all__ = [
    "PARTS",
    "AnalysisAnswer",
    "Answer",
    "CandidatesAnswer",
    "FrontierAnswer",
    "MatrixAnswer",
    "MetricsAnswer",
    "MovesAnswer",
    "NothingToGuess",
    "Outside",
    "ProofAnswer",
    "WinAnswer",
    "analyse",
    "explain",
    "frontier",
    "guesses",
    "hint",
    "matrix",
    "metrics",
    "optimal",
]

Value = TypeVar("Value")
Pairs = tuple[tuple[Cell, Cell], ...]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What every answer has: its board, and what was assumed to read it."""

    board: Board
    assumed: Notes = ()

    @property
    def notes(self) -> Notes:
        """Everything that a reader must know about the answer."""
        return self.assumed


@dataclass(frozen=True)
class Outside:
    """The uncertain cells that no number sees: their number, and the probability of a mine in each."""

    cells: int
    probability: float


@dataclass(frozen=True, kw_only=True)
class AnalysisAnswer(Answer):
    """What a board implies, the best move and the number of solutions."""

    analysis: Analysis
    best: Move | Missing | None  # None if not asked for, if there is nothing to open, or if no probability is known
    solutions: int | Missing | None  # None if not asked for, or if the method does not count them
    dead: frozenset[Cell] | Missing | None = None  # like the pairs: None if not asked for, or not supported
    fifty_fifties: Pairs | Missing | None = None
    frontier: Frontier | Missing | None = None  # only if asked for

    @cached_property
    def component_sizes(self) -> tuple[int, ...]:
        """How many cells each component has; none if the analysis is not exact."""
        return self.analysis.component_sizes if isinstance(self.analysis, Exact) else ()

    @cached_property
    def outside(self) -> Outside | None:
        """The uncertain cells that no number sees; None if the analysis is not exact."""
        return _outside(self.analysis, sum(self.component_sizes)) if isinstance(self.analysis, Exact) else None

    @property
    def notes(self) -> Notes:
        """What was assumed to read the board, what the method assumed or left out, and what is missing."""
        parts = (self.solutions, self.best, self.dead, self.fifty_fifties, self.frontier)
        missing = tuple(str(part) for part in parts if isinstance(part, Missing))
        uncounted = self.frontier.notes if isinstance(self.frontier, Frontier) else ()
        return self.assumed + self.analysis.notes + missing + uncounted


@dataclass(frozen=True, kw_only=True)
class MovesAnswer(Answer):
    """What to do next: the best move, or everything that is certain."""

    moves: tuple[Move, ...]
    unfound: Missing | None = None  # if all certain moves were asked for, and some were too hard to find

    @property
    def notes(self) -> Notes:
        """What was assumed to read the board, and whether moves are missing."""
        return self.assumed if self.unfound is None else (*self.assumed, str(self.unfound))

    @property
    def best_guess(self) -> Move | None:
        """The best move, if it is a guess."""
        return self.moves[0] if self.moves and not self.moves[0].is_certain else None


@dataclass(frozen=True, kw_only=True)
class ProofAnswer(Answer):
    """Why a cell is certain, or that it is not."""

    cell: Cell
    probability: float  # of a mine; nan where it is unknown
    found: Proof | None

    @property
    def proof(self) -> Proof:
        """The proof. Raises `InvalidValue` if the cell is not certain."""
        if self.found is None:
            raise InvalidValue(self.uncertainty)
        return self.found

    @property
    def uncertainty(self) -> str:
        """The sentence about a cell that is not certain."""
        return uncertainty(self.cell, self.probability)


class NothingToGuess(StrEnum):
    """Why there is nothing to guess."""

    SOLVED = "solved"  # no cell is hidden
    SAFE = "safe"  # some cell is safe
    MINES = "mines"  # every hidden cell is a mine
    UNKNOWN = "unknown"  # no risk is known

    @classmethod
    def on(cls, analysis: Analysis) -> Self:
        """Why there is nothing to guess on the board of this analysis."""
        risks = analysis.probability[analysis.board.hidden]
        if not risks.size:
            return cls.SOLVED
        if analysis.safe:
            return cls.SAFE
        return cls.UNKNOWN if np.isnan(risks).any() else cls.MINES


@dataclass(frozen=True, kw_only=True)
class CandidatesAnswer(Answer):
    """The candidates for a guess, best first."""

    candidates: tuple[Candidate, ...]
    no_guess: NothingToGuess | None = None  # why there are no candidates, if so

    @property
    def nothing(self) -> str:
        """Why there is no candidate."""
        assert self.no_guess is not None
        return phrase("guesses.none", why=self.no_guess.value)


@dataclass(frozen=True, kw_only=True)
class FrontierAnswer(Answer):
    """The independent parts of the frontier."""

    frontier: Frontier

    @property
    def notes(self) -> Notes:
        """What was assumed to read the board, and what is missing."""
        return self.assumed + self.frontier.notes


@dataclass(frozen=True, kw_only=True)
class MatrixAnswer(Answer):
    """A board as simultaneous equations, reduced, and their configurations."""

    solved: Solved


@dataclass(frozen=True, kw_only=True)
class WinAnswer(Answer):
    """The exact probability of winning with perfect play, and how to begin."""

    win: Win


@dataclass(frozen=True, kw_only=True)
class MetricsAnswer:
    """The metrics of a layout, and what was assumed to read it."""

    layout: Layout
    notes: Notes = ()
    metrics: Metrics
    start: Cell
    grade: int | None  # from the start; None if that is a mine, a guess is needed, or the board is too large or hard


# The optional parts of an analysis.
PARTS = ("solutions", "best", "dead", "fifty_fifties")

# The most cells of a board that is graded along with its metrics, which takes some tenths of a second.
MOST_GRADED = 10_000


def analyse(
    board: Board,
    assumed: Notes = (),
    *,
    method: str = "exact",
    parts: Container[str] = PARTS,
    with_frontier: bool = False,
    time_limit: float | None = None,
) -> AnalysisAnswer:
    """Every cell's probability of a mine, what is certain, the best move and the number of solutions.

    The `parts` take longer than all the rest, so only those that are asked for are computed.

    Raises what `minemind.analyse` raises: without an analysis there is no answer.
    """
    deadline = Deadline(time_limit)
    analysis = analyse_by(board, method, time_limit=time_limit)
    exact = analysis.within(deadline) if isinstance(analysis, Exact) else None
    analysis = exact or analysis
    return AnalysisAnswer(
        board=board,
        assumed=assumed,
        analysis=analysis,
        best=_if_wanted(lambda: best_move(analysis, deadline), deadline, "best", parts),
        solutions=_if_wanted(lambda: analysis.solutions, deadline, "solutions", parts),
        dead=_if_wanted(lambda: analysis.dead, deadline, "dead", parts),
        fifty_fifties=_if_wanted(lambda: analysis.fifty_fifties, deadline, "fifty_fifties", parts),
        frontier=_frontier_part(exact, board, deadline) if with_frontier else None,
    )


def hint(
    board: Board, assumed: Notes = (), *, every: bool = False, think: int = 0, time_limit: float | None = None
) -> MovesAnswer:
    """The best move, or with `every` all certain moves. Raises what `minemind.hint` raises."""
    if not every:
        best = best_hint(board, think=think, time_limit=time_limit)
        return MovesAnswer(board=board, assumed=assumed, moves=() if best is None else (best,))
    deadline = Deadline(time_limit)
    moves, limit = so_far(each_certain(board, deadline), deadline)
    unfound = None if limit is None else Missing("moves", is_late=False)
    return MovesAnswer(board=board, assumed=assumed, moves=moves, unfound=unfound)


def explain(
    board: Board,
    cell: tuple[SupportsIndex, SupportsIndex],
    assumed: Notes = (),
    *,
    time_limit: float | None = None,
) -> ProofAnswer:
    """Why a hidden cell is certain, or how risky it is. All other errors are those of `minemind.explain`."""
    deadline = Deadline(time_limit)
    index = board.grid.index(*cell)
    place = board.grid.cell(index)
    probability = analysed(board, deadline).probability.item(index)
    is_uncertain = bool(board.hidden[place]) and probability not in (0, 1)
    proof = None if is_uncertain else explained(board, place, deadline)
    return ProofAnswer(board=board, assumed=assumed, cell=place, probability=probability, found=proof)


def guesses(
    board: Board,
    assumed: Notes = (),
    *,
    think: int = THINK,
    games: int = GAMES,
    seed: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> CandidatesAnswer:
    """The candidates for a guess, and how good each is. Raises what `minemind.guesses` raises."""
    deadline = Deadline(time_limit)
    candidates = candidates_of(board, think=think, games=games, seed=seed, time_limit=time_limit, progress=progress)
    no_guess = None if candidates else NothingToGuess.on(analysed(board, deadline))
    return CandidatesAnswer(board=board, assumed=assumed, candidates=candidates, no_guess=no_guess)


def frontier(board: Board, assumed: Notes = (), *, time_limit: float | None = None) -> FrontierAnswer:
    """The independent parts of the frontier, and their solutions. Raises what `minemind.analyse` raises."""
    deadline = Deadline(time_limit)
    analysis = analysed(board, deadline).within(deadline)
    return FrontierAnswer(board=board, assumed=assumed, frontier=frontier_of(analysis, deadline))


def matrix(
    board: Board, assumed: Notes = (), *, by_group: bool = True, most: int, time_limit: float | None = None
) -> MatrixAnswer:
    """A board as simultaneous equations, reduced, with up to `most` of their configurations."""
    from minemind.solve.methods.matrix import equations, solve_equations  # rarely asked for

    deadline = Deadline(time_limit)
    system = equations(Problem(board, deadline=deadline), collapse=by_group)
    return MatrixAnswer(board=board, assumed=assumed, solved=solve_equations(system, most, deadline))


def optimal(
    board: Board,
    assumed: Notes = (),
    *,
    first_click: FirstClick = FirstClick.ANY,
    time_limit: float | None = None,
) -> WinAnswer:
    """The exact probability of winning with perfect play. Raises what `minemind.win_probability` raises."""
    return WinAnswer(board=board, assumed=assumed, win=win_probability(board, first_click, time_limit=time_limit))


def metrics(
    layout: Layout, assumed: Notes = (), *, start: Cell | None = None, time_limit: float | None = None
) -> MetricsAnswer:
    """The metrics of a layout, and its grade from a start, by default the centre.

    Raises what `minemind.metrics` raises.
    """
    from minemind.worth import metrics as metrics_of

    deadline = Deadline(time_limit)
    worth, first = metrics_of(layout, time_limit=time_limit), start or layout.grid.centre
    grade = _grade(layout, first, deadline)
    return MetricsAnswer(layout=layout, notes=assumed, metrics=worth, start=first, grade=grade)


def _grade(layout: Layout, start: Cell, deadline: Deadline) -> int | None:
    if layout.counts[start] or layout.counts.size > MOST_GRADED:
        return None
    from minemind.no_guess.grading import grade as grade_of  # loading it takes longer than most answers

    try:
        return grade_of(layout, start, time_limit=None if math.isinf(deadline.seconds) else deadline.seconds).grade
    except TooHard:
        return None


def _if_wanted(
    work: Callable[[], Value | None], deadline: Deadline, what: str, parts: Container[str]
) -> Value | Missing | None:
    return unless_too_hard(work, deadline, what.replace("_", "-")) if what in parts else None


def _frontier_part(analysis: Exact | None, board: Board, deadline: Deadline) -> Frontier | Missing:
    """The frontier of a board, which is analysed first if there is no exact analysis yet."""
    return unless_too_hard(
        lambda: frontier_of(analysis or analysed(board, deadline).within(deadline), deadline), deadline, "components"
    )


def _outside(analysis: Exact, seen: int) -> Outside | None:
    if math.isnan(analysis.outside):
        return None
    cells = int(np.count_nonzero(analysis.board.hidden)) - seen - certain_count(analysis)
    return Outside(cells, analysis.outside) if cells > 0 else None
