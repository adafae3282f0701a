"""Presets: the strategies that come with MineMind, each a short pipeline of stages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from minemind.boardlike import BoardLike, as_board
from minemind.errors import TooHard
from minemind.solve.choice import best_guess, champion_guess, deep_guess, lookahead_guess, perfect_guess
from minemind.solve.methods.rules import Reason
from minemind.solve.move import Move
from minemind.strategy.depth import DEEP, THINK
from minemind.strategy.player import Strategy
from minemind.strategy.stages import NO_MINES, Exactly, Stage, complete, estimate, first_click, propagate, sample

__all__ = ["PIPELINES", "Pipeline", "deep_pipeline"]


class Pipeline(Strategy):
    """A strategy made of stages, tried in order until one gives moves; without an estimating stage it may get stuck."""

    def __init__(self, summary: str, stages: Sequence[Stage]) -> None:
        self._summary = summary
        self.stages = (first_click, *stages)

    @property
    def summary(self) -> str:
        """One line that describes it."""
        return self._summary

    @property
    def opens_obvious(self) -> bool:
        """Whether it first opens what numbers prove safe singly and in pairs, which the engine can do for it."""
        return isinstance(self.stages[1], Exactly)

    def moves(self, board: BoardLike, rng: Random | None = None) -> list[Move]:
        """The moves of the first stage that finds any; a stage for which the board is too hard is skipped."""
        board, rng = as_board(board), rng or Random(0)
        mines, limit = NO_MINES, None
        for stage in self.stages:
            try:
                found = stage(board, rng, mines)
            except TooHard as error:
                limit = error
                continue
            self.nodes += found.nodes
            mines |= found.mines
            if found.moves:
                return found.moves
        if limit:
            raise limit
        return []


_SINGLES = propagate(Reason.SINGLE)
_SUBSETS = propagate(Reason.SUBSET, in_reading_order=True)  # as the engine plays them
_LOCAL, _EXACT = estimate("local"), Exactly(best_guess)

# Each strategy: one line that describes it, and its stages.
PIPELINES: dict[str, tuple[str, tuple[Stage, ...]]] = {
    "rules": ("single numbers and subsets; stops when stuck", (_SUBSETS,)),
    "csp": ("single numbers; stops when stuck", (_SINGLES,)),
    "csp-sat": ("single numbers, then every certain cell; stops when stuck", (_SINGLES, complete)),
    "sat-only": ("every certain cell at once; stops when stuck", (complete,)),
    "csp-prob": ("single numbers, then the lowest local estimate", (_SINGLES, _LOCAL)),
    "prob-only": ("the lowest local estimate, always", (_LOCAL,)),
    "full-nomc": ("single numbers, every certain cell, the lowest local estimate", (_SINGLES, complete, _LOCAL)),
    "full": (
        "single numbers, every certain cell, the lowest risk among random solutions, the lowest local estimate",
        (_SINGLES, complete, sample, _LOCAL),
    ),
    "exact": ("every certain cell, then the lowest exact risk; sets no flags", (_EXACT,)),
    "exact+endgame": ("like exact, with perfect play once few solutions are left", (Exactly(perfect_guess),)),
    "lookahead": ("like exact, but guesses by look-ahead", (Exactly(lookahead_guess),)),
    "champion": (
        "the strongest at full speed: guesses by look-ahead, then perfect play once few solutions are left",
        (Exactly(champion_guess),),
    ),
    DEEP: (
        "the champion with time to think: larger perfect endgames, and games played on from its best guesses",
        (Exactly(partial(deep_guess, think=THINK)),),
    ),
}


def deep_pipeline(think: int) -> Pipeline:
    """The champion that thinks for `think` million units of work at each guess."""
    return Pipeline(PIPELINES[DEEP][0], (Exactly(partial(deep_guess, think=think)),))
