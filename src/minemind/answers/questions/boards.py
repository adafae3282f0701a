"""Boards: the questions about a position, and how each is answered."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from minemind.answers import answer, asked, schema
from minemind.answers.json import analysis_json, moves_json, proved_json
from minemind.answers.questions.limits import THINK
from minemind.answers.questions.question import Question
from minemind.answers.questions.values import Cell, Chosen, Natural, Text, Whole
from minemind.board import Board
from minemind.solve.methods.registry import METHODS
from minemind.source import Notes

__all__ = ["AboutABoard", "AnalyseQuestion", "ExplainQuestion", "HintQuestion"]

MethodName = StrEnum("MethodName", list(METHODS))  # type: ignore[misc]


class AboutABoard(Question):
    """A question about a position."""

    board: Text
    mines: Natural | None = Field(default=None, description="null: unknown; without it, what the text says")
    density: Annotated[float, Field(gt=0, lt=1)] | None = Field(
        default=None, description="each cell's probability of a mine, instead of a count"
    )
    trust_flags: bool = Field(default=True, description="false: flagged cells count as hidden")

    def read(self) -> tuple[Board, Notes]:
        """The board in question, and what was assumed to read it."""
        given: dict[str, Any] = {"mines": self.mines} if "mines" in self.model_fields_set else {}
        if self.density is not None:
            given["density"] = self.density
        return asked.position(self.board.text, trust_flags=self.trust_flags, **given)


class AnalyseQuestion(AboutABoard):
    """Every cell's probability of a mine, and what is certain."""

    method: Annotated[MethodName, Chosen] = MethodName.exact  # type: ignore[attr-defined]
    frontier: bool = Field(default=False, description="the independent parts of the frontier, too")

    def answer(self) -> schema.AnalysisJson:
        """Like `minemind analyse --json` and `minemind frontier --json`."""
        return analysis_json(answer.analyse(*self.read(), method=self.method.value, with_frontier=self.frontier))


class HintQuestion(AboutABoard):
    """What to do next, and why."""

    all: bool = Field(default=False, description="all certain moves, not only one")
    think: Annotated[int, Field(ge=0, le=THINK), Whole] = Field(
        default=0, description="how much to think about a guess, in millions of units of work"
    )

    def answer(self) -> schema.MovesJson:
        """Like `minemind hint --json`."""
        return moves_json(answer.hint(*self.read(), every=self.all, think=self.think))


class ExplainQuestion(AboutABoard):
    """Why a cell is certain."""

    cell: Cell

    def answer(self) -> schema.ProvedJson:
        """Like `minemind explain --json`."""
        board, notes = self.read()
        return proved_json(answer.explain(board, self.cell, notes))
