"""Public: the names that `import minemind` gives."""

from minemind import errors, no_guess, reviews, solve, strategy, words
from minemind.board import Board
from minemind.boardlike import BoardLike
from minemind.errors import (
    Assumption,
    Impossible,
    InvalidValue,
    MineMindError,
    ParseError,
    TooHard,
)
from minemind.filetypes import load, save
from minemind.game import PRESETS, Action, Game, State
from minemind.grid import Cell, CellLike, Grid
from minemind.layout import FirstClick, Layout
from minemind.no_guess.dealing import generate
from minemind.remote import Remote
from minemind.replay import Replay
from minemind.reviews.review import Review, review
from minemind.solve.analysis import Analysis
from minemind.solve.endgame import win_probability
from minemind.solve.guesses import guesses
from minemind.solve.hint import certain_moves, hint
from minemind.solve.methods.registry import analyse, methods
from minemind.solve.methods.registry import analyse as analyze
from minemind.solve.move import Guess, Move
from minemind.solve.proof import Proof, explain
from minemind.strategy.play import play
from minemind.strategy.player import Strategy
from minemind.strategy.record import Record
from minemind.strategy.registry import get_strategy, register_strategy, strategies
from minemind.strategy.simulate import simulate
from minemind.worth import Metrics, metrics

__all__ = [
    "PRESETS",
    "Action",
    "Analysis",
    "Assumption",
    "Board",
    "BoardLike",
    "Cell",
    "CellLike",
    "FirstClick",
    "Game",
    "Grid",
    "Guess",
    "Impossible",
    "InvalidValue",
    "Layout",
    "Metrics",
    "MineMindError",
    "Move",
    "ParseError",
    "Proof",
    "Record",
    "Remote",
    "Replay",
    "Review",
    "State",
    "Strategy",
    "TooHard",
    "analyse",
    "analyze",
    "certain_moves",
    "errors",
    "explain",
    "generate",
    "get_strategy",
    "guesses",
    "hint",
    "load",
    "methods",
    "metrics",
    "no_guess",
    "play",
    "register_strategy",
    "review",
    "reviews",
    "save",
    "simulate",
    "solve",
    "strategies",
    "strategy",
    "win_probability",
    "words",
]
