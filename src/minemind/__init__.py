"""MineMind: a Minesweeper engine, solver and laboratory.

>>> import minemind as mm
>>> game = mm.Game.preset("beginner", seed=7)
>>> len(game.open(0, 0))
37
"""

from minemind.board import Board
from minemind.errors import (
    Assumption,
    BadSave,
    BadText,
    Fault,
    FileTrouble,
    IllegalMove,
    InvalidValue,
    MineMindError,
    OffBoard,
    TooLarge,
    Unreadable,
)
from minemind.formats import load, save
from minemind.game import PRESETS, Action, Game, Preset, State, Turn
from minemind.grid import Cell, Grid
from minemind.layout import Expansion, FirstClick, Layout, game_seed

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "Action",
    "Assumption",
    "BadSave",
    "BadText",
    "Board",
    "Cell",
    "Expansion",
    "Fault",
    "FileTrouble",
    "FirstClick",
    "Game",
    "Grid",
    "IllegalMove",
    "InvalidValue",
    "Layout",
    "MineMindError",
    "OffBoard",
    "Preset",
    "State",
    "TooLarge",
    "Turn",
    "Unreadable",
    "game_seed",
    "load",
    "save",
]
