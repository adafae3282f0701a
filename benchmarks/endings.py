"""How many endings are searched to their end within the same number of states.

The positions are those of seeded Expert games in which nothing is certain and too many solutions are left for a small
search: the last guesses before an ending. It counts states rather than time, so the figure is the same on every
machine.
"""

from __future__ import annotations

from collections.abc import Iterator

import minemind as mm
from benchmarks.measurement import Measurement
from benchmarks.positions import stuck_expert

STUCK_POSITIONS = 1_000

# The fewest and the most solutions of endings, and the most states of a search, so that some remain unsolved.
RANGES = [(500, 20_000, 1_000), (20_001, 100_000, 15_000)]


def measurements() -> Iterator[Measurement]:
    """The number of endings that are solved, for each range of solutions."""
    stuck = [(board, mm.analyse(board).solutions) for board in stuck_expert(STUCK_POSITIONS)]
    for fewest, most, states in RANGES:
        endings = [board for board, solutions in stuck if fewest <= solutions <= most]
        solved = sum(is_solved(board, states) for board in endings)
        work = f"{len(endings)} endings of {fewest:,} to {most:,} solutions, solved in {states:,} states"
        yield Measurement(work, solved, None, "", more_is_better=True)


def is_solved(board: mm.Board, states: int) -> bool:
    """Whether perfect play is found within the states."""
    try:
        mm.win_probability(board, max_nodes=states)
    except mm.TooHard:
        return False
    return True
