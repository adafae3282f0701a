"""Guesses: where no cell is safe, which cells to consider, how good each is, and which to open.

Strategies choose by the lowest risk, by looking ahead, or by perfect play where few solutions are left; the champion
uses all three. The engine does the work; docs/champion.md says how.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minemind import _native
from minemind.arguments import whole
from minemind.board import Action, Board
from minemind.boardlike import BoardLike, as_board
from minemind.deadline import Deadline
from minemind.errors import InvalidValue, TooHard
from minemind.grid import Cell, IntArray
from minemind.layout import check_seed
from minemind.solve import exact
from minemind.solve.analysis import Analysis
from minemind.solve.endgame import Ending
from minemind.solve.move import Guess, Move
from minemind.words import phrase

__all__ = [
    "Candidate",
    "advised_guess",
    "best_guess",
    "champion_guess",
    "deep_guess",
    "guesses",
    "lookahead_guess",
    "perfect_guess",
]

# How many alternatives a guess names.
RUNNERS_UP = 5

# Work to spend on playing on from the candidates, in millions of units: about half a second on an Expert board. And
# how many games are played from each at most; fewer than ten would say nothing.
THINK, MOST_THINK = 80, 1_000_000
GAMES = 10_000
FEWEST_GAMES, MOST_GAMES = 10, 1_000_000

# An ending with at most this many solutions is searched whole, so that every candidate's probability of winning is
# exact; up to this many states of the game, which take a second or so.
WHOLE_SOLUTIONS, WHOLE_NODES = 2_000, 200_000

# Candidates that are played on from.
MOST_CANDIDATES = 10

MILLION = 1_000_000


@dataclass(frozen=True)
class Candidate:
    r"""A cell to guess where no cell is safe, and how good it is.

    >>> candidate = mm.guesses("3 3 2\n1..\n...\n...")[0]
    >>> candidate.cell, round(candidate.risk, 3), round(candidate.win, 3), candidate.is_exact
    (Cell(row=0, col=2), 0.2, 0.733, True)
    >>> candidate.may_be_best, candidate.is_recommended
    (True, True)
    """

    cell: Cell
    risk: float  # the probability of a mine
    # Without a mine count, what follows a guess is not defined: then the next three are None, and so are the numbers
    # next to a cell whose probability is unknown. A safe cell is useful if it has an uncertain neighbour.
    next: float | None  # the probability of surviving this move and the next: a useful safe cell, or the safest guess
    progress: float | None  # the probability that a useful safe cell follows, if this one is safe
    numbers: exact.Numbers | None  # what it may show, with probabilities
    win: float | None  # the probability of winning if it is opened
    margin: float  # of its 95 % interval, to either side
    is_exact: bool  # whether it was found by searching all games, and not by playing some
    # At most one of the two holds a mine, and only opening one can tell which: the guess cannot be avoided, so there
    # is no reason to wait.
    partner: Cell | None = None
    # How much less it wins than the first candidate, and the margin of that interval, which is narrower than those of
    # both: all candidates are played on in the same games. Then how many games it has played.
    behind: float = 0.0
    behind_margin: float = 0.0
    games: int = 0
    is_hint: bool = False  # the champion's choice without playing games, which `hint` gives
    is_recommended: bool = False  # the same, unless it is told apart from a better one

    @property
    def may_be_best(self) -> bool:
        """Whether it cannot be told apart from the first candidate, by the 95 % interval of their difference."""
        return self.win is not None and self.behind <= self.behind_margin

    def __str__(self) -> str:
        return phrase(
            "candidate",
            cell=self.cell,
            risk=self.risk,
            partner=self.partner,
            next=self.next,
            progress=self.progress,
            win=self.win,
            margin=self.margin,
            exact=self.is_exact,
        )


def guesses(
    board: BoardLike,
    *,
    think: int = THINK,
    games: int = GAMES,
    seed: int = 0,
    time_limit: float | None = None,
) -> tuple[Candidate, ...]:
    r"""The candidates for a guess, those that win most first; none if some cell is safe.

    Where few solutions are left, all cells are listed with the probability of winning by perfect play. Elsewhere the
    champion's ten best are listed, and the probability of winning is estimated by games that are played on from each,
    the same ones for all candidates and for the same `seed`. The better half plays more of them, until the best is told
    apart from all others, `think` million units of work are spent, or each has played `games` games or the time is
    over. Those with `may_be_best` could not be told apart from the first; `is_recommended` marks the champion's choice
    if it is one of them, and else the first.

    On a board with nothing open, no first click is assumed to be safe. Without a mine count the safest cells are
    listed, and their probability of winning is None. Raises `TooHard` and `Impossible` like `analyse`.

    >>> [(tuple(guess.cell), round(guess.win, 2)) for guess in mm.guesses("2 2 1\n1.\n..")]
    [((0, 1), 0.33), ((1, 0), 0.33), ((1, 1), 0.33)]
    >>> mm.guesses("1 3 1\n1..")
    ()
    """
    effort = _Effort(whole(think, "think", 1, MOST_THINK), whole(games, "games", FEWEST_GAMES, MOST_GAMES))
    seed = check_seed(seed)
    board, deadline = as_board(board), Deadline(time_limit)
    analysis = exact.analysed(board, deadline)
    safest = best_guess(analysis)
    if analysis._native.safe.size or safest is None:
        return ()
    if board.mines is None:
        return _safest(analysis, safest, deadline)
    return _searched(analysis, deadline) or _played_on(analysis, effort, seed, deadline)


def best_guess(analysis: Analysis, mines: Iterable[Cell] = ()) -> Move | None:
    """The cell of lowest risk that is not a certain mine.

    Ties go to the cell nearest to the centre, then to the first. If the probabilities are exact and the game has begun,
    most open neighbours and then fewest neighbours come before that, which wins more games.

    `mines` are cells that other methods found to be mines.

    None where no probability is known for any hidden cell.
    """
    grid, risk = analysis.board.grid, analysis.probability
    known = analysis.board.hidden & ~np.isnan(risk)
    if isinstance(analysis, exact.Exact):
        known.reshape(-1)[analysis._native.mines] = False
    for cell in mines if isinstance(analysis, exact.Exact) else (*analysis.mines, *mines):
        known[cell] = False
    if not known.any():
        return None
    cells = np.flatnonzero(known).astype(np.int32)
    keys = [np.rint(risk[known] / _native.QUANTUM), *_ties(analysis)[::-1, cells]]
    ranked = grid.cells(cells[_lowest(keys, RUNNERS_UP + 1)])
    risks = [(cell, float(risk[cell])) for cell in ranked]
    return Move(ranked[0], Action.OPEN, Guess(risks[0][1], tuple(risks[1:]), analysis.method))


def _lowest(keys: Sequence[NDArray[Any]], count: int) -> NDArray[np.intp]:
    """The places of the lowest by the first key, of equal ones by the next, and so on; a large board is not sorted."""
    sure, tied = np.empty(0, dtype=np.intp), np.arange(len(keys[0]))
    for key in keys:
        left = count - len(sure)
        if len(tied) <= left:
            break
        values = key[tied]
        limit = np.partition(values, left - 1)[left - 1]
        sure, tied = np.concatenate([sure, tied[values < limit]]), tied[values == limit]
    found = np.concatenate([sure, tied])
    return found[np.lexsort([key[found] for key in reversed(keys)])][:count]


def _ties(analysis: Analysis) -> IntArray:
    """What decides between equal risks, for every index: rows to be compared, the last one first."""
    board, grid = analysis.board, analysis.board.grid
    if not isinstance(analysis, exact.Exact) or not board.opened.any():
        return np.stack([np.arange(board.faces.size, dtype=np.int32), grid.off_centre.reshape(-1)])
    return np.stack([grid.rank, -grid.neighbour_sums(board.opened).reshape(-1)])


def perfect_guess(analysis: exact.Exact) -> Move | None:
    """The first move of perfect play, or the lowest risk where too many solutions are left for that."""
    return _decided(analysis, _native.Strategy.ENDGAME, Deadline())


def lookahead_guess(analysis: exact.Exact) -> Move | None:
    """The guess with the best look-ahead."""
    return _decided(analysis, _native.Strategy.LOOKAHEAD, Deadline())


def champion_guess(analysis: exact.Exact, deadline: Deadline | None = None) -> Move | None:
    """The first move of perfect play, or the guess with the best look-ahead."""
    return _decided(analysis, _native.Strategy.CHAMPION, deadline or Deadline())


def deep_guess(analysis: exact.Exact, think: int, deadline: Deadline | None = None) -> Move | None:
    """The champion's guess after so many million units of work."""
    return _decided(analysis, _native.Strategy.CHAMPION, deadline or Deadline(), think)


