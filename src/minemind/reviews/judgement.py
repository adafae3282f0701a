"""Judgement: what a review says about one click: its kind, its risk, what would have been better, and what it cost."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from minemind import _native
from minemind.board import Action
from minemind.grid import Cell, Grid
from minemind.replay import Click
from minemind.solve.proof import Technique, technique_of
from minemind.words import phrase, spoken

__all__ = ["MoveKind", "Odds", "ReviewedMove", "points"]


class MoveKind(StrEnum):
    """What kind of click it was.

    >>> [kind.value for kind in mm.reviews.MoveKind if kind.is_mistake]
    ['bad guess', 'opened mine']
    """

    SAFE = "safe"  # every cell that it opened was certainly safe
    PROMISED = "promised"  # the first click, which the rules promise to be safe
    FORCED_GUESS = "forced guess"  # no cell was certainly safe, and no guess was better
    NEEDLESS_GUESS = "needless guess"  # another cell was certainly safe
    BAD_GUESS = "bad guess"  # no cell was certainly safe, but another guess was better
    OPENED_MINE = "opened mine"  # it was certain to open a mine
    FLAG_PROVEN = "flag proven"
    FLAG_UNPROVEN = "flag unproven"  # right, but not certain
    FLAG_WRONG = "flag wrong"
    UNFLAG = "unflag"
    WASTED = "wasted"  # nothing happened
    UNCOUNTED = "uncounted"  # the position is too complex to count
    UNDEALT = "undealt"  # a flag in a game in which no cell was opened: no mines were dealt

    @property
    def is_risk(self) -> bool:
        """Whether a mine could have been opened."""
        return self in (MoveKind.FORCED_GUESS, MoveKind.NEEDLESS_GUESS, MoveKind.BAD_GUESS, MoveKind.OPENED_MINE)

    @property
    def is_mistake(self) -> bool:
        """Whether the player could have known better: another guess was better, or this was certain to open a mine."""
        return self in (MoveKind.BAD_GUESS, MoveKind.OPENED_MINE)

    @property
    def label(self) -> str:
        """The name of the kind in the chosen language."""
        return phrase("review.kind", kind=self.value)


# Risks that differ by no more than this count as equal: nobody reads so many digits.
SAME_RISK = 0.0005

KINDS = {native: MoveKind[native.name] for native in _native.Judgement}


@dataclass(frozen=True)
class Odds:
    """The probability of winning a position, exact or estimated with the margin of its 95 % interval.

    >>> str(mm.reviews.Odds(0.25, 0.0, True)), str(mm.reviews.Odds(0.25, 0.02, False))
    ('25 %', '25 ± 2 %')
    """

    value: float
    margin: float
    is_exact: bool

    @classmethod
    def of(cls, found: _native.Win) -> Odds | None:
        """The odds that the engine found; None if they are unknown."""
        value, margin, is_exact = found
        return None if math.isnan(value) else cls(value, margin, is_exact)

    def __str__(self) -> str:
        figures = spoken().figures
        return figures.percent(self.value) if self.is_exact else figures.interval(self.value, self.margin)


@dataclass(frozen=True)
class ReviewedMove:
    r"""A click, and what the review says about it.

    `risk` is the probability that it opens a mine, by the numbers alone: flags are ignored. `best` is what to open
    instead, a safe cell or the champion's guess, and `overlooked` a certain cell that could have been found with
    `technique`. `before`, `chosen` and `after` are the odds of winning with the best choice, with this one before its
    outcome, and after it; None where they are unknown.

    >>> game = mm.Game.parse("2 3 1\n*..\n...", first_click="any")
    >>> _ = game.open(0, 2), game.open(0, 0)
    >>> move = mm.review(game).moves[1]
    >>> move.kind.value, move.risk, tuple(move.best), move.best_risk, move.cost
    ('forced guess', 0.5, (0, 0), 0.5, 0.0)
    >>> print(move)
    move 2, open (0, 0): forced guess; 50 % risk; to win: 50 % → 0 %
    """

    number: int  # of the click, from 1
    cell: Cell
    action: Action
    mines: int  # that a flag claims
    seconds: float | None  # since the start of the game
    pause: float | None  # since the click before
    kind: MoveKind
    risk: float | None  # None if the position is too complex to count
    opened: int  # cells
    certain: int  # cells that were certainly safe when the risk was taken
    best: Cell | None
    best_risk: float
    overlooked: Cell | None
    technique: Technique | None
    grade: int
    before: Odds | None
    chosen: Odds | None
    after: Odds | None
    cost_margin: float  # of the 95 % interval of the cost

    @classmethod
    def of(
        cls, number: int, click: Click, pause: float | None, judged: _native.JudgedClick, grid: Grid
    ) -> ReviewedMove:
        """A click with the engine's judgement."""
        overlooked = _cell(grid, judged.overlooked)
        return cls(
            number=number,
            cell=click.cell,
            action=click.action,
            mines=click.mines,
            seconds=click.seconds,
            pause=pause,
            kind=KINDS[judged.kind],
            risk=None if math.isnan(judged.risk) else judged.risk,
            opened=judged.opened,
            certain=judged.certain,
            best=_cell(grid, judged.best),
            best_risk=judged.best_risk,
            overlooked=overlooked,
            technique=technique_of(judged.technique) if overlooked else None,
            grade=judged.grade if overlooked else 0,
            before=Odds.of(judged.before),
            chosen=Odds.of(judged.chosen),
            after=Odds.of(judged.after),
            cost_margin=judged.cost_margin,
        )

    @property
    def cost(self) -> float | None:
        """The probability of winning that the choice gave away; an estimate below 0 is noise, and counts as 0."""
        if self.before is None or self.chosen is None:
            return None if self.kind.is_risk else 0.0
        return max(0.0, self.before.value - self.chosen.value)

    @property
    def is_exact(self) -> bool:
        """Whether the odds with the best choice and with this one are known exactly."""
        return self.before is not None and self.chosen is not None and self.before.is_exact and self.chosen.is_exact

    @property
    def luck(self) -> float | None:
        """What the outcome added to the probability of winning, or took from it."""
        if not self.kind.is_risk:
            return 0.0
        return None if self.swing is None or self.cost is None else self.swing + self.cost

    @property
    def swing(self) -> float | None:
        """The change of the probability of winning by the move: its luck less its cost."""
        return None if self.before is None or self.after is None else self.after.value - self.before.value

    @property
    def sentence(self) -> str:
        """The judgement in words."""
        is_risk = self.kind.is_risk
        return phrase(
            "review.move",
            number=self.number,
            action=self.action.value,
            cell=self.cell,
            kind=self.kind.label,
            risk=self.risk if is_risk else None,
            alternative=self.alternative,
            best=self.best,
            best_risk=self.best_risk,
            best_win=self.before.value if self.before else None,
            win=self.chosen.value if self.chosen else None,
            before=str(self.before) if is_risk and self.before else None,
            after=str(self.after) if is_risk and self.after else None,
            cost=points(self.cost) if is_risk and self.cost else None,
        )

    @property
    def alternative(self) -> str | None:
        """Why another cell would have been better; None if none would.

        It is `safe`, or a `guess` with another risk; with the same risk it `wins` more often, or is just said to have
        the `same risk` if it is not known how often.
        """
        if self.best is None or self.kind is MoveKind.FORCED_GUESS:
            return None
        if self.certain:
            return "safe"
        if self.risk is None or not math.isclose(self.best_risk, self.risk, abs_tol=SAME_RISK):
            return "guess"
        return "wins" if self.before and self.chosen else "same risk"

    def __str__(self) -> str:
        return self.sentence


def points(probability: float) -> str:
    """A difference of probabilities, in percentage points."""
    figures = spoken().figures
    sign = "−" if probability < 0 else ""
    return sign + figures.fixed(round(abs(probability) * 1000), 1)


def _cell(grid: Grid, index: int) -> Cell | None:
    return None if index < 0 else grid.cell(index)
