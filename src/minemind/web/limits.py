"""Limits: what one request may take, so that no request takes the server away from the others."""

from __future__ import annotations

import os
from typing import Final

__all__ = [
    "BODY_BYTES",
    "BODY_SECONDS",
    "CELLS_ACROSS",
    "COMPUTATIONS",
    "GAMES",
    "GUESSING_SECONDS",
    "HEAD_SECONDS",
    "QUEUE",
    "RETRY_SECONDS",
    "SECONDS",
]

# Any board of the size below, and a game on it with thousands of turns.
BODY_BYTES: Final = 64 * 1024

# Seconds that a request may take to arrive, and its body after it: both are small, and come in one or two packets.
HEAD_SECONDS: Final = 5.0
BODY_SECONDS: Final = 5.0

# Rows, and columns.
CELLS_ACROSS: Final = 100

# Seconds of any computation: a person waits that long. Those who play on from guesses stop earlier and tell what they
# know by then.
SECONDS: Final = 2.0
GUESSING_SECONDS: Final = 1.5

# Games that are played on from each guess: 1,000 take about a second where they are short.
GAMES: Final = (10, 1_000)

# More at once would only make each of them slower.
COMPUTATIONS: Final = os.cpu_count() or 1

# Those who wait for their turn; and when those may ask again who came after them.
QUEUE: Final = 64
RETRY_SECONDS: Final = 1
