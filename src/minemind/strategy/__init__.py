"""Strategies, and what plays games with them: from one certain move to millions of games.

A `Match` says which strategy plays which games, so that game i is the same whenever it is played; `check_strategy`
tests whether a strategy of your own follows the rules.

>>> match = mm.strategy.Match.of("beginner", "champion", seed=1)
>>> mm.play(match.game(0), match.strategy).result in mm.strategy.Result
True
>>> mm.strategy.check_strategy("rules", games=3)
"""

from minemind.layout import game_seed
from minemind.strategy.check import check_strategy
from minemind.strategy.depth import thinking
from minemind.strategy.drive import auto, step
from minemind.strategy.match import Estimator, Match
from minemind.strategy.outcome import Phase
from minemind.strategy.player import Strategy
from minemind.strategy.record import PlayedMove, Record, Result
from minemind.strategy.registry import get_strategy, register_strategy, strategies
from minemind.strategy.simulate import Simulation
from minemind.strategy.tally import Tally

__all__ = [
    "Estimator",
    "Match",
    "Phase",
    "PlayedMove",
    "Record",
    "Result",
    "Simulation",
    "Strategy",
    "Tally",
    "auto",
    "check_strategy",
    "game_seed",
    "get_strategy",
    "register_strategy",
    "step",
    "strategies",
    "thinking",
]
