"""Performance: how a game was clicked, by the measures that players publish. docs/review.md has their definitions."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from minemind import _native
from minemind.board import Action
from minemind.deadline import Deadline
from minemind.replay import Replay
from minemind.worth import metrics_of

__all__ = ["STNB_FACTORS", "Performance"]

# The factors of STNB by rows, columns and mines: Beginner as it was and as it is, then Intermediate and Expert.
STNB_FACTORS = {(8, 8, 10): 36.0, (9, 9, 10): 36.0, (16, 16, 40): 162.0, (16, 30, 99): 435.0}


@dataclass(frozen=True)
class Performance:
    r"""How a game was clicked. What is undefined is None: without times, on non-standard sizes, or if it was not won.

    >>> game = mm.Game.parse("....\n.*..\n....", first_click="any")
    >>> _ = game.open(0, 3), game.flag(1, 1), game.chord(1, 2)
    >>> performance = mm.review(game).performance
    >>> performance.clicks, performance.three_bv, performance.solved, performance.throughput, performance.rqp
    (3, 6, 3, 1.0, None)
    """

    opens: int
    flags: int
    chords: int
    effective: int  # opens and chords that opened something, and right flags
    three_bv: int | None  # of the board; None if its mines were never dealt, like all that depends on it
    solved: int  # 3BV of what was opened
    zini: int | None
    seconds: float | None
    three_bv_per_second: float | None
    efficiency: float | None  # IOE: solved 3BV per click
    correctness: float | None  # effective clicks per click
    throughput: float | None  # solved 3BV per effective click
    rqp: float | None
    stnb: float | None
    zini_efficiency: float | None  # ZiNi per click; only of a won game

    @property
    def clicks(self) -> int:
        """All opens, flags and chords."""
        return self.opens + self.flags + self.chords

    @classmethod
    def of(cls, replay: Replay, counted: _native.NativePerformance, *, is_won: bool, deadline: Deadline) -> Performance:
        """The counts of a game, and what follows from them. Clicks off the board count, as in other programs."""
        seconds, strays = _seconds(replay), Counter(replay.strays)
        counted = counted._replace(
            opens=counted.opens + strays[Action.OPEN],
            flags=counted.flags + strays[Action.FLAG],
            chords=counted.chords + strays[Action.CHORD],
        )
        rates = _native.rates(
            counted, seconds=math.nan if seconds is None else seconds, stnb_factor=_stnb_factor(replay)
        )
        if replay.undealt is not None:
            unknown = dict.fromkeys(("three_bv", "zini", *rates._fields, "zini_efficiency"))
            return cls(**counted._asdict() | unknown, seconds=seconds)
        zini = metrics_of(replay.layout, deadline).zini
        clicks = counted.opens + counted.flags + counted.chords
        return cls(
            *counted,
            zini=zini,
            seconds=seconds,
            three_bv_per_second=_known(rates.three_bv_per_second),
            efficiency=_known(rates.efficiency),
            correctness=_known(rates.correctness),
            throughput=_known(rates.throughput),
            rqp=_known(rates.rqp),
            stnb=_known(rates.stnb),
            zini_efficiency=zini / clicks if is_won and clicks else None,
        )


def _known(rate: float) -> float | None:
    return None if math.isnan(rate) else rate


def _seconds(replay: Replay) -> float | None:
    """The time of the game: as its program measured it, or until the last click."""
    if replay.seconds is not None:
        return replay.seconds
    return replay.clicks[-1].seconds if replay.clicks else None


def _stnb_factor(replay: Replay) -> float:
    """The factor of the board's size; nan if it has none."""
    layout, grid = replay.layout, replay.layout.grid
    if (grid.topology, grid.reach, len(grid.holes), layout.max_per_cell) != ("square", 1, 0, 1):
        return math.nan
    return STNB_FACTORS.get((grid.rows, grid.cols, layout.mines), math.nan)
