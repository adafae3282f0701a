"""How many endings are searched to their end within the same number of states.

The positions are those of seeded Expert games in which nothing is certain and too many solutions are left for a small
search: the last guesses before an ending. Counting states rather than time, the figure is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator

import minemind as mm
from benchmarks.measurement import Measurement
from benchmarks.positions import stuck_expert

STUCK_POSITIONS = 1_000
FEWEST_SOLUTIONS, MOST_SOLUTIONS = 500, 20_000
STATES = 15_000


def measurements() -> Iterator[Measurement]:
    """The endings that are solved, of those with so many solutions."""
    endings = [board for board in stuck_expert(STUCK_POSITIONS) if is_ending(board)]
    solved = sum(is_solved(board) for board in endings)
    work = f"of {len(endings)} Expert endings, solved within {STATES:,} states"
    yield Measurement(work, solved, None, "", more_is_better=True)


def is_ending(board: mm.Board) -> bool:
    """Whether there are neither few nor too many solutions."""
    return FEWEST_SOLUTIONS <= mm.analyse(board).solutions <= MOST_SOLUTIONS


def is_solved(board: mm.Board) -> bool:
    """Whether perfect play is found within the states."""
    try:
        mm.win_probability(board, max_nodes=STATES)
    except mm.TooHard:
        return False
    return True
