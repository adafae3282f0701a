"""Questions for players that do not see a board: they ask for a puzzle, and whether a move is right."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

import minemind as mm
from minemind.answers import schema
from minemind.answers.asked import check_size
from minemind.answers.json import about_board
from minemind.answers.judge import judge, judged_json
from minemind.answers.questions.boards import AboutABoard
from minemind.answers.questions.dealing import SizedQuestion
from minemind.answers.questions.question import Seed
from minemind.answers.questions.values import Cell, Chosen, Grade
from minemind.answers.schema import TextJson

__all__ = ["JudgeQuestion", "PuzzleJson", "PuzzleQuestion"]

ActionName = StrEnum("ActionName", ["open", "flag"])  # so that the schema lists them


class PuzzleJson(schema.BoardAnswerJson):
    """A position to be solved, without its mines; the same size, grade and seed give the same again."""

    board: TextJson
    grade: int
    seed: schema.Count


class PuzzleQuestion(SizedQuestion):
    """A position in which a cell is safe for certain, and how hard that is to find."""

    grade: Grade | None = Field(default=None, description="from 1, single numbers, to 5, contradictions; null: any")
    seed: Seed | None = Field(default=None, description="null: random")

    def answer(self) -> PuzzleJson:
        """The position, and what it was dealt from."""
        size = self.size()
        check_size(size.rows, size.cols, 1)
        seed = None if self.seed is None else int(self.seed)
        puzzle = mm.no_guess.puzzle(size, seed=seed, grade=self.grade)
        return {
            **about_board(puzzle.board),
            "board": {"text": str(puzzle.board)},
            "grade": puzzle.grade,
            "seed": str(puzzle.seed),
        }


class JudgeQuestion(AboutABoard):
    """Whether a move is proven to be right, wrong, or a guess."""

    cell: Cell
    action: Annotated[ActionName, Chosen] = ActionName.open

    def answer(self) -> schema.JudgedJson:
        """The judgement, its proof, and a better move."""
        board, notes = self.read()
        return judged_json(judge(board, self.cell, mm.Action(self.action.value), notes))
