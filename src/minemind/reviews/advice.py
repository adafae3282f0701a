"""Advice: one sentence about what to do better, with the position that shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from minemind.board import Action, Board
from minemind.deadline import Deadline
from minemind.errors import TooHard
from minemind.grid import Cell
from minemind.reviews.judgement import MoveKind, ReviewedMove, points
from minemind.solve.proof import Proof, Technique, explained
from minemind.words import phrase

__all__ = ["Advice", "advised", "missed_techniques", "no_risk"]

# Advice mentions clicks without effect if they are more than this share, in a game of at least this many clicks.
MANY_WASTED, CLICKS = 0.1, 20

# Why a game has no risk: every cell was certain, some positions were too complex to count, no cell was opened, or no
# mines were dealt.
NoRisk: TypeAlias = Literal["certain", "uncounted", "unopened", "undealt"]
AdviceKind: TypeAlias = Literal["technique", "guess", "wasted", "flawless"] | NoRisk


@dataclass(frozen=True)
class Advice:
    r"""What to do better: the technique overlooked most often, a better guess, fewer wasted clicks, or nothing.

    >>> game = mm.Game.parse("3 4 2\n...*\n....\n...*", first_click="any")
    >>> _ = game.open(0, 0), game.open(0, 3)
    >>> advice = mm.review(game).advice
    >>> advice.kind, advice.technique.value, advice.count, advice.move
    ('technique', 'subset', 1, 2)
    >>> print(advice)
    Missed once: subset, at move 2: the 2 at (1, 2) and the 1 at (2, 2) together prove that (0, 3) is a mine.
    """

    kind: AdviceKind
    technique: Technique | None
    count: int  # how often
    move: int | None  # the number of the first to overlook the technique, or of the worst guess
    cell: Cell | None
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def advised(moves: Sequence[ReviewedMove], board: Callable[[ReviewedMove], Board], *, is_dealt: bool) -> Advice:
    """The advice for a game; `board` gives the position before a move."""
    if missed := missed_techniques(moves):
        return _about_technique(moves, board, missed)
    if worse := [move for move in moves if move.kind is MoveKind.BAD_GUESS]:
        return _about_guesses(worse)
    why = no_risk(moves, is_dealt=is_dealt)
    wasted = sum(move.kind is MoveKind.WASTED for move in moves)
    if why in (None, "certain") and len(moves) >= CLICKS and wasted > MANY_WASTED * len(moves):
        return Advice("wasted", None, wasted, None, None, phrase("review.advice.wasted", count=wasted, all=len(moves)))
    kind: AdviceKind = why or "flawless"
    return Advice(kind, None, 0, None, None, phrase(f"review.advice.{kind}"))


def no_risk(moves: Sequence[ReviewedMove], *, is_dealt: bool) -> NoRisk | None:
    """Why no risk was taken; None if one was."""
    if any(move.kind.is_risk for move in moves):
        return None
    if any(move.kind is MoveKind.UNCOUNTED and move.action is not Action.FLAG for move in moves):
        return "uncounted"
    if any(move.opened for move in moves):
        return "certain"
    return "unopened" if is_dealt else "undealt"


def missed_techniques(moves: Sequence[ReviewedMove]) -> Counter[Technique]:
    """How often each technique was overlooked."""
    return Counter(move.technique for move in moves if move.technique is not None)


def _about_technique(
    moves: Sequence[ReviewedMove], board: Callable[[ReviewedMove], Board], missed: Counter[Technique]
) -> Advice:
    """Advice about the technique overlooked most often, or the easiest of several."""
    order = list(Technique)
    technique = min(missed, key=lambda one: (-missed[one], order.index(one)))
    first = next(move for move in moves if move.technique is technique)
    assert first.overlooked is not None
    count = missed[technique]
    proof = _proof(board(first).unflagged(), first.overlooked)
    sentence = phrase(
        "review.advice.technique",
        count=count,
        technique=phrase("technique", technique=technique.value, count=len(proof.numbers) if proof else 1),
        number=first.number,
        reason=proof.sentence if proof else phrase("agreement", method="exact"),
    )
    return Advice("technique", technique, count, first.number, first.overlooked, sentence)


def _proof(board: Board, cell: Cell) -> Proof | None:
    try:
        return explained(board, cell, Deadline())
    except TooHard:
        return None


def _about_guesses(worse: Sequence[ReviewedMove]) -> Advice:
    worst = max(worse, key=lambda move: (move.cost or 0.0, -move.number))
    sentence = phrase(
        "review.advice.guess",
        count=len(worse),
        number=worst.number,
        cell=worst.cell,
        best=worst.best,
        risk=worst.risk,
        best_risk=worst.best_risk,
        cost=points(worst.cost) if worst.cost else None,
    )
    return Advice("guess", None, len(worse), worst.number, worst.best, sentence)
