"""Players, and what drives a game: from one certain move to a whole game."""

from minemind.strategy.check import check_strategy
from minemind.strategy.drive import auto, step
from minemind.strategy.match import Estimator, Match
from minemind.strategy.outcome import Phase
from minemind.strategy.play import play
from minemind.strategy.record import Played, Record, Result
from minemind.strategy.registry import register_strategy, strategies, strategy
from minemind.strategy.simulate import Simulation, simulate
from minemind.strategy.strategy import Strategy

__all__ = [
    "Estimator",
    "Match",
    "Phase",
    "Played",
    "Record",
    "Result",
    "Simulation",
    "Strategy",
    "auto",
    "check_strategy",
    "play",
    "register_strategy",
    "simulate",
    "step",
    "strategies",
    "strategy",
]
