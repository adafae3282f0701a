"""Guesses: compares the candidates if no cell is safe: their risk, what follows, and how often each of them wins.

This is exact if all games can be searched, and otherwise estimated by games that are played on from each candidate;
docs/champion.md explains how. `choice` finds the one that a strategy opens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from minemind import _native
from minemind.arguments import callback, whole
from minemind.board import Board
from minemind.boardlike import BoardLike, as_board
from minemind.deadline import Deadline
from minemind.errors import InvalidValue, TooHard
from minemind.grid import Cell
from minemind.layout import check_seed
from minemind.solve import exact
from minemind.solve.choice import MILLION, MOST_THINK, best_guess, champion_guess, partner_of
from minemind.solve.endgame import Ending
from minemind.solve.move import Guess, Move
from minemind.words import phrase

__all__ = ["Candidate", "Progress", "compared", "guesses"]

# Work to spend on thinking about the best candidate, in millions of units. All games together take up to twice as much,
# about half a second on an Expert board. And the most games from each candidate; fewer than ten would say nothing.
THINK = 40
FEWEST_GAMES, MOST_GAMES = 10, 1_000_000
GAMES = MOST_GAMES

# An ending whose best move is found is searched whole, so that every candidate's probability of winning is exact. This
# may take that many times the states of the search for the best move, because most candidates are worse, and at least
# as many as take some tenths of a second.
WHOLE_BY_BEST, WHOLE_NODES = 5, 200_000

# Games are played on from at most this many candidates.
MOST_CANDIDATES = 10


@dataclass(frozen=True)
class Candidate:
    r"""A cell to guess if no cell is safe, and how good it is.

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
    is_exact: bool  # whether it was found by searching all games, rather than by playing some
    # At most one of the two holds a mine, and only opening one can tell which: the guess cannot be avoided, so there
    # is no reason to wait.
    partner: Cell | None = None
    # How much less often it wins than the first candidate, and the margin of that: four standard errors, because ten
    # candidates are compared many times, and yet narrow, because all play the same games. Then the number of games.
    behind: float = 0.0
    behind_margin: float = 0.0
    games: int = 0
    is_apart: bool = False  # whether it is shown to be worse than the first, by the games and also with the look-ahead
    is_hint: bool = False  # the champion's choice without thinking, which `hint` gives
    is_recommended: bool = False  # its choice after `think`, unless that is shown to be worse than the first

    @property
    def may_be_best(self) -> bool:
        """Whether its probability of winning is known, and it is not shown to be worse than the first candidate."""
        return self.win is not None and not self.is_apart

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


# Called while games are played, with how many were played from the best candidate so far, and that candidate.
Progress: TypeAlias = Callable[[int, Candidate], object]


