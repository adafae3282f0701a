"""What to say of a board that has no answer: it contradicts itself, or it is too hard.

The engine stops at the first contradiction that it meets. Here everything is looked for that can be said of it: the
faults of single numbers, else a set of numbers that clash and of which none can be left out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import minemind._engine as engine
from minemind.board import NO_CELL, Board
from minemind.errors import Impossible, TooHard
from minemind.grid import IntArray

__all__ = ["explain_contradiction", "explain_limit"]

# Leaving out one number at a time takes as many analyses as there are numbers.
MAX_NUMBERS_TRIED = 2_000


def explain_contradiction(board: Board, faces: IntArray, numbers: Sequence[int]) -> Impossible:
    """Why no layout explains the board; `numbers` is where the engine met the contradiction."""
    faults = board.faults()
    if faults:
        sentences = "; ".join(str(fault) for fault in faults[:10])
        more = f"; … and {len(faults) - 10} more" if len(faults) > 10 else ""
        cells = [fault.cell for fault in faults if fault.cell is not None]
        return Impossible(f"this board contradicts itself: {sentences}{more}", faults, cells)
    clashing = _clashing(board, faces, numbers)
    if not clashing:
        return Impossible(f"no placement of exactly {board.mines} mines agrees with the numbers; check the mine count")
    cells = [board.grid.cell(index) for index in clashing]
    named = ", ".join(f"{board[cell]} at {tuple(cell)}" for cell in cells[:10])
    more = f" and {len(cells) - 10} more" if len(cells) > 10 else ""
    return Impossible(f"these numbers cannot all be true: {named}{more}", cells=cells)


def explain_limit(limit: Exception, time_limit: float | None) -> TooHard:
    """Which limit was met, and what to do."""
    if isinstance(limit, engine.OutOfTime):
        return TooHard(f"not done within the time limit of {time_limit} s; give it more time")
    component, states = limit.args
    return TooHard(
        f"component {component} of this board is too wide to be counted: more than {states:,} states would pass the "
        "limit of memory; open more cells of it first"
    )


def _clashing(board: Board, faces: IntArray, numbers: Sequence[int]) -> list[int]:
    """Numbers that clash, none of which can be left out; empty if only the mine count makes them clash."""
    suspects = _connected(board, faces, numbers) if len(numbers) else np.flatnonzero(faces >= 0).tolist()
    if len(suspects) > MAX_NUMBERS_TRIED or not _contradict(board, faces, suspects):
        return list(numbers)
    for number in list(suspects):
        without = [other for other in suspects if other != number]
        if _contradict(board, faces, without):
            suspects = without
    return suspects


def _connected(board: Board, faces: IntArray, numbers: Sequence[int]) -> list[int]:
    """The numbers that hang together with these through hidden cells."""
    around = board.grid.around
    found, pending = set(numbers), list(numbers)
    while pending:
        hidden = [cell for cell in around(pending.pop()).tolist() if faces[cell] < 0]
        for number in {other for cell in hidden for other in around(cell).tolist() if faces[other] >= 0} - found:
            found.add(number)
            pending.append(number)
    return sorted(found)


def _contradict(board: Board, faces: IntArray, numbers: Sequence[int]) -> bool:
    """Whether these numbers alone have no solution, whatever the mine count."""
    others = faces >= 0
    others[list(numbers)] = False
    try:
        engine.analyse(
            board.grid.graph,
            np.where(others, np.int32(NO_CELL), faces),
            per_cell=board.max_per_cell,
            kind=engine.Kind.UNCOUNTED,
            mines=0,
            odds=1.0,
            counts=engine.Counts(0),
            seconds=0.0,
        )
    except engine.Contradiction:
        return True
    except engine.TooHard:
        return False
    return False
