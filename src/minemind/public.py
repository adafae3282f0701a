"""Public: every name that `import minemind` gives, and nothing else."""

from minemind import errors, reviews, solve, strategy, words
from minemind.board import Board
from minemind.boardlike import BoardLike
from minemind.dealer import Way
from minemind.errors import (
    Assumption,
    Fault,
    FileError,
    IllegalMove,
    Impossible,
    InvalidValue,
    MineMindError,
    MissingExtra,
    NoBoard,
    OffBoard,
    ParseError,
    TooHard,
)
from minemind.filetypes import load, save
from minemind.game import PRESETS, Action, Game, State
from minemind.grid import Cell, CellLike, Grid
from minemind.layout import FirstClick, Layout, game_seed
from minemind.no_guess.certificate import Certificate
from minemind.no_guess.certify import certify
from minemind.no_guess.dealing import NoGuess, generate
from minemind.no_guess.grade import Grade, grade
from minemind.no_guess.verify import Verdict, verify
from minemind.replay import Replay
from minemind.reviews.profile import Profile, profile
from minemind.reviews.review import Review, review
from minemind.solve.analysis import Analysis
from minemind.solve.endgame import win_probability
from minemind.solve.guesses import Candidate, guesses
from minemind.solve.hint import certain_moves, hint
from minemind.solve.methods.registry import analyse, methods
from minemind.solve.methods.registry import analyse as analyze
from minemind.solve.move import Guess, Move
from minemind.solve.proof import Proof, explain
from minemind.strategy.drive import auto, step
from minemind.strategy.play import play
from minemind.strategy.player import Strategy
from minemind.strategy.record import Record
from minemind.strategy.registry import get_strategy, register_strategy, strategies
from minemind.strategy.simulate import Simulation, simulate
from minemind.worth import Metrics, metrics

__all__ = [
    "PRESETS",
    "Action",
    "Analysis",
    "Assumption",
    "Board",
    "BoardLike",
    "Candidate",
    "Cell",
    "CellLike",
    "Certificate",
    "Fault",
    "FileError",
    "FirstClick",
    "Game",
    "Grade",
    "Grid",
    "Guess",
    "IllegalMove",
    "Impossible",
    "InvalidValue",
    "Layout",
    "Metrics",
    "MineMindError",
    "MissingExtra",
    "Move",
    "NoBoard",
    "NoGuess",
    "OffBoard",
    "ParseError",
    "Profile",
    "Proof",
    "Record",
    "Replay",
    "Review",
    "Simulation",
    "State",
    "Strategy",
    "TooHard",
    "Verdict",
    "Way",
    "analyse",
    "analyze",
    "auto",
    "certain_moves",
    "certify",
    "errors",
    "explain",
    "game_seed",
    "generate",
    "get_strategy",
    "grade",
    "guesses",
    "hint",
    "load",
    "methods",
    "metrics",
    "play",
    "profile",
    "register_strategy",
    "review",
    "reviews",
    "save",
    "simulate",
    "solve",
    "step",
    "strategies",
    "strategy",
    "verify",
    "win_probability",
    "words",
]
