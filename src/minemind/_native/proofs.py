"""Proofs: why a cell is certain, in steps, and the easiest path through a layout."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import _minemind_engine as engine
from _minemind_engine import Graph, Technique
from minemind._native.asking import CACHE, FAILURES, IntArray, TimeLimit, ask, translated

__all__ = ["NativePath", "NativeProof", "NativeStep", "PathMove", "Prover", "StepTuple", "easiest_path"]


StepTuple: TypeAlias = tuple[Technique, list[int], bool, list[int], list[int], int, int, int, list[int]]


class NativeStep(NamedTuple):
    """A line of a proof: how many mines some cells hold, as follows from some numbers and earlier steps."""

    technique: Technique
    numbers: list[int]
    counts_mines: bool
    steps: list[int]
    cells: list[int]
    at_least: int
    at_most: int
    depth: int
    subtracted: list[int]


class NativeProof(NamedTuple):
    """Why a cell is certain: a minimal set of numbers, perhaps with the mine count, and steps from them to the cell."""

    numbers: list[int]
    counts_mines: bool
    technique: Technique
    grade: int
    together: int
    steps: list[StepTuple]  # each is made into a `Step`


class Prover:
    """Proves the certain cells of some faces; `work` limits all proofs together, in units of a few nanoseconds."""

    def __init__(
        self, graph: Graph, faces: IntArray, *, per_cell: int, mines_left: int | None, work: int, deadline: TimeLimit
    ) -> None:
        left = -1 if mines_left is None else mines_left
        self._deadline = deadline
        self._prover = engine.Prover(
            graph, faces, per_cell=per_cell, mines_left=left, work=work, seconds=deadline.seconds
        )

    def prove(self, cell: int, *, is_mine: bool) -> NativeProof:
        """The proof of a cell that is certain."""
        try:  # not by `ask`: a proof is so quick that the extra call would be noticeable
            return NativeProof(*self._prover.prove(cell, is_mine=is_mine))
        except FAILURES as failure:
            too_hard = "all solutions agree on this cell, but the numbers that prove it are too hard to find"
            raise translated(failure, self._deadline, None, too_hard) from None


class PathMove(NamedTuple):
    """A cell that is opened, or flagged if `mines` is above 0, and the proof of it."""

    cell: int
    mines: int
    proof: NativeProof


class NativePath(NamedTuple):
    """The moves that clear a layout without a guess, the faces they lead to, and whether every free cell is open."""

    moves: list[PathMove]
    faces: IntArray
    is_cleared: bool


def easiest_path(
    graph: Graph, mines: IntArray, *, per_cell: int, start: int, work: int, deadline: TimeLimit
) -> NativePath:
    """Clear a layout by always making the move with the easiest proof; `mines` is the number of mines of every index.

    `work` limits all proofs together, in units of a few nanoseconds.
    """
    moves, faces, is_cleared = ask(
        lambda: engine.easiest_path(
            graph, mines, per_cell=per_cell, start=start, work=work, cache=CACHE, seconds=deadline.seconds
        ),
        deadline,
        too_hard="the board is too hard to count, or its proofs are too hard to find",
    )
    return NativePath(
        [PathMove(cell, claimed, NativeProof(*proof)) for cell, claimed, proof in moves], faces, is_cleared
    )
