"""Judge: whether a move on a board is proven to be right, wrong, or a guess; and what would be better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from minemind.answers import schema
from minemind.answers.answer import Answer, ProofAnswer, explain
from minemind.answers.json import about_board, move_json, number_json, proof_json
from minemind.board import Action, Board
from minemind.deadline import Deadline
from minemind.grid import Cell
from minemind.solve.certainty import Certainty, certainty_of
from minemind.solve.exact import Exact, analysed
from minemind.solve.hint import hint
from minemind.solve.move import Move
from minemind.source import Notes

__all__ = ["JudgedAnswer", "judge", "judged_json"]

# What each action claims about its cell.
CLAIMS = {Action.OPEN: Certainty.SAFE, Action.FLAG: Certainty.MINE}


@dataclass(frozen=True, kw_only=True)
class JudgedAnswer(Answer):
    """A move, what the numbers decide about its cell and why, and a better move if there is one."""

    action: Action
    certainty: Certainty
    why: ProofAnswer
    better: Move | None

    @property
    def judgement(self) -> Literal["proven", "wrong", "guess", "needless guess"]:
        """The kind of move. A guess to open is needless if a cell is safe; a guess to flag, if any move is certain."""
        if self.certainty is CLAIMS[self.action]:
            return "proven"
        if self.certainty is not Certainty.UNDECIDED:
            return "wrong"
        return "needless guess" if self.better and self.better.is_certain else "guess"


def judge(board: Board, cell: tuple[int, int], action: Action, assumed: Notes = ()) -> JudgedAnswer:
    """Judge opening or flagging a hidden cell. Raises what `explain` and `hint` raise."""
    place = board.grid.cell(board.grid.index(*cell))
    analysis = analysed(board, Deadline())
    certainty = certainty_of(analysis, place)
    return JudgedAnswer(
        board=board,
        assumed=assumed,
        action=action,
        certainty=certainty,
        why=explain(board, place),
        better=None if certainty is CLAIMS[action] else _better(analysis, place, action),
    )


def _better(analysis: Exact, cell: Cell, action: Action) -> Move | None:
    """What to open or flag instead, unless that is to guess this very cell."""
    best = analysis.best if action is Action.OPEN else hint(analysis.board)
    return None if best is None or (best.cell == cell and not best.is_certain) else best


def judged_json(answer: JudgedAnswer) -> schema.JudgedJson:
    """A move and its judgement."""
    proof = answer.why.found
    return {
        **about_board(answer.board, answer.notes),
        "cell": list(answer.why.cell),
        "action": "flag" if answer.action is Action.FLAG else "open",
        "judgement": answer.judgement,
        "certainty": answer.certainty.value,
        "probability": number_json(answer.why.probability),
        "sentence": proof.sentence if proof else answer.why.uncertainty,
        "proof": proof_json(proof) if proof else None,
        "better": move_json(answer.better) if answer.better else None,
    }
