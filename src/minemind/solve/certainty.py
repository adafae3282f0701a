"""Certainty: what the numbers decide about one hidden cell."""

from __future__ import annotations

from enum import StrEnum

from minemind.errors import InvalidValue
from minemind.grid import Cell
from minemind.solve.analysis import Analysis

__all__ = ["Certainty", "certainty_of"]


class Certainty(StrEnum):
    r"""Whether a hidden cell is safe in all solutions, a mine in all of them, or neither.

    >>> analysis = mm.analyse("3 4 2\n01..\n01..\n01..")
    >>> [certainty_of(analysis, mm.Cell(row, 2)).value for row in range(3)]
    ['safe', 'mine', 'safe']
    >>> certainty_of(analysis, mm.Cell(0, 3)).value
    'undecided'
    """

    SAFE = "safe"
    MINE = "mine"
    UNDECIDED = "undecided"


def certainty_of(analysis: Analysis, cell: Cell) -> Certainty:
    """What an analysis decides about a cell. Raises `InvalidValue` for a cell that is not hidden."""
    if not analysis.board.hidden[cell]:
        raise InvalidValue(f"{tuple(cell)} is not hidden; choose a hidden cell")
    if cell in analysis.safe:
        return Certainty.SAFE
    return Certainty.MINE if cell in analysis.mines else Certainty.UNDECIDED
