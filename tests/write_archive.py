"""Rewrites the archive of the pipeline: `python -m tests.write_archive`.

Sixty games are played, with flags, and left in the middle. The positions are written as different people write them:
with and without header, with other letters, separated, with either kind of line end. Next to each board_* file is the
solution_* file made from it, and tests compare every byte of it with what the pipeline writes.
"""

from __future__ import annotations

import io
import random
from pathlib import Path

import minemind as mm
from minemind import pipeline
from minemind.pipeline.listing import write_configurations

ARCHIVE = Path(__file__).parent / "data" / "archive"
GAMES = 60

# Every position has some configurations to combine, but not so many that they slow the tests down.
MOST_CONFIGURATIONS = 3_000

SIZES = [(9, 9, 10), (9, 9, 10), (16, 16, 40), (16, 30, 99)]
HANDS = ["plain", "bare", "letters", "boxes", "separated", "windows", "unknown", "ragged"]


def played(seed: int) -> mm.Game:
    """A game that was left in the middle, with at least one flag and with something to solve."""
    rng = random.Random(seed)
    rows, cols, mines = SIZES[seed % len(SIZES)]
    topology = rng.choice(["square", "square", "square", "hex", "torus"])
    holes = [(r, c) for r in range(rows) for c in range(cols) if rng.random() < 0.05] if seed % 10 == 0 else []
    while True:
        grid = mm.Grid(rows, cols, topology, 1, holes)
        game = mm.Game(grid=grid, mines=mines, seed=rng.randrange(2**32))
        mm.strategy.auto(game, guess=True, limit=rng.randrange(3, 2 * mines))
        if game.state is mm.State.PLAYING and game.board.flags.any():
            outline = pipeline.Outline.read(str(game.board).encode())
            if outline.cells and outline.configurations <= MOST_CONFIGURATIONS:
                return game


def written(board: mm.Board, hand: str) -> bytes:
    """A position as one kind of person writes it."""
    header, _, body = str(board).partition("\n")
    if hand == "bare" and board.grid.topology == "square":
        return f"{body}\n".encode()
    if hand == "letters":
        return f"{header}\n{body.translate(str.maketrans('.!', 'HF'))}\n".encode()
    if hand == "boxes":
        return f"\n{header}\n{body.translate(str.maketrans('.!', '#F'))}\n\n".encode()
    if hand == "separated":
        lines = ("  ".join(line) + " " for line in body.replace(".", "?").split("\n"))
        return "\n".join([header, *lines]).encode()
    if hand == "windows":
        return f"\ufeff{header}\r\n".encode() + body.replace("\n", "\r\n").encode()
    if hand == "unknown":
        rows, cols, _, *rest = header.split(" ")
        return f"{' '.join([rows, cols, '?', *rest])}\n{body}\n".encode()
    if hand == "ragged":
        return "\n".join([header, *(line.ljust(board.grid.cols + len(line) % 3) for line in body.split("\n"))]).encode()
    return f"{header}\n{body}\n".encode()


def write(folder: Path) -> None:
    """Make every pair of files."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, GAMES + 1):
        board = folder / f"board_{number:03}.txt"
        board.write_bytes(written(played(number).board, HANDS[number % len(HANDS)]))
        outline = pipeline.Outline.read(board.read_bytes())
        listing = folder / "configurations.txt"
        write_configurations(outline, listing, limit=10 * MOST_CONFIGURATIONS, force=True)
        pipeline.combine(io.BytesIO(listing.read_bytes())).solution.write(
            pipeline.Names.beside(board).solution, force=True
        )
        listing.unlink()


if __name__ == "__main__":
    write(ARCHIVE)
