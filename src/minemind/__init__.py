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
    Impossible,
    InvalidValue,
    MineMindError,
    MissingExtra,
    OffBoard,
    TooHard,
    TooLarge,
    Unreadable,
)
from minemind.formats import load, save
from minemind.game import PRESETS, Action, Game, Preset, State, Turn
from minemind.grid import Cell, Grid
from minemind.layout import Expansion, FirstClick, Layout, game_seed
from minemind.solve import (
    Analysis,
    Component,
    Conclusion,
    Constraint,
    Exact,
    Group,
    Guess,
    Inference,
    Method,
    Move,
    Numbers,
    Problem,
    Proof,
    Quality,
    Reason,
    View,
    analyse,
    certain_moves,
    explain,
    hint,
    methods,
)
from minemind.strategy import auto, step

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "Action",
    "Analysis",
    "Assumption",
    "BadSave",
    "BadText",
    "Board",
    "Cell",
    "Component",
    "Conclusion",
    "Constraint",
    "Exact",
    "Expansion",
    "Fault",
    "FileTrouble",
    "FirstClick",
    "Game",
    "Grid",
    "Group",
    "Guess",
    "IllegalMove",
    "Impossible",
    "Inference",
    "InvalidValue",
    "Layout",
    "Method",
    "MineMindError",
    "MissingExtra",
    "Move",
    "Numbers",
    "OffBoard",
    "Preset",
    "Problem",
    "Proof",
    "Quality",
    "Reason",
    "State",
    "TooHard",
    "TooLarge",
    "Turn",
    "Unreadable",
    "View",
    "analyse",
    "auto",
    "certain_moves",
    "explain",
    "game_seed",
    "hint",
    "load",
    "methods",
    "save",
    "step",
]
