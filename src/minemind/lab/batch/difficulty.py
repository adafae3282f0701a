"""Difficulty: how hard a board is, by its file name, otherwise by its size, otherwise by its density."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePosixPath

from minemind.arguments import unknown
from minemind.game import PRESETS, Game, Preset

__all__ = ["Difficulty", "difficulty", "named"]

# The densities, in percent, from which a board that is no preset counts as intermediate or expert. They lie between
# those of the presets: beginner has 12.3, intermediate 15.6, expert 20.6.
INTERMEDIATE_FROM = 14
EXPERT_FROM = 18


class Difficulty(StrEnum):
    """The three difficulties that every player knows."""

    BEGINNER = "beginner"
    INTERMEDIATE = "intermediate"
    EXPERT = "expert"

    @classmethod
    def _missing_(cls, value: object) -> Difficulty:
        raise unknown(value, cls, "a difficulty")


def difficulty(path: str, game: Game) -> Difficulty:
    """The difficulty of the board in this file."""
    return named(path) or _by_size(game) or _by_density(game)


def named(path: str) -> Difficulty | None:
    """The difficulty in the name of the file, or of the nearest folder that names one; None if that names two."""
    for part in reversed(PurePosixPath(path.lower()).parts):
        said = [level for level in Difficulty if level in part]
        if said:
            return said[0] if len(said) == 1 else None
    return None


def _by_size(game: Game) -> Difficulty | None:
    """The difficulty of the preset with this size and mine count, in either orientation."""
    rows, cols = game.grid.shape
    sizes = (Preset(rows, cols, game.mines), Preset(cols, rows, game.mines))
    return next((Difficulty(name) for name, preset in PRESETS.items() if preset in sizes), None)


def _by_density(game: Game) -> Difficulty:
    hundred_mines, cells = 100 * game.mines, game.grid.size
    if hundred_mines >= EXPERT_FROM * cells:
        return Difficulty.EXPERT
    return Difficulty.INTERMEDIATE if hundred_mines >= INTERMEDIATE_FROM * cells else Difficulty.BEGINNER
