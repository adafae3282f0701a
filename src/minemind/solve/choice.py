"""Choice: which cell a strategy opens if none is safe.

It is chosen by the lowest risk, by looking ahead, or by perfect play if few solutions are left; the champion uses all
three. The engine does the work; docs/champion.md explains how. `guesses` compares the candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minemind import _native
from minemind.board import Action, Board
from minemind.deadline import Deadline
from minemind.grid import Cell, IntArray
from minemind.solve import exact
from minemind.solve.analysis import Analysis
from minemind.solve.move import Guess, Move

__all__ = [
    "MILLION",
    "MOST_THINK",
    "advised_guess",
    "best_guess",
    "champion_guess",
    "deep_guess",
    "lookahead_guess",
    "partner_of",
    "perfect_guess",
]

# A guess names at most this many alternatives.
RUNNERS_UP = 5

# Thinking is counted in millions of units of work, up to MOST_THINK of them.
MILLION = 1_000_000
MOST_THINK = 1_000_000


def best_guess(analysis: Analysis, mines: Iterable[Cell] = ()) -> Move | None:
    """The cell of lowest risk that is not a certain mine.

    Ties go to the cell nearest to the centre, then to the first. If the probabilities are exact and the game has begun,
    the most open neighbours and then the fewest neighbours come before that, which wins more games.

    `mines` are cells that other methods found to be mines. Returns None if every hidden cell is a mine or has no
    known probability.
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
    """The indices of the `count` lowest by the first key, then the next, and so on, without sorting a large board."""
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
    """The keys that decide between equal risks: rows with a value for every index, the last row first."""
    board, grid = analysis.board, analysis.board.grid
    if not isinstance(analysis, exact.Exact) or not board.opened.any():
        return np.stack([np.arange(board.faces.size, dtype=np.int32), grid.off_centre.reshape(-1)])
    return np.stack([grid.rank, -grid.neighbour_sums(board.opened).reshape(-1)])


def perfect_guess(analysis: exact.Exact) -> Move | None:
    """The first move of perfect play, or the lowest risk if too many solutions are left for that."""
    return _decided(analysis, _native.Strategy.ENDGAME, Deadline())


def lookahead_guess(analysis: exact.Exact) -> Move | None:
    """The guess with the best look-ahead."""
    return _decided(analysis, _native.Strategy.LOOKAHEAD, Deadline())


def champion_guess(analysis: exact.Exact, deadline: Deadline | None = None) -> Move | None:
    """The first move of perfect play, or the guess with the best look-ahead."""
    return _decided(analysis, _native.Strategy.CHAMPION, deadline or Deadline())


def deep_guess(analysis: exact.Exact, think: int, deadline: Deadline | None = None) -> Move | None:
    """The champion's guess after thinking for `think` million units of work."""
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
        partner=partner_of(board, chosen.partner),
        is_searched=chosen.win is not None,
    )
    return Move(board.grid.cell(chosen.cell), Action.OPEN, guess)


def partner_of(board: Board, index: int | None) -> Cell | None:
    """The other cell of a 50/50, by its index; None if there is none."""
    return None if index is None else board.grid.cell(index)