def advised_guess(analysis: exact.Exact, deadline: Deadline | None = None, think: int = 0) -> Move | None:
    """The champion's guess, and the cells of lowest risk to compare it with."""
    chosen, safest = deep_guess(analysis, think, deadline), best_guess(analysis)
    if chosen is None or safest is None:
        return None
    assert isinstance(chosen.reason, Guess)
    assert isinstance(safest.reason, Guess)
    others = [(safest.cell, safest.probability), *safest.reason.runners_up]
    beside = tuple(other for other in others if other[0] != chosen.cell)[:RUNNERS_UP]
    return replace(chosen, reason=replace(chosen.reason, runners_up=beside))


def _decided(analysis: exact.Exact, strategy: _native.Strategy, deadline: Deadline, think: int = 0) -> Move | None:
    safest = best_guess(analysis)
    board = analysis.board
    if board.mines is None or not board.opened.any() or safest is None:
        return safest
    player = strategy, think * MILLION
    chosen = _native.decide(analysis._native, player, board.faces.reshape(-1), board.grid.rank, deadline)
    guess = Guess(
        chosen.risk,
        # With several mines per cell this counts games that are already won, which the player would know.
        win=None if board.max_per_cell > 1 else chosen.win,
        next=chosen.next,
        progress=chosen.progress,
        partner=_partner(board, chosen.partner),
        is_searched=chosen.win is not None,
    )
    return Move(board.grid.cell(chosen.cell), Action.OPEN, guess)


