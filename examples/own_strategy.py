"""Write a strategy, check it, and play with it: python examples/own_strategy.py [GAMES]."""

import sys
from collections import Counter
from random import Random

import minemind as mm


@mm.register_strategy("cautious")
class Cautious(mm.Strategy):
    """Plays like exact, but gives up rather than take a risk above 20 %."""

    def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
        """The next moves, in order; without any, the game is stuck."""
        found = mm.get_strategy("exact").moves(board, rng)
        return [move for move in found if move.is_certain or move.probability <= 0.2]


mm.strategy.check_strategy("cautious")  # raises BadStrategy, with the board, if it breaks a rule

games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
results = Counter(mm.play(mm.Game.preset("beginner", seed=seed), "cautious").result.value for seed in range(games))
print(f"cautious, {games} Beginner games:", ", ".join(f"{count} {result}" for result, count in results.most_common()))
