"""Outcome: what came of a game, as a record of fixed size, so that millions of them are an array and a file.

Probabilities are whole billionths, far finer than anything that is measured, so that sums are exact in any order.
"""

from __future__ import annotations

import math
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from minemind.board import Action
from minemind.errors import TooHard
from minemind.game import Game
from minemind.solve import analyse
from minemind.strategy.record import Record, Result

__all__ = ["BILLION", "OUTCOME", "RESULTS", "TENTHS", "Outcomes", "Phase", "billionths", "outcome"]

BILLION = 10**9

# Guesses are counted by their risk, in tenths: [0, 0.1), [0.1, 0.2), …
TENTHS = 10

# In the order of their numbers in a record.
RESULTS = (Result.WON, Result.LOST, Result.STUCK)

OUTCOME = np.dtype(
    [
        ("result", "u1"),  # the place of a result
        ("phase", "u1"),  # when it was lost, as the place of a phase from 1; 0 if it was not, or nobody knows
        ("hit", "u1"),  # the tenth of the guess that hit a mine, from 1; 0 if none did
        ("risky", "u1", (TENTHS,)),  # guesses of each tenth, 255 at most
        ("guesses", "<u4"),
        ("opened", "<u4"),
        ("moves", "<u4"),  # cells that were opened by choice
        ("risk", "<u4"),  # of losing by any of the guesses, as they looked when they were made, in billionths
        ("weight", "<u4"),  # what it counts for, in billionths: all if it was won, or what a weighted game would win
    ]
)
Outcomes = NDArray[np.void]

# Where the phases end, in solutions.
OPENING_FROM, MIDDLE_FROM = 10**80, 10**20

# Risks that differ by less are the same.
QUANTUM = 1e-9


class Phase(StrEnum):
    """How much was left when a game was lost, in the order of the engine's numbers."""

    OPENING = "opening"  # more than 10^80 solutions
    MIDDLE = "middle"  # more than 10^20
    LATE = "late"  # fewer
    ENDGAME = "endgame"  # so few that the game was searched to its end
    COIN_FLIP = "coin_flip"  # a guess of exactly one half, whenever


def outcome(game: Game, record: Record, first: float | None = None) -> Outcomes:
    """What came of a game that a strategy has played to its end.

    `first` is the risk of a first click that was made for it, if there was one.
    """
    risks = [move.probability for move in record.moves if not move.is_certain]
    risks = [first, *risks] if first else risks
    made = np.zeros(1, OUTCOME)
    made["risky"] = np.bincount([_tenth(risk) for risk in risks], minlength=TENTHS).clip(max=np.iinfo("u1").max)
    made["result"] = RESULTS.index(record.result)
    made["guesses"] = len(risks)
    made["opened"] = np.count_nonzero(game.board.opened)
    made["moves"] = sum(move.action is Action.OPEN for move in record.moves) + (first is not None)
    made["risk"] = billionths(1 - math.prod(1 - risk for risk in risks))
    made["weight"] = BILLION if record.result is Result.WON else 0
    if record.result is Result.LOST:
        last = record.moves[-1].probability if record.moves else first or 0.0
        is_searched = bool(record.moves) and record.moves[-1].is_searched
        made["hit"] = _tenth(last) + 1
        made["phase"] = _phase(game, last, is_searched=is_searched)
    return made


def billionths(chance: float) -> int:
    """A chance as records keep it."""
    return round(chance * BILLION)


def _tenth(risk: float) -> int:
    """Which tenth a risk belongs to; what is nearly the next one is the next one, so that no rounding decides."""
    return min(int(risk * TENTHS + 1e-6), TENTHS - 1)


def _phase(lost: Game, risk: float, *, is_searched: bool) -> int:
    """When a game was lost, as the number of a phase; 0 if that is too hard to count."""
    if lost.turns == 1:
        return _number(Phase.OPENING)
    if abs(risk - 0.5) < QUANTUM:
        return _number(Phase.COIN_FLIP)
    if is_searched:
        return _number(Phase.ENDGAME)
    before = lost.copy()
    before.undo()
    try:
        left = analyse(before.board, trust_flags=False).solutions
    except TooHard:
        return 0
    return _number(Phase.OPENING if left > OPENING_FROM else Phase.MIDDLE if left > MIDDLE_FROM else Phase.LATE)


def _number(phase: Phase) -> int:
    return tuple(Phase).index(phase) + 1
