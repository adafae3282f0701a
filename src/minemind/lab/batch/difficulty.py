"""Difficulty: how hard a board is called. By its name if that says so, else by its size, else by how dense it is."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePosixPath

from minemind.arguments import unknown
from minemind.game import PRESETS, Game, Preset

__all__ = ["Difficulty", "difficulty", "named"]

# Percents of the cells that hold a mine, from which on a board of no well-known size is called so. They lie between
# the presets: beginner has 12.3, intermediate 15.6, expert 20.6.
INTERMEDIATE_FROM = 14
EXPERT_FROM = 18


class Difficulty(StrEnum):
    """The three that everybody knows."""

    BEGINNER = "beginner"
    INTERMEDIATE = "intermediate"
    EXPERT = "expert"

    @classmethod
    def _missing_(cls, value: object) -> Difficulty:
        raise unknown(value, cls, "a difficulty")


def difficulty(path: str, game: Game) -> Difficulty:
    """How hard the board in this file is called."""
    return named(path) or _by_size(game) or _by_density(game)


def named(path: str) -> Difficulty | None:
    """What the name of the file says, or of the folder nearest to it that says anything; who says two says nothing."""
    for part in reversed(PurePosixPath(path.lower()).parts):
        said = [level for level in Difficulty if level in part]
        if said:
            return said[0] if len(said) == 1 else None
    return None


def _by_size(game: Game) -> Difficulty | None:
    """That of the preset, lying or standing."""
    rows, cols = game.grid.shape
    sizes = (Preset(rows, cols, game.mines), Preset(cols, rows, game.mines))
    return next((Difficulty(name) for name, preset in PRESETS.items() if preset in sizes), None)


def _by_density(game: Game) -> Difficulty:
    hundred_mines, cells = 100 * game.mines, game.grid.size
    if hundred_mines >= EXPERT_FROM * cells:
        return Difficulty.EXPERT
    return Difficulty.INTERMEDIATE if hundred_mines >= INTERMEDIATE_FROM * cells else Difficulty.BEGINNER
