"""Random boards of every kind, each analysed by the engine and by an oracle that lists all assignments."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path

import minemind as mm
from tests.soak.progress import Progress
from tests.solve.boards import literal_truth, random_board
from tests.solve.test_exact import check

LOT, LOTS = 1_000, 40


def batch(progress: Progress, work: Path) -> int:
    """Check new boards, in a process for each processor: the number of boards so far is their seed."""
    with ProcessPoolExecutor() as processes:  # which raises an error if one of them crashes
        progress.found += chain.from_iterable(processes.map(wrong, (progress.done + LOT * lot for lot in range(LOTS))))
    return LOT * LOTS


def wrong(first: int) -> list[str]:
    """The boards of a lot whose analysis is wrong."""
    rng = random.Random(f"soak {first}")
    boards = ((first + number, random_board(rng)) for number in range(LOT))
    return [f"board {number}: {str(board)!r}" for number, board in boards if not _is_right(board)]


def _is_right(board: mm.Board) -> bool:
    truth = literal_truth(board)
    try:
        analysis = mm.analyse(board)
    except mm.Impossible:
        return truth is None
    if truth is None:
        return False
    try:
        check(analysis, truth)
    except AssertionError:
        return False
    return True
