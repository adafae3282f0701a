"""The bench signature: one integer over the answers to a fixed list of positions, and over some games.

It changes only when an answer changes, so that whoever makes the engine faster sees at once that it says the same.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

import minemind as mm
from minemind.lab.plan import engine_signature

POSITIONS = Path(__file__).parent.parent / "tests" / "data" / "positions"

# Probabilities are compared to a millionth: far above what rounding does, far below what a player would notice.
QUANTUM = 1e-6


def signature() -> int:
    """The signature of the engine that is installed."""
    digest = hashlib.sha256()
    for path in sorted(POSITIONS.glob("*.txt")):
        board = mm.Board.parse(path.read_text())
        analysis = mm.analyse(board)
        digest.update(f"{path.name} {analysis.solutions} {sorted(analysis.safe)} {sorted(analysis.mines)}".encode())
        probabilities = np.where(board.hidden, analysis.probability, 0)
        digest.update(np.round(probabilities / QUANTUM).astype("<i8").tobytes())
    digest.update(engine_signature().encode())
    return int.from_bytes(digest.digest()[:6], "little")
