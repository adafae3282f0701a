"""The positions that are measured: those of Expert games at which nothing is certain, and some hard on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import minemind as mm
from tests.solve.lattice import lattice

FILES = Path(__file__).parent.parent / "tests" / "data" / "positions"


def stuck_expert(count: int) -> list[mm.Board]:
    """Positions of seeded Expert games at which no cell is certainly safe, in the order in which they come up."""
    found: list[mm.Board] = []
    seed = 0
    while len(found) < count:
        found.extend(_stuck_in(mm.Game.preset("expert", seed=mm.strategy.game_seed(1, seed))))
        seed += 1
    return found[:count]


def _stuck_in(game: mm.Game) -> Iterator[mm.Board]:
    """The positions of a game without a safe cell; opens safe cells, or the one of least risk, and sets no flags."""
    game.open(0, 0)
    while game.state is mm.State.PLAYING:
        board = game.board
        analysis = mm.analyse(board)
        if not analysis.safe:
            yield board
        safest = min(board.grid, key=lambda cell: (not board.hidden[cell], analysis.probability[cell]))
        for cell in sorted(analysis.safe) or [safest]:
            if game.state is mm.State.PLAYING:
                game.open(*cell)


def expert_files() -> list[mm.Board]:
    """The Expert positions of the tests."""
    return [mm.Board.parse(path.read_text()) for path in sorted(FILES.glob("exp_*.txt"))]


def hard() -> dict[str, tuple[mm.Board, float]]:
    """Long and wide components and large boards by name, each with the microseconds that it must not exceed."""
    files = {name: mm.Board.parse((FILES / f"{name}.txt").read_text()) for name in ("hard_000", "hard_003")}
    return {
        "hard_000": (files["hard_000"], 200),
        "hard_003": (files["hard_003"], 5e3),
        "a lattice of 229 cells": (lattice(15, 21, seed=3, density=0.35), 5e5),
        "100×100, 2,000 mines": (flooded(100, 2_000, seed=1), 1e4),
        "100×100, 2,500 mines": (flooded(100, 2_500, seed=1), 2e4),
        "1000×1000, 150,000 mines": (flooded(1000, 150_000, seed=1), 3e6),
    }


def flooded(side: int, mines: int, seed: int) -> mm.Board:
    """A board opened from zeros in reading order until half of its free cells are open."""
    layout = mm.Layout.deal(mm.Grid(side, side), mines, seed=seed)
    game = mm.Game.from_layout(layout)
    opened = 0
    for cell in layout.grid:
        if layout.counts[cell] == 0 and layout.numbers[cell] == 0:
            opened += len(game.open(*cell))
        if 2 * opened > layout.free:
            break
    return game.board
