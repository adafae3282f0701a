"""Impossible: why a board contradicts itself.

The engine stops at the first contradiction. Here the reason is found: the faults of single numbers, or else a minimal
set of numbers that clash.
"""

from __future__ import annotations

from collections.abc import Sequence

from minemind import _native
from minemind.board import Board
from minemind.deadline import Deadline
from minemind.errors import FAULTS_IN_A_MESSAGE, Impossible, TooHard
from minemind.grid import IntArray
from minemind.solve.problem import only_numbers
from minemind.words import phrase

__all__ = ["explain_contradiction", "no_solution", "wrong_count"]

# A message names at most this many clashing numbers.
NUMBERS_IN_A_MESSAGE = 10

# Leaving out one number at a time takes as many analyses as there are numbers: this many take no noticeable time.
MAX_NUMBERS_TRIED = 500


def explain_contradiction(board: Board, numbers: Sequence[int], deadline: Deadline) -> Impossible:
    """The error that says why no layout explains the board; `numbers` are where the engine noticed, if any.

    After the deadline the message is less specific.
    """
    faults = board.faults()
    if faults:
        cells = [fault.cell for fault in faults if fault.cell is not None]
        listed = _listed([str(fault) for fault in faults], FAULTS_IN_A_MESSAGE)
        return Impossible(phrase("impossible.faults", faults=listed), faults, cells)
    if not numbers:
        return wrong_count(board)
    clashing = _clashing(board, numbers, deadline)
    cells = [board.grid.cell(index) for index in clashing or numbers]
    named = _listed(
        [phrase("impossible.number", number=board[cell], cell=cell) for cell in cells], NUMBERS_IN_A_MESSAGE
    )
    return Impossible(phrase("impossible.numbers" if clashing else "impossible.around", numbers=named), cells=cells)


def wrong_count(board: Board) -> Impossible:
    """The error to raise if the numbers agree with each other, but not with the mine count."""
    return Impossible(phrase("impossible.count", count=board.mines))


def no_solution() -> Impossible:
    """The error to raise if there is no solution, and the reason is unknown."""
    return Impossible(phrase("impossible.unknown"))


def _listed(sentences: Sequence[str], most: int) -> str:
    more = [phrase("impossible.more", count=len(sentences) - most)] if len(sentences) > most else []
    return "; ".join([*sentences[:most], *more])


def _clashing(board: Board, numbers: Sequence[int], deadline: Deadline) -> list[int]:
    """A minimal set of numbers that clash; empty if it would take too long to find."""
    suspects = _connected(board, board.faces.reshape(-1), numbers)
    try:
        if len(suspects) > MAX_NUMBERS_TRIED or not _contradict(board, suspects, deadline):
            return []
        for number in list(suspects):
            without = [other for other in suspects if other != number]
            if _contradict(board, without, deadline):
                suspects = without
    except TooHard:
        return []
    return suspects


def _connected(board: Board, faces: IntArray, numbers: Sequence[int]) -> list[int]:
    """The numbers that are connected to these through hidden cells."""
    around = board.grid.around
    found, pending = set(numbers), list(numbers)
    while pending:
        hidden = [cell for cell in around(pending.pop()).tolist() if faces[cell] < 0]
        for number in {other for cell in hidden for other in around(cell).tolist() if faces[other] >= 0} - found:
            found.add(number)
            pending.append(number)
    return sorted(found)


def _contradict(board: Board, numbers: Sequence[int], deadline: Deadline) -> bool:
    """Whether these numbers alone have no solution, whatever the mine count."""
    faces = only_numbers(board, map(board.grid.cell, numbers))
    try:
        _native.analyse(
            board.grid.graph,
            faces.reshape(-1),
            per_cell=board.max_per_cell,
            deadline=deadline,
            cache=_native.CountCache(0),
        )
    except _native.Contradiction:
        return True
    return False
