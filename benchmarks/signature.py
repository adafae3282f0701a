"""The bench signature: one integer over the answers to a fixed list of positions, and over some games.

It changes only when an answer changes, so it shows at once whether a faster engine still gives the same answers.
`python -m benchmarks.signature --games 10000` gives signatures of all that the champion plays in this many games of
each preset and of some odd boards.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import minemind as mm
from minemind.lab.plan import engine_signature

POSITIONS = Path(__file__).parent.parent / "tests" / "data" / "positions"

# Probabilities are compared to a millionth: far above what rounding does, far below what a player would notice.
QUANTUM = 1e-6

# The seed of the games in the champion's signature, and by default how many of each board.
SEED, GAMES = 1, 10_000

# Hexagons, a torus, neighbours two steps away, several mines in a cell, and holes.
ODD = (
    ("hex", mm.Grid(12, 14, topology="hex"), 30, 1),
    ("torus", mm.Grid(12, 12, topology="torus"), 24, 1),
    ("reach 2", mm.Grid(12, 12, reach=2), 12, 1),
    ("2 per cell", mm.Grid(9, 9), 14, 2),
    ("holes", mm.Grid(10, 12, holes=[(0, 0), (4, 5), (4, 6), (5, 5), (9, 11)]), 20, 1),
)


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


def champion_signatures(games: int, threads: int | None = None) -> Iterator[tuple[str, str]]:
    """Each board with a signature of the champion's games: of their results, moves, guesses and all their risks."""
    for preset in mm.game.PRESETS:
        played = mm.simulate(preset, first_click="safe", start=(0, 0), games=games, seed=SEED, threads=threads)
        yield preset, played.signature
    for name, grid, mines, per_cell in ODD:
        size = (grid.rows, grid.cols, mines)
        played = mm.simulate(size, grid=grid, max_per_cell=per_cell, games=games, seed=SEED, threads=threads)
        yield name, played.signature


def together(signatures: list[tuple[str, str]]) -> str:
    """One signature of all boards."""
    return hashlib.sha256(repr(signatures).encode()).hexdigest()[:16]


def main() -> None:
    """Print the signature of each board, and that of all."""
    parser = argparse.ArgumentParser(description="signatures of the champion's games on each preset and on odd boards")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each board")
    parser.add_argument("--threads", type=int, default=None, help="as many as there are processors unless it is said")
    given = parser.parse_args()
    found = []
    for board, of_it in champion_signatures(given.games, given.threads):
        print(f"{board:12} {of_it}", flush=True)
        found.append((board, of_it))
    print(f"{'all':12} {together(found)}")


if __name__ == "__main__":
    main()
