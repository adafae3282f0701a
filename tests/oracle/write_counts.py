"""Write the count suite: positions with exact integers, for any engine to be checked with.

    python -m tests.oracle.write_counts > tests/data/counts.txt

The integers come from listing every assignment, not from the engine. The boards are random ones of every kind.
"""

from __future__ import annotations

import random
import sys
from fractions import Fraction

from tests.oracle import literal
from tests.solve.boards import literal_truth, random_board

HEADER = """\
# Positions with exact counts, in the text grammar of MineMind (docs/notation.md), each followed by two lines:
#   solutions N     placements of all mines that agree with the position; with k mines per cell, placements in k slots
#   mined A B …     for every hidden cell in reading order: in how many of them it holds a mine
# The mine count is always known. Flags are true, or at least believed.
"""


def main(entries: int = 600) -> None:
    rng = random.Random(2026)
    sys.stdout.write(HEADER)
    while entries:
        board = random_board(rng)
        if board.mines is None:
            continue
        truth: literal.Truth | None = literal_truth(board)
        if truth is None or not truth.probability:
            continue
        mined = [str(int(p * truth.solutions)) for p in truth.probability.values() if isinstance(p, Fraction)]
        sys.stdout.write(f"\n{board}\nsolutions {truth.solutions}\nmined {' '.join(mined)}\n")
        entries -= 1


if __name__ == "__main__":
    main()
