"""Actions: what opening, chording and flagging change, from the faces and the layout alone.

Nothing is changed here: a game decides whether an action is allowed, deals the mines first if necessary, and adds the
`Change` to its history.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from minemind import _native
from minemind.board import HIDDEN, Action, flag_face
from minemind.deadline import Deadline
from minemind.grid import Grid, IntArray
from minemind.history import Change, Turn
from minemind.layout import Expansion, Layout

__all__ = ["flagged", "obvious", "targets", "uncovered"]


def targets(grid: Grid, faces: IntArray, index: int, action: Action) -> IntArray:
    """The hidden cells that opening or chording this one uncovers; none if the action has no effect."""
    if action is Action.OPEN:
        return np.array([index] if faces[index] == HIDDEN else [], dtype=np.int32)
    around = grid.around(index)
    shown = faces[around]
    claimed = int((HIDDEN - shown[shown < HIDDEN]).sum())
    return around[shown == HIDDEN] if claimed == faces[index] else around[:0]


def uncovered(turn: Turn, hidden: IntArray, layout: Layout, faces: IntArray, expansion: Expansion) -> Change:
    """The change of opening these hidden cells, mined or not, and everything that spreads from them."""
    is_mined = layout.counts.reshape(-1)[hidden] > 0
    opened = layout._opened_by(hidden[~is_mined], faces, expansion)
    exploded = tuple(layout.grid.cells(hidden[is_mined])) if is_mined.any() else ()
    return Change(turn, opened, HIDDEN, layout.numbers.reshape(-1)[opened], exploded)


def flagged(turn: Turn, index: int, face: int) -> Change:
    """The change of giving a cell, which shows `face`, the flag of the turn, or of removing its flag."""
    return Change(turn, np.array([index], dtype=np.int32), face, np.array([flag_face(turn.mines)], dtype=np.int32))


def obvious(layout: Layout, faces: IntArray) -> tuple[list[Change], int]:
    """The changes of opening what numbers prove safe singly and in pairs, one per turn, and the number of rounds."""
    numbers = layout.numbers.reshape(-1)
    found = _native.open_obvious(
        layout.grid.graph, faces=faces.copy(), numbers=numbers, per_cell=layout.max_per_cell, deadline=Deadline()
    )
    spans = pairwise([0, *np.cumsum(found.areas).tolist()])
    opened, shown = found.opened, numbers[found.opened]
    changes = [
        Change(Turn(cell, Action.OPEN), opened[start:end], HIDDEN, shown[start:end])
        for cell, (start, end) in zip(layout.grid.cells(found.cells), spans, strict=True)
    ]
    return changes, found.rounds
