"""Review: a game judged click by click, and what made the difference: luck, skill, and the moments that decided it."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from minemind import _native
from minemind.arguments import fraction, whole
from minemind.board import Action, Board
from minemind.deadline import Deadline
from minemind.errors import InvalidValue, TooHard
from minemind.game import Game
from minemind.grid import Cell
from minemind.layout import FirstClick, Layout, check_seed
from minemind.replay import Click, Playable, Replay
from minemind.reviews.advice import Advice, advised
from minemind.reviews.judgement import MoveKind, ReviewedMove
from minemind.reviews.performance import Performance
from minemind.reviews.source import as_replay
from minemind.solve.guesses import THINK, Candidate, compared
from minemind.solve.proof import Proof, explained
from minemind.words import phrase

__all__ = ["MARGIN", "End", "Review", "ReviewLike", "Why", "review"]

# The margin of an estimated probability of winning, half of its 95 % interval, and the most games that are played for
# it. On Expert, weighted games need about 600, games without weights four times as many.
MARGIN = 0.02
MOST_GAMES = 2_500

# The most moments that are shown as having decided a game.
KEY_MOMENTS = 3

# What can be reviewed; a path names a file that holds one of the others.
ReviewLike: TypeAlias = Replay | Game | Playable | str | os.PathLike[str]

# The reason for a judgement: a proof, or the candidates for a guess; None where there is nothing to prove or guess.
Why: TypeAlias = Proof | tuple[Candidate, ...] | None

_ACTIONS = dict(zip((Action.OPEN, Action.FLAG, Action.CHORD), _native.ClickKind, strict=True))


class End(StrEnum):
    """How a reviewed game ended.

    >>> [end.value for end in mm.reviews.End]
    ['won', 'lost', 'unfinished']
    """

    WON = "won"
    LOST = "lost"
    UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Review:
    """A game, judged.

    **Luck and skill**: `pluck` is the luck that the player's risks needed, as −log10 of the probability of surviving
    them all, and `necessary_pluck` the same for the risks that could not be avoided in these positions.
    `lost_by_choice` is the probability of winning that worse choices gave away, and `luck` is what the outcomes of all
    risks added or took away: together they lead from `start`, the odds before the first risk, to the odds at the end.
    They are None where the odds are unknown.

    >>> review = mm.review(mm.play("expert", "champion", seed=7), margin=0.05)
    >>> review.end.value, len(review.moves), len(review.mistakes), len(review.needless)
    ('lost', 219, 0, 0)
    >>> round(review.pluck, 3), round(review.necessary_pluck, 3), review.lost_by_choice
    (0.49, 0.49, 0.0)
    >>> 0.3 < review.start < 0.5, round(review.start + review.luck, 9)
    (True, 0.0)
    >>> len(review.risks), [move.number for move in review.key_moments]
    (4, [219, 199, 176])
    >>> review.title, review.advice.kind
    ('16×30, 99 mines: lost', 'flawless')
    """

    replay: Replay
    moves: tuple[ReviewedMove, ...]
    end: End
    performance: Performance

    def of_kind(self, *kinds: MoveKind) -> tuple[ReviewedMove, ...]:
        """The moves of some kinds.

        >>> len(mm.review(mm.play("beginner", seed=7)).of_kind(mm.reviews.MoveKind.SAFE, mm.reviews.MoveKind.PROMISED))
        19
        """
        return tuple(move for move in self.moves if move.kind in kinds)

    @property
    def risks(self) -> tuple[ReviewedMove, ...]:
        """The moves that could have opened a mine, the first click included where it is not promised."""
        return tuple(move for move in self.moves if move.kind.is_risk)

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """Guesses that were worse than necessary, and mines that were certain."""
        return tuple(move for move in self.moves if move.kind.is_mistake)

    @property
    def needless(self) -> tuple[ReviewedMove, ...]:
        """Guesses while another cell was certainly safe."""
        return self.of_kind(MoveKind.NEEDLESS_GUESS)

    @property
    def pluck(self) -> float:
        """−Σ log10 of the probability of surviving each risk, even a lost one; a promised first click is no risk.

        A click that was certain to open a mine does not count: it is a mistake instead.
        """
        return _pluck(move.risk or 0.0 for move in self._survivable)

    @property
    def necessary_pluck(self) -> float:
        """The pluck of the necessary risks: 0 where a cell was safe, else the champion's risk if that is lower.

        A guess that cost nothing was necessary, even if a cell was safe: it had to be made sooner or later.
        """
        return _pluck(map(_necessary_risk, self._survivable))

    @property
    def _survivable(self) -> Iterator[ReviewedMove]:
        return (move for move in self.risks if move.risk != 1)

    @property
    def start(self) -> float | None:
        """The probability of winning before the first risk; None if it is unknown."""
        odds = next((move.before for move in self.risks), None)
        return odds.value if odds else None

    @property
    def lost_by_choice(self) -> float | None:
        """The probability of winning that choices gave away; None if it is unknown for any risk."""
        return _sum(move.cost for move in self.risks)

    @property
    def luck(self) -> float | None:
        """The probability of winning that outcomes added or took away; None if it is unknown for any risk."""
        return _sum(move.luck for move in self.risks)

    @property
    def key_moments(self) -> tuple[ReviewedMove, ...]:
        """The risks that changed the probability of winning most, the largest change first; at most three."""
        ranked = sorted(self.risks, key=lambda move: (-_weight(move), move.number))
        return tuple(move for move in ranked[:KEY_MOMENTS] if _weight(move) > 0)

    @cached_property
    def advice(self) -> Advice:
        """What to do better next time."""
        return advised(self.moves, self.board, is_dealt=self.replay.undealt is None)

    @property
    def title(self) -> str:
        """What was played, and how it ended."""
        grid, mines = self.replay.layout.grid, self.replay.mines
        size = f"{grid.rows}×{grid.cols}" + (f" {grid.topology}" if grid.topology != "square" else "")
        result = phrase("review.result", result=self.end.value)
        return phrase("review.title", size=size, count=mines, result=result)

    def board(self, move: ReviewedMove | int) -> Board:
        """What the player saw before a move, which may be given by its number.

        >>> review = mm.review(mm.play("beginner", seed=7))
        >>> bool(review.board(1).hidden.all()), int(review.board(2).opened.sum())
        (True, 49)
        """
        number = self._number(move)
        return next(board for one, board in self._positions() if one.number == number)

    def _positions(self) -> Iterator[tuple[ReviewedMove, Board]]:
        """Every move, and what the player saw before it."""
        game = self.replay.game()
        for move, click in zip(self.moves, self.replay.clicks, strict=False):
            yield move, game.board
            game.take(click)

    def _number(self, move: ReviewedMove | int) -> int:
        return move.number if isinstance(move, ReviewedMove) else whole(move, "the move", 1, len(self.moves))

    def why(self, move: ReviewedMove | int, *, think: int = THINK, time_limit: float | None = None) -> Why:
        r"""The reason for a judgement: the proof of what was certain or overlooked, or all guesses compared.

        For a click that opens several certain cells it is the hardest of their proofs. None where there is nothing to
        prove or guess, as for a wasted click. Guesses are compared as by `mm.guesses` with the same `think`.

        >>> game = mm.Game.parse("3 4 2\n...*\n....\n...*", first_click="any")
        >>> _ = game.open(0, 0), game.open(0, 3)
        >>> print(mm.review(game).why(2))
        the 2 at (1, 2) and the 1 at (2, 2) together prove that (0, 3) is a mine
        """
        move = self.moves[self._number(move) - 1]
        return self._why(move, self.board(move), think, Deadline(time_limit))

    def whys(self, *, think: int = 0, time_limit: float | None = None) -> tuple[Why, ...]:
        r"""The reason for every judgement, in the order of the moves; None also where a proof is too hard to find.

        With `think=0` no games are played to compare guesses, which would take half a second for each guess.

        >>> game = mm.Game.parse("2 2 1\n*.\n..", first_click="any")
        >>> _ = game.open(1, 1), game.open(0, 1)
        >>> [len(guesses) for guesses in mm.review(game).whys()]
        [4, 3]
        """
        deadline = Deadline(time_limit)
        return tuple(self._why_if_found(move, board, think, deadline) for move, board in self._positions())

    def _why_if_found(self, move: ReviewedMove, board: Board, think: int, deadline: Deadline) -> Why:
        try:
            return self._why(move, board, think, deadline)
        except TooHard:
            deadline.look()
            return None

    def _why(self, move: ReviewedMove, board: Board, think: int, deadline: Deadline) -> Why:
        plain = board.unflagged()
        if move.overlooked is not None:
            return explained(plain, move.overlooked, deadline)
        if move.kind in (MoveKind.SAFE, MoveKind.FLAG_PROVEN):
            proofs = [explained(plain, cell, deadline) for cell in _meant_by(move, board)]
            return max(proofs, key=lambda proof: proof.grade)
        return compared(plain, deadline, think=think) or None if move.kind.is_risk else None

    def __str__(self) -> str:
        from minemind.reviews.text import review_text

        return review_text(self)

    def _repr_html_(self) -> str:
        from minemind.reviews.report import review_summary

        return review_summary(self)


def review(
    given: ReviewLike, *, margin: float | None = MARGIN, seed: int = 0, time_limit: float | None = None
) -> Review:
    """Judge a game click by click: a `Replay`, a `Record`, a `Game` with its history, or a path to one of these.

    Every click is judged by what the numbers imply. The probability of winning is exact where few solutions are left,
    and estimated elsewhere, by games that are played on until its 95 % interval is within `margin` to either side, but
    at most 2,500. The same `seed` gives the same estimates. With `margin=None` no games are played, and estimates are
    None. Raises `TooHard` after `time_limit` seconds.

    >>> review = mm.review(mm.play("beginner", seed=7), margin=None)
    >>> review.end.value, review.pluck, review.advice.sentence
    ('won', 0.0, 'No risk was taken: every cell was certain when it was opened.')
    """
    precision, seed, deadline = _margin(margin), check_seed(seed), Deadline(time_limit)
    replay = as_replay(given)
    layout, start = replay.layout, replay.game()
    judged = _native.review(
        layout.grid.graph,
        mines=layout.counts.reshape(-1),
        faces=start.board.faces.reshape(-1),
        rank=layout.grid.rank,
        clicks=[_native_click(click, layout) for click in replay.clicks],
        per_cell=layout.max_per_cell,
        promised=replay.first_click is not FirstClick.ANY,
        margin=0.0 if replay.undealt else precision,
        most_games=MOST_GAMES,
        seed=seed,
        deadline=deadline,
    )
    end = End[judged.end.name]
    performance = Performance.of(replay, judged.performance, is_won=end is End.WON, deadline=deadline)
    return Review(replay, tuple(_moves(replay, judged)), end, performance)


def _native_click(click: Click, layout: Layout) -> tuple[int, _native.ClickKind, int]:
    mines = whole(click.mines, "the flag's mine count", 0, layout.max_per_cell)
    return layout.grid.index(*click.cell), _ACTIONS[Action(click.action)], mines


def _moves(replay: Replay, judged: _native.Reviewed) -> Iterator[ReviewedMove]:
    before: float | None = 0.0
    for number, (click, found) in enumerate(zip(replay.clicks, judged.clicks, strict=False), 1):
        pause = None if click.seconds is None or before is None else click.seconds - before
        before = click.seconds
        move = ReviewedMove.of(number, click, pause, found, replay.layout.grid)
        # If no mines were dealt, nobody can say whether a flag is right.
        is_unknown = replay.undealt is not None and move.kind is MoveKind.FLAG_WRONG
        yield replace(move, kind=MoveKind.UNDEALT) if is_unknown else move


def _margin(margin: float | None) -> float:
    """The margin for the engine: 0 to play no games."""
    if margin is None:
        return 0.0
    wanted = "a number from 0.001 to 0.5, or None"
    value = fraction(margin, "the margin", wanted)
    if not 0.001 <= value <= 0.5:
        raise InvalidValue(f"the margin is {value:g}; give {wanted}")
    return value


def _meant_by(move: ReviewedMove, board: Board) -> list[Cell]:
    """The cells that a click opens or flags; of a chord, the hidden ones around it."""
    if move.action is not Action.CHORD:
        return [move.cell]
    return sorted(cell for cell in board.grid.neighbours(move.cell) if board.hidden[cell])


def _pluck(risks: Iterable[float]) -> float:
    return abs(math.fsum(math.log10(1 - risk) for risk in risks))


def _necessary_risk(move: ReviewedMove) -> float:
    """The risk that could not be avoided. Before any cell is open, no choice is better than another."""
    risk = move.risk or 0.0
    is_free = move.certain > 0 and move.is_exact and move.cost == 0
    return risk if move.best is None or is_free else min(move.best_risk, risk)


def _weight(move: ReviewedMove) -> float:
    """How much a move decided: the change of the odds, or its risk where they are unknown."""
    return abs(move.swing) if move.swing is not None else move.risk or 0.0


def _sum(values: Iterable[float | None]) -> float | None:
    known = list(values)
    return None if None in known else math.fsum(value for value in known if value is not None)
