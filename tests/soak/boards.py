"""Random boards of every kind, each analysed by the engine and by an oracle that lists all assignments."""

from __future__ import annotations

import random
from pathlib import Path

import minemind as mm
from tests.soak.progress import Progress
from tests.solve.boards import literal_truth, random_board
from tests.solve.test_exact import check

BATCH = 1_000


def batch(progress: Progress, work: Path) -> int:
    """Boards that nobody has seen before: their seed is how many there were."""
    rng = random.Random(f"soak {progress.done}")
    for number in range(BATCH):
        board = random_board(rng)
        if not _is_right(board):
            progress.found.append(f"board {progress.done + number}: {str(board)!r}")
    return BATCH


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