def guesses(
    board: BoardLike,
    *,
    think: int = THINK,
    games: int = GAMES,
    seed: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> tuple[Candidate, ...]:
    r"""The candidates for a guess, those that win most first; none if some cell is safe.

    If few solutions are left, all cells are listed with the exact probability of winning by perfect play. Otherwise the
    champion's ten best are listed, with an estimate of the probability of winning. It comes from games that are played
    on from each candidate, the same games for all of them and for the same `seed`. First the best candidate is searched
    for as `hint` does with the same `think`, in millions of units of work. Then games are played from all that may be
    the best, until all but one are shown to be worse, twice that work is done, each has `games` games, or the time is
    over.

    Candidates with `may_be_best` are not shown to be worse than the first, and come before all others. `is_recommended`
    marks the one that `hint` finds, or the first if that is shown to be better. With `think=0` no game is played: if
    `hint` cannot search all games either, candidates are listed by looking ahead, and their `win` is None.

    `progress` is called now and then while games are played, with the number of games from the best candidate so far,
    and with that candidate.

    On a board with nothing open, no first click is assumed to be safe. Without a mine count the safest cells are
    listed, and their probability of winning is None. Raises `TooHard` and `Impossible` like `analyse`.

    >>> [(tuple(guess.cell), round(guess.win, 2)) for guess in mm.guesses("2 2 1\n1.\n..")]
    [((0, 1), 0.33), ((1, 0), 0.33), ((1, 1), 0.33)]
    >>> mm.guesses("1 3 1\n1..")
    ()
    """
    return compared(as_board(board), Deadline(time_limit), think=think, games=games, seed=seed, progress=progress)


def compared(
    board: Board,
    deadline: Deadline,
    *,
    think: int = THINK,
    games: int = GAMES,
    seed: int = 0,
    progress: Progress | None = None,
) -> tuple[Candidate, ...]:
    """The candidates that `guesses` gives, under a running deadline."""
    effort = _Effort(whole(think, "think", 0, MOST_THINK), whole(games, "games", FEWEST_GAMES, MOST_GAMES))
    callback(progress, "progress")
    seed = check_seed(seed)
    analysis = exact.analysed(board, deadline)
    safest = best_guess(analysis)
    if analysis._native.safe.size or safest is None:
        return ()
    if board.mines is None:
        return _safest(analysis, safest, deadline)
    perfect, left = _perfect(analysis, effort.think, deadline)
    searched = perfect and _searched(analysis, effort.think, perfect, deadline)
    return searched or _estimated(analysis, effort._replace(work=left), seed, perfect, deadline, progress)


def _safest(analysis: exact.Exact, safest: Move, deadline: Deadline) -> tuple[Candidate, ...]:
    """The cells of lowest risk, and only their risk: without a mine count no games can be played."""
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


def _perfect(analysis: exact.Exact, think: int, deadline: Deadline) -> tuple[_native.Decision | None, int]:
    """The first move of perfect play, if a hint with the same `think` would find it, and the work left for games."""
    faces, rank = analysis.board.faces.reshape(-1), analysis.board.grid.rank
    return _native.search_ending(analysis._native, think * MILLION, faces, rank, deadline)


def _searched(
    analysis: exact.Exact, think: int, perfect: _native.Decision, deadline: Deadline
) -> tuple[Candidate, ...]:
    """All candidates, those that win most first, if all of their games can be searched; none otherwise.

    With several mines per cell, a solution may already be won, which the player would know: such boards are not
    searched.
    """
    board = analysis.board
    if board.max_per_cell > 1:
        return ()
    solutions, nodes = _native.ending_limits(think * MILLION)
    try:
        ending = Ending(analysis, solutions, max(WHOLE_NODES, WHOLE_BY_BEST * nodes), deadline)
        prospects = _native.look_ahead(analysis._native, _native.Breadth.ALL, board.grid.rank, deadline)
        wins = [ending.win_by(prospect.cell) for prospect in prospects]
        numbers = _numbers(analysis, prospects, deadline)
    except TooHard:
        deadline.look()
        return ()
    best = max(wins)
    found = [
        replace(_candidate(board, prospect, shown, float(win)), behind=float(best - win), is_apart=win < best)
        for prospect, shown, win in zip(prospects, numbers, wins, strict=True)
    ]
    return _ranked(found, champion_guess(analysis, deadline), board.grid.cell(perfect.cell))


def _ranked(found: list[Candidate], hinted: Move | None, choice: Cell) -> tuple[Candidate, ...]:
    """The candidates in order: those that may be the best first, by how often they win, and of equals the chosen one.

    The chosen one is recommended, unless it is shown to be worse than the first.
    """

    def place(candidate: Candidate) -> tuple[bool, float, bool]:
        return candidate.win is not None and not candidate.may_be_best, candidate.behind, candidate.cell != choice

    marked = [replace(candidate, is_hint=hinted is not None and candidate.cell == hinted.cell) for candidate in found]
    first, *others = sorted(marked, key=place)
    recommended = next((other for other in others if other.cell == choice and other.may_be_best), first)
    return tuple(replace(candidate, is_recommended=candidate is recommended) for candidate in (first, *others))


class _Effort(NamedTuple):
    """What is spent on estimating how often candidates win: millions of units of work, and the most games from each."""

    think: int
    games: int
    work: int = 0  # what the search of the ending has left of `think`, in units


def _estimated(
    analysis: exact.Exact,
    effort: _Effort,
    seed: int,
    perfect: _native.Decision | None,
    deadline: Deadline,
    progress: Progress | None = None,
) -> tuple[Candidate, ...]:
    """The best of those candidates that are nearly as safe as the safest, and the first move of perfect play."""
    board, prospects = analysis.board, _prospects(analysis, perfect, deadline)
    numbers = _numbers(analysis, prospects, deadline)
    hinted = champion_guess(analysis, deadline)
    found = [_candidate(board, prospect, shown, None) for prospect, shown in zip(prospects, numbers, strict=True)]
    choice = prospects[0].cell if perfect is None else perfect.cell
    if effort.work:
        tell = None if progress is None else _Telling(progress, found).tell
        standings = _played_on(analysis, effort, seed, prospects, perfect, deadline, tell)
        choice = standings.choice if perfect is None else choice
        found = _with_games(found, standings.estimates)
    chosen = board.grid.cell(choice)
    if perfect is not None and perfect.win is not None and board.max_per_cell == 1:
        found = [_beside_perfect(candidate, chosen, perfect.win) for candidate in found]
    return _ranked(found, hinted, chosen)


def _with_games(found: Sequence[Candidate], estimates: Sequence[_native.WinEstimate]) -> list[Candidate]:
    """The candidates from which games were played, with the results of these."""
    return [
        replace(candidate, **estimate._asdict())
        for candidate, estimate in zip(found, estimates, strict=True)
        if estimate.games
    ]


class _Telling:
    """Reports the best candidate so far: before any game the first, and then by the games."""

    def __init__(self, progress: Progress, found: Sequence[Candidate]) -> None:
        self.progress, self.found = progress, found
        progress(0, found[0])

    def tell(self, estimates: Sequence[_native.WinEstimate]) -> None:
        """Report the best candidate by these estimates."""
        if played := _with_games(self.found, estimates):
            best = min(played, key=lambda candidate: candidate.behind)
            self.progress(best.games, best)


def _prospects(analysis: exact.Exact, perfect: _native.Decision | None, deadline: Deadline) -> list[_native.Prospect]:
    """The best by looking ahead; the first move of perfect play is always among them."""
    native, rank = analysis._native, analysis.board.grid.rank
    best = _native.look_ahead(native, _native.Breadth.CLOSE, rank, deadline)[:MOST_CANDIDATES]
    if perfect is None or any(prospect.cell == perfect.cell for prospect in best):
        return best
    every = _native.look_ahead(native, _native.Breadth.ALL, rank, deadline)
    return [next(prospect for prospect in every if prospect.cell == perfect.cell), *best[: MOST_CANDIDATES - 1]]


def _played_on(
    analysis: exact.Exact,
    effort: _Effort,
    seed: int,
    prospects: Sequence[_native.Prospect],
    perfect: _native.Decision | None,
    deadline: Deadline,
    progress: Callable[[list[_native.WinEstimate]], object] | None,
) -> _native.Standings:
    board = analysis.board
    return _native.play_off(
        analysis._native,
        board.faces.reshape(-1),
        board.grid.rank,
        [prospect.cell for prospect in prospects],
        work=effort.work,
        most_games=effort.games,
        seed=seed,
        thinks=perfect is None,
        deadline=deadline,
        progress=progress,
    )


def _beside_perfect(candidate: Candidate, chosen: Cell, best: float) -> Candidate:
    """A candidate, given that only the first move of perfect play is known exactly: no other can win more often."""
    if candidate.cell == chosen:
        return replace(
            candidate, win=best, margin=0.0, is_exact=True, behind=0.0, behind_margin=0.0, is_apart=False, games=0
        )
    if candidate.win is None:
        return candidate
    win, margin = min(candidate.win, best), 2 * candidate.margin
    return replace(candidate, win=win, behind=best - win, behind_margin=margin, is_apart=best - win > margin)


def _numbers(analysis: exact.Exact, prospects: Sequence[_native.Prospect], deadline: Deadline) -> list[exact.Numbers]:
    """What each of them may show; to be asked before games are played, which use up the remaining time."""
    grid, within = analysis.board.grid, analysis.within(deadline)
    return [within.numbers(*grid.cell(prospect.cell)) for prospect in prospects]


def _candidate(board: Board, prospect: _native.Prospect, numbers: exact.Numbers, win: float | None) -> Candidate:
    """What is known about a candidate without playing games; `win` only if all games were searched."""
    return Candidate(
        board.grid.cell(prospect.cell),
        prospect.risk,
        prospect.next,
        prospect.progress,
        numbers,
        win,
        0.0,
        is_exact=win is not None,
        partner=partner_of(board, prospect.partner),
    )