def _safest(analysis: exact.Exact, safest: Move, deadline: Deadline) -> tuple[Candidate, ...]:
    """The cells of lowest risk, and only their risk: without a mine count no game can be played on."""
    assert isinstance(safest.reason, Guess)
    ranked = [(safest.cell, safest.probability), *safest.reason.runners_up]
    return tuple(
        Candidate(cell, risk, None, None, _known_numbers(analysis, cell, deadline), None, 0.0, is_exact=False)
        for cell, risk in ranked
    )


def _known_numbers(analysis: exact.Exact, cell: Cell, deadline: Deadline) -> exact.Numbers | None:
    """What a cell may show; None next to cells whose probability is unknown."""
    try:
        return analysis.within(deadline).numbers(*cell)
    except InvalidValue:
        return None


def _searched(analysis: exact.Exact, deadline: Deadline) -> tuple[Candidate, ...]:
    """All candidates, those that win most first, if few solutions are left; none otherwise.

    With several mines per cell, a solution may already be won, which the player would know: such boards are not
    searched.
    """
    if analysis.board.max_per_cell > 1:
        return ()
    try:
        ending = Ending(analysis, WHOLE_SOLUTIONS, WHOLE_NODES, deadline)
        prospects = _native.look_ahead(analysis._native, _native.Breadth.ALL, analysis.board.grid.rank, deadline)
        wins = [ending.win_by(prospect.cell) for prospect in prospects]
        numbers = _numbers(analysis, prospects, deadline)
    except TooHard:
        deadline.look()
        return ()
    best = max(wins)
    found = [
        replace(_candidate(analysis.board, prospect, shown, float(win)), behind=float(best - win))
        for prospect, shown, win in zip(prospects, numbers, wins, strict=True)
    ]
    return _ranked(found, champion_guess(analysis, deadline))


def _ranked(found: list[Candidate], chosen: Move | None) -> tuple[Candidate, ...]:
    """Those that win most first, the champion's choice before its equals; it is recommended unless one is better."""
    hinted = [replace(candidate, is_hint=chosen is not None and candidate.cell == chosen.cell) for candidate in found]
    first, *others = sorted(hinted, key=lambda candidate: (candidate.behind, not candidate.is_hint))
    recommended = next((other for other in others if other.is_hint and other.may_be_best), first)
    return tuple(replace(candidate, is_recommended=candidate is recommended) for candidate in (first, *others))


class _Effort(NamedTuple):
    """How much is done to estimate what candidates win: millions of units of work, and games from each at most."""

    think: int
    games: int


def _played_on(analysis: exact.Exact, effort: _Effort, seed: int, deadline: Deadline) -> tuple[Candidate, ...]:
    """The best of those candidates that are nearly as safe as the safest."""
    board = analysis.board
    close = _native.look_ahead(analysis._native, _native.Breadth.CLOSE, board.grid.rank, deadline)
    prospects = close[:MOST_CANDIDATES]
    numbers = _numbers(analysis, prospects, deadline)
    chosen = champion_guess(analysis, deadline)
    estimates = _native.play_off(
        analysis._native,
        board.faces.reshape(-1),
        board.grid.rank,
        [prospect.cell for prospect in prospects],
        work=effort.think * MILLION,
        most_games=effort.games,
        seed=seed,
        deadline=deadline,
    )
    found = [
        replace(_candidate(board, prospect, shown, estimate.win, estimate.margin), **estimate._asdict())
        for prospect, shown, estimate in zip(prospects, numbers, estimates, strict=True)
    ]
    return _ranked(found, chosen)


def _numbers(analysis: exact.Exact, prospects: Sequence[_native.Prospect], deadline: Deadline) -> list[exact.Numbers]:
    """What each of them may show; before games are played, which use up the remaining time."""
    grid, within = analysis.board.grid, analysis.within(deadline)
    return [within.numbers(*grid.cell(prospect.cell)) for prospect in prospects]


def _candidate(
    board: Board, prospect: _native.Prospect, numbers: exact.Numbers, win: float, margin: float | None = None
) -> Candidate:
    return Candidate(
        board.grid.cell(prospect.cell),
        prospect.risk,
        prospect.next,
        prospect.progress,
        numbers,
        win,
        margin or 0.0,
        is_exact=margin is None,
        partner=_partner(board, prospect.partner),
    )


def _partner(board: Board, index: int | None) -> Cell | None:
    return None if index is None else board.grid.cell(index)
