"""What a board is worth by ms-toollib, in a process of its own, which may lack it or be aborted by it.

Reads a board per line, as JSON: -1 is a mine, other cells have their numbers. Writes a line for each: openings,
islands, 3BV, ZiNi, 8-way ZiNi, human ZiNi, and the nanoseconds of CPU time that 3BV and ZiNi took. Apart from the peer
it imports only the standard library.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from typing import Any

peer: Any = importlib.import_module("ms_toollib")

Rows = list[list[int]]


def metrics(board: Rows) -> list[int]:
    """All values of a board. The peer breaks ties column by column, so that a transposed board is read row by row."""
    turned = transposed(board)
    whole = peer.Board(turned)
    before = time.process_time_ns()
    three_bv = peer.cal_bbbv(turned)
    between = time.process_time_ns()
    zini = peer.cal_zini(turned)
    after = time.process_time_ns()
    eight_way = min(peer.cal_zini(image) for image in images(turned))
    clicks = [three_bv, zini, eight_way, peer.cal_hzini(turned)]
    return [whole.op, whole.isl, *clicks, between - before, after - between]


def transposed(board: Rows) -> Rows:
    """The board with its rows as columns."""
    return [list(column) for column in zip(*board, strict=True)]


def images(board: Rows) -> list[Rows]:
    """The board and its mirror images, each also transposed."""
    mirrored = [[row[::right] for row in board[::down]] for down in (1, -1) for right in (1, -1)]
    return [*mirrored, *map(transposed, mirrored)]


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(metrics(json.loads(line))), flush=True)
