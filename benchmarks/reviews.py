"""How long a review of an Expert game takes: of careful games, and of careless ones. `python -m benchmarks.reviews`.

The champion takes only the risks that cannot be avoided. The careless player flags every certain mine and takes a
needless risk at every tenth move, always with luck: such games have the most clicks and the most risks, and for every
risk some hundred games are played on.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Sequence

import numpy as np

import minemind as mm
from benchmarks.measurement import Measurement, printed

GAMES = 20

# Seconds for all judgements, and for the odds as well.
MUST_JUDGED, MUST_WITH_ODDS = 1.0, 2.0

NEEDLESS, MOST_RISK = 0.1, 0.35


def measurements() -> Iterator[Measurement]:
    """The time of a review, with odds within ± 2 points and without: the mean, and the longest."""
    careful = [mm.play("expert", "champion", seed=mm.strategy.game_seed(3, index)) for index in range(GAMES)]
    careless = [careless_game(index) for index in range(GAMES)]
    games: dict[str, Sequence[mm.Record | mm.Game]] = {"champion's": careful, "careless": careless}
    for player, played in games.items():
        for how, margin, must in (("judged", None, MUST_JUDGED), ("with odds", 0.02, MUST_WITH_ODDS)):
            seconds, clicks, risks = np.transpose([reviewed(game, margin) for game in played])
            said = f"{player} Expert games of {clicks.mean():.0f} clicks, {risks.mean():.0f} risks"
            yield Measurement(f"{GAMES} {said}, {how}: mean", float(seconds.mean()), must, "s")
            yield Measurement(f"{GAMES} {said}, {how}: longest", float(seconds.max()), must, "s")


def reviewed(game: mm.Record | mm.Game, margin: float | None) -> tuple[float, int, int]:
    """The seconds that a review takes, and how many clicks and risks the game has."""
    began = time.thread_time()
    review = mm.review(game, margin=margin)
    return time.thread_time() - began, len(review.moves), len(review.risks)


def careless_game(index: int) -> mm.Game:
    """A game that was won by a player who guesses although something is certain."""
    luck = random.Random(index)
    game = mm.Game("expert", seed=mm.strategy.game_seed(2, index))
    game.open(8, 15)
    while game.state is mm.State.PLAYING:
        analysis = mm.analyse(game.board)
        for cell in sorted(analysis.mines):
            if game.board.hidden[cell]:
                game.flag(cell)
        assert game.layout is not None
        counts = game.layout.counts
        free = [cell for cell in game.grid if game.board.hidden[cell] and not counts[cell]]
        risky = [cell for cell in free if 0 < analysis.probability[cell] < MOST_RISK]
        if analysis.safe and not (risky and luck.random() < NEEDLESS):
            game.open(luck.choice(sorted(analysis.safe)))
        else:
            game.open(luck.choice(risky) if risky else min(free, key=lambda cell: float(analysis.probability[cell])))
    return game


if __name__ == "__main__":
    sys.exit(printed(measurements()))
