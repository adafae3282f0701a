"""Outcome: the result of a game as a record of fixed size, so that millions of them are an array or a file.

The record is the engine's, which fills it for the games that Python plays as well: `engine/play/game_outcome.hpp`
explains its fields. Probabilities in it are whole billionths.
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from minemind import _native
from minemind._native import BILLION, OUTCOME, TENTHS, Outcomes
from minemind.board import Action
from minemind.errors import TooHard
from minemind.game import Game
from minemind.solve import exact
from minemind.strategy.record import Record, Result

__all__ = ["BILLION", "OUTCOME", "RESULTS", "TENTHS", "Outcomes", "Phase", "gains", "outcome"]

# In the order of their numbers in a record.
RESULTS = tuple(Result[result.name] for result in _native.Result if result is not _native.Result.UNPLAYED)


class Phase(StrEnum):
    """The phase in which a game was lost, in the order of the engine's numbers."""

    OPENING = "opening"  # the game has hardly begun: very many solutions
    MIDDLE = "middle"
    LATE = "late"
    ENDGAME = "endgame"  # the game was searched to its end
    COIN_FLIP = "coin_flip"  # a guess of exactly one half, at any time


def gains(outcomes: Outcomes) -> NDArray[np.int64]:
    """What each game gained over the baseline of its match, in billionths: a signed number in the field of the risk."""
    return outcomes["risk"].astype(np.uint32).view(np.int32).astype(np.int64)


def outcome(game: Game, record: Record, first: float | None = None) -> Outcomes:
    """The outcome of a game that a strategy has played to its end.

    `first` is the risk of a first click that was made for it, if there was one. Unlike any other lost game, a forfeited
    one has no phase and no move that lost it.
    """
    risks = [move.probability for move in record.moves if not move.is_certain]
    is_lost = record.result is Result.LOST and record.forfeit is None
    lost_by = record.moves[-1].probability if record.moves else first or 0.0
    return _native.game_outcome(
        _native.Result[record.result.name],
        [first, *risks] if first else risks,
        opened=int(game.board.opened.sum()),
        moves=sum(move.action is Action.OPEN for move in record.moves) + (first is not None),
        lost_by=lost_by if is_lost else None,
        phase=_phase(game, record, lost_by) if is_lost else _native.Phase.NONE,
    )


def _phase(lost: Game, record: Record, risk: float) -> _native.Phase:
    """The phase in which a game was lost; none if it is too hard to count."""
    if lost.turns == 1:
        return _native.Phase.OPENING
    by_guess = _native.phase_of_guess(risk, is_searched=bool(record.moves) and record.moves[-1].is_searched)
    if by_guess is not _native.Phase.NONE:
        return by_guess
    before = lost.copy()
    before.undo()
    try:
        left = exact.analyse(before.board.unflagged())
    except TooHard:
        return _native.Phase.NONE
    return _native.phase_of_solutions(left.log_solutions)
